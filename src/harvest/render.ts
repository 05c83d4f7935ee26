import { closeCookieBanner, type OpenPage } from '../browser/index.ts';
import { captureJson, type Lease, type PageLink } from '../pages/index.ts';
import { siteOf } from '../sites/index.ts';
import type { PageTable } from '../store/index.ts';
import type { Exchange } from '../web/index.ts';
import type { Advice } from './familiar-scripts.ts';
import { isAudited } from './gate-book.ts';
import { openersOn, withOpened } from './opened-forms.ts';
import type { Job as AnyJob, TimedReading } from './page-reader.ts';
import type { Reading } from './read-page.ts';
import type { Workshop } from './workshop.ts';

type Job = Extract<AnyJob, { kind: 'html' }>;

/** A page that was read, and how. */
export interface Read {
  readonly reading: Reading;
  /** What guards the site, where that was shown instead of the page. */
  readonly guard: string | undefined;
  readonly readMs: number;
  readonly links: readonly PageLink[];
  readonly renderedBy: 'http' | 'browser';
  readonly renderReason: string;
  readonly renderMs: number | null;
  /** What the browser showed that HTTP had not: search forms, and links. Null where nothing was rendered. */
  readonly gain: Gain | null;
  /** True when HTTP would have done, by all we knew, and the page was rendered to see whether that is so. */
  readonly audited: boolean;
  /** Names its scripts among those of its site, where they may become familiar. */
  readonly scripts: string | undefined;
  /** What came of familiar scripts. */
  readonly familiar: PageTable['familiar'] | undefined;
}

/** What a page is taken to be like, and why. */
type Expectation = Pick<Extract<Advice, { kind: 'spare' }>, 'expected' | 'reason'>;

type Shown = Pick<Reading, 'forms' | 'links'>;

export interface Gain {
  readonly searchForms: number;
  readonly links: number;
}

/** Reads a page over HTTP and, where the gate says so, in the browser too. */
export async function readHtml(
  shop: Workshop,
  lease: Lease,
  exchange: Exchange,
  html: string,
): Promise<Read> {
  const { browser, gates, scripts, options } = shop;
  const render = browser === undefined ? 'never' : shop.sites.hints.renderMode(lease.host, options.render);
  const job: Job = { kind: 'html', html, url: lease.url, render };
  const reading = await shop.reader.read(job);
  const success = exchange.status >= 200 && exchange.status < 300;
  const learns = render === 'auto' && success;
  const key = learns ? scripts.keyOf(reading) : undefined;
  const state = scripts.stateOf(lease.site, key);
  const known = state === 'familiar' || state === 'deceived';
  const gate = learns && !known ? gates.weigh(lease.site, reading.gate) : reading.gate;
  const plain: Read = {
    reading,
    guard: guardIn(reading),
    readMs: reading.ms,
    links: reading.links,
    renderedBy: 'http',
    renderReason: gate.reason,
    renderMs: null,
    gain: null,
    audited: false,
    scripts: key,
    familiar: undefined,
  };
  if (browser === undefined || !success) return plain;
  const audited = !gate.render && render === 'auto' && isAudited(lease.url, options.audit);
  if (!gate.render && !audited) return plain;
  const advice = key === undefined || audited ? undefined : await scripts.advise(lease.site, key, lease.url);
  if (advice?.kind === 'spare') return asExpected(shop, job, plain, advice);
  const began = performance.now();
  let rendered: TimedReading | undefined;
  try {
    rendered = await renderAnyway(() => renderPage(shop, browser, lease, exchange));
    const shown = { ...plain, ...asShown(plain, rendered, performance.now() - began), audited };
    if (render === 'auto') gates.learn(lease.site, reading.gate, audited, shown.gain);
    if (advice?.kind === 'look-again' && key !== undefined)
      return await comparedWith(shop, lease, job, shown, { ...advice, plain, key });
    const familiar = scripts.isPutBack(lease.id) ? ('after-all' as const) : undefined;
    return { ...shown, renderReason: audited ? `audit: ${gate.reason}` : gate.reason, familiar };
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    shop.emit({ type: 'warning', message: `${lease.url} could not be rendered: ${why}` });
    const renderMs = performance.now() - began;
    return { ...plain, renderReason: `${gate.reason}, but rendering failed`, renderMs };
  } finally {
    if (advice?.kind === 'try' && key !== undefined) scripts.tried(lease.site, key, reading, rendered);
  }
}

/** What a rendering makes of what HTTP has read. */
function asShown({ reading, guard, readMs }: Read, rendered: TimedReading, renderMs: number) {
  return {
    guard: guard === undefined ? undefined : guardIn({ ...rendered, guard }),
    readMs: readMs + rendered.ms,
    reading: rendered,
    links: both(reading.links, rendered.links),
    renderedBy: 'browser' as const,
    renderMs,
    gain: gainOf(reading, rendered),
  };
}

/** A page as its scripts have left others: the forms that they add are taken to be there, and judged where they stand. */
async function asExpected(
  { reader }: Workshop,
  job: Job,
  plain: Read,
  { expected, reason }: Expectation,
): Promise<Read> {
  const reading = await reader.read({ ...job, slots: expected.slots });
  return {
    ...plain,
    reading,
    readMs: plain.readMs + reading.ms,
    links: both(plain.links, expected.links),
    renderReason: reason,
    familiar: 'spared',
  };
}

/** A page that would have been spared and was rendered to see whether that is right: what it gains is what was not expected. */
async function comparedWith(
  shop: Workshop,
  { site }: Lease,
  job: Job,
  shown: Read,
  expectation: Expectation & { readonly plain: Read; readonly key: string },
): Promise<Read> {
  const { expected, reason, plain, key } = expectation;
  const asWell = await asExpected(shop, job, plain, expectation);
  const confirmed = shop.scripts.confirmed(site, key, expected, plain.reading, shown.reading);
  return {
    ...shown,
    gain: gainOf({ ...asWell.reading, links: asWell.links }, shown.reading),
    renderReason: `look again: ${reason}`,
    familiar: confirmed ? 'confirmed' : 'surprise',
  };
}

/** Words alone prove nothing on a page that lets us search. */
const guardIn = ({ guard, forms }: TimedReading): string | undefined =>
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

async function renderAnyway<T>(render: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await render();
    } catch (error) {
      if (attempt >= RENDER_ATTEMPTS || !BROWSER_GONE.test(String(error))) throw error;
    }
  }
}

/** For what is done on a page once it is at rest: a banner closed, the page read, a search opened. */
const WORK_MS = 20_000;

async function renderPage(
  shop: Workshop,
  { pages, proxy }: NonNullable<Workshop['browser']>,
  lease: Lease,
  exchange: Exchange,
): Promise<TimedReading> {
  const withdraw = proxy.handOver(lease.url, exchange);
  try {
    const read = async (json: string) => {
      const reading = await shop.reader.read({ kind: 'tree', json, render: 'never' });
      // A script that goes elsewhere shows another site's page; it is not what was asked for.
      if (siteOf(reading.url) !== lease.site) throw new Error(`its script went to ${siteOf(reading.url)}`);
      return reading;
    };
    const work = async (open: OpenPage): Promise<string | TimedReading> => {
      const { session, rest } = open;
      if ((await closeCookieBanner(session)) !== undefined) await rest();
      const json = await captureJson(session);
      const openers = await openersOn(open);
      return openers === undefined ? json : withOpened(await read(json), open, openers, read);
    };
    const shown = await pages.visit(lease.site, lease.url, work, { workMs: WORK_MS });
    return typeof shown === 'string' ? await read(shown) : shown;
  } finally {
    withdraw();
  }
}
