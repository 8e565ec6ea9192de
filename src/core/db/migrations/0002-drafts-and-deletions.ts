/** Version 2: drafts survive a restart, deletions can wait ten seconds, messages know their tokens and what was told beside them. */
export const version2 = `
create table drafts (
  conversation_id text primary key references conversations(id) on delete cascade, text text not null, updated_at integer not null) strict;

create table deletions (
  id text primary key, kind text not null check (kind in ('fact', 'conversation')), target_id text not null, until integer not null) strict;

alter table messages add column input_tokens integer;
alter table messages add column output_tokens integer;
alter table messages add column notes text;
alter table summaries add column kept_ids text not null default '[]';
`
