/**
 * Version 4: what memory needs to be trusted. Vectors are plain rows, one per piece and model, so that models of any dimension can stand
 * side by side while the one replaces the other; they are searched by an index in memory and measured exactly here by rowid. Evidence,
 * deletions and compactions become lists. Queued messages wait in `extraction_batches`; the watermark says what has been queued.
 */
export const version4 = `
create table fact_vectors (
  piece_id integer primary key autoincrement, fact_rowid integer not null references facts(rowid) on delete cascade,
  model text not null, private integer not null, embedding blob not null) strict;
insert into fact_vectors(piece_id, fact_rowid, model, private, embedding)
  select p.piece_id, p.fact_rowid, p.model, p.private, v.embedding from fact_pieces p join facts_vec_open v on v.piece_id = p.piece_id where p.private = 0;
insert into fact_vectors(piece_id, fact_rowid, model, private, embedding)
  select p.piece_id, p.fact_rowid, p.model, p.private, v.embedding from fact_pieces p join facts_vec_private v on v.piece_id = p.piece_id where p.private = 1;
create index fact_vectors_by_fact on fact_vectors(fact_rowid, model);
drop table fact_pieces;
drop table facts_vec_open;
drop table facts_vec_private;

create table fact_evidence (
  fact_rowid integer not null references facts(rowid) on delete cascade, message_id text not null, conversation_id text, text text not null,
  at integer not null, primary key (fact_rowid, message_id, text)) strict, without rowid;
insert into fact_evidence(fact_rowid, message_id, conversation_id, text, at)
  select rowid, evidence_message_id, evidence_conversation_id, coalesce(evidence_text, ''), created_at from facts where evidence_message_id is not null;
create index fact_evidence_by_message on fact_evidence(message_id);
create index fact_evidence_by_conversation on fact_evidence(conversation_id);
alter table facts drop column evidence_message_id;
alter table facts drop column evidence_conversation_id;
alter table facts drop column evidence_text;
alter table facts add column subject text;
alter table facts add column confirmed_at integer;
alter table facts add column review text;

create table projects (id text primary key, name text not null, created_at integer not null, updated_at integer not null, deletion_id text) strict;
insert into projects(id, name, created_at, updated_at)
  select project_id, project_id, min(at), max(at)
  from (select project_id, created_at as at from facts union all select project_id, created_at as at from conversations)
  where project_id is not null group by project_id;

create table profile_sections (
  section text not null check (section in ('workContext', 'personalContext', 'topOfMind', 'cognitiveStyle')),
  audience text not null check (audience in ('remote', 'local')),
  text text not null, fact_ids text not null, message_ids text not null, edited integer not null default 0, updated_at integer not null,
  given_ids text not null default '[]', privacy text not null default 'open',
  primary key (section, audience)) strict;

create index facts_by_category on facts(category, created_at) where deletion_id is null;
update settings set value = json_insert(value, '$.enabled[#]', 'memory_search')
  where name = 'settings.tools' and json_valid(value) and value like '%"recall_memory"%' and value not like '%"memory_search"%';

create table extraction_watermarks (
  conversation_id text primary key references conversations(id) on delete cascade, upto_rowid integer not null) strict;
-- What was said under an older version is not read.
insert into extraction_watermarks(conversation_id, upto_rowid) select conversation_id, max(rowid) from messages group by conversation_id;
create table extraction_batches (
  id text primary key, conversation_id text not null references conversations(id) on delete cascade, message_ids text not null,
  state text not null check (state in ('waiting', 'failed')), attempts integer not null default 0, error_code text,
  created_at integer not null, not_before integer not null) strict;
create index extraction_batches_by_conversation on extraction_batches(conversation_id);

create table compactions (
  id text primary key, conversation_id text not null references conversations(id) on delete cascade, audience text not null,
  text text not null, removed integer not null, kept integer not null, privacy text not null, created_at integer not null) strict;
create index compactions_by_conversation on compactions(conversation_id);

create table tool_results (
  message_id text primary key references messages(id) on delete cascade, text text not null, length integer not null) strict;

create table deletion_targets (
  deletion_id text not null, kind text not null check (kind in ('fact', 'conversation', 'evidence', 'project')), target_id text not null,
  primary key (deletion_id, kind, target_id)) strict, without rowid;
insert into deletion_targets(deletion_id, kind, target_id) select id, kind, target_id from deletions;
create table held_deletions (id text primary key, until integer not null) strict;
insert into held_deletions(id, until) select id, until from deletions;
drop table deletions;
alter table held_deletions rename to deletions;
`
