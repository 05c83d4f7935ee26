/** What takes a store back to the schema in which known documents had no pointers. */
export const BEFORE_KNOWN_POINTERS = `drop index document_like;
  alter table document drop column content;
  alter table document drop column text_bytes;
  delete from kysely_migration where name >= '0021';`;
