/** Takes a store of today back to the schema before step 0021, statement by statement. */
export const BEFORE_0021: readonly string[] = [
  'drop index form_site',
  'drop index form_variant_form',
  'drop index if exists record_occurrence_form',
  'drop index submission_site',
  'create index submission_site on submission (run_id, site)',
  'alter table element rename column key to normalised',
  'alter table element drop column meaning',
  'alter table element_value drop column label',
  'drop table element_version',
  'drop index document_like',
  'alter table document drop column content',
  'alter table document drop column text_bytes',
  'alter table page drop column relevancy',
  "delete from kysely_migration where name >= '0021'",
];
