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
