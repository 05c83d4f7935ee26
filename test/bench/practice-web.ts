/** What the practice web itself costs: answers of its request handler, without sockets, and memory as it grows. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { requestFor, wordOf } from '../practice-web/walk.ts';

const NOW = new Date('2026-11-01');
const SIZES = [24, 200, 1000];
const MEASURE_MS = 3000;
/** Result lists look into tables, which are filled at the first question; so many are asked on warm tables. */
const WARM_QUERIES = 300;

interface Measured {
  readonly sites: number;
  readonly startMs: number;
  readonly pages: number;
  readonly records: number;
  readonly staticPagesPerSecond: number;
  readonly queryAnswersPerSecond: number;
  /** Resident set after a question to every form of every site, MB. */
  readonly memoryMb: number;
}

const run = promisify(execFile);

/** Time of this process on a core, which other work on the machine does not lengthen. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Answers a second of one core, over the addresses in turn. */
function rate(world: World, urls: readonly string[]): number {
  const requests = urls.map((url) => requestFor(url));
  const start = cpuMs();
  let count = 0;
  while (cpuMs() - start < MEASURE_MS) {
    for (let batch = 0; batch < 20; batch++) {
      const request = requests[count++ % requests.length];
      if (request) world.answer(request);
    }
  }
  return count / ((cpuMs() - start) / 1000);
}

function measure(sites: number): Measured {
  const before = cpuMs();
  const world = createWorld({ seed: 1, sites, now: NOW, clock: () => 0 });
  const startMs = cpuMs() - before;
  const hosts = new Map(world.truth.sites.map((site) => [site.key, site.hosts[0] ?? '']));
  const own = world.truth.forms.map((form) => `http://${hosts.get(form.site)}${form.example}`);
  const homes = world.truth.sites.map((site) => `http://${site.hosts[0]}/`);
  const staticPages = [...new Set([...homes, ...own])].filter(
    (url) => world.answer(requestFor(url)).status === 200,
  );
  const queries = world.truth.forms
    .filter((form) => form.searchable && form.method === 'GET')
    .map(
      (form) =>
        `http://${hosts.get(form.site)}${form.action}?${encodeURIComponent(form.controls[0]?.name ?? '')}=${wordOf(world, form)}`,
    );
  for (const url of queries) world.answer(requestFor(url));
  const memoryMb = process.memoryUsage().rss / 1e6;
  const warm = queries.slice(0, WARM_QUERIES);
  const records = world.truth.sites
    .flatMap((site) => site.databases)
    .reduce((sum, one) => sum + one.records, 0);
  const measured = {
    sites,
    startMs,
    pages: staticPages.length + records,
    records,
    staticPagesPerSecond: rate(world, staticPages),
    queryAnswersPerSecond: rate(world, warm.slice(0, 40)),
    memoryMb,
  };
  world.close();
  return measured;
}

/** Each size in a process of its own, so that one does not pay for the memory of another. */
export async function practiceWebBench(json: boolean): Promise<void> {
  for (const sites of SIZES) {
    const { stdout } = await run(process.execPath, [import.meta.filename, 'measure', String(sites)], {
      timeout: 300_000,
    });
    const row = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
    process.stdout.write(
      json
        ? `${JSON.stringify({ bench: 'practice-web', ...row })}\n`
        : `${String(row.sites).padStart(5)} sites, ${row.records} records: start ${row.startMs.toFixed(0)} ms, ${row.staticPagesPerSecond.toFixed(0)} pages/s, ${row.queryAnswersPerSecond.toFixed(0)} query answers/s, ${row.memoryMb.toFixed(0)} MB\n`,
    );
  }
}

const [, script, order, size] = process.argv;
if (script === import.meta.filename && order === 'measure')
  console.log(JSON.stringify(measure(Number(size))));
