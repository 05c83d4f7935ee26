import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { FoundBrowser } from '../../src/foundation/browser/find-browser.ts';
import { listBrowsers } from '../../src/foundation/browser/index.ts';
import type { Seen } from './bare-arms.ts';

interface ArmResult {
  readonly pages: number;
  readonly forms: number;
  readonly pagesPerSecond: number;
  /** Of all processes of the arm, browsers included. */
  readonly cpuMsPerPage: number;
  /** Of the main thread alone. */
  readonly mainMsPerPage: number;
  readonly memoryMb: number;
  readonly seen?: Seen;
}

interface Row extends Omit<ArmResult, 'seen'> {
  readonly arm: string;
  readonly browser?: string;
  /** Set beside what rendering every page finds on the pages that the arm read: forms of pages found, of how many, and claimed wrongly. */
  readonly right?: number;
  readonly of?: number;
  readonly wrong?: number;
}

interface Arm {
  readonly name: string;
  readonly pages: number;
}

interface Race {
  readonly title: string;
  /** Pages that the server has. */
  readonly pages: number;
  /** Every so manieth page builds its form by a script; 0 for none. */
  readonly scriptedEvery: number;
  readonly arms: readonly Arm[];
  /** Unless told otherwise; the median counts. Of browsers one: all groups are to end within ten minutes on two cores. */
  readonly rounds: number;
  readonly browser?: FoundBrowser;
}

const GROUPS = ['static', 'mixed', 'browser'] as const;
const run = promisify(execFile);
const arm = (name: string, pages: number): Arm => ({ name, pages });

/** What every arm of the mixed pages is set beside. */
const REFERENCE = 'our browser path';

const STATIC: Race = {
  title: 'static pages',
  pages: 3_000,
  scriptedEvery: 0,
  rounds: 3,
  arms: [
    arm('plain', 3_000),
    arm('HTTP and htmlparser2', 3_000),
    arm('HTTP and htmlparser2, texts and fields', 3_000),
    arm('our HTTP path', 3_000),
    arm('CheerioCrawler', 600),
    arm('CheerioCrawler tuned', 600),
  ],
};

/** Ours and the adaptive crawler learn from what they render: they are given as many pages as each other. */
const MIXED: Race = {
  title: 'mixed pages, a fifth with forms built by scripts of four kinds',
  pages: 400,
  scriptedEvery: 5,
  rounds: 1,
  arms: [
    arm('our mixed path', 400),
    arm('our mixed path, exhaustive', 400),
    arm(REFERENCE, 400),
    arm('PlaywrightCrawler', 60),
    arm('PlaywrightCrawler tuned', 60),
    arm('AdaptivePlaywrightCrawler', 400),
    arm('AdaptivePlaywrightCrawler tuned', 400),
  ],
};

const browserRace = (browser: FoundBrowser): Race => ({
  title: `every page in ${browser.kind}`,
  pages: 100,
  scriptedEvery: 0,
  rounds: 1,
  arms: [arm('our browser path', 100), arm('PlaywrightCrawler', 60), arm('PlaywrightCrawler tuned', 60)],
  browser,
});

async function race(plan: Race, rounds: number | undefined, say: (line: string) => void): Promise<Row[]> {
  say(`\n${plan.title}`);
  const server = fork(
    new URL('./pages-server.ts', import.meta.url),
    [String(plan.pages), String(plan.scriptedEvery)],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    const results = new Map<string, (Row & ArmResult)[]>();
    for (let round = 0; round < (rounds ?? plan.rounds); round++) {
      for (const { name, pages } of plan.arms) {
        const row = await oneRun(name, port, pages, plan.browser);
        results.set(name, [...(results.get(name) ?? []), row]);
      }
    }
    const runs = plan.arms.map(({ name }) => median(results.get(name) ?? []));
    const reference = runs.find((run) => run.arm === REFERENCE)?.seen;
    const rows = runs.map(({ seen, ...row }) => ({ ...row, ...compared(seen, reference) }));
    for (const row of rows) say(told(row));
    return rows;
  } finally {
    server.disconnect();
  }
}

async function oneRun(
  name: string,
  port: number,
  pages: number,
  browser: FoundBrowser | undefined,
): Promise<Row & ArmResult> {
  const { stdout } = await run(
    process.execPath,
    [new URL('./arm.ts', import.meta.url).pathname, name, String(port), String(pages)],
    {
      maxBuffer: 1e8,
      timeout: 300_000,
      env: { ...process.env, ...(browser && { FIELDFARE_BROWSER: browser.path }) },
    },
  );
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ArmResult;
  return { arm: name, ...(browser && { browser: browser.kind }), ...result };
}

const median = <R extends Row>(rows: readonly R[]): R =>
  [...rows].sort((a, b) => a.pagesPerSecond - b.pagesPerSecond)[rows.length >> 1] as R;

/** Forms by page, each once, on the pages that both have read: what an arm claims beside what is there. */
function compared(seen: Seen | undefined, reference: Seen | undefined): Partial<Row> {
  if (seen === undefined || reference === undefined) return {};
  let [right, of, wrong] = [0, 0, 0];
  for (const [page, forms] of Object.entries(seen)) {
    if (reference[page] === undefined) continue;
    const there = new Set(reference[page]);
    const claimed = new Set(forms);
    of += there.size;
    const found = [...claimed].filter((form) => there.has(form)).length;
    right += found;
    wrong += claimed.size - found;
  }
  return { right, of, wrong };
}

function told({
  arm,
  pagesPerSecond,
  cpuMsPerPage,
  mainMsPerPage,
  memoryMb,
  pages,
  forms,
  ...found
}: Row): string {
  const numbers = `${pagesPerSecond.toFixed(1).padStart(9)}${cpuMsPerPage.toFixed(2).padStart(13)}${mainMsPerPage.toFixed(2).padStart(9)}${memoryMb.toFixed(0).padStart(7)}${String(pages).padStart(7)}${String(forms).padStart(7)}`;
  const { right, of, wrong } = found;
  return `${arm.padEnd(40)}${numbers}${right === undefined ? '' : `   ${right} of ${of} right, ${wrong} wrong`}`;
}

/** Pages per second and CPU a page of our paths and of their peers, on the same pages, each in its own process. */
export async function crawlBench(
  json: boolean,
  rounds?: number,
  groups: readonly string[] = GROUPS,
): Promise<void> {
  const unknown = groups.find((group) => !(GROUPS as readonly string[]).includes(group));
  if (unknown !== undefined) throw new Error(`no group ${unknown}; there are ${GROUPS.join(', ')}`);
  const say = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`);
  say(
    `the same pages for every arm, served by another process; the first and the last tenth of the pages not counted; CPU of browsers counted; median of ${rounds ?? STATIC.rounds} rounds${rounds === undefined ? ', of one where browsers are needed' : ''}`,
  );
  say(
    `${'arm'.padEnd(40)}${'pages/s'.padStart(9)}${'CPU ms/page'.padStart(13)}${'main ms'.padStart(9)}${'MB'.padStart(7)}${'pages'.padStart(7)}${'forms'.padStart(7)}`,
  );
  const fixed = groups.includes('static') ? await race(STATIC, rounds, say) : [];
  const mixed = groups.includes('mixed') ? await race(MIXED, rounds, say) : [];
  const browsers = (groups.includes('browser') ? await listBrowsers() : []).filter(
    ({ kind }, i, all) => all.findIndex((other) => other.kind === kind) === i,
  );
  const rendered: Row[] = [];
  for (const browser of browsers) rendered.push(...(await race(browserRace(browser), rounds, say)));
  const result = { ratios: ratiosOf(fixed, mixed, rendered), formsFoundVsRendering: formsShare(mixed) };
  say('\nratios');
  for (const [name, ratio] of Object.entries(result.ratios).filter(([, ratio]) => !Number.isNaN(ratio)))
    say(`  ${name.padEnd(40)}${ratio.toFixed(2)}`);
  if (mixed.length > 0)
    say(`  ${'formsFoundVsRendering'.padEnd(40)}${result.formsFoundVsRendering.toFixed(4)}`);
  const arms = [...fixed, ...mixed, ...rendered];
  if (json) process.stdout.write(`${JSON.stringify({ ...result, arms })}\n`);
}

/** Of pages a second (above 1: ours is faster); of CPU a page where the name says so (below 1: ours costs less). */
function ratiosOf(
  fixed: readonly Row[],
  mixed: readonly Row[],
  rendered: readonly Row[],
): Record<string, number> {
  const speed = (rows: readonly Row[], name: string) => named(rows, name)?.pagesPerSecond ?? Number.NaN;
  const cpu = (rows: readonly Row[], name: string) => named(rows, name)?.cpuMsPerPage ?? Number.NaN;
  const of = (kind: string) => rendered.filter(({ browser }) => browser === kind);
  const kinds = [...new Set(rendered.map(({ browser }) => browser ?? ''))];
  const [first = ''] = kinds;
  const others = kinds
    .slice(1)
    .map((kind) => [
      `browserCpuVsPlaywright (${kind})`,
      cpu(of(kind), 'our browser path') / cpu(of(kind), 'PlaywrightCrawler'),
    ]);
  const ours = speed(fixed, 'our HTTP path');
  const ourMixed = speed(mixed, 'our mixed path');
  const shell = of(first);
  return {
    staticVsCheerio: ours / speed(fixed, 'CheerioCrawler'),
    staticVsCheerioTuned: ours / speed(fixed, 'CheerioCrawler tuned'),
    staticVsBare: ours / speed(fixed, 'HTTP and htmlparser2'),
    staticVsBareTextsAndFields: ours / speed(fixed, 'HTTP and htmlparser2, texts and fields'),
    staticCpuVsBare: cpu(fixed, 'our HTTP path') / cpu(fixed, 'HTTP and htmlparser2'),
    staticCpuVsBareTextsAndFields:
      cpu(fixed, 'our HTTP path') / cpu(fixed, 'HTTP and htmlparser2, texts and fields'),
    staticCpuVsCheerio: cpu(fixed, 'our HTTP path') / cpu(fixed, 'CheerioCrawler'),
    staticCpuVsCheerioTuned: cpu(fixed, 'our HTTP path') / cpu(fixed, 'CheerioCrawler tuned'),
    mixedVsPlaywright: ourMixed / speed(mixed, 'PlaywrightCrawler'),
    mixedVsPlaywrightTuned: ourMixed / speed(mixed, 'PlaywrightCrawler tuned'),
    mixedVsAdaptive: ourMixed / speed(mixed, 'AdaptivePlaywrightCrawler'),
    mixedVsAdaptiveTuned: ourMixed / speed(mixed, 'AdaptivePlaywrightCrawler tuned'),
    mixedExhaustiveVsPlaywright:
      speed(mixed, 'our mixed path, exhaustive') / speed(mixed, 'PlaywrightCrawler'),
    mixedExhaustiveVsAdaptive:
      speed(mixed, 'our mixed path, exhaustive') / speed(mixed, 'AdaptivePlaywrightCrawler'),
    mixedCpuVsPlaywright: cpu(mixed, 'our mixed path') / cpu(mixed, 'PlaywrightCrawler'),
    mixedCpuVsAdaptive: cpu(mixed, 'our mixed path') / cpu(mixed, 'AdaptivePlaywrightCrawler'),
    browserVsPlaywright: speed(shell, 'our browser path') / speed(shell, 'PlaywrightCrawler'),
    browserCpuVsPlaywright: cpu(shell, 'our browser path') / cpu(shell, 'PlaywrightCrawler'),
    browserCpuVsPlaywrightTuned: cpu(shell, 'our browser path') / cpu(shell, 'PlaywrightCrawler tuned'),
    ...Object.fromEntries(others),
  };
}

/** Forms of pages that the mixed path saw rightly, of those that rendering every page sees. */
function formsShare(mixed: readonly Row[]): number {
  const { right = Number.NaN } = named(mixed, 'our mixed path') ?? {};
  const { right: all = Number.NaN } = named(mixed, REFERENCE) ?? {};
  return right / all;
}

const named = (rows: readonly Row[], name: string): Row | undefined => rows.find(({ arm }) => arm === name);
