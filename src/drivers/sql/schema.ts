import type { ColumnType } from 'kysely';
import type {
  AnswerRecordRow,
  AskedFormRow,
  ControlRow,
  DocumentPrintRow,
  DocumentRow,
  DocumentTextRow,
  ElementRow,
  ElementRunRow,
  ElementValueRow,
  ElementVersionRow,
  FamiliarScriptsRow,
  FormRow,
  FormVariantRow,
  KnowledgeDocumentRow,
  KnowledgeMentionRow,
  KnowledgeNounRow,
  LinkRow,
  ListingRow,
  ObservationRow,
  PageRow,
  RecordDetailRow,
  RecordOccurrenceRow,
  RegionAskRow,
  RegionFormRow,
  RegionRoundRow,
  RuleCountRow,
  RunRow,
  RunSampleRow,
  SightingRow,
  SiteLinkRow,
  SiteRow,
  SubmissionRow,
} from '../../storage/index.ts';

/** Rows whose `Defaulted` columns get their value from the database where an insert leaves them out. */
type Table<Row, Defaulted extends keyof Row = never> = {
  [Column in keyof Row]: Column extends Defaulted
    ? ColumnType<Row[Column], Row[Column] | undefined, Row[Column]>
    : Row[Column];
};

export interface Schema {
  run: Table<
    RunRow,
    | 'id'
    | 'status_code'
    | 'status_detail'
    | 'active_ms'
    | 'resumed'
    | 'requests'
    | 'bytes_in'
    | 'misses'
    | 'log_bytes'
    | 'log_pending'
  >;
  run_sample: Table<RunSampleRow>;
  site: Table<SiteRow, 'reason_detail'>;
  site_link: Table<SiteLinkRow, 'to_url'>;
  link: Table<
    LinkRow,
    | 'id'
    | 'kind'
    | 'around'
    | 'parent'
    | 'attempts'
    | 'crashes'
    | 'reason_detail'
    | 'lease_owner'
    | 'lease_until'
    | 'lease_fence'
  >;
  page: Table<PageRow>;
  form: Table<FormRow>;
  form_variant: Table<FormVariantRow>;
  control: Table<ControlRow>;
  sighting: Table<SightingRow>;
  rule_count: Table<RuleCountRow>;
  familiar_scripts: Table<FamiliarScriptsRow>;
  document: Table<DocumentRow, 'id'>;
  document_text: Table<DocumentTextRow>;
  document_print: Table<DocumentPrintRow>;
  submission: Table<SubmissionRow, 'attempts'>;
  answer_record: Table<AnswerRecordRow>;
  record_occurrence: Table<RecordOccurrenceRow>;
  record_detail: Table<RecordDetailRow>;
  asked_form: Table<AskedFormRow>;
  element: Table<ElementRow, 'id'>;
  element_value: Table<ElementValueRow>;
  observation: Table<ObservationRow>;
  listing: Table<ListingRow>;
  region_form: Table<RegionFormRow>;
  region_ask: Table<RegionAskRow>;
  region_round: Table<RegionRoundRow>;
  element_run: Table<ElementRunRow>;
  element_version: Table<ElementVersionRow>;
  knowledge_document: Table<KnowledgeDocumentRow, 'id'>;
  knowledge_noun: Table<KnowledgeNounRow, 'id'>;
  knowledge_mention: Table<KnowledgeMentionRow>;
}

/** What names a row of each table: the same key, the same row. */
export const KEYS: { readonly [Table in keyof Schema]: readonly (keyof Schema[Table] & string)[] } = {
  run: ['id'],
  run_sample: ['run_id', 'pages'],
  site: ['run_id', 'site'],
  site_link: ['run_id', 'to_site', 'from_site'],
  link: ['run_id', 'url'],
  page: ['id'],
  form: ['run_id', 'form_id'],
  form_variant: ['run_id', 'variant'],
  control: ['run_id', 'variant', 'position'],
  sighting: ['run_id', 'form_id', 'page_id', 'variant'],
  rule_count: ['run_id', 'rule', 'site'],
  familiar_scripts: ['run_id', 'site', 'scripts'],
  document: ['run_id', 'kind', 'key'],
  document_text: ['id'],
  document_print: ['id'],
  submission: ['run_id', 'form_id', 'key'],
  answer_record: ['run_id', 'site', 'key'],
  record_occurrence: ['run_id', 'site', 'key', 'form_id'],
  record_detail: ['run_id', 'site', 'key'],
  asked_form: ['run_id', 'form_id'],
  element: ['domain', 'key'],
  element_value: ['element_id', 'value'],
  observation: ['region', 'key'],
  listing: ['region', 'key'],
  region_form: ['region', 'city', 'page', 'form_id'],
  region_ask: ['region', 'city', 'ask'],
  region_round: ['region', 'round'],
  element_run: ['run_id'],
  element_version: ['run_id'],
  knowledge_document: ['topic', 'source'],
  knowledge_noun: ['topic', 'anchor', 'uri'],
  knowledge_mention: ['document_id', 'noun_id'],
};
