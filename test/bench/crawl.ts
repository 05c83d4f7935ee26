import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

interface ArmResult {
  readonly pages: number;
  readonly forms: number;
  readonly pagesPerSecond: number;
  readonly cpuMsPerPage: number;
  readonly memoryMb: number;
}

interface Row extends ArmResult {
  readonly arm: string;
}

const HTTP_PAGES = 1_000;
const BROWSER_PAGES = 100;
const ROUNDS = 3;

const run = promisify(execFile);
const HTTP_ARMS = ['plain', 'our HTTP path', 'CheerioCrawler', 'CheerioCrawler tuned'];
const BROWSER_ARMS = ['our browser path', 'PlaywrightCrawler', 'PlaywrightCrawler tuned'];

async function race(arms: readonly string[], pages: number, rounds: number): Promise<Row[]> {
  const server = fork(new URL('./pages-server.ts', import.meta.url), [String(pages)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    const results = new Map<string, Row[]>();
    for (let round = 0; round < rounds; round++) {
      for (const arm of arms) {
        const { stdout } = await run(
          process.execPath,
          [new URL('./arm.ts', import.meta.url).pathname, arm, String(port), String(pages)],
          { maxBuffer: 1e8, timeout: 300_000 },
        );
        const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ArmResult;
        const row = { arm, ...result };
        results.set(arm, [...(results.get(arm) ?? []), row]);
      }
    }
    return arms.map((arm) => median(results.get(arm) ?? []));
  } finally {
    server.disconnect();
  }
}

const median = (rows: readonly Row[]): Row =>
  [...rows].sort((a, b) => a.pagesPerSecond - b.pagesPerSecond)[rows.length >> 1] as Row;

/** Pages per second of our paths and of their peers, on the same pages, each in its own process. */
export async function crawlBench(json: boolean): Promise<void> {
  const say = (line: string) => process.stdout.write(json ? '' : `${line}\n`);
  say(
    `the same ${HTTP_PAGES} (browser: ${BROWSER_PAGES}) pages for every arm, served by another process; loading of modules not counted, nor the last tenth of the pages; median of ${ROUNDS} rounds`,
  );
  const http = await race(HTTP_ARMS, HTTP_PAGES, ROUNDS);
  const browser = await race(BROWSER_ARMS, BROWSER_PAGES, ROUNDS);
  const of = (arm: string) =>
    [...http, ...browser].find((row) => row.arm === arm)?.pagesPerSecond ?? Number.NaN;
  say(
    `\n${'arm'.padEnd(26)}${'pages/s'.padStart(9)}${'CPU ms/page'.padStart(13)}${'MB'.padStart(7)}${'pages'.padStart(7)}${'forms'.padStart(7)}`,
  );
  for (const row of [...http, ...browser]) {
    say(
      `${row.arm.padEnd(26)}${row.pagesPerSecond.toFixed(1).padStart(9)}${row.cpuMsPerPage.toFixed(1).padStart(13)}${row.memoryMb.toFixed(0).padStart(7)}${String(row.pages).padStart(7)}${String(row.forms).padStart(7)}`,
    );
  }
  const ratios = {
    httpVsCheerio: of('our HTTP path') / of('CheerioCrawler'),
    httpVsCheerioTuned: of('our HTTP path') / of('CheerioCrawler tuned'),
    httpVsPlain: of('our HTTP path') / of('plain'),
    browserVsPlaywright: of('our browser path') / of('PlaywrightCrawler'),
    browserVsPlaywrightTuned: of('our browser path') / of('PlaywrightCrawler tuned'),
  };
  say('\nratios of pages/s (above 1: ours is faster)');
  for (const [name, ratio] of Object.entries(ratios)) say(`  ${name.padEnd(26)}${ratio.toFixed(2)}`);
  if (json) process.stdout.write(`${JSON.stringify({ ratios, arms: [...http, ...browser] })}\n`);
}
