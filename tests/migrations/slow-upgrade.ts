/** An upgrade that takes a while: it writes some 12 MB. */
export const slowUpgrade = `
create table added (n integer primary key, filler blob) strict;
with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 6000)
insert into added select n, randomblob(2000) from numbers;
alter table settings rename to settings_kept;
create table settings (name text primary key, value text not null) strict;
insert into settings select name, value from settings_kept;
drop table settings_kept;
insert into settings values ('upgraded', 'yes');
`
