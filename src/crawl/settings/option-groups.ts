/** The options of a harvest, heading by heading. */

import { resolve } from 'node:path';
import { z } from 'zod';
import { JUDGES } from '../../forms/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { isS3 } from '../../foundation/object-storage/index.ts';
import {
  allowPrivate,
  amount,
  contact,
  count,
  countOrZero,
  inGroup,
  name,
  off,
  on,
  oneOf,
  positive,
  share,
  storage,
  summaryLength,
  texts,
} from '../../foundation/options/index.ts';
import { canonicalUrl, withScheme } from '../../foundation/url/index.ts';
import { WARC_FILE_BYTES } from '../../foundation/warc/index.ts';
import { DEFAULT_SUMMARY, NOVELTY_MODES } from '../../library/index.ts';
import { STRATEGIES, strategyOptions } from '../strategies/index.ts';

function isTransport(value: unknown): boolean {
  return typeof (value as Partial<Transport> | null)?.send === 'function';
}

/** Matches a domain by its name, not by the path of a file. */
const DOMAIN_NAME = /^[a-z][a-z0-9-]{0,62}$/;
const namesFile = () => true;
const milliseconds = amount.max(86_400_000, 'expected a day at most');

/** Matches schemes such as `mailto:`; what stands before a port is a host. */
const OTHER_SCHEME = /^[a-z][a-z+.-]*:(?!\/\/|\d)/i;

/** A file of this machine, which is no host. */
const PATH = /^(?:[~.]{0,2}\/(?!\/)|[~.]{0,2}\\)/;

const seed = z
  .string()
  .trim()
  .refine(
    (text) => !OTHER_SCHEME.test(text) && !PATH.test(text) && canonicalUrl(withScheme(text)) !== undefined,
    {
      error: ({ input }) => `expected a web address, got ${JSON.stringify(String(input).slice(0, 100))}`,
    },
  )
  .transform((text) => {
    // No request sends them, and reports would show them.
    const { username, password } = new URL(withScheme(text));
    return username === '' && password === '' ? text : (canonicalUrl(withScheme(text)) ?? text);
  });

const day = z
  .string()
  .regex(
    /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/,
    'expected a day as 2001-05-31, a month or a year',
  )
  .optional();

const scope = {
  domains: z
    .array(name)
    .default([])
    .transform((domains) => [...new Set(domains)])
    .describe('names of domains that are shipped, or paths of domain files')
    .meta({ flag: '--domain <name...>', namesFile: (domain) => !DOMAIN_NAME.test(domain) }),
  /** A web that is open already stays so. */
  web: z
    .union([name, z.custom<Transport>(isTransport)], 'expected live, practice or replay:FILE')
    .default('live')
    .describe('<web> where pages are: live, practice, practice:seed=2,sites=50, or replay:FILE.warc.gz')
    .meta({ namesFile: (web) => /^replay:/i.test(web) }),
  /** Without any the web's own, else those of the domain files. */
  seeds: z
    .array(seed)
    .optional()
    .meta({
      description: 'addresses to start from',
      inCodeOnly: true,
      ui: { label: 'Addresses to start from, one per line (default: those of the domains)' },
    }),
  search: z
    .array(name)
    .max(10, 'expected 10 at most')
    .default([])
    .describe(
      '<provider> ask a search provider for sites: searxng:ADDRESS, brave (key in BRAVE_SEARCH_API_KEY) or library',
    ),
  queries: z
    .array(name)
    .max(50, 'expected 50 at most')
    .default([])
    .describe('search for these words, too, and for related words')
    .meta({ flag: '--query <words>' }),
  centreLinks: count
    .default(3)
    .describe('visit all links of a page that links to this many seeds and known deep-web sites'),
  strategy: oneOf(STRATEGIES)
    .default('two-stage')
    .describe(
      '<name> which sites and links come first; fc, ffc, ache and eefc are baselines from the literature',
    ),
  /** The strategy `semantic` goes by knowledge in any case. */
  topicFilter: oneOf(['three-step', 'knowledge', 'seed-pages'])
    .default('three-step')
    .describe(
      '<name> how to tell which pages are about the domain; knowledge is made by "fieldfare knowledge build", seed pages are given by --seed-pages',
    ),
  seedPages: z
    .array(name)
    .max(100, 'expected 100 at most')
    .default([])
    .describe(
      '<pages> pages that show what the domain is: a folder, an HTML file, a WARC archive, or run:N for those of an earlier run; DOMAIN=PAGES for another domain, other=PAGES for off-topic pages',
    )
    .meta({ namesFile: (pages) => !/^(?:[a-z][a-z0-9-]*=)?run:\d+$/.test(pages) }),
  knowledge: name
    .optional()
    .describe('<dir> storage folder whose knowledge is used')
    .meta({ defaultText: '--storage', namesFile }),
  spotlight: z
    .url({ protocol: /^https?$/, error: 'expected the address of a service, http://…/rest/annotate' })
    .optional()
    .describe(
      '<url> DBpedia Spotlight service that links the nouns of pages; take the one that linked the knowledge',
    ),
  rules: on
    .describe('rejection rules of forms; without them the classifier alone decides')
    .meta({ inCodeOnly: true }),
  judge: oneOf(JUDGES)
    .optional()
    .describe(
      '<who> classifier of forms that no rejection rule decides: support vector machine, nearest labelled forms, or the mean of both',
    )
    .meta({ defaultText: 'svm; knn where --model names labelled forms' }),
  judgeK: count
    .max(99, 'expected 99 at most')
    .optional()
    .describe('nearest labelled forms that vote, for knn and both')
    .meta({ defaultText: '5, or what the model was trained with' }),
  model: name
    .optional()
    .describe(
      'model that tells which forms search, made by "fieldfare train forms" (ffc and ache have their own)',
    )
    .meta({ defaultText: 'the one in storage/models, else the shipped one', namesFile }),
  domainModel: name
    .optional()
    .describe('model that tells the domain of a search form, made by "fieldfare train domains"')
    .meta({ defaultText: 'the one in storage/models, else the shipped one', namesFile }),
  deny: z
    .array(z.string().trim().min(1))
    .max(100_000)
    .default([])
    .describe(
      '<host-or-address> never request this host and its subdomains, or addresses that begin like this; with * for any letters, a whole address',
    ),
  acceptTerms: z
    .array(z.string().trim().min(1))
    .max(1_000)
    .default([])
    .describe(
      '<host> agree to the terms that this host and its subdomains ask to agree to before a search; without it they wait for a person',
    ),
  include: z
    .array(z.string().trim().min(1))
    .max(1_000)
    .default([])
    .describe(
      '<host-or-address> of addresses found on the way read only those that match; patterns as for --deny',
    ),
  sitemaps: on
    .describe('take links from sitemaps and feeds, too')
    .meta({ help: 'do not take links from sitemaps and feeds' }),
  maxDepth: countOrZero
    .max(20, 'expected 20 at most')
    .default(3)
    .describe('how many links from a front page to crawl'),
  locateFirst: countOrZero
    .optional()
    .describe('new sites to find before links within sites are followed')
    .meta({ defaultText: '80 with ichw, else 0' }),
  leaveAfter: countOrZero
    .default(100)
    .describe(
      'skip the rest of a site after this many pages in a row without a new form (0: never; not breadth-first)',
    ),
  formsPerDepth: countOrZero
    .default(100)
    .describe(
      'go one link deeper on a site after this many new forms at one depth (0: never; not breadth-first)',
    ),
};

const budget = true;
const bytes = { unit: 'bytes' } as const;
const seconds = { unit: 'seconds' } as const;

const budgets = {
  maxSites: count
    .default(200)
    .describe('sites to discover')
    .meta({ budget, ui: { label: 'Sites', initial: 50 } }),
  maxPages: count
    .default(10_000)
    .describe('pages to crawl')
    .meta({ budget, ui: { label: 'Pages', initial: 500 } }),
  maxPagesPerSite: count.default(2_000).describe('pages to crawl on one site').meta({ budget }),
  maxSeconds: positive
    .optional()
    .describe('time for crawling')
    .meta({ ...seconds, budget, ui: { label: 'Minutes', times: 60 } }),
  maxSecondsPerSite: positive
    .optional()
    .describe('time that the pages of one site may take')
    .meta({ ...seconds, budget }),
  maxBytesPerSite: count
    .optional()
    .describe('size of the pages of one site, such as 20MB')
    .meta({ ...bytes, budget }),
  maxRequests: count
    .optional()
    .describe('requests in all, those of the browser and for robots.txt included')
    .meta({ budget }),
};

const frozen = false;

const politeness = {
  concurrency: count
    .max(256, 'expected 256 at most')
    .default(24)
    .describe('most pages in progress at once; fewer while the machine is busy')
    .meta({ frozen }),
  /** robots.txt may ask for more. */
  delayMs: milliseconds
    .optional()
    .describe('least time between two requests to a host')
    .meta({
      unit: 'milliseconds',
      defaultText: '1 live, 0 elsewhere',
      ui: { label: 'Seconds between two requests to a host', times: 1_000 },
    }),
  perHost: count
    .max(256, 'expected 256 at most')
    .optional()
    .describe('requests to one host at once')
    .meta({ defaultText: '1 live, 4 practice' }),
  robots: on.describe('obey robots.txt, and do not follow links marked nofollow').meta({
    help: 'ignore robots.txt, and follow links marked nofollow (only for hosts of your own)',
    ui: { label: 'Obey robots.txt' },
  }),
  timeoutMs: milliseconds
    .min(100, 'expected at least 0.1 seconds')
    .default(20_000)
    .describe('time to wait for one response')
    .meta({ unit: 'milliseconds' }),
  maxBodyBytes: count
    .default(10_000_000)
    .describe('size of one answer')
    .meta({ unit: 'bytes', inCodeOnly: true }),
  maxRetries: countOrZero
    .max(10, 'expected 10 at most')
    .default(3)
    .describe('requests again after one that failed')
    .meta({ inCodeOnly: true }),
  allowPrivate,
  proxy: z
    .string()
    .refine(
      (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'expected the address of an HTTP proxy, such as http://host:3128',
    )
    .optional()
    .describe('<url> send everything through this HTTP proxy')
    .meta({ frozen }),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe('a header to send, "Name: value"')
    .meta({ flag: '--header <line>', frozen }),
  cookies: z
    .string()
    .optional()
    .describe("cookies to send, a cookies.txt in Netscape's format")
    .meta({ namesFile, frozen }),
  contact,
};

const rendering = {
  render: oneOf(['auto', 'always', 'never'])
    .default('auto')
    .describe('<when> render pages in a browser: where scripts may matter (auto), always, or never'),
  renderPages: count.max(32, 'expected 32 at most').optional().meta({
    description: 'pages that the browser shows at once',
    inCodeOnly: true,
    defaultText: '2, and up to 3 a processor core where the machine is idle',
  }),
  browserMedia: off.describe('let the browser load images, fonts, media and beacons, too'),
  audit: share
    .default(0.02)
    .describe('<share> share of the other pages to render too, to measure how many forms are missed'),
};

const submissions = {
  submit: on.describe('query the search forms that were found').meta({
    help: 'do not query the forms that were found',
    ui: { label: 'Query the search forms, and keep the records' },
  }),
  submitTo: oneOf(['domain', 'all'])
    .default('domain')
    .describe('<which> forms to query: those about the domain, or all'),
  maxSubmissions: count.default(25).describe('queries to one form').meta({ budget }),
  maxSubmissionsPerSite: count.default(120).describe('queries to all forms of a site').meta({ budget }),
  maxAnswerPages: count.default(200).describe('further result pages to read of each form').meta({ budget }),
  detailPages: z
    .union([countOrZero, z.literal('all')], 'expected a whole number, 0 or more, or all')
    .default(3)
    .describe('<n|all> detail pages to read of each form; all reads each once'),
  from: day.describe(
    '<day> first day that records are looked for, such as 2001, 2001-05 or 2001-05-31, where a form takes a first and a last date',
  ),
  to: day.describe('<day> last day that records are looked for'),
  refresh: off.describe('ask again for dates and numbers that an earlier run read whole'),
  text: on
    .describe('fill open text fields as well')
    .meta({ help: 'type nothing into text fields: choose from lists only' }),
  values: z
    .string()
    .optional()
    .describe('values to type or choose: a CSV file with the columns label and value')
    .meta({ namesFile }),
  elements: on
    .describe('fill forms from what the form element table learned of other forms and runs')
    .meta({ help: 'use no values that the form element table learned from other forms and runs' }),
  retryUnknown: off.describe('send POSTs again of which nobody knows whether they arrived').meta({
    help: 'repeat POSTs that may or may not have arrived (of --run N, else of the latest run)',
    frozen,
  }),
};

const retention = {
  keepRuns: count
    .optional()
    .describe('runs of the domain to keep; older ones are deleted when this one has ended'),
  keepDays: positive.optional().describe('days that runs of the domain are kept').meta({ unit: 'days' }),
  keepDisk: count
    .optional()
    .describe('largest size of all runs of the domain on disk, such as 20GB; the oldest are deleted')
    .meta(bytes),
  onChange: z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .optional()
    .describe(
      '<url> post what is new, gone or changed since the run before to this address, signed with FIELDFARE_WEBHOOK_SECRET',
    ),
};

const archive = {
  storage,
  resume: z
    .union([z.boolean(), count], 'expected the number of a run')
    .default(false)
    .describe('continue the latest unfinished run, or this one')
    .meta({ flag: '--resume [run]', frozen }),
  workersOnly: off
    .describe('start the run, but leave the work to "fieldfare worker"; the store has to be in PostgreSQL')
    .meta({ frozen }),
  archive: name
    .transform((address) => (isS3(address) ? address : resolve(address)))
    .optional()
    .describe(
      '<where> keep the archive of the run in segments in this folder, or under s3://bucket/prefix, not in the storage folder',
    )
    .meta({ namesFile }),
  maxDisk: count
    .default(5_000_000_000)
    .describe('largest archive of the run, such as 500MB')
    .meta({ ...bytes, budget }),
  warcSize: count
    .default(WARC_FILE_BYTES)
    .describe('size after which the archive continues in another file')
    .meta({ ...bytes, budget }),
  pictures: z
    .boolean()
    .optional()
    .describe(
      'archive what pages with search forms are drawn with, so that they open in a replay; by default on the live web alone',
    )
    .meta({
      flag: '--no-pictures',
      help: 'do not archive the images and styles of pages with search forms; on the live web they are archived by default',
    }),
  novelty: oneOf(NOVELTY_MODES)
    .default('off')
    .describe(
      '<mode> compare whole pages or single sentences to find duplicates, and add novel documents to the library',
    ),
  keepKnown: off.describe('keep the texts of duplicates, too, instead of a pointer to the original'),
  noveltySummary: summaryLength
    .default(DEFAULT_SUMMARY)
    .describe('sentences in the summary that whole pages are compared by: a share, or a number'),
  /** Adds to those of the domains. */
  ontologies: texts
    .describe('is-a relations for novelty, a YAML file')
    .meta({ flag: '--ontology <file>', namesFile }),
};

export const HARVEST_FIELDS = {
  ...inGroup('Scope', scope),
  ...inGroup('Strategies', strategyOptions.shape),
  ...inGroup('Budgets', budgets),
  ...inGroup('Politeness', politeness),
  ...inGroup('Rendering', rendering),
  ...inGroup('Submissions', submissions),
  ...inGroup('Retention', retention),
  ...inGroup('Archive', archive),
};
