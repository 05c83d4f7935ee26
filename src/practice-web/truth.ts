/** What is true about the practice web, for tests and scores. Made from the descriptions that render the pages. */

import { z } from 'zod';
import { ENCODINGS, LINK_STYLES, ROW_STYLES, WAIT_STYLES } from './list-habits.ts';

/** Raised whenever the same (seed, sites, now) would give other pages: figures of two versions do not compare. */
export const PRACTICE_WEB_VERSION = 8;

export const DOMAINS = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'] as const;
export type DomainName = (typeof DOMAINS)[number];

const FORM_TYPES = [
  'search',
  'login',
  'registration',
  'recovery',
  'contact',
  'mailing-list',
  'order',
  'other',
] as const;
export type FormType = (typeof FORM_TYPES)[number];

/**
 * How the form comes into the page; all but `static`, `frame`, `formless`, `hidden` and `announced` exist only after scripts
 * ran, `click` only after a button was pressed too. `hidden` is in the markup and shown when a tab or menu is opened;
 * `announced` is told to machines alone (OpenSearch, schema.org).
 */
const APPEARANCES = [
  'static',
  'script',
  'shadow',
  'frame',
  'formless',
  'click',
  'hidden',
  'announced',
] as const;
export type Appearance = (typeof APPEARANCES)[number];

const domain = z.enum(DOMAINS);

const controlTruthSchema = z.object({
  name: z.string(),
  /** As `element.type` says in a browser: text, search, select-one, radio, hidden… */
  type: z.string(),
  /** True where the server refuses the form with nothing in it. */
  required: z.literal(true).optional(),
  /** True for boxes of search forms into which anything may be written: words, numbers, days. */
  free: z.literal(true).optional(),
});

const searchTruthSchema = z.object({
  /** Index among the site's databases. */
  database: z.number().int().nonnegative(),
  /** How many records can be had. All count every page of the lists. */
  reach: z.object({
    /** By sending the form as it stands. */
    untouched: z.number().int().nonnegative(),
    /** By any submissions that leave boxes for words, numbers and days as they stand. */
    bounded: z.number().int().nonnegative(),
    /** By any submissions that a browser can send. */
    any: z.number().int().nonnegative(),
  }),
  pageSize: z.number().int().positive(),
  /** `exact`: "4,213 books found"; `range`: "11–20 of 4,213 books"; `none`: no number. */
  total: z.enum(['exact', 'range', 'none']),
  /** An empty list is told by a sentence, by the number 0, or by a sentence above records that were not asked for. */
  empty: z.enum(['message', 'zero', 'suggestions']),
  /** What one box that was left empty gives; left out where the form has more to ask by. */
  nothingAsked: z.enum(['validation-error', 'same-form', 'no-hits', 'hits', 'blocked']).optional(),
  /** HTTP status of a page that says what is wrong with a submission. */
  refusalStatus: z.number().int(),
  /** `http`: a plain request that sends the form brings the records; `browser`: only scripts bring them. */
  channel: z.enum(['http', 'browser']),
  /** What words that no record has give; `hits` where the form ignores what is typed. */
  nonsense: z.enum(['no-hits', 'hits']),
  /** Answers every question with the same list. */
  ignoresInput: z.literal(true).optional(),
  /** Fewest letters of a word; shorter ones are refused. */
  minimumLetters: z.number().int().optional(),
  /** Every submission is answered so. */
  denies: z.enum(['login-wall', 'blocked']).optional(),
  /** Values of this control are answered by 500. */
  failing: z.object({ control: z.string(), values: z.array(z.string()) }).optional(),
});

const formTruthSchema = z.object({
  /** Site key: registrable domain, the last two labels of the host. */
  site: z.string(),
  /** Unique within the site. */
  key: z.string(),
  /** Which case of the catalogue of form kinds it is (see `fieldfare practice-web --list`). */
  kind: z.string(),
  type: z.enum(FORM_TYPES),
  searchable: z.boolean(),
  /** Domain of the database behind a search form; null for other forms and for search forms of off-topic sites. */
  domain: domain.nullable(),
  method: z.enum(['GET', 'POST']),
  /** Path of the action; for `formless` boxes the path that the script asks. */
  action: z.string(),
  /** Named controls, submit buttons left out, a radio group once. */
  controls: z.array(controlTruthSchema),
  appears: z.enum(APPEARANCES),
  /** True when a client without scripts cannot see the form. */
  needsBrowser: z.boolean(),
  /** `client`: a script shows them without asking for them by a request of its own: from an index it has, or by a web socket. */
  results: z.enum(['page', 'redirect', 'xhr', 'client', 'none']),
  /** Regular expression over path and query of the pages that show the form. */
  pages: z.string(),
  /** One page that shows it. */
  example: z.string(),
  /** Fewest links from the site's home page to a page that shows it; null when only a submission leads there. */
  depth: z.number().int().nonnegative().nullable(),
  /** The framework that builds the form and draws its results. */
  app: z.enum(['preact', 'vue']).optional(),
  /** How the result list goes on where it is not by links. */
  paging: z.enum(['post', 'more', 'scroll', 'postback', 'select', 'header']).optional(),
  /** Records behind the form, whether it shows them or not; 0 for forms that are no search. */
  records: z.number().int().nonnegative(),
  /** True for forms that log in, sign up, write, order, pay, upload or delete: nobody but their user may send them. */
  dangerous: z.boolean(),
  /** What a search form gives; left out for others. */
  search: searchTruthSchema.optional(),
});

const trapTruthSchema = z.object({
  /** Which case of the catalogue of traps and faults it is. */
  name: z.string(),
  kind: z.enum(['trap', 'fault']),
  /** Regular expression over path and query of the requests that touch it. */
  pattern: z.string(),
  /** Regular expression over the host, where the trap is not on all hosts of the site. */
  host: z.string().optional(),
  example: z.string(),
});

const siteTruthSchema = z.object({
  key: z.string(),
  /** All host names it answers on, the canonical one first. */
  hosts: z.array(z.string()).min(1),
  name: z.string(),
  /** Loopback address and port it answers on, where each site has one. */
  address: z.string().optional(),
  /** Which site kind made it. */
  kind: z.string(),
  /** Domain of its (first) database; null for sites without one of the seven. */
  domain: domain.nullable(),
  /** Domain its text is about although it has no database of it: a decoy; null otherwise. */
  about: domain.nullable(),
  relevant: z.boolean(),
  /**
   * How much it is worth to somebody who looks for a domain: 3 has a search form of it within three links, 2 links to
   * three such sites or more, 1 is about it. Domains it is worth nothing to are left out.
   */
  relevance: z.partialRecord(domain, z.number().int().min(1).max(3)),
  language: z.string(),
  design: z.string(),
  databases: z.array(
    z.object({
      domain: domain.nullable(),
      records: z.number().int(),
      /** Regular expression over path and query of a record's page. */
      detail: z.string(),
      /** Most records that one search shows. */
      cap: z.number().int().optional(),
      /** Column whose highest values come first in every result list. */
      rank: z.string().optional(),
      /** True where the same search, written otherwise, answers in another order. */
      unsteady: z.boolean().optional(),
      /** A text box finds whole words, or words of the same stem (Porter). */
      finds: z.enum(['words', 'stems']),
    }),
  ),
  /** How it shows what its searches find; left out where it does so as its design has it. */
  lists: z
    .object({
      rows: z.enum(ROW_STYLES),
      links: z.enum(LINK_STYLES),
      waits: z.enum(WAIT_STYLES),
      encoding: z.enum(ENCODINGS),
    })
    .optional(),
  robots: z.object({ disallow: z.array(z.string()), crawlDelaySeconds: z.number().nonnegative() }),
  traps: z.array(trapTruthSchema),
  /** Other sites it links to, by key. */
  linksTo: z.array(z.string()),
  /** Those of these links that lead to a page within the other site, as addresses. */
  innerLinks: z.array(z.string()),
});

export const truthSchema = z.object({
  version: z.number().int(),
  seed: z.string(),
  /** Day the world is set to, ISO date. */
  now: z.string(),
  sites: z.array(siteTruthSchema),
  forms: z.array(formTruthSchema),
  /** Pages to start from, by domain; `any` is for a crawl without a domain. */
  seeds: z.record(z.string(), z.array(z.string())),
  /** What links alone lead to from the seeds of each domain. */
  reachable: z.record(
    z.string(),
    z.object({
      /** Sites with a database of the domain, and those that site links lead to. */
      sites: z.number().int(),
      sitesReachable: z.number().int(),
      /** Its search forms within three links of their home pages, and those on sites that can be reached. */
      forms: z.number().int(),
      formsReachable: z.number().int(),
      /** How many of the domain's sites are 0, 1, 2 and more site links from the seeds. */
      hops: z.array(z.number().int()),
    }),
  ),
});

export type ControlTruth = Readonly<z.infer<typeof controlTruthSchema>>;
export type SearchTruth = Readonly<z.infer<typeof searchTruthSchema>>;
export type FormTruth = Readonly<z.infer<typeof formTruthSchema>>;
export type SiteTruth = Readonly<z.infer<typeof siteTruthSchema>>;
export type Truth = Readonly<z.infer<typeof truthSchema>>;

/** What the answer to a search can be; `pending` where the list comes by a redirect or a script. */
const ANSWER_KINDS = [
  'hits',
  'no-hits',
  'validation-error',
  'same-form',
  'login-wall',
  'blocked',
  'server-error',
  'pending',
] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

const outcomeSchema = z.object({
  /** Key of the search form. */
  form: z.string(),
  kind: z.enum(ANSWER_KINDS),
  /** Digest of the submitted fields without the page: the same for the same submission. */
  query: z.string(),
  page: z.number().int().positive(),
  /** Names of the controls that narrowed the search. */
  asked: z.array(z.string()).readonly(),
  /** True when words narrowed it. */
  words: z.boolean(),
  /** Records that match, shown or not; how many of them can be had is the lesser of it and the database's `cap`. */
  matching: z.number().int().nonnegative(),
  /** Numbers of the records on this page, in its order. */
  shown: z.array(z.number().int()).readonly(),
});
export type Outcome = Readonly<z.infer<typeof outcomeSchema>>;

/** One request as the server saw it. */
export const logEntrySchema = z.object({
  /** Milliseconds since the epoch when the request arrived. */
  at: z.number(),
  host: z.string(),
  method: z.string(),
  /** Path and query. */
  path: z.string(),
  status: z.number().int(),
  bytes: z.number().int(),
  resource: z.enum(['page', 'data', 'asset', 'robots']),
  userAgent: z.string(),
  /** True for requests by HTTPS. */
  secure: z.boolean().optional(),
  /** Site key, where the host is one of ours. */
  site: z.string().optional(),
  /** Key of the form that was submitted by this request. */
  form: z.string().optional(),
  /** Digest of the submitted fields, for forms that are no search; searches have it in their outcome. */
  query: z.string().optional(),
  /** What the search came to, on its submission and on each page of its results. */
  outcome: outcomeSchema.optional(),
  /** Name of the trap or fault that was touched. */
  trap: z.string().optional(),
});
export type LogEntry = Readonly<z.infer<typeof logEntrySchema>>;
