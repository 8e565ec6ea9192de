import type { Db } from '../../src/core/db/database.ts'

/** A unit vector whose direction depends on `seed`. */
export function vector(seed: number): Uint8Array {
  const values = Float32Array.from({ length: 384 }, (_, index) => Math.sin((index + 1) * seed))
  const norm = Math.hypot(...values)
  return new Uint8Array(values.map((value) => value / norm).buffer)
}

type Value = string | number | bigint | Uint8Array | null

function insert(db: Db, table: string, row: Readonly<Record<string, Value>>): void {
  const names = Object.keys(row)
  db.prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`).run(...Object.values(row))
}

const NO_END = 9007199254740991

function fact(id: string, text: string, privacy: string) {
  return {
    id,
    text,
    normal_text: text.toLowerCase(),
    key: `key-${id}`,
    category: 'preference',
    aliases: '["alias"]',
    scope: 'user',
    project_id: null,
    thread_id: null,
    confidence: 0.9,
    privacy,
    pinned: 1,
    status: 'live',
    source: 'user',
    created_at: 1000,
    updated_at: 2000,
    valid_from: 1000,
    superseded_by: null,
    used_count: 3,
    last_used_at: 3000,
    embedded_model: 'model-a'
  }
}

function message(id: string, role: string, content: string, privacy: string) {
  return {
    id,
    conversation_id: 'conversation_1',
    turn_id: 'turn_1',
    parent_id: null,
    role,
    content,
    reasoning: 'because',
    tool_calls: '[]',
    tool_call_id: null,
    status: 'complete',
    privacy,
    origin: 'user',
    error_code: null,
    fact_ids: '["fact_1"]',
    created_at: 1000
  }
}

const facts = [fact('fact_1', 'The favourite colour is blue', 'open'), fact('fact_2', '身份证号 330106199001011234', 'private')]

function fillTexts(db: Db): void {
  insert(db, 'facts_fts_open', { rowid: 1, words: 'the favourite colour is blue', chars: '', aliases: 'alias' })
  insert(db, 'facts_fts_private', { rowid: 2, words: '身份证 号 330106199001011234', chars: '身 份 证', aliases: '' })
  insert(db, 'tombstones', { fact_id: 'fact_gone', created_at: 5 })
}

function fillFactsOfVersion1(db: Db): void {
  const evidence = { evidence_message_id: 'message_1', evidence_conversation_id: 'conversation_1', evidence_text: '我喜欢蓝色' }
  for (const row of facts) insert(db, 'facts', { ...row, ...evidence })
  fillTexts(db)
  insert(db, 'fact_pieces', { piece_id: 1, fact_rowid: 1, model: 'model-a', dimensions: 384, private: 0 })
  insert(db, 'fact_pieces', { piece_id: 2, fact_rowid: 2, model: 'model-a', dimensions: 384, private: 1 })
  const place = { scope: 'user', valid_from: 1000n, valid_to: BigInt(NO_END) }
  insert(db, 'facts_vec_open', { piece_id: 1n, embedding: vector(1), ...place })
  insert(db, 'facts_vec_private', { piece_id: 2n, embedding: vector(2), ...place })
}

/** Two facts with text and vectors, and a conversation, as today's schema has them. */
export function fillToday(db: Db): void {
  insert(db, 'meta', { name: 'sample', value: 'kept' })
  fillConversation(db)
  for (const row of facts) insert(db, 'facts', row)
  fillTexts(db)
  for (const rowid of [1, 2]) {
    insert(db, 'fact_evidence', {
      fact_rowid: rowid,
      message_id: 'message_1',
      conversation_id: 'conversation_1',
      text: '我喜欢蓝色',
      at: 1000
    })
    insert(db, 'fact_vectors', { fact_rowid: rowid, model: 'model-a', private: rowid - 1, embedding: vector(rowid) })
  }
}

function fillConversation(db: Db): void {
  insert(db, 'conversations', {
    id: 'conversation_1',
    title: '颜色',
    project_id: null,
    temporary: 0,
    head_message_id: 'message_2',
    created_at: 1,
    updated_at: 2,
    deletion_id: null
  })
  insert(db, 'messages', message('message_1', 'user', '我喜欢什么颜色？', 'open'))
  insert(db, 'messages', message('message_2', 'assistant', 'Blue.', 'private'))
  insert(db, 'messages_fts_open', { rowid: 1, words: '我 喜欢 什么 颜色', chars: '我 喜 欢 什 么 颜 色' })
  insert(db, 'messages_fts_private', { rowid: 2, words: 'blue', chars: '' })
  insert(db, 'summaries', {
    conversation_id: 'conversation_1',
    audience: 'local',
    text: 'They spoke of colours.',
    upto_message_id: 'message_1',
    removed: 1,
    privacy: 'private',
    created_at: 7
  })
}

/** At least one row in every table of version 1; vector and text tables too. */
export function fillVersion1(db: Db): void {
  insert(db, 'meta', { name: 'sample', value: 'kept' })
  insert(db, 'settings', { name: 'settings', value: '{"appearance":{"language":"zh"}}' })
  fillConversation(db)
  fillFactsOfVersion1(db)
  insert(db, 'receipts', {
    id: 'receipt_1',
    at: 9,
    conversation_id: 'conversation_1',
    turn_id: 'turn_1',
    host: '127.0.0.1:1234',
    method: 'POST',
    path: '/v1/chat/completions',
    purpose: 'chat',
    destination: 'local',
    bytes: 12,
    fact_ids: '["fact_1"]',
    masked: '[]',
    headers: '{}',
    body: '{"a":"b"}',
    outcome: 'sent',
    status: 200
  })
}

/** What version 2 has besides. */
export function fillVersion2(db: Db): void {
  insert(db, 'drafts', { conversation_id: 'conversation_1', text: 'half a thought', updated_at: 11 })
  insert(db, 'deletions', { id: 'deletion_1', kind: 'fact', target_id: 'fact_1', until: 12 })
  db.prepare('update messages set input_tokens = 5, output_tokens = 6 where id = ?').run('message_2')
}

/** What version 4 has besides; evidence, vectors and targets of deletions come from the rows before it. */
export function fillVersion4(db: Db): void {
  insert(db, 'projects', { id: 'project_1', name: 'Kitchen', created_at: 1, updated_at: 2, deletion_id: null })
  insert(db, 'profile_sections', {
    section: 'workContext',
    audience: 'local',
    text: 'Paints kitchens.',
    fact_ids: '["fact_1"]',
    message_ids: '["message_1"]',
    edited: 1,
    updated_at: 3
  })
  // The upgrade has set one for what was said before.
  db.exec('delete from extraction_watermarks')
  insert(db, 'extraction_watermarks', { conversation_id: 'conversation_1', upto_rowid: 2 })
  insert(db, 'extraction_batches', {
    id: 'batch_1',
    conversation_id: 'conversation_1',
    message_ids: '["message_1"]',
    state: 'failed',
    attempts: 2,
    error_code: 'PROVIDER_DOWN',
    created_at: 4,
    not_before: 5
  })
  insert(db, 'compactions', {
    id: 'compaction_1',
    conversation_id: 'conversation_1',
    audience: 'local',
    text: 'They spoke of colours.',
    removed: 3,
    kept: 4,
    privacy: 'open',
    created_at: 6
  })
  insert(db, 'tool_results', { message_id: 'message_2', text: 'a long result', length: 13 })
  db.prepare('update facts set subject = ?, confirmed_at = 7, review = ? where id = ?').run('user', '{"reason":"doubt"}', 'fact_1')
}
