import { resolve } from 'node:path';
import { z } from 'zod';
import { JUDGES } from '../../forms/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { isS3 } from '../../foundation/object-storage/index.ts';
import { amount, count, countOrZero, share } from '../../foundation/options/index.ts';
import { canonicalUrl, withScheme } from '../../foundation/url/index.ts';
import { WARC_FILE_BYTES } from '../../foundation/warc/index.ts';
import { DEFAULT_SUMMARY, NOVELTY_MODES } from '../../library/index.ts';
import { STRATEGIES } from '../strategies/index.ts';

function isTransport(value: unknown): boolean {
  return typeof (value as Partial<Transport> | null)?.send === 'function';
}

function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, `expected one of ${names.join(', ')}`);
}

const name = z.string().min(1, 'expected a name');
/** A domain by its name, not by the path of a file. */
const DOMAIN_NAME = /^[a-z][a-z0-9-]{0,62}$/;
const namesFile = () => true;
const positive = z.number('expected a number above 0').positive('expected a number above 0');
const DAY_AT_MOST = 'expected a day at most';
const milliseconds = amount.max(86_400_000, DAY_AT_MOST);

/** Such as `mailto:`; what stands before a port is a host. */
const OTHER_SCHEME = /^[a-z][a-z+.-]*:(?!\/\/|\d)/i;

const seed = z
  .string()
  .trim()
  .refine((text) => !OTHER_SCHEME.test(text) && canonicalUrl(withScheme(text)) !== undefined, {
    error: ({ input }) => `expected a web address, got ${JSON.stringify(String(input).slice(0, 100))}`,
  });

const scope = z.object({
  domains: z
    .array(name)
    .default([])
    .transform((domains) => [...new Set(domains)])
    .meta({
      flag: '--domain <name...>',
      description: 'names of domains that are shipped, or paths of domain files',
      namesFile: (domain) => !DOMAIN_NAME.test(domain),
    }),
  /** A web that is open already stays so. */
  web: z
    .union([name, z.custom<Transport>(isTransport)], 'expected live, practice or replay:FILE')
    .default('live')
    .meta({
      flag: '--web <web>',
      description: 'where pages are: live, practice, practice:seed=2,sites=50, or replay:FILE.warc.gz',
      namesFile: (web) => /^replay:/i.test(web),
    }),
  /** Without any the web's own, else those of the domain files. */
  seeds: z.array(seed).optional().meta({ description: 'addresses to start from' }),
  search: z.array(name).max(10, 'expected 10 at most').default([]).meta({
    flag: '--search <provider>',
    description:
      'ask a search provider for sites: searxng:ADDRESS, brave (key in BRAVE_SEARCH_API_KEY) or library',
  }),
  queries: z.array(name).max(50, 'expected 50 at most').default([]).meta({
    flag: '--query <words>',
    description: 'search for these words, too, and for related words',
  }),
  centreLinks: count.default(3).meta({
    flag: '--centre-links <n>',
    description: 'visit all links of a page that links to this many seeds and known deep-web sites',
  }),
  strategy: oneOf(STRATEGIES).default('two-stage').meta({
    flag: '--strategy <name>',
    description: 'which sites and links come first; fc, ffc, ache and eefc are baselines from the literature',
  }),
  /** The strategy `semantic` goes by knowledge in any case. */
  topicFilter: oneOf(['three-step', 'knowledge', 'seed-pages']).default('three-step').meta({
    flag: '--topic-filter <name>',
    description:
      'how to tell which pages are about the domain; knowledge is made by "fieldfare knowledge build", seed pages are given by --seed-pages',
  }),
  seedPages: z
    .array(name)
    .max(100, 'expected 100 at most')
    .default([])
    .meta({
      flag: '--seed-pages <pages>',
      description:
        'pages that show what the domain is: a folder, an HTML file, a WARC archive, or run:N for those of an earlier run; DOMAIN=PAGES for another domain, other=PAGES for off-topic pages',
      namesFile: (pages) => !/^(?:[a-z][a-z0-9-]*=)?run:\d+$/.test(pages),
    }),
  knowledge: name.optional().meta({
    flag: '--knowledge <dir>',
    description: 'storage folder whose knowledge is used',
    defaultText: '--storage',
    namesFile,
  }),
  spotlight: z
    .url({ protocol: /^https?$/, error: 'expected the address of a service, http://…/rest/annotate' })
    .optional()
    .meta({
      flag: '--spotlight <url>',
      description:
        'DBpedia Spotlight service that links the nouns of pages; take the one that linked the knowledge',
    }),
  rules: z
    .boolean()
    .default(true)
    .meta({ description: 'rejection rules of forms; without them the classifier alone decides' }),
  judge: oneOf(JUDGES).optional().meta({
    flag: '--judge <who>',
    description:
      'classifier of forms that no rejection rule decides: support vector machine, nearest labelled forms, or the mean of both',
    defaultText: 'svm; knn where --model names labelled forms',
  }),
  judgeK: count.max(99, 'expected 99 at most').optional().meta({
    flag: '--judge-k <n>',
    description: 'nearest labelled forms that vote, for knn and both',
    defaultText: '5, or what the model was trained with',
  }),
  model: name.optional().meta({
    flag: '--model <file>',
    description:
      'model that tells which forms search, made by "fieldfare train forms" (ffc and ache have their own)',
    defaultText: 'the one in storage/models, else the shipped one',
    namesFile,
  }),
  domainModel: name.optional().meta({
    flag: '--domain-model <file>',
    description: 'model that tells the domain of a search form, made by "fieldfare train domains"',
    defaultText: 'the one in storage/models, else the shipped one',
    namesFile,
  }),
  deny: z.array(z.string().trim().min(1)).max(100_000).default([]).meta({
    flag: '--deny <host-or-address>',
    description: 'never request this host and its subdomains, or addresses that begin like this',
  }),
  sitemaps: z.boolean().default(true).meta({
    flag: '--no-sitemaps',
    description: 'take links from sitemaps and feeds, too',
    help: 'do not take links from sitemaps and feeds',
  }),
  maxDepth: countOrZero
    .max(20, 'expected 20 at most')
    .default(3)
    .meta({ flag: '--max-depth <n>', description: 'how many links from a front page to crawl' }),
  locateFirst: countOrZero.optional().meta({
    flag: '--locate-first <n>',
    description: 'new sites to find before links within sites are followed',
    defaultText: '80 with ichw, else 0',
  }),
  leaveAfter: countOrZero.default(100).meta({
    flag: '--leave-after <n>',
    description:
      'skip the rest of a site after this many pages in a row without a new form (0: never; not breadth-first)',
  }),
  formsPerDepth: countOrZero.default(100).meta({
    flag: '--forms-per-depth <n>',
    description:
      'go one link deeper on a site after this many new forms at one depth (0: never; not breadth-first)',
  }),
});

const budgets = z.object({
  maxSites: count.default(200).meta({ flag: '--max-sites <n>', description: 'sites to discover' }),
  maxPages: count.default(10_000).meta({ flag: '--max-pages <n>', description: 'pages to crawl' }),
  maxPagesPerSite: count
    .default(2_000)
    .meta({ flag: '--max-pages-per-site <n>', description: 'pages to crawl on one site' }),
  maxSeconds: positive
    .optional()
    .meta({ flag: '--max-seconds <n>', unit: 'seconds', description: 'time for crawling' }),
  maxSecondsPerSite: positive.optional().meta({
    flag: '--max-seconds-per-site <n>',
    unit: 'seconds',
    description: 'time that the pages of one site may take',
  }),
  maxBytesPerSite: count.optional().meta({
    flag: '--max-bytes-per-site <size>',
    unit: 'bytes',
    description: 'size of the pages of one site, such as 20MB',
  }),
  maxRequests: count.optional().meta({
    flag: '--max-requests <n>',
    description: 'requests in all, those of the browser and for robots.txt included',
  }),
});

const politeness = z.object({
  concurrency: count
    .max(256, 'expected 256 at most')
    .default(24)
    .meta({ flag: '--concurrency <n>', description: 'pages in progress at once' }),
  /** robots.txt may ask for more. */
  delayMs: milliseconds.optional().meta({
    flag: '--delay <seconds>',
    unit: 'milliseconds',
    description: 'least time between two requests to a host',
    defaultText: '1 live, 0 elsewhere',
  }),
  perHost: count.max(256, 'expected 256 at most').optional().meta({
    flag: '--per-host <n>',
    description: 'requests to one host at once',
    defaultText: '1 live, 4 practice',
  }),
  robots: z.boolean().default(true).meta({
    flag: '--no-robots',
    description: 'obey robots.txt, and do not follow links marked nofollow',
    help: 'ignore robots.txt, and follow links marked nofollow (only for hosts of your own)',
  }),
  timeoutMs: milliseconds.min(100, 'expected at least 0.1 seconds').default(20_000).meta({
    flag: '--timeout <seconds>',
    unit: 'milliseconds',
    description: 'time to wait for one response',
  }),
  maxBodyBytes: count.default(10_000_000).meta({ unit: 'bytes', description: 'size of one answer' }),
  maxRetries: countOrZero
    .max(10, 'expected 10 at most')
    .default(3)
    .meta({ description: 'requests again after one that failed' }),
  allowPrivate: z
    .boolean()
    .default(false)
    .meta({ flag: '--allow-private', description: 'allow addresses of private networks' }),
  proxy: z
    .string()
    .refine(
      (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'expected the address of an HTTP proxy, such as http://host:3128',
    )
    .optional()
    .meta({ flag: '--proxy <url>', description: 'send everything through this HTTP proxy' }),
  headers: z.record(z.string(), z.string()).default({}).meta({
    flag: '--header <line>',
    description: 'a header to send, "Name: value"',
  }),
  cookies: z.string().optional().meta({
    flag: '--cookies <file>',
    description: "cookies to send, a cookies.txt in Netscape's format",
    namesFile,
  }),
  contact: z.string().max(200, 'expected 200 characters at most').optional().meta({
    flag: '--contact <text>',
    description: 'how site owners can reach you: an address that stands in the user agent',
  }),
});

const rendering = z.object({
  render: oneOf(['auto', 'always', 'never']).default('auto').meta({
    flag: '--render <when>',
    description: 'render pages in a browser: where scripts may matter (auto), always, or never',
  }),
  renderPages: count.max(32, 'expected 32 at most').optional().meta({
    description: 'pages that the browser shows at once',
    defaultText: '2, and up to 3 a processor core where the machine is idle',
  }),
  browserMedia: z.boolean().default(false).meta({
    flag: '--browser-media',
    description: 'let the browser load images, fonts, media and beacons, too',
  }),
  audit: share.default(0.02).meta({
    flag: '--audit <share>',
    description: 'share of the other pages to render too, to measure how many forms are missed',
  }),
});

const submission = z.object({
  submit: z.boolean().default(true).meta({
    flag: '--no-submit',
    description: 'ask the searchable forms that were found',
    help: 'do not query the forms that were found',
  }),
  submitTo: oneOf(['domain', 'all'])
    .default('domain')
    .meta({ flag: '--submit-to <which>', description: 'forms to query: those about the domain, or all' }),
  maxSubmissions: count
    .default(25)
    .meta({ flag: '--max-submissions <n>', description: 'queries to one form' }),
  maxSubmissionsPerSite: count
    .default(120)
    .meta({ flag: '--max-submissions-per-site <n>', description: 'queries to all forms of a site' }),
  maxAnswerPages: count.default(200).meta({
    flag: '--max-answer-pages <n>',
    description: 'further result pages to read of each form',
  }),
  detailPages: countOrZero
    .default(3)
    .meta({ flag: '--detail-pages <n>', description: 'detail pages to read of each form' }),
  text: z.boolean().default(true).meta({
    flag: '--no-text',
    description: 'fill open text fields as well',
    help: 'type nothing into text fields: choose from lists only',
  }),
  values: z.string().optional().meta({
    flag: '--values <file>',
    description: 'values to type or choose: a CSV file with the columns label and value',
    namesFile,
  }),
  elements: z.boolean().default(true).meta({
    flag: '--no-elements',
    description: 'fill forms from what the form element table learned of other forms and runs',
    help: 'use no values that the form element table learned from other forms and runs',
  }),
  retryUnknown: z.boolean().default(false).meta({
    flag: '--retry-unknown',
    description: 'send POSTs again of which nobody knows whether they arrived',
    help: 'repeat POSTs that may or may not have arrived (of --run N, else of the latest run)',
  }),
});

const retention = z.object({
  keepRuns: count.optional().meta({
    flag: '--keep-runs <n>',
    description: 'runs of the domain to keep; older ones are deleted when this one has ended',
  }),
  keepDays: positive.optional().meta({
    flag: '--keep-days <n>',
    unit: 'days',
    description: 'days that runs of the domain are kept',
  }),
  keepDisk: count.optional().meta({
    flag: '--keep-disk <size>',
    unit: 'bytes',
    description: 'largest size of all runs of the domain on disk, such as 20GB; the oldest are deleted',
  }),
  onChange: z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .optional()
    .meta({
      flag: '--on-change <url>',
      description:
        'post what is new, gone or changed since the run before to this address, signed with FIELDFARE_WEBHOOK_SECRET',
    }),
});

const archive = z.object({
  storage: name
    .default('storage')
    .meta({ flag: '--storage <dir>', description: 'folder of runs and results', namesFile }),
  resume: z.union([z.boolean(), count], 'expected the number of a run').default(false).meta({
    flag: '--resume [run]',
    description: 'continue the latest unfinished run, or this one',
  }),
  workersOnly: z.boolean().default(false).meta({
    flag: '--workers-only',
    description: 'start the run, but leave the work to "fieldfare worker"; the store has to be in PostgreSQL',
  }),
  archive: name
    .transform((address) => (isS3(address) ? address : resolve(address)))
    .optional()
    .meta({
      flag: '--archive <where>',
      description:
        'keep the archive of the run in segments in this folder, or under s3://bucket/prefix, not in the storage folder',
      namesFile,
    }),
  maxDisk: count.default(5_000_000_000).meta({
    flag: '--max-disk <size>',
    unit: 'bytes',
    description: 'largest archive of the run, such as 500MB',
  }),
  warcSize: count.default(WARC_FILE_BYTES).meta({
    flag: '--warc-size <size>',
    unit: 'bytes',
    description: 'size after which the archive continues in another file',
  }),
  pictures: z.boolean().optional().meta({
    flag: '--no-pictures',
    description:
      'archive what pages with search forms are drawn with, so that they open in a replay; by default on the live web alone',
    help: 'do not archive the images and styles of pages with search forms; on the live web they are archived by default',
  }),
  novelty: oneOf(NOVELTY_MODES).default('off').meta({
    flag: '--novelty <mode>',
    description:
      'compare whole pages or single sentences to find duplicates, and add novel documents to the library',
  }),
  keepKnown: z.boolean().default(false).meta({
    flag: '--keep-known',
    description: 'keep the texts of duplicates, too, instead of a pointer to the original',
  }),
  noveltySummary: positive
    .refine((length) => length < 1 || Number.isInteger(length), 'expected a whole number, or a share below 1')
    .default(DEFAULT_SUMMARY)
    .meta({
      flag: '--novelty-summary <n>',
      description: 'sentences in the summary that whole pages are compared by: a share, or a number',
    }),
  /** In addition to those of the domains. */
  ontologies: z.array(z.string()).default([]).meta({
    flag: '--ontology <file>',
    description: 'is-a relations for novelty, a YAML file',
    namesFile,
  }),
});

/** The options of a harvest but for those that strategies own, group by group. */
export const OPTION_GROUPS = { scope, budgets, politeness, rendering, submission, retention, archive };
