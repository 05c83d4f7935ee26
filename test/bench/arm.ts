/** One arm of the crawl benchmark in a process of its own: `arm.ts NAME PORT MAX_PAGES`, prints one JSON line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { treeCpuMs, watchTree } from './tree-cpu.ts';

const [name = '', port = '', limit = ''] = process.argv.slice(2);
const home = `http://127.0.0.1:${port}/`;
const maxPages = Number(limit);
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
process.env.CRAWLEE_STORAGE_DIR = folder;
process.env.CRAWLEE_LOG_LEVEL = 'OFF';

interface Result {
  readonly pages: number;
  readonly forms: number;
}

/**
 * The pages between the first tenth and the last are raced: what every arm loads and starts, and how a crawler notices
 * that nothing is left (Crawlee's queue waits for long), is not.
 */
const first = Math.ceil(maxPages * 0.1);
const mark = Math.floor(maxPages * 0.9);
let began = 0;
let cpu = 0;
let lap: { readonly seconds: number; readonly cpuMs: number } | undefined;
let counted = 0;

function count(): void {
  counted++;
  if (counted === first) {
    began = performance.now();
    cpu = treeCpuMs();
  }
  if (counted === mark) lap = { seconds: (performance.now() - began) / 1_000, cpuMs: treeCpuMs() - cpu };
}

const TUNED = {
  useSessionPool: false,
  minConcurrency: 16,
  maxConcurrency: 16,
  autoscaledPoolOptions: { maybeRunIntervalSecs: 0.05 },
};

async function plain(): Promise<Result> {
  const { request, Agent } = await import('undici');
  const dispatcher = new Agent({ connections: 16 });
  const seen = new Set([home]);
  const queue = [home];
  let pages = 0;
  let underway = 0;
  const links = /href="(\/docs\/[^"]+)"/g;
  await new Promise<void>((resolve, reject) => {
    const more = () => {
      while (underway < 16 && queue.length > 0 && pages + underway < maxPages) {
        underway++;
        fetchOne(queue.shift() ?? home).then(more, reject);
      }
      if (underway === 0) resolve();
    };
    const fetchOne = async (url: string) => {
      const text = await (await request(url, { dispatcher })).body.text();
      pages++;
      count();
      underway--;
      // The least that finds the next page; nothing is parsed.
      for (const [, path] of text.matchAll(links)) {
        const to = new URL(path ?? '', home).href;
        if (seen.has(to)) continue;
        seen.add(to);
        queue.push(to);
      }
    };
    more();
  });
  return { pages, forms: 0 };
}

/** What a streaming parser tells of a page: addresses as they stand there, forms or what is known of them. */
interface Listed {
  readonly hrefs: readonly string[];
  readonly forms: number;
}

interface Lister {
  write(text: string): void;
  end(): Listed;
}

type Parser = typeof import('htmlparser2').Parser;

/** The least: addresses are collected, forms counted. */
function counting(Parser: Parser): Lister {
  const hrefs: string[] = [];
  let forms = 0;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'form') forms++;
      else if (name === 'a' && href !== undefined) hrefs.push(href);
    },
  });
  return {
    write: (text) => parser.write(text),
    end: () => {
      parser.end();
      return { hrefs, forms };
    },
  };
}

/** What one would keep: title, links with their text, forms with their fields and the text in them. */
function listing(Parser: Parser): Lister {
  const links: { href: string; text: string }[] = [];
  const forms: { action: string; method: string; text: string; fields: Record<string, string>[] }[] = [];
  let title = '';
  let link: { href: string; text: string } | undefined;
  let form: (typeof forms)[number] | undefined;
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href !== undefined) {
        link = { href: attributes.href, text: '' };
        links.push(link);
      } else if (name === 'form') {
        const { action = '', method = 'get' } = attributes;
        form = { action, method, text: '', fields: [] };
        forms.push(form);
      } else if (name === 'title') inTitle = true;
      else if (/^(?:input|select|textarea|button)$/.test(name))
        form?.fields.push({ ...attributes, tag: name });
    },
    ontext(text) {
      if (link !== undefined) link.text += text;
      if (form !== undefined) form.text += text;
      if (inTitle) title += text;
    },
    onclosetag(name) {
      if (name === 'a') link = undefined;
      else if (name === 'form') form = undefined;
      else if (name === 'title') inTitle = false;
    },
  });
  return {
    write: (text) => parser.write(text),
    end: () => {
      parser.end();
      const page = { title, links: links.map(({ href, text }) => ({ href, text: text.trim() })), forms };
      return { hrefs: page.links.map(({ href }) => href), forms: page.forms.length };
    },
  };
}

/** What arrives goes straight into a streaming parser; nothing is kept. */
async function streamed(lister: (parser: Parser) => Lister): Promise<Result> {
  const { request, Agent } = await import('undici');
  const { Parser } = await import('htmlparser2');
  const dispatcher = new Agent({ connections: 16 });
  const seen = new Set([home]);
  const queue = [home];
  let pages = 0;
  let forms = 0;
  const one = async (url: string) => {
    const { body } = await request(url, { dispatcher });
    const parser = lister(Parser);
    body.setEncoding('utf8');
    for await (const text of body) parser.write(String(text));
    const found = parser.end();
    forms += found.forms;
    pages++;
    count();
    for (const href of found.hrefs) {
      const to = URL.parse(href, url)?.href;
      if (to === undefined || seen.has(to)) continue;
      seen.add(to);
      queue.push(to);
    }
  };
  let underway = 0;
  await new Promise<void>((resolve, reject) => {
    const more = () => {
      while (underway < 16 && queue.length > 0 && pages + underway < maxPages) {
        underway++;
        one(queue.shift() ?? home).then(() => {
          underway--;
          more();
        }, reject);
      }
      if (underway === 0) resolve();
    };
    more();
  });
  return { pages, forms };
}

async function ours(render: 'never' | 'always' | 'auto'): Promise<Result> {
  const { harvest } = await import('../../src/harvest/index.ts');
  let result: Result = { pages: 0, forms: 0 };
  let sightings = 0;
  for await (const event of harvest({
    domains: ['product'],
    web: 'live',
    allowPrivate: true,
    delayMs: 0,
    perHost: 16,
    seeds: [home],
    strategy: 'breadth-first',
    submit: false,
    maxDepth: 20,
    maxPages,
    maxPagesPerSite: maxPages + 1,
    render,
    storage: folder,
  })) {
    if (event.type === 'page') {
      sightings += event.forms;
      count();
    }
    if (event.type === 'end') result = { pages: event.progress.pages, forms: sightings };
  }
  return result;
}

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
  const { findBrowser, launchOptions } = await import('../../src/browser/index.ts');
  const search = await findBrowser();
  if (search.found === undefined) throw new Error(search.problem);
  let pages = 0;
  let forms = 0;
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
    async requestHandler({ page, enqueueLinks }) {
      pages++;
      count();
      forms += await page.evaluate('document.forms.length').then(Number);
      await enqueueLinks();
    },
  });
  await crawler.run([home]);
  return { pages, forms };
}

async function adaptive(tuned: boolean): Promise<Result> {
  const { AdaptivePlaywrightCrawler } = await import('@crawlee/playwright');
  const { findBrowser, launchOptions } = await import('../../src/browser/index.ts');
  const search = await findBrowser();
  if (search.found === undefined) throw new Error(search.problem);
  const done = new Set<string>();
  let forms = 0;
  const crawler = new AdaptivePlaywrightCrawler({
    ...(tuned ? TUNED : {}),
    launchContext: { launchOptions: launchOptions(search.found) },
    maxRequestsPerCrawl: maxPages,
    async requestHandler({ request, parseWithCheerio, enqueueLinks }) {
      const $ = await parseWithCheerio();
      // A page's handler may be run more than once.
      if (!done.has(request.url)) {
        done.add(request.url);
        forms += $('form').length;
        count();
      }
      await enqueueLinks();
    },
  });
  await crawler.run([home]);
  return { pages: done.size, forms };
}

const ARMS: Readonly<Record<string, () => Promise<Result>>> = {
  plain,
  'HTTP and htmlparser2': () => streamed(counting),
  'HTTP and htmlparser2, texts and fields': () => streamed(listing),
  AdaptivePlaywrightCrawler: () => adaptive(false),
  'AdaptivePlaywrightCrawler tuned': () => adaptive(true),
  'our HTTP path': () => ours('never'),
  'our mixed path': () => ours('auto'),
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
  AdaptivePlaywrightCrawler: ['@crawlee/playwright', '../../src/browser/index.ts'],
  our: ['../../src/harvest/index.ts'],
  CheerioCrawler: ['@crawlee/cheerio'],
  PlaywrightCrawler: ['@crawlee/playwright', '../../src/browser/index.ts'],
};

const arm = ARMS[name];
if (arm === undefined)
  throw new Error(`unknown arm ${name}; expected one of ${Object.keys(ARMS).join(', ')}`);
for (const module of MODULES[name.split(' ')[0] ?? ''] ?? []) await import(module);
if (/laywright|browser|mixed/.test(name)) watchTree();
const result = await arm();
if (lap === undefined) throw new Error(`only ${result.pages} of ${maxPages} pages were crawled`);
process.stdout.write(
  `${JSON.stringify({ ...result, pagesPerSecond: (mark - first) / lap.seconds, cpuMsPerPage: lap.cpuMs / (mark - first), memoryMb: process.memoryUsage.rss() / 1e6 })}\n`,
);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
