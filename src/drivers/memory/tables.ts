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
import { type Journal, MemoryTable } from './table.ts';

/** Every table by its rows, with the keys that the SQLite tables have. */
export class MemoryTables {
  readonly run;
  readonly runSample;
  readonly ruleCount;
  readonly site;
  readonly siteLink;
  readonly link;
  readonly page;
  readonly familiarScripts;
  readonly form;
  readonly formVariant;
  readonly control;
  readonly sighting;
  readonly submission;
  readonly answerRecord;
  readonly recordOccurrence;
  readonly recordDetail;
  readonly askedForm;
  readonly element;
  readonly elementValue;
  readonly elementRun;
  readonly elementVersion;
  readonly document;
  /** Number of a document by what is unique of it. */
  readonly documentId;
  readonly documentText;
  readonly documentPrint;
  readonly knowledgeDocument;
  readonly knowledgeNoun;
  readonly knowledgeMention;
  readonly observation;
  readonly listing;
  readonly regionForm;
  readonly regionAsk;
  readonly regionRound;
  private readonly lastIds = new Map<string, number>();

  constructor(journal: Journal) {
    const table = <Row extends object>(...key: readonly (keyof Row)[]) =>
      new MemoryTable<Row>(journal, (row) => key.map((column) => row[column]));
    this.run = table<RunRow>('id');
    this.runSample = table<RunSampleRow>('run_id', 'pages');
    this.ruleCount = table<RuleCountRow>('run_id', 'rule', 'site');
    this.site = table<SiteRow>('run_id', 'site');
    this.siteLink = table<SiteLinkRow>('run_id', 'to_site', 'from_site');
    this.link = table<LinkRow>('id');
    this.page = table<PageRow>('id');
    this.familiarScripts = table<FamiliarScriptsRow>('run_id', 'site', 'scripts');
    this.form = table<FormRow>('run_id', 'form_id');
    this.formVariant = table<FormVariantRow>('run_id', 'variant');
    this.control = table<ControlRow>('run_id', 'variant', 'position');
    this.sighting = table<SightingRow>('run_id', 'form_id', 'page_id', 'variant');
    this.submission = table<SubmissionRow>('run_id', 'form_id', 'key');
    this.answerRecord = table<AnswerRecordRow>('run_id', 'site', 'key');
    this.recordOccurrence = table<RecordOccurrenceRow>('run_id', 'site', 'key', 'form_id');
    this.recordDetail = table<RecordDetailRow>('run_id', 'site', 'key');
    this.askedForm = table<AskedFormRow>('run_id', 'form_id');
    this.element = table<ElementRow>('id');
    this.elementValue = table<ElementValueRow>('element_id', 'value');
    this.elementRun = table<ElementRunRow>('run_id');
    this.elementVersion = table<ElementVersionRow>('run_id');
    this.document = table<DocumentRow>('id');
    this.documentId = table<Pick<DocumentRow, 'id' | 'run_id' | 'kind' | 'key'>>('run_id', 'kind', 'key');
    this.documentText = table<DocumentTextRow>('id');
    this.documentPrint = table<DocumentPrintRow>('id');
    this.knowledgeDocument = table<KnowledgeDocumentRow>('topic', 'source');
    this.knowledgeNoun = table<KnowledgeNounRow>('topic', 'anchor', 'uri');
    this.knowledgeMention = table<KnowledgeMentionRow>('document_id', 'noun_id');
    this.observation = table<ObservationRow>('region', 'key');
    this.listing = table<ListingRow>('region', 'key');
    this.regionForm = table<RegionFormRow>('region', 'city', 'page', 'form_id');
    this.regionAsk = table<RegionAskRow>('region', 'city', 'ask');
    this.regionRound = table<RegionRoundRow>('region', 'round');
  }

  /** A number for a new row of a table, larger than all before. */
  nextId(table: keyof MemoryTables): number {
    const id = (this.lastIds.get(table) ?? 0) + 1;
    this.lastIds.set(table, id);
    return id;
  }
}
