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
    evidence_message_id: 'message_1',
    evidence_conversation_id: 'conversation_1',
    evidence_text: '我喜欢蓝色',
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

function fillFacts(db: Db): void {
  insert(db, 'facts', fact('fact_1', 'The favourite colour is blue', 'open'))
  insert(db, 'facts', fact('fact_2', '身份证号 330106199001011234', 'private'))
  insert(db, 'facts_fts_open', { rowid: 1, words: 'the favourite colour is blue', chars: '', aliases: 'alias' })
  insert(db, 'facts_fts_private', { rowid: 2, words: '身份证 号 330106199001011234', chars: '身 份 证', aliases: '' })
  insert(db, 'fact_pieces', { piece_id: 1, fact_rowid: 1, model: 'model-a', dimensions: 384, private: 0 })
  insert(db, 'fact_pieces', { piece_id: 2, fact_rowid: 2, model: 'model-a', dimensions: 384, private: 1 })
  const place = { scope: 'user', valid_from: 1000n, valid_to: BigInt(NO_END) }
  insert(db, 'facts_vec_open', { piece_id: 1n, embedding: vector(1), ...place })
  insert(db, 'facts_vec_private', { piece_id: 2n, embedding: vector(2), ...place })
  insert(db, 'tombstones', { fact_id: 'fact_gone', created_at: 5 })
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
  fillFacts(db)
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
