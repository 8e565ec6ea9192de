/**
 * Version 1. Open and private rows have index and vector tables of their own, so that statistics, ranking and abstention of a remote
 * turn never depend on a private row. Index and vector rows are written by code (triggers may not touch vec0 under `trusted_schema=OFF`).
 * Times are milliseconds since the epoch; `9007199254740991` stands for "no end".
 * A vector table reserves whole chunks: with 256 rows (0.4 MB) storing one vector takes half the time of the default 1,024, and search is no slower.
 */
const fts = (name: string, columns: string) => `
create virtual table ${name} using fts5(${columns}, tokenize = 'porter unicode61 remove_diacritics 2');
insert into ${name}(${name}, rank) values ('secure-delete', 1);`

const vectors = (name: string) => `
create virtual table ${name} using vec0(
  piece_id integer primary key, embedding float[384] distance_metric=cosine,
  scope text, valid_from integer, valid_to integer, chunk_size = 256);`

export const version1 = `
create table meta (name text primary key, value text not null) strict;
create table settings (name text primary key, value text not null) strict;

create table conversations (
  rowid integer primary key, id text not null unique, title text not null, project_id text, temporary integer not null default 0,
  head_message_id text, created_at integer not null, updated_at integer not null, deletion_id text) strict;

create table messages (
  rowid integer primary key, id text not null unique,
  conversation_id text not null references conversations(id) on delete cascade,
  turn_id text, parent_id text, role text not null check (role in ('system', 'user', 'assistant', 'tool')),
  content text not null, reasoning text not null default '', tool_calls text, tool_call_id text,
  status text not null, privacy text not null check (privacy in ('open', 'ask', 'private')), origin text not null,
  error_code text, fact_ids text, created_at integer not null) strict;
create index messages_by_conversation on messages(conversation_id, rowid);
create index messages_by_parent on messages(parent_id);
create index messages_unfinished on messages(status) where status = 'streaming';
${fts('messages_fts_open', 'words, chars')}
${fts('messages_fts_private', 'words, chars')}

create table summaries (
  conversation_id text not null references conversations(id) on delete cascade,
  audience text not null check (audience in ('remote', 'local')),
  text text not null, upto_message_id text not null, removed integer not null, privacy text not null, created_at integer not null,
  primary key (conversation_id, audience)) strict;

create table facts (
  rowid integer primary key, id text not null unique, text text not null, normal_text text not null, key text, category text,
  aliases text not null default '[]', scope text not null, project_id text, thread_id text,
  durability text not null default 'durable', authority text not null default 'descriptive', confidence real not null,
  privacy text not null check (privacy in ('open', 'ask', 'private')), pinned integer not null default 0,
  status text not null check (status in ('live', 'superseded', 'retracted', 'proposed')), source text not null,
  evidence_message_id text, evidence_conversation_id text, evidence_text text,
  created_at integer not null, updated_at integer not null, valid_from integer not null, valid_to integer not null default 9007199254740991,
  superseded_by text, used_count integer not null default 0, last_used_at integer, embedded_model text, deletion_id text) strict;
create index facts_by_key on facts(key, status) where key is not null;
create index facts_by_status on facts(status, privacy);
create index facts_by_superseded on facts(superseded_by) where superseded_by is not null;
create index facts_unembedded on facts(embedded_model);
${fts('facts_fts_open', 'words, chars, aliases')}
${fts('facts_fts_private', 'words, chars, aliases')}

create table fact_pieces (
  piece_id integer primary key autoincrement, fact_rowid integer not null references facts(rowid) on delete cascade,
  model text not null, dimensions integer not null, private integer not null) strict;
create index fact_pieces_by_fact on fact_pieces(fact_rowid);
${vectors('facts_vec_open')}
${vectors('facts_vec_private')}

create table tombstones (fact_id text primary key, created_at integer not null) strict;

create table receipts (
  rowid integer primary key, id text not null unique, at integer not null, conversation_id text, turn_id text,
  host text not null, method text not null, path text not null, purpose text not null, destination text not null, bytes integer not null,
  fact_ids text not null, masked text not null, headers text not null, body text not null, outcome text not null, status integer) strict;
create index receipts_by_conversation on receipts(conversation_id);
create index receipts_by_turn on receipts(turn_id);
`
