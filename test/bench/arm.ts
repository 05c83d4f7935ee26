/** One arm of the crawl benchmark in a process of its own: `arm.ts NAME PORT MAX_PAGES`, prints one JSON line. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { boundYoungGeneration } from '../../src/interfaces/cli/bound-young-generation.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Crawl, counting, listing, plain, type Result, type Seen, streamed } from './bare-arms.ts';
import { treeCpuMs, watchTree } from './tree-cpu.ts';

const [name = '', port = '', limit = ''] = process.argv.slice(2);
const home = `http://127.0.0.1:${port}/`;
const maxPages = Number(limit);
const folder = temporaryFolder('bench-');
process.env.CRAWLEE_STORAGE_DIR = folder;
process.env.CRAWLEE_LOG_LEVEL = 'OFF';

/**
 * The pages between the first tenth and the last are raced: what every arm loads and starts, and how a crawler notices
 * that nothing is left (Crawlee's queue waits for long), is not.
 */
const first = Math.ceil(maxPages * 0.1);
const mark = Math.floor(maxPages * 0.9);
let began = 0;
let cpu = 0;
let main = 0;
let lap: { readonly seconds: number; readonly cpuMs: number; readonly mainMs: number } | undefined;
let counted = 0;

/** CPU time of this thread, in milliseconds. */
function mainCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function count(): void {
  counted++;
  if (counted === first) {
    began = performance.now();
    cpu = treeCpuMs();
    main = mainCpuMs();
  }
  if (counted === mark)
    lap = {
      seconds: (performance.now() - began) / 1_000,
      cpuMs: treeCpuMs() - cpu,
      mainMs: mainCpuMs() - main,
    };
}

const TUNED = {
  useSessionPool: false,
  minConcurrency: 16,
  maxConcurrency: 16,
  autoscaledPoolOptions: { maybeRunIntervalSecs: 0.05 },
};

/** What lets the default strategy read every page, as an exhaustive one does and the other arms are asked to. */
const ALL_PAGES = { strategy: 'two-stage', leaveAfter: 0, formsPerDepth: 0 } as const;
const EXHAUSTIVE = { strategy: 'breadth-first' } as const;

async function ours(
  render: 'never' | 'always' | 'auto',
  order: typeof ALL_PAGES | typeof EXHAUSTIVE = EXHAUSTIVE,
): Promise<Result> {
  const { harvest } = await import('../../src/app/index.ts');
  boundYoungGeneration();
  let pages = 0;
  const forms = new Map<string, number>();
  for await (const event of harvest({
    domains: ['product'],
    web: 'live',
    allowPrivate: true,
    delayMs: 0,
    perHost: 16,
    seeds: [home],
    ...order,
    submit: false,
    maxDepth: 20,
    maxPages,
    maxPagesPerSite: maxPages + 1,
    render,
    storage: folder,
  })) {
    if (event.type === 'page') {
      // A page that is rendered after all is told twice.
      if (!forms.has(event.url)) count();
      forms.set(event.url, event.forms);
    }
    if (event.type === 'end') pages = event.progress.pages;
  }
  const result = { pages, forms: [...forms.values()].reduce((sum, count) => sum + count, 0) };
  return render === 'never' ? result : { ...result, seen: seenInStore() };
}

function seenInStore(): Seen {
  const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'), { readOnly: true });
  const rows = db
    .prepare(
      `select page.url, json_extract(form_variant.form, '$.action') as action from page
       left join sighting on sighting.run_id = page.run_id and sighting.page_id = page.id
       left join form_variant on form_variant.run_id = sighting.run_id and form_variant.variant = sighting.variant
       where page.rendered_by != 'none'`,
    )
    .all() as { url: string; action: string | null }[];
  db.close();
  const seen: Record<string, readonly string[]> = {};
  for (const { url, action } of rows) {
    const forms = seen[pathOf(url)] ?? [];
    seen[pathOf(url)] = action === null ? forms : [...forms, pathOf(action)];
  }
  return seen;
}

const pathOf = (url: string): string => new URL(url, home).pathname;

async function cheerio(tuned: boolean): Promise<Result> {
  const { CheerioCrawler } = await import('@crawlee/cheerio');
  let pages = 0;
  let forms = 0;
  const crawler = new CheerioCrawler({
    ...(tuned ? TUNED : {}),
    maxRequestsPerCrawl: maxPages,
    async requestHandler({ $, enqueueLinks }) {
      pages++;
      count();
      forms += $('form').length;
      await enqueueLinks();
    },
  });
  await crawler.run([home]);
  return { pages, forms };
}

async function playwright(tuned: boolean): Promise<Result> {
  const { PlaywrightCrawler } = await import('@crawlee/playwright');
  const { findBrowser, launchOptions } = await import('../../src/foundation/browser/index.ts');
  const search = await findBrowser();
  if (search.found === undefined) throw new Error(search.problem);
  const seen: Record<string, readonly string[]> = {};
  const crawler = new PlaywrightCrawler({
    ...(tuned
      ? {
          ...TUNED,
          preNavigationHooks: [
            async (_: unknown, go: { waitUntil?: string }) => {
              go.waitUntil = 'domcontentloaded';
            },
          ] as never,
        }
      : {}),
    launchContext: { launchOptions: launchOptions(search.found) },
    maxRequestsPerCrawl: maxPages,
    async requestHandler({ request, page, enqueueLinks }) {
      count();
      const actions = await page.evaluate(
        "Array.from(document.forms, (form) => form.getAttribute('action'))",
      );
      seen[pathOf(request.url)] = (actions as string[]).map(pathOf);
      await enqueueLinks();
    },
  });
  await crawler.run([home]);
  return told(seen);
}

const told = (seen: Seen): Result => ({
  pages: Object.keys(seen).length,
  forms: Object.values(seen).reduce((sum, forms) => sum + forms.length, 0),
  seen,
});

async function adaptive(tuned: boolean): Promise<Result> {
  const { AdaptivePlaywrightCrawler } = await import('@crawlee/playwright');
  const { findBrowser, launchOptions } = await import('../../src/foundation/browser/index.ts');
  const search = await findBrowser();
  if (search.found === undefined) throw new Error(search.problem);
  const seen: Record<string, readonly string[]> = {};
  const crawler = new AdaptivePlaywrightCrawler({
    ...(tuned ? TUNED : {}),
    launchContext: { launchOptions: launchOptions(search.found) },
    maxRequestsPerCrawl: maxPages,
    async requestHandler({ request, parseWithCheerio, enqueueLinks }) {
      const $ = await parseWithCheerio();
      // A page's handler may be run once more, over HTTP, to learn whether that would have done: the first run counts.
      if (seen[pathOf(request.url)] === undefined) {
        count();
        seen[pathOf(request.url)] = $('form')
          .toArray()
          .map((form) => pathOf($(form).attr('action') ?? ''));
      }
      await enqueueLinks();
    },
  });
  await crawler.run([home]);
  return told(seen);
}

const bare: Crawl = { home, maxPages, count };

const ARMS: Readonly<Record<string, () => Promise<Result>>> = {
  plain: () => plain(bare),
  'HTTP and htmlparser2': () => streamed(counting, bare),
  'HTTP and htmlparser2, texts and fields': () => streamed(listing, bare),
  AdaptivePlaywrightCrawler: () => adaptive(false),
  'AdaptivePlaywrightCrawler tuned': () => adaptive(true),
  'our HTTP path': () => ours('never'),
  'our mixed path': () => ours('auto', ALL_PAGES),
  'our mixed path, exhaustive': () => ours('auto'),
  'our browser path': () => ours('always'),
  CheerioCrawler: () => cheerio(false),
  'CheerioCrawler tuned': () => cheerio(true),
  PlaywrightCrawler: () => playwright(false),
  'PlaywrightCrawler tuned': () => playwright(true),
};

/** What an arm loads; loading is not what is raced. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  plain: ['undici'],
  HTTP: ['undici', 'htmlparser2'],
  AdaptivePlaywrightCrawler: ['@crawlee/playwright', '../../src/foundation/browser/index.ts'],
  our: ['../../src/crawl/run/index.ts'],
  CheerioCrawler: ['@crawlee/cheerio'],
  PlaywrightCrawler: ['@crawlee/playwright', '../../src/foundation/browser/index.ts'],
};

const arm = ARMS[name];
if (arm === undefined)
  throw new Error(`unknown arm ${name}; expected one of ${Object.keys(ARMS).join(', ')}`);
for (const module of MODULES[name.split(' ')[0] ?? ''] ?? []) await import(module);
if (/laywright|browser|mixed/.test(name)) watchTree();
const result = await arm();
if (lap === undefined) throw new Error(`only ${result.pages} of ${maxPages} pages were crawled`);
process.stdout.write(
  `${JSON.stringify({ ...result, pagesPerSecond: (mark - first) / lap.seconds, cpuMsPerPage: lap.cpuMs / (mark - first), mainMsPerPage: lap.mainMs / (mark - first), memoryMb: process.memoryUsage.rss() / 1e6 })}\n`,
);
process.exit(0);
