/**
 * Our crawl and a plain breadth-first crawl by Crawlee over the same practice web, with the same seeds and page
 * budget, scored by the same truth and access log: `node test/bench/practice-race.ts [--pages N] [--json]`.
 * Each arm has a process and a web of its own.
 */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ClaimedForm, Score, SpawnedPracticeWeb } from '../../src/practice-web/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ARMS = ['fieldfare', 'CheerioCrawler', 'PlaywrightCrawler'] as const;
const SITES = 24;
const DOMAINS = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'] as const;

interface Row {
  readonly arm: string;
  readonly pages: number;
  readonly seconds: number;
  readonly relevantSites: string;
  readonly formsSeen: string;
  readonly searchableFound: string;
  readonly searchableWrong: number;
  readonly f1: number;
  readonly robotsViolations: number;
  readonly trapRequests: number;
}

function rowOf(arm: string, score: Score, seconds: number): Row {
  const { all, searchable, log } = score;
  if (!log) throw new Error('a score without the access log');
  return {
    arm,
    pages: log.pages,
    seconds,
    relevantSites: `${log.relevantSitesReached} of ${log.relevantSites}`,
    formsSeen: `${all.found} of ${all.expected}`,
    searchableFound: `${searchable.found} of ${searchable.expected}`,
    searchableWrong: searchable.wrong,
    f1: searchable.f1,
    robotsViolations: log.robotsViolations,
    trapRequests: Object.values(log.traps).reduce((sum, count) => sum + count, 0),
  };
}

async function ours(pages: number, storage: string): Promise<Row> {
  const { harvest } = await import('../../src/app/index.ts');
  const { practiceTransport } = await import('../../src/foundation/http/practice-transport.ts');
  const { openStore } = await import('../../src/drivers/sqlite/index.ts');
  const { listRuns } = await import('../../src/library/index.ts');
  const { scorePractice } = await import('../../src/interfaces/cli/practice-score.ts');
  const web = await practiceTransport({ sites: SITES });
  const start = performance.now();
  for await (const _ of harvest({ domains: [...DOMAINS], web, maxPages: pages, storage, submit: false }));
  const seconds = (performance.now() - start) / 1000;
  const store = await openStore(storage, { mode: 'read' });
  const [run] = await listRuns(store);
  const practice = { web, truth: web.server.truth, log: () => web.server.log() };
  const score = await scorePractice(store, run?.id ?? 0, practice, DOMAINS);
  await store.close();
  await web.close();
  return rowOf('fieldfare', score, seconds);
}

/** A plain crawler lists forms and judges none: the rule it is given here is the one that is written first in such scripts. */
const looksLikeSearch = (types: readonly string[]): boolean =>
  types.some((type) => ['text', 'search', 'select'].includes(type)) &&
  !types.some((type) => ['password', 'email', 'textarea', 'file'].includes(type));

/** Crawlee has no limit on a decoded body: parsing the gzip bomb, CheerioCrawler dies at 4 GB. It is spared that. */
const BOMB = [/\/export$/];

interface RawForm {
  readonly action: string | null;
  readonly method: string | null;
  readonly controls: readonly { readonly name: string | null; readonly type: string }[];
}

/** Runs in the page. */
const RAW_FORMS = `[...document.querySelectorAll('form')].map(function(f){return{action:f.getAttribute('action'),method:f.getAttribute('method'),controls:[...f.querySelectorAll('input,select,textarea')].map(function(c){return{name:c.getAttribute('name'),type:c.tagName==='INPUT'?(c.getAttribute('type')||'text').toLowerCase():c.tagName.toLowerCase()}})}})`;

class Claims {
  readonly #claims = new Map<string, ClaimedForm>();

  add(page: string, forms: readonly RawForm[]): void {
    const site = new URL(page).host;
    for (const form of forms) {
      const names = form.controls.map((control) => control.name).sort();
      const searchable = looksLikeSearch(form.controls.map((control) => control.type));
      const action = URL.parse(form.action ?? '', page)?.pathname;
      this.#claims.set(JSON.stringify([site, action, names]), {
        ...form,
        controls: [...form.controls],
        site,
        page,
        searchable,
      });
    }
  }

  list(): ClaimedForm[] {
    return [...this.#claims.values()];
  }
}

async function crawlee(arm: string, web: SpawnedPracticeWeb, pages: number): Promise<Claims> {
  const claims = new Claims();
  const seeds = [...new Set(['any', ...DOMAINS].flatMap((domain) => web.seeds(domain)))];
  const shared = { maxRequestsPerCrawl: pages, respectRobotsTxtFile: true, maxRequestRetries: 1 };
  if (arm === 'CheerioCrawler') {
    const { CheerioCrawler } = await import('@crawlee/cheerio');
    const crawler = new CheerioCrawler({
      ...shared,
      async requestHandler({ $, request, enqueueLinks }) {
        const forms = $('form')
          .toArray()
          .map((form): RawForm => {
            const controls = $(form).find('input,select,textarea').toArray();
            return {
              action: $(form).attr('action') ?? null,
              method: $(form).attr('method') ?? null,
              controls: controls.map((control) => ({
                name: $(control).attr('name') ?? null,
                type:
                  control.tagName === 'input'
                    ? ($(control).attr('type') ?? 'text').toLowerCase()
                    : control.tagName,
              })),
            };
          });
        claims.add(request.loadedUrl ?? request.url, forms);
        await enqueueLinks({ strategy: 'all', exclude: BOMB });
      },
    });
    await crawler.run(seeds);
    return claims;
  }
  const { PlaywrightCrawler } = await import('@crawlee/playwright');
  const { findBrowser, launchOptions } = await import('../../src/foundation/browser/index.ts');
  const search = await findBrowser();
  if (!search.found) throw new Error(search.problem);
  const crawler = new PlaywrightCrawler({
    ...shared,
    navigationTimeoutSecs: 20,
    requestHandlerTimeoutSecs: 20,
    launchContext: { launchOptions: launchOptions(search.found) },
    async requestHandler({ page, request, enqueueLinks }) {
      claims.add(request.loadedUrl ?? request.url, await page.evaluate<RawForm[]>(RAW_FORMS));
      await enqueueLinks({ strategy: 'all', exclude: BOMB });
    },
  });
  await crawler.run(seeds);
  return claims;
}

async function theirs(arm: string, pages: number): Promise<Row> {
  const { scoreForms, spawnPracticeWeb } = await import('../../src/practice-web/index.ts');
  const web = await spawnPracticeWeb({ sites: SITES, loopbackAddresses: true });
  const start = performance.now();
  const claims = await crawlee(arm, web, pages);
  const seconds = (performance.now() - start) / 1000;
  const row = rowOf(arm, scoreForms(web.truth, claims.list(), await web.log()), seconds);
  await web.close();
  return row;
}

const line = (row: Row): string =>
  `${row.arm.padEnd(18)} ${String(row.pages).padStart(5)} pages ${row.seconds.toFixed(0).padStart(4)} s  relevant sites ${row.relevantSites.padEnd(9)} forms seen ${row.formsSeen.padEnd(9)} searchable ${row.searchableFound.padEnd(9)} wrong ${String(row.searchableWrong).padEnd(3)} F1 ${row.f1.toFixed(3)}  robots violations ${row.robotsViolations}  trap requests ${row.trapRequests}\n`;

/** @param pages budget of each arm */
export async function practiceRace(json: boolean, pages = 500): Promise<void> {
  for (const arm of ARMS) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', import.meta.filename, 'arm', arm, String(pages)],
      { timeout: 900_000, maxBuffer: 1e8 },
    );
    const row = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Row;
    process.stdout.write(json ? `${JSON.stringify({ bench: 'practice-race', ...row })}\n` : line(row));
  }
}

if (process.argv[1] === import.meta.filename) {
  const [first, arm = '', budget = ''] = process.argv.slice(2);
  if (first === 'arm') {
    const folder = temporaryFolder('practice-race-');
    process.env.CRAWLEE_STORAGE_DIR = folder;
    process.env.CRAWLEE_LOG_LEVEL = 'OFF';
    const row = arm === 'fieldfare' ? await ours(Number(budget), folder) : await theirs(arm, Number(budget));
    console.log(JSON.stringify(row));
    process.exit(0);
  }
  const pages = process.argv[process.argv.indexOf('--pages') + 1];
  await practiceRace(process.argv.includes('--json'), process.argv.includes('--pages') ? Number(pages) : 500);
}
