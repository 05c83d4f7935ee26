import { browserErrorText, type OpenPage, TookTooLong } from '../../foundation/browser/index.ts';
import type { Nofollow, PageLink } from '../../foundation/dom/index.ts';
import type { Exchange } from '../../foundation/http/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { PageRow, RenderReason } from '../../storage/index.ts';
import {
  type AnalysisJob as AnyJob,
  type PageAnalyser,
  type PageAnalysis,
  type SearchDescriptions,
  type TimedAnalysis,
  UnreadError,
} from '../analysis/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Lease } from '../frontier/index.ts';
import { withoutNofollow } from '../frontier/index.ts';
import type { ResolvedOptions, SiteHints } from '../settings/index.ts';
import type { CrawlBrowser } from './browser.ts';
import { capturePage } from './capture-page.ts';
import { withOpened } from './opened-forms.ts';
import { type Gain, isAudited, type RenderStatistics } from './render-statistics.ts';
import type { Expectation, ScriptOutcomeCache } from './script-outcome-cache.ts';

type Job = Extract<AnyJob, { kind: 'html' }>;

export interface AnalysedPage {
  readonly reading: PageAnalysis;
  /** Names what guards the site, where that was shown instead of the page. */
  readonly guard: string | undefined;
  readonly readMs: number;
  readonly links: readonly PageLink[];
  readonly nofollow: Nofollow;
  readonly renderedBy: 'http' | 'browser';
  readonly renderReason: RenderReason;
  readonly renderMs: number | null;
  /** It could not be rendered, and it is not known that the page is to blame: the browser hung or ended. */
  readonly lostBrowser?: true;
  /** Counts search forms and links that only the browser showed. Null where nothing was rendered. */
  readonly gain: Gain | null;
  /** True when HTTP would have done, by all we knew, and the page was rendered to see whether that is so. */
  readonly audited: boolean;
  /** Names its scripts among those of its site. */
  readonly scripts: string | undefined;
  readonly familiar: PageRow['familiar'] | undefined;
}

type Shown = Pick<PageAnalysis, 'forms' | 'links'>;

export interface Rendering {
  readonly browser: CrawlBrowser | undefined;
  readonly options: Pick<ResolvedOptions, 'render' | 'robots' | 'audit'>;
  readonly hints: SiteHints;
  readonly reader: PageAnalyser;
  readonly descriptions: SearchDescriptions;
  readonly renderStatistics: RenderStatistics;
  readonly scripts: ScriptOutcomeCache;
  emit(event: HarvestEvent): void;
}

/** Holds a page as HTTP alone shows it, and whether it is to be rendered. */
export interface StaticPage {
  readonly page: AnalysedPage;
  readonly render: 'no' | 'audit' | 'yes';
  readonly job: Job;
}

export async function analyseHtml(
  crawl: Rendering,
  lease: Lease,
  exchange: Exchange,
  { html, encoding }: Pick<Job, 'html' | 'encoding'>,
  signal: AbortSignal,
): Promise<StaticPage> {
  const { browser, scripts, options } = crawl;
  const render = browser === undefined ? 'never' : crawl.hints.renderMode(lease.host, options.render);
  const job: Job = {
    kind: 'html',
    html,
    encoding,
    url: lease.url,
    render,
    descriptions: crawl.descriptions.known(lease.site),
  };
  const reading = await readDescribed(crawl, lease, job, signal);
  const success = exchange.status >= 200 && exchange.status < 300;
  const key = render === 'auto' && success ? scripts.keyOf(reading) : undefined;
  const gate = render === 'auto' && success ? weighed(crawl, lease, reading, key) : reading.renderDecision;
  const page: AnalysedPage = {
    reading,
    guard: guardIn(reading),
    readMs: reading.ms,
    links: reading.links,
    nofollow: reading.nofollow,
    renderedBy: 'http',
    renderReason: gate,
    renderMs: null,
    gain: null,
    audited: false,
    scripts: key,
    familiar: undefined,
  };
  if (browser === undefined || !success) return { page, render: 'no', job };
  if (gate.render) return { page, render: 'yes', job };
  const audited = render === 'auto' && isAudited(lease.url, options.audit);
  return { page, render: audited ? 'audit' : 'no', job };
}

/** Shows a page to the browser where its analysis says so; links that may not be followed are left out. */
export async function renderWhereNeeded(
  crawl: Rendering,
  lease: Lease,
  exchange: Exchange,
  page: StaticPage,
): Promise<AnalysedPage> {
  const read = page.render === 'no' ? page.page : await readShown(crawl, lease, exchange, page);
  return crawl.options.robots ? withoutNofollow(read, exchange) : read;
}

async function readShown(
  crawl: Rendering,
  lease: Lease,
  exchange: Exchange,
  { page: plain, render, job }: StaticPage,
): Promise<AnalysedPage> {
  const { scripts } = crawl;
  const { reading, scripts: key } = plain;
  const audited = render === 'audit';
  if (audited || key === undefined) return inBrowser(crawl, lease, exchange, { ...plain, audited });
  const advice = await scripts.advise(lease.site, key, reading);
  if (advice.kind === 'spare') return asExpected(crawl, job, plain, advice.expected);
  let read = plain;
  try {
    read = await inBrowser(crawl, lease, exchange, plain);
  } finally {
    const shown = read.renderedBy === 'browser' ? read.reading : undefined;
    const confirmed = scripts.rendered(lease.site, key, advice, reading, shown);
    if (!confirmed) read = { ...read, familiar: 'mismatch' };
    else if (lease.again) read = { ...read, familiar: 're-rendered' };
  }
  if (advice.kind === 'try' || read.renderedBy === 'http') return read;
  return lookedAtAgain(read, await asExpected(crawl, job, plain, advice.expected));
}

/** Reads a page; where it links to OpenSearch descriptions that are new, once more when they are known. */
async function readDescribed(
  { reader, descriptions }: Rendering,
  { site }: Lease,
  job: Job,
  signal: AbortSignal,
): Promise<TimedAnalysis> {
  const reading = await reader.read(job);
  if (reading.descriptions === undefined) return reading;
  await descriptions.learn(reading.descriptions, site, signal);
  return reader.read({ ...job, descriptions: descriptions.known(site) });
}

/** Changes the gate's decision by what is known of the site; what its scripts do is known better than what a reason has brought. */
function weighed(
  { renderStatistics, scripts }: Rendering,
  { site }: Lease,
  { renderDecision: gate }: PageAnalysis,
  key: string | undefined,
) {
  const state = scripts.stateOf(site, key);
  return state === 'familiar' || state === 'invalidated' ? gate : renderStatistics.adjust(site, gate);
}

async function inBrowser(
  crawl: Rendering,
  lease: Lease,
  exchange: Exchange,
  plain: AnalysedPage,
): Promise<AnalysedPage> {
  const { browser, renderStatistics, options } = crawl;
  if (browser === undefined) return plain;
  const { reading, audited } = plain;
  const began = performance.now();
  try {
    const rendered = await renderAnyway(() => renderPage(crawl, browser, lease, exchange, plain));
    const gain = gainOf(reading, rendered);
    if (crawl.hints.renderMode(lease.host, options.render) === 'auto')
      renderStatistics.learn(lease.site, reading.renderDecision.code, audited, gain);
    return {
      ...plain,
      guard: plain.guard === undefined ? undefined : guardIn({ ...rendered, guard: plain.guard }),
      readMs: plain.readMs + rendered.ms,
      reading: rendered,
      links: both(reading.links, rendered.links),
      nofollow: {
        page: reading.nofollow.page ?? rendered.nofollow.page,
        links: Math.max(reading.nofollow.links, rendered.nofollow.links),
      },
      renderedBy: 'browser',
      renderMs: performance.now() - began,
      gain,
    };
  } catch (error) {
    crawl.emit({
      type: 'warning',
      message: `${lease.url} could not be rendered: ${browserErrorText(error)}`,
    });
    const renderMs = performance.now() - began;
    const lost = error instanceof TookTooLong || error instanceof UnreadError || isBrowserGone(error);
    return { ...plain, audited: false, renderMs, ...(lost && { lostBrowser: true as const }) };
  }
}

/** Returns a page as its scripts have left others: the forms that they add are taken to be there, and judged where they stand. */
async function asExpected(
  { reader, descriptions }: Rendering,
  job: Job,
  plain: AnalysedPage,
  { slots, links, reason }: Expectation,
): Promise<AnalysedPage> {
  const reading = await reader.read({ ...job, slots, descriptions: descriptions.known(siteOf(job.url)) });
  return {
    ...plain,
    reading,
    readMs: plain.readMs + reading.ms,
    links: both(plain.links, links),
    renderReason: reason,
    familiar: 'skipped',
  };
}

/** Reads a page that was rendered as a spot check: it gains what was not expected. */
const lookedAtAgain = (shown: AnalysedPage, expected: AnalysedPage): AnalysedPage => ({
  ...shown,
  gain: gainOf({ ...expected.reading, links: expected.links }, shown.reading),
  renderReason: expected.renderReason,
  familiar: shown.familiar ?? 'confirmed',
});

/** Words alone prove nothing on a page that lets us search. */
const guardIn = ({ guard, forms }: TimedAnalysis): string | undefined =>
  forms.some(({ verdict }) => verdict.searchable) ? undefined : guard;

/** Scripts may take links away that the server gave; what either of the two saw is a link. */
const both = (plain: readonly PageLink[], rendered: readonly PageLink[]): readonly PageLink[] => [
  ...new Map([...plain, ...rendered].map((link) => [link.url, link])).values(),
];

function gainOf(plain: Shown, rendered: Shown): Gain {
  const searchForms = ({ forms }: Shown) =>
    forms.filter(({ verdict }) => verdict.searchable).map(({ form }) => form.id);
  const forms = new Set(searchForms(plain));
  const links = new Set(plain.links.map((link) => link.url));
  return {
    searchForms: searchForms(rendered).filter((id) => !forms.has(id)).length,
    links: rendered.links.filter((link) => !links.has(link.url)).length,
  };
}

/** A page is not to blame that its browser was ended; one that ends every browser is. */
const RENDER_ATTEMPTS = 3;
const BROWSER_GONE =
  /crashed|closed|disconnected|not connected|ECONNRESET|EPIPE|Failed to launch|did not start/i;
const isBrowserGone = (error: unknown): boolean => BROWSER_GONE.test(String(error));

async function renderAnyway<T>(render: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await render();
    } catch (error) {
      if (attempt >= RENDER_ATTEMPTS || !isBrowserGone(error)) throw error;
    }
  }
}

/** Covers what is done on a page at rest: a banner closed, the page read, a search opened. */
const WORK_MS = 20_000;
/** A page without any content of its own may get all of it through a socket. */
const NOTHING_YET: ReadonlySet<string> = new Set(['empty-app-root', 'hardly-any-text']);

async function renderPage(
  crawl: Rendering,
  { pages, proxy }: CrawlBrowser,
  lease: Lease,
  exchange: Exchange,
  { renderReason: { code } }: AnalysedPage,
): Promise<TimedAnalysis> {
  const withdraw = proxy.offerPrefetched(lease.url, exchange);
  const closeSockets = NOTHING_YET.has(code ?? '') ? proxy.admitSockets(lease.site) : undefined;
  try {
    const read = async (packed: string) => {
      const reading = await crawl.reader.read({
        kind: 'tree',
        packed,
        render: 'never',
        descriptions: crawl.descriptions.known(lease.site),
      });
      // A script that goes elsewhere shows another site's page; it is not what was asked for.
      if (siteOf(reading.url) !== lease.site) throw new Error(`its script went to ${siteOf(reading.url)}`);
      return reading;
    };
    const work = async (open: OpenPage): Promise<string | TimedAnalysis> => {
      const { packed, openers } = await capturePage(open);
      return openers === undefined ? packed : withOpened(await read(packed), open, openers, read);
    };
    const shown = await pages.visit(lease.site, lease.url, work, { workMs: WORK_MS });
    return typeof shown === 'string' ? await read(shown) : shown;
  } finally {
    closeSockets?.();
    withdraw();
  }
}
