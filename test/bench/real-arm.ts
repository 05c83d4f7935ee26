/** One arm of the benchmark of real pages in a process of its own: `real-arm.ts NAME PLAN.json`, prints one JSON line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { findBrowser, launchOptions } from '../../src/foundation/browser/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { harvestOf } from './real-harvest.ts';
import { type ByRole, cpuByRole, memoryByRole, treeCpuMs, treeMemoryMb, watchTree } from './tree-cpu.ts';

/** What every arm is given. */
export interface RealPlan {
  readonly urls: readonly string[];
  /** Where the pages come from an archive: its file, and a proxy that answers from it for those who cannot read it. */
  readonly archive?: {
    readonly file: string;
    readonly proxy: string;
    readonly browserArgs: readonly string[];
  };
}

export interface RealResult {
  readonly pages: number;
  readonly pagesPerSecond: number;
  /** Of all processes of the arm, ended ones included. */
  readonly cpuMsPerPage: number;
  /** Of all processes at the last tenth of the pages, what they share counted once. */
  readonly memoryMb: number;
  /** Where CPU time a page and memory go. */
  readonly roles: { readonly cpuMsPerPage: ByRole; readonly memoryMb: ByRole };
  /** Forms of each page: where they lead; `box` for a text field without a form. */
  readonly seen: Readonly<Record<string, readonly string[]>>;
}

type Seen = Record<string, readonly string[]>;

const [name = '', planFile = ''] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, 'utf8')) as RealPlan;
const folder = temporaryFolder('bench-real-');
process.env.CRAWLEE_STORAGE_DIR = folder;
process.env.CRAWLEE_LOG_LEVEL = 'OFF';

/** What all arms load and start, and how a crawler notices that nothing is left, is not raced. */
const first = Math.ceil(plan.urls.length * 0.1);
const mark = Math.floor(plan.urls.length * 0.9);
let [began, cpu, counted] = [0, 0, 0];
let roles: ByRole = {};
let lap: Omit<RealResult, 'pages' | 'seen'> | undefined;

function count(): void {
  counted++;
  if (counted === first) [began, cpu, roles] = [performance.now(), treeCpuMs(), cpuByRole()];
  if (counted !== mark) return;
  const seconds = (performance.now() - began) / 1_000;
  lap = {
    pagesPerSecond: (mark - first) / seconds,
    cpuMsPerPage: (treeCpuMs() - cpu) / (mark - first),
    memoryMb: treeMemoryMb(),
    roles: { cpuMsPerPage: since(roles), memoryMb: memoryByRole() },
  };
}

function since(before: ByRole): ByRole {
  const spent = Object.entries(cpuByRole()).map(([role, ms]) => [
    role,
    (ms - (before[role] ?? 0)) / (mark - first),
  ]);
  return Object.fromEntries(spent) as ByRole;
}

/** Runs in the page. */
const FORMS = `[...Array.from(document.forms, (form) => form.getAttribute('action') ?? ''),
  ...Array.from(document.querySelectorAll('input'), (box) => box.form === null && /^(?:text|search)$/.test(box.type) ? 'box' : undefined)]
  .filter((one) => one !== undefined)`;

/** Where a form leads, whatever its query; a script leads nowhere. */
function targetOf(action: string, page: string): string {
  if (action === 'box') return action;
  const url = URL.parse(action, page);
  return url === null || !/^https?:$/.test(url.protocol) ? '' : url.host + url.pathname;
}
const keyOf = (url: string): string => url.replace(/#.*/s, '');
const targetsOf = (actions: readonly string[], page: string): readonly string[] => [
  ...new Set(actions.map((action) => targetOf(action, page))),
];

async function ours(render: 'auto' | 'always'): Promise<Seen> {
  const { harvest } = await import('../../src/app/index.ts');
  const told = new Set<string>();
  const web = plan.archive === undefined ? 'live' : `replay:${plan.archive.file}`;
  for await (const event of harvest(harvestOf(plan.urls, { web, render, folder }))) {
    // A page that is rendered after all is told twice.
    if (event.type === 'page' && !told.has(event.url)) {
      told.add(event.url);
      count();
    }
  }
  const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'), { readOnly: true });
  const rows = db
    .prepare(
      `select page.url, form_variant.form from page
       left join sighting on sighting.run_id = page.run_id and sighting.page_id = page.id
       left join form_variant on form_variant.run_id = sighting.run_id and form_variant.variant = sighting.variant
       where page.rendered_by != 'none'`,
    )
    .all() as { url: string; form: string | null }[];
  db.close();
  const seen: Record<string, string[]> = {};
  for (const { url, form } of rows) {
    const forms = seen[keyOf(url)] ?? [];
    seen[keyOf(url)] = forms;
    if (form === null) continue;
    const { action, actionKind, where } = JSON.parse(form);
    if (where.hasFormTag) forms.push(actionKind === 'script' ? '' : targetOf(action, url));
    else forms.push('box');
  }
  return seen;
}

const TUNED = {
  useSessionPool: false,
  minConcurrency: 8,
  maxConcurrency: 16,
  autoscaledPoolOptions: { maybeRunIntervalSecs: 0.05 },
};
/** What our proxy refuses by type, by the ends of addresses. */
const REFUSED =
  '.png .jpg .jpeg .gif .webp .avif .bmp .ico .svg .woff .woff2 .ttf .otf .eot .mp3 .mp4 .webm .ogg'.split(
    ' ',
  );

interface Tuning {
  readonly tuned?: boolean;
  readonly refusing?: boolean;
}

async function launched() {
  const search = await findBrowser();
  if (search.found === undefined) throw new Error(search.problem);
  const options = launchOptions(search.found);
  const args = [...(options.args ?? []), ...(plan.archive?.browserArgs ?? [])];
  return { ...options, args };
}

async function proxied() {
  const { ProxyConfiguration } = await import('@crawlee/core');
  return plan.archive && { proxyConfiguration: new ProxyConfiguration({ proxyUrls: [plan.archive.proxy] }) };
}

async function playwright({ tuned = false, refusing = false }: Tuning): Promise<Seen> {
  const { PlaywrightCrawler, playwrightUtils } = await import('@crawlee/playwright');
  const seen: Seen = {};
  const hook = async ({ page }: { page: Page }, go: { waitUntil?: string }) => {
    if (tuned) go.waitUntil = 'domcontentloaded';
    if (refusing) await playwrightUtils.blockRequests(page as never, { urlPatterns: REFUSED });
  };
  const crawler = new PlaywrightCrawler({
    ...(tuned && TUNED),
    ...(await proxied()),
    preNavigationHooks: [hook] as never,
    launchContext: { launchOptions: await launched() },
    maxRequestRetries: 0,
    async requestHandler({ request, page }) {
      seen[keyOf(request.url)] = targetsOf((await page.evaluate(FORMS)) as string[], page.url());
      count();
    },
    failedRequestHandler: count,
  });
  await crawler.run([...plan.urls]);
  return seen;
}

async function parsed(kind: 'AdaptivePlaywrightCrawler' | 'CheerioCrawler'): Promise<Seen> {
  const seen: Seen = {};
  const listed = ($: import('@crawlee/cheerio').CheerioAPI, url: string) => {
    if (seen[keyOf(url)] !== undefined) return;
    const forms = $('form').toArray();
    const boxes = $('input[type=text], input[type=search], input:not([type])').toArray();
    const free = boxes.some(
      (box) => $(box).closest('form').length === 0 && $(box).attr('form') === undefined,
    );
    const actions = forms.map((form) => $(form).attr('action') ?? '');
    seen[keyOf(url)] = targetsOf(free ? [...actions, 'box'] : actions, url);
    count();
  };
  const common = { maxRequestRetries: 0, failedRequestHandler: count, ...(await proxied()) };
  if (kind === 'CheerioCrawler') {
    const { CheerioCrawler } = await import('@crawlee/cheerio');
    const crawler = new CheerioCrawler({
      ...common,
      requestHandler: async ({ $, request }) => listed($, request.url),
    });
    await crawler.run([...plan.urls]);
    return seen;
  }
  const { AdaptivePlaywrightCrawler } = await import('@crawlee/playwright');
  const crawler = new AdaptivePlaywrightCrawler({
    ...common,
    launchContext: { launchOptions: await launched() },
    requestHandler: async ({ request, parseWithCheerio }) => listed(await parseWithCheerio(), request.url),
  });
  await crawler.run([...plan.urls]);
  return seen;
}

const WAIT_MS = 10_000;

/** What is there for who waits: each page by itself, all that it loads, and ten seconds more. */
async function waiting(): Promise<Seen> {
  const { chromium } = await import('playwright-core');
  const proxy = plan.archive && { proxy: { server: plan.archive.proxy, bypass: '<-loopback>' } };
  const browser = await chromium.launch({ ...(await launched()), ...proxy });
  const seen: Seen = {};
  const queue = [...plan.urls];
  const tab = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const page = await browser.newPage();
      await page.goto(url, { waitUntil: 'load', timeout: 20_000 }).catch(() => undefined);
      await page.waitForTimeout(WAIT_MS);
      const actions = await page.evaluate(FORMS).catch(() => undefined);
      if (actions !== undefined) seen[keyOf(url)] = targetsOf(actions as string[], page.url());
      count();
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: 12 }, tab));
  await browser.close();
  return seen;
}

const ARMS: Readonly<Record<string, () => Promise<Seen>>> = {
  'ours auto': () => ours('auto'),
  'ours always': () => ours('always'),
  PlaywrightCrawler: () => playwright({}),
  'PlaywrightCrawler tuned': () => playwright({ tuned: true }),
  'PlaywrightCrawler tuned, refusing': () => playwright({ tuned: true, refusing: true }),
  AdaptivePlaywrightCrawler: () => parsed('AdaptivePlaywrightCrawler'),
  CheerioCrawler: () => parsed('CheerioCrawler'),
  waiting,
};
const arm = ARMS[name];
if (arm === undefined)
  throw new Error(`unknown arm ${name}; expected one of ${Object.keys(ARMS).join(', ')}`);
watchTree();
const seen = await arm();
if (lap === undefined) throw new Error(`only ${counted} of ${plan.urls.length} pages were read`);
const result: RealResult = { pages: Object.keys(seen).length, ...lap, seen };
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
