import type { ColumnType, Generated } from 'kysely';
import type { LinkCode, RenderCode, RunCode, SiteCode } from './codes.ts';
import type {
  ListingTable,
  ObservationTable,
  RegionAskTable,
  RegionFormTable,
  RegionRoundTable,
} from './air-quality-tables.ts';
import type {
  KnowledgeDocumentTable,
  KnowledgeMentionTable,
  KnowledgeNounTable,
} from './knowledge-tables.ts';
import type { DocumentPrintTable, DocumentTable, DocumentTextTable } from './library-tables.ts';
import type {
  AnswerRecordTable,
  AskedFormTable,
  ElementRunTable,
  ElementTable,
  ElementValueTable,
  RecordDetailTable,
  SubmissionTable,
} from './submission-tables.ts';

/** Times are milliseconds since 1970, UTC. JSON columns hold text that the writing room has serialised. */
export interface Schema {
  run: RunTable;
  run_sample: RunSampleTable;
  site: SiteTable;
  site_link: SiteLinkTable;
  link: LinkTable;
  page: PageTable;
  form: FormTable;
  form_variant: FormVariantTable;
  control: ControlTable;
  sighting: SightingTable;
  rule_count: RuleCountTable;
  familiar_scripts: FamiliarScriptsTable;
  document: DocumentTable;
  document_text: DocumentTextTable;
  document_print: DocumentPrintTable;
  submission: SubmissionTable;
  answer_record: AnswerRecordTable;
  record_detail: RecordDetailTable;
  asked_form: AskedFormTable;
  element: ElementTable;
  element_value: ElementValueTable;
  observation: ObservationTable;
  listing: ListingTable;
  region_form: RegionFormTable;
  region_ask: RegionAskTable;
  region_round: RegionRoundTable;
  element_run: ElementRunTable;
  knowledge_document: KnowledgeDocumentTable;
  knowledge_noun: KnowledgeNounTable;
  knowledge_mention: KnowledgeMentionTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface RunTable {
  id: Generated<number>;
  /** JSON: names of the domains. */
  domains: string;
  web: string;
  strategy: string;
  /** JSON: the options of the run, so that a resumed run uses the same ones. */
  options: string;
  status: 'running' | 'interrupted' | 'complete' | 'budget' | 'failed';
  /** Why it ended, where it is not complete: a code, and what belongs to it. */
  status_code: Defaulted<RunCode | null>;
  status_detail: Defaulted<string | null>;
  started_at: number;
  updated_at: number;
  /** Time spent crawling, over all resumptions. */
  active_ms: Defaulted<number>;
  resumed: Defaulted<number>;
  requests: Defaulted<number>;
  bytes_in: Defaulted<number>;
  misses: Defaulted<number>;
  /** Length of the exchange log up to which every row is acknowledged. */
  log_bytes: Defaulted<number>;
  /** 1 while a rewritten exchange log waits to take the place of the old one. */
  log_pending: Defaulted<number>;
}

/** One point of the growth curve. */
export interface RunSampleTable {
  run_id: number;
  pages: number;
  forms: number;
  searchable: number;
  relevant: number;
  active_ms: number;
}

export interface SiteTable {
  run_id: number;
  /** Registrable domain, or host (and port) where there is none. */
  site: string;
  home_url: string;
  seed: number;
  state: 'candidate' | 'exploring' | 'left';
  domain: string | null;
  similarity: number | null;
  /** Why it is in that state: a code, and what belongs to it. */
  reason_code: SiteCode | null;
  reason_detail: Defaulted<string | null>;
}

/**
 * The link graph between sites, one row for each pair. From no site (`''`): a search provider gave it, and `--max-sites`
 * kept it out.
 */
export interface SiteLinkTable {
  run_id: number;
  from_site: string;
  to_site: string;
  /** Front page of the other site. */
  to_url: Defaulted<string>;
}

export type LinkState = 'waiting' | 'leased' | 'done' | 'failed' | 'parked' | 'refused';

/**
 * `front`: an address that a site is begun from; `link`: found on a page of its site; `redirect`: where a page went;
 * `answer`: of a form, and kept because it shows another form, with hits or without.
 */
export type LinkKind = 'front' | 'link' | 'redirect' | 'answer' | 'answer-without-hits';

/** The frontier: every address of a run that may be fetched, and what became of it. */
export interface LinkTable {
  id: Generated<number>;
  run_id: number;
  site: string;
  host: string;
  url: string;
  anchor: string;
  /** What it is: a front page, a link of a page, where a page redirected to. */
  kind: Defaulted<LinkKind>;
  /** Text around the link, which may describe its target. */
  around: Defaulted<string>;
  /** The link on whose page it was found; 0 for none. */
  parent: Defaulted<number>;
  /** Fewest links from a seed of its site; a redirect costs a hop, not a level. */
  depth: number;
  hops: number;
  score: number;
  state: LinkState;
  /** Fetches begun, written before each of them. */
  attempts: Defaulted<number>;
  /** Attempts that ended with the process dead. */
  crashes: Defaulted<number>;
  /** Why it is in that state: a code, and what belongs to it. */
  reason_code: LinkCode | null;
  reason_detail: Defaulted<string | null>;
}

export interface PageTable {
  id: number; // the link's id
  run_id: number;
  site: string;
  url: string;
  status: number;
  redirect_to: string | null;
  title: string;
  language: string;
  encoding: string;
  content_type: string;
  bytes: number;
  truncated: number;
  rendered_by: 'http' | 'browser' | 'none';
  /** Why it was rendered or not: a code, and what belongs to it. */
  render_code: RenderCode | null;
  render_detail: string | null;
  domain: string | null;
  similarity: number | null;
  /** Occurrences of the strategy's keywords in its text. */
  mentions: number;
  /** JSON: [url, anchor, around?, frame?][] of same-site links, kept so that a shorter path can reopen them. */
  outlinks: string;
  /** Place of the response in the run's exchange log. */
  exchange_offset: number | null;
  exchange_length: number | null;
  fetched_at: number;
  fetch_ms: number;
  render_ms: number | null;
  /** Time in the reading thread; null where nothing was read. */
  read_ms: number | null;
  /** 1 where the page was rendered to see whether HTTP alone would have done. */
  audited: number;
  /** Search forms, and links, that only the browser showed; null where nothing was rendered. */
  gain_forms: number | null;
  gain_links: number | null;
  /** What blocked the crawler: such a page does not show the site's forms. */
  blocked_by: string | null;
  /** Digest of the visible text, digits masked; null where nothing was read. */
  look: string | null;
  /** Names its scripts among those of its site, where they may become familiar. */
  scripts: string | null;
  /**
   * What came of familiar scripts: the page was spared the browser, rendered as expected or with a surprise, or rendered
   * after all once its scripts had surprised on another page.
   */
  familiar: 'spared' | 'confirmed' | 'surprise' | 'after-all' | null;
}

/** What scripts of a site do to its pages. */
export interface FamiliarScriptsTable {
  run_id: number;
  site: string;
  scripts: string;
  /** `unsteady`: it depends on the page; `deceived`: they were taken for familiar and did something else. */
  state: 'learning' | 'familiar' | 'unsteady' | 'deceived';
  /** Pages in a row that came out alike. */
  agreed: number;
  /** Rows that broke off. */
  broken: number;
  /** JSON: the forms they add to a page. */
  outcome: string | null;
}

/** How often a rule held on a site: traps, stops, links that act. */
export interface RuleCountTable {
  run_id: number;
  rule: string;
  site: string;
  count: number;
}

export interface FormTable {
  run_id: number;
  form_id: string;
  site: string;
}

/** What a form looks like and how it was judged; pages that show the same share one row. */
export interface FormVariantTable {
  run_id: number;
  variant: string;
  form_id: string;
  /** JSON: the form without its controls. */
  form: string;
  /** JSON: the verdict. */
  verdict: string;
  searchable: number;
  type: string;
  rule: string | null;
  score: number | null;
  domain: string | null;
  domain_score: number | null;
}

export interface ControlTable {
  run_id: number;
  variant: string;
  position: number;
  name: string;
  type: string;
  label: string;
  value_domain: string;
  options: number;
  /** JSON: the whole control. */
  control: string;
}

export interface SightingTable {
  run_id: number;
  form_id: string;
  page_id: number;
  variant: string;
}
