import type { ColumnType, Generated } from 'kysely';
import type {
  KnowledgeDocumentTable,
  KnowledgeMentionTable,
  KnowledgeNounTable,
} from './knowledge-tables.ts';
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
  /** JSON: the options the run was started with, so that a resumed run goes on under the same ones. */
  options: string;
  status: 'running' | 'interrupted' | 'complete' | 'budget' | 'failed';
  status_reason: string | null;
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
  reason: string | null;
}

/** The link graph between sites, one row for each pair. */
export interface SiteLinkTable {
  run_id: number;
  from_site: string;
  to_site: string;
  /** Front page of the other site. */
  to_url: Defaulted<string>;
}

export type LinkState = 'waiting' | 'leased' | 'done' | 'failed' | 'parked' | 'refused';

/** The frontier: every address of a run that may be fetched, and what became of it. */
export interface LinkTable {
  id: Generated<number>;
  run_id: number;
  site: string;
  host: string;
  url: string;
  anchor: string;
  /** What it is: a front page, a link of a page, where a page redirected to. */
  kind: Defaulted<string>;
  /** Text around the link, as far as it may tell what it leads to. */
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
  reason: string | null;
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
  render_reason: string | null;
  domain: string | null;
  similarity: number | null;
  /** Times that a keyword of the strategy stands in its text. */
  mentions: number;
  /** JSON: [url, anchor, around?][] of same-site links, kept so that a shorter path can reopen them. */
  outlinks: string;
  /** Where the response stands in the run's exchange log. */
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
  /** Who or what kept us out: such a page says nothing about the forms there are. */
  blocked_by: string | null;
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

/** What the library knows of a page of the crawl, a page behind a form, or a record of one. */
export interface DocumentTable {
  id: Generated<number>;
  run_id: number;
  kind: 'page' | 'hidden' | 'record';
  /** Names it within run and kind, whatever the order it came in. */
  key: string;
  site: string;
  domain: string | null;
  depth: number;
  url: string;
  title: string;
  /** Two letters once it is judged; before, what the page says of itself. */
  language: string;
  category: string | null;
  fetched_at: number;
  /** Size of the page as it came. */
  bytes: number;
  /** JSON: name to value, of a record. */
  fields: string | null;
  /** Deflated JSON: its blocks, until its site is judged. */
  blocks: Uint8Array | null;
  /** `bare`: nothing of its own to judge by. */
  state: 'waiting' | 'novel' | 'known' | 'bare';
  /** Place in the order of judging. */
  seq: number | null;
  /** To the document it repeats. */
  similarity: number | null;
  like_id: number | null;
  sentences: number | null;
  /** JSON: [begin, end][] of new sentences in its text; null where whole pages alone are judged. */
  new_spans: string | null;
  cluster: string | null;
}

/** What full text search looks into; the index itself is the table `document_fts`. */
export interface DocumentTextTable {
  id: number;
  title: string;
  text: string;
  url: string;
  site: string;
  fields: string;
}

/** What novelty compares of a novel document. */
export interface DocumentPrintTable {
  id: number;
  /** MinHash keys and sketch. */
  signature: Uint8Array;
  /** Winnowed hashes, 32 bits each, ascending. */
  fingerprint: Uint8Array;
}

/** One figure of one station, told apart by station, pollutant, time and source. */
export interface ObservationTable {
  region: string;
  key: string;
  /** ISO 8601, UTC. */
  at: string;
  /** JSON: the observation. */
  data: string;
  collected_at: number;
}

/** One property offer. */
export interface ListingTable {
  region: string;
  key: string;
  /** JSON: the listing. */
  data: string;
  collected_at: number;
}

/** A form that is asked for a city's figures or offers. */
export interface RegionFormTable {
  region: string;
  city: string;
  form_id: string;
  page: string;
  subject: 'air' | 'property';
  found_at: number;
}

/** A question put to such a form, and what came of it last. */
export interface RegionAskTable {
  region: string;
  city: string;
  /** Page, form and filled values. */
  ask: string;
  round: number;
  outcome: 'figures' | 'gaps' | 'nothing' | 'failed';
  /** Digest of how the answer is laid out, so that a source that changes its page is noticed. */
  shape: string;
  asked_at: number;
}

/** One collecting of a region; `ended_at` is null while it goes on, or where it was interrupted. */
export interface RegionRoundTable {
  region: string;
  round: number;
  web: string;
  started_at: number;
  ended_at: number | null;
}
