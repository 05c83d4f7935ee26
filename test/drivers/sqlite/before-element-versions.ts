/** Takes back what step 0021 did to the form element table. */
export const BEFORE_ELEMENT_VERSIONS: readonly string[] = [
  'alter table element rename column key to normalised',
  'alter table element drop column meaning',
  'alter table element_value drop column label',
  'drop table element_version',
];
