/** Version 3: the memory list is read in its order, and an undo finds its rows, without going through all facts. */
export const version3 = `
create index facts_in_order on facts(pinned, created_at) where deletion_id is null;
create index facts_by_deletion on facts(deletion_id) where deletion_id is not null;
`
