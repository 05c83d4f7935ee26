import { resolve } from 'node:path';
import { z } from 'zod';
import { JUDGES } from '../../forms/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { isS3 } from '../../foundation/object-storage/index.ts';
import { amount, count, countOrZero, share } from '../../foundation/options/index.ts';
import { WARC_FILE_BYTES } from '../../foundation/warc/index.ts';
import { NOVELTY_MODES, DEFAULT_SUMMARY } from '../../library/index.ts';
import { STRATEGIES } from '../strategies/index.ts';

function isTransport(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'send' in value && 'holds' in value;
}

function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, `expected one of ${names.join(', ')}`);
}

const name = z.string().min(1, 'expected a name');
const positive = z.number('expected a number above 0').positive('expected a number above 0');
const DAY_AT_MOST = 'expected a day at most';
const milliseconds = amount.max(86_400_000, DAY_AT_MOST);

/** What is looked for, and where. */
const scope = z.object({
  domains: z
    .array(name)
    .default([])
    .transform((domains) => [...new Set(domains)])
    .meta({
      flag: '--domain <name...>',
      description: 'names of domains that are shipped, or paths of domain files',
    }),
  /** A web that is open already stays so. */
  web: z
    .union([name, z.custom<Transport>(isTransport)], 'expected live, practice or replay:FILE')
    .default('live')
    .meta({
      flag: '--web <web>',
      description: 'where pages are: live, practice, practice:seed=2,sites=50, or replay:FILE.warc.gz',
    }),
  /** Without any the web's own, else those of the domain files. */
  seeds: z.array(z.string()).optional().meta({ description: 'addresses to start from' }),
  search: z.array(name).max(10, 'expected 10 at most').default([]).meta({
    flag: '--search <provider>',
    description:
      'ask a search provider for sites: searxng:ADDRESS, brave (key in BRAVE_SEARCH_API_KEY) or library',
  }),
  queries: z.array(name).max(50, 'expected 50 at most').default([]).meta({
    flag: '--query <words>',
    description: 'ask search providers for these words, too, and for words near to them in meaning',
  }),
  centreLinks: count.default(3).meta({
    flag: '--centre-links <n>',
    description:
      'seeds and known deep-web sites that a page has to link to for its other links to be visited',
  }),
  strategy: oneOf(STRATEGIES).default('two-stage').meta({
    flag: '--strategy <name>',
    description: 'what to explore and in which order; fc, ffc, ache and eefc are baselines of the literature',
  }),
  /** The strategy `semantic` goes by knowledge in any case. */
  topicFilter: oneOf(['three-step', 'knowledge', 'seed-pages']).default('three-step').meta({
    flag: '--topic-filter <name>',
    description:
      'what says which pages are about the domain; knowledge is made by "fieldfare knowledge build", seed pages are given by --seed-pages',
  }),
  seedPages: z.array(name).max(100, 'expected 100 at most').default([]).meta({
    flag: '--seed-pages <pages>',
    description:
      'pages that show what the domain is: a folder, an HTML file, a WARC archive, or run:N for those of an earlier run; DOMAIN=PAGES for another domain, other=PAGES for what is about none',
  }),
  knowledge: name.optional().meta({
    flag: '--knowledge <dir>',
    description: 'storage folder whose knowledge is used',
    defaultText: '--storage',
  }),
  spotlight: z
    .url({ protocol: /^https?$/, error: 'expected the address of a service, http://…/rest/annotate' })
    .optional()
    .meta({
      flag: '--spotlight <url>',
      description:
        'DBpedia Spotlight service that links the nouns of pages, as it linked those of the knowledge',
    }),
  rules: z
    .boolean()
    .default(true)
    .meta({ description: 'rejection rules of forms; without them the classifier alone decides' }),
  judge: oneOf(JUDGES).optional().meta({
    flag: '--judge <who>',
    description:
      'who says which forms search where no rule does: the support vector machine, the nearest labelled forms, or both by their mean',
    defaultText: 'svm; knn where --model names labelled forms',
  }),
  judgeK: count.max(99, 'expected 99 at most').optional().meta({
    flag: '--judge-k <n>',
    description: 'nearest labelled forms that vote, for knn and both',
    defaultText: '5, or what the model was trained with',
  }),
  model: name.optional().meta({
    flag: '--model <file>',
    description: 'what judges which forms search, by "fieldfare train forms" (not ffc and ache)',
    defaultText: 'the one in storage/models, else the one that is shipped',
  }),
  domainModel: name.optional().meta({
    flag: '--domain-model <file>',
    description: 'what judges which domain a search form is about, by "fieldfare train domains"',
    defaultText: 'the one in storage/models, else the one that is shipped',
  }),
  deny: z.array(z.string().trim().min(1)).max(100_000).default([]).meta({
    flag: '--deny <host-or-address>',
    description: 'never ask this host and what is below it, or addresses that begin so',
  }),
  sitemaps: z.boolean().default(true).meta({
    flag: '--no-sitemaps',
    description: 'take links from sitemaps and feeds, too',
    help: 'do not take links from sitemaps and feeds',
  }),
  maxDepth: countOrZero
    .max(20, 'expected 20 at most')
    .default(3)
    .meta({ flag: '--max-depth <n>', description: 'links from a front page' }),
  locateFirst: countOrZero.optional().meta({
    flag: '--locate-first <n>',
    description: 'new sites to find before links within sites are followed',
    defaultText: '80 with ichw as in paper 004, else 0',
  }),
  leaveAfter: countOrZero.default(100).meta({
    flag: '--leave-after <n>',
    description: 'pages in a row without a new form after which a site is left (0: never; not breadth-first)',
  }),
  formsPerDepth: countOrZero.default(100).meta({
    flag: '--forms-per-depth <n>',
    description:
      'new forms at one depth of a site after which the next depth comes (0: never; not breadth-first; paper 004)',
  }),
});

const budgets = z.object({
  maxSites: count.default(200).meta({ flag: '--max-sites <n>', description: 'sites to get to know' }),
  maxPages: count.default(10_000).meta({ flag: '--max-pages <n>', description: 'pages to read' }),
  maxPagesPerSite: count
    .default(2_000)
    .meta({ flag: '--max-pages-per-site <n>', description: 'pages to read of one site' }),
  maxSeconds: positive
    .optional()
    .meta({ flag: '--max-seconds <n>', unit: 'seconds', description: 'time to spend crawling' }),
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
    description: 'requests to make in all, those of the browser and for robots.txt too',
  }),
});

/** How hosts are asked, and what they are told. */
const politeness = z.object({
  concurrency: count
    .max(256, 'expected 256 at most')
    .default(16)
    .meta({ flag: '--concurrency <n>', description: 'pages under way at once' }),
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
    help: 'do not ask for robots.txt, and follow links marked nofollow (only for hosts of your own)',
  }),
  timeoutMs: milliseconds
    .min(100, 'expected at least 0.1 seconds')
    .default(20_000)
    .meta({ flag: '--timeout <seconds>', unit: 'milliseconds', description: 'time for one answer' }),
  maxBodyBytes: count.default(10_000_000).meta({ unit: 'bytes', description: 'size of one answer' }),
  maxRetries: countOrZero
    .max(10, 'expected 10 at most')
    .default(3)
    .meta({ description: 'requests again after one that failed' }),
  allowPrivate: z
    .boolean()
    .default(false)
    .meta({ flag: '--allow-private', description: 'let addresses of private networks be visited' }),
  proxy: z
    .string()
    .refine(
      (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'expected the address of an HTTP proxy, as http://host:3128',
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
  }),
  contact: z.string().max(200, 'expected 200 characters at most').optional().meta({
    flag: '--contact <text>',
    description: 'how site owners can reach you: an address that stands in the user agent',
  }),
});

const rendering = z.object({
  render: oneOf(['auto', 'always', 'never']).default('auto').meta({
    flag: '--render <when>',
    description: 'show pages to a browser: where scripts may matter, always, or never',
  }),
  renderPages: count
    .max(32, 'expected 32 at most')
    .default(2)
    .meta({ description: 'pages that the browser shows at once' }),
  audit: share.default(0.02).meta({
    flag: '--audit <share>',
    description: 'share of the pages read over HTTP to render too, to measure what is missed',
  }),
});

/** How the searchable forms are asked, when their sites have been explored. */
const submission = z.object({
  submit: z.boolean().default(true).meta({
    flag: '--no-submit',
    description: 'ask the searchable forms that were found',
    help: 'do not ask the forms that were found',
  }),
  submitTo: oneOf(['domain', 'all'])
    .default('domain')
    .meta({ flag: '--submit-to <which>', description: 'forms to ask: those about the domain, or all' }),
  maxSubmissions: count
    .default(25)
    .meta({ flag: '--max-submissions <n>', description: 'questions to one form' }),
  maxSubmissionsPerSite: count
    .default(120)
    .meta({ flag: '--max-submissions-per-site <n>', description: 'questions to all forms of a site' }),
  maxAnswerPages: count.default(200).meta({
    flag: '--max-answer-pages <n>',
    description: 'further pages of answers to follow, a form',
  }),
  detailPages: countOrZero
    .default(3)
    .meta({ flag: '--detail-pages <n>', description: 'pages of single records to read, a form' }),
  text: z.boolean().default(true).meta({
    flag: '--no-text',
    description: 'fill open text fields as well',
    help: 'leave open text fields empty: choose only',
  }),
  values: z.string().optional().meta({
    flag: '--values <file>',
    description: 'values to type and choose, a CSV file with the columns label and value',
  }),
  elements: z.boolean().default(true).meta({
    flag: '--no-elements',
    description: 'fill forms from what the form element table learned of other forms and runs',
    help: 'fill forms without what the form element table learned of other forms and runs',
  }),
  retryUnknown: z.boolean().default(false).meta({
    flag: '--retry-unknown',
    description: 'send POSTs again of which nobody knows whether they arrived',
    help: 'send POSTs again of which nobody knows whether they arrived (with --run N, else the latest run)',
  }),
});

/** What runs of a domain are kept; over what the domain file says. */
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
    description: 'size that all runs of the domain may have on disk, such as 20GB',
  }),
});

/** Where a run is kept, and what of it goes into the library. */
const archive = z.object({
  storage: name.default('storage').meta({ flag: '--storage <dir>', description: 'where everything is kept' }),
  resume: z.union([z.boolean(), count], 'expected the number of a run').default(false).meta({
    flag: '--resume [run]',
    description: 'go on with the latest unfinished run, or with this one',
  }),
  archive: name
    .transform((address) => (isS3(address) ? address : resolve(address)))
    .optional()
    .meta({
      flag: '--archive <where>',
      description:
        'keep the archive of the run in segments in this folder, or under s3://bucket/prefix, not in the storage folder',
    }),
  maxDisk: count.default(5_000_000_000).meta({
    flag: '--max-disk <size>',
    unit: 'bytes',
    description: 'size of the archive of the run, such as 500MB',
  }),
  warcSize: count.default(WARC_FILE_BYTES).meta({
    flag: '--warc-size <size>',
    unit: 'bytes',
    description: 'size from which on the archive goes on in another file',
  }),
  novelty: oneOf(NOVELTY_MODES).default('off').meta({
    flag: '--novelty <mode>',
    description: 'judge what is new, as whole pages or sentence by sentence, for the library',
  }),
  keepKnown: z.boolean().default(false).meta({
    flag: '--keep-known',
    description: 'keep the texts of known documents, too, instead of a pointer to what they repeat',
  }),
  noveltySummary: positive
    .refine((length) => length < 1 || Number.isInteger(length), 'expected a whole number, or a share below 1')
    .default(DEFAULT_SUMMARY)
    .meta({
      flag: '--novelty-summary <n>',
      description:
        'sentences of a page that whole pages are compared by: a share, or a number; 3 is that of the paper',
    }),
  /** In addition to those of the domains. */
  ontologies: z.array(z.string()).default([]).meta({
    flag: '--ontology <file>',
    description: 'is-a relations for novelty, a YAML file',
  }),
});

/** The options of a harvest but for those that strategies own, group by group. */
export const OPTION_GROUPS = { scope, budgets, politeness, rendering, submission, retention, archive };
