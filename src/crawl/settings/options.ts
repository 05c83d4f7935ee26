import { z } from 'zod';
import { FieldfareError } from '../../foundation/errors/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { WARC_FILE_BYTES } from '../../foundation/warc/index.ts';
import { NOVELTY_MODES } from '../../library/index.ts';
import { STRATEGIES } from '../strategies/index.ts';

function isTransport(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'send' in value && 'holds' in value;
}

const count = z.int('expected a whole number').positive('expected a number above 0');
const amount = z.number('expected a number').min(0, 'expected a number of at least 0');
const milliseconds = z
  .number()
  .min(0, 'expected a time of at least 0')
  .max(86_400_000, 'expected a day at most');
const SHARE = 'expected a share between 0 and 1';

/** What a harvest can be told; the CLI's flags have the same names. */
export const harvestOptionsSchema = z.strictObject({
  /** Names of shipped domains, or paths of domain files. */
  domains: z
    .array(z.string().min(1))
    .default([])
    .transform((domains) => [...new Set(domains)]),
  /** `live`, `practice`, `practice:seed=2,sites=50`, `replay:FILE.warc.gz`, or a web that is open already (and stays so). */
  web: z
    .union([z.string().min(1), z.custom<Transport>(isTransport)], 'expected live, practice or replay:FILE')
    .default('live'),
  /** Search providers that are asked for sites: `searxng:ADDRESS`, `brave`, `library`. */
  search: z.array(z.string().min(1)).max(10).default([]),
  /** Addresses to start from; without them the web's own seeds, else those of the domain files. */
  seeds: z.array(z.string()).optional(),
  strategy: z.enum(STRATEGIES, `expected one of ${STRATEGIES.join(', ')}`).default('two-stage'),
  /**
   * Who says which pages are about a wanted domain: the three-step classifier, or the knowledge built from a corpus. The
   * strategy `semantic` goes by knowledge in any case.
   */
  topicFilter: z.enum(['three-step', 'knowledge'], 'expected three-step or knowledge').default('three-step'),
  /** Storage folder whose knowledge is used; the harvest's own without. */
  knowledge: z.string().min(1).optional(),
  /** New deep-web sites after which rankers are rebuilt; twice as many searchable forms do it, too. */
  learnAfter: count.default(50),
  /** File of what the rankers of `two-stage` know from the start (`fieldfare train rankers`); `none`: what we believed before. */
  rankers: z.string().min(1).optional(),
  /** Keywords of the strategy `anchor-text`; without any the names of the domains. */
  keywords: z.array(z.string().trim().min(1)).max(20).default([]),
  /** Weights of content, link and sibling learning of `anchor-text`. */
  anchorWeights: z
    .tuple([amount, amount, amount], 'expected three numbers of at least 0')
    .default([0.2, 0.2, 0.3]),
  /** Links that `anchor-text` scores no more than this come last. */
  anchorThreshold: z.number().min(0, 'expected a number of at least 0').default(2.1),
  /** Rejection rules of forms; without them the classifier alone judges. */
  rules: z.boolean().default(true),
  storage: z.string().min(1).default('storage'),
  /** Go on with the latest run that was interrupted (true) or with this one. */
  resume: z.union([z.boolean(), count]).default(false),
  maxDepth: z.int().min(0).max(20, 'expected 20 at most').default(3),
  maxSites: count.default(200),
  maxPages: count.default(10_000),
  maxPagesPerSite: count.default(2_000),
  maxSeconds: z.number().positive().optional(),
  /** Requests of the whole run, those of the browser and for robots.txt included. */
  maxRequests: count.optional(),
  /** Time that the pages of one site may take, and bytes they may have. */
  maxSecondsPerSite: z.number().positive().optional(),
  maxBytesPerSite: count.optional(),
  /** Pages of a site in a row without a new form after which it is left; 0 for never. Not for exhaustive strategies. */
  leaveAfter: z.int().min(0).default(100),
  /** New forms at one depth of a site after which the next depth comes (paper 004); 0 for never. Not for exhaustive strategies. */
  formsPerDepth: z.int().min(0).default(100),
  /** Never asked: hosts (with all below them), and how addresses begin; those of the domain files are added. */
  deny: z.array(z.string().trim().min(1)).max(100_000).default([]),
  /** Bytes from which on the archive goes on in another file. */
  warcSize: count.default(WARC_FILE_BYTES),
  /** Runs of a domain to keep, their age in days, and bytes that they may take together; over the domain file's own. */
  keepRuns: count.optional(),
  keepDays: z.number().positive().optional(),
  keepDisk: count.optional(),
  /** New sites to be located before links within sites are followed (paper 004: 80); 0 for one order over both stages. */
  locateFirst: z.int().min(0).default(0),
  /** Bytes that the run's archive may take on disk. */
  maxDisk: count.default(5_000_000_000),
  concurrency: count.max(256, 'expected 256 at most').default(16),
  /** Least time between two requests to a host; robots.txt may ask for more. Default: 1 s live, none elsewhere. */
  delayMs: milliseconds.optional(),
  /** Requests to one host at once. Default: 1 live, 4 on the practice web. */
  perHost: count.max(256, 'expected 256 at most').optional(),
  render: z.enum(['auto', 'always', 'never']).default('auto'),
  renderPages: count.max(32).default(2),
  /** Share of the pages read over HTTP alone that are rendered too, to measure what the gate misses. */
  audit: z.number().min(0, SHARE).max(1, SHARE).default(0.02),
  robots: z.boolean().default(true),
  /** Take links from sitemaps and feeds, too. */
  sitemaps: z.boolean().default(true),
  /** Ask the searchable forms that were found, when their sites have been explored. */
  submit: z.boolean().default(true),
  /** Which of them: those about the wanted domains, or all. */
  submitTo: z.enum(['domain', 'all']).default('domain'),
  /** Questions to one form; the pages of their answers are counted apart. */
  maxSubmissions: count.default(25),
  maxSubmissionsPerSite: count.default(120),
  /** Further pages of answers to follow, a form. */
  maxAnswerPages: count.default(200),
  /** Pages of single records to read, a form: a sample of what it showed. */
  detailPages: z.int().min(0).default(3),
  /** Fill open text fields as well. */
  text: z.boolean().default(true),
  /** A CSV file of values to type and choose: columns label, value. */
  values: z.string().optional(),
  /** Send POSTs again whose fate a crash left unknown. */
  retryUnknown: z.boolean().default(false),
  timeoutMs: milliseconds.min(100, 'expected at least 0.1 seconds').default(20_000),
  maxBodyBytes: count.default(10_000_000),
  maxRetries: z.int().min(0).max(10).default(3),
  allowPrivate: z.boolean().default(false),
  proxy: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  /** A cookies.txt in Netscape's format. */
  cookies: z.string().optional(),
  /** Judge what pages say that is new, and take them into the library. */
  novelty: z.enum(NOVELTY_MODES, `expected one of ${NOVELTY_MODES.join(', ')}`).default('off'),
  /** Files of is-a relations, in addition to those of the domains. */
  ontologies: z.array(z.string()).default([]),
  /** How the owner of a site can reach you; stands in the user agent. */
  contact: z.string().max(200).optional(),
});

export type HarvestOptions = z.input<typeof harvestOptionsSchema>;
export type ResolvedOptions = z.output<typeof harvestOptionsSchema>;

export class OptionsError extends FieldfareError {
  readonly code = 'options';
  /** The options that are wrong, by their names here, and what is wrong with each. */
  readonly wrong: readonly { readonly option: string; readonly message: string }[];
  constructor(message: string, wrong: OptionsError['wrong'] = []) {
    super(message);
    this.wrong = wrong;
  }
}

/** @throws {OptionsError} naming each option that is wrong and what was expected */
export function resolveOptions(options: HarvestOptions): ResolvedOptions {
  const parsed = harvestOptionsSchema.safeParse(options);
  if (parsed.success) {
    if (parsed.data.domains.length > 0 || parsed.data.resume !== false) return parsed.data;
    throw new OptionsError('no domain given; name one or more, such as book or hotel');
  }
  const wrong = parsed.error.issues.map(({ path, message }) => ({
    option: path.join('.') || 'options',
    message,
  }));
  throw new OptionsError(wrong.map(({ option, message }) => `${option}: ${message}`).join('; '), wrong);
}

/** The options that a resumed run takes over from the run it continues: all that shape what is found. */
export function frozenOptions(options: ResolvedOptions): Partial<ResolvedOptions> {
  const {
    storage: _s,
    resume: _r,
    headers: _h,
    cookies: _c,
    proxy: _p,
    concurrency: _n,
    retryUnknown: _u,
    web,
    ...frozen
  } = options;
  const spec = typeof web === 'string' ? web : web.spec;
  return spec === undefined ? frozen : { ...frozen, web: spec };
}
