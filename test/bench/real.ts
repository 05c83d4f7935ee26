/**
 * Pages that nobody here wrote, read by ours and by its peers, in turns, each arm in a process of its own: those of six packaged
 * applications that are installed beside the checkout (`../shared/realweb`), where they answer, and those of a recorded archive.
 *
 * About ten minutes on two idle cores; the archive is read in a third of the rounds.
 *
 *     npm run bench -- real [--pages N] [--rounds N] [--arms ours always,PlaywrightCrawler] [--realweb NET:PORT] [--archive FILE] [--json]
 *     npm run bench -- real --endless 10000     memory alone: the pages again and again, every one rendered; more than an hour
 */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { linksOf, parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, replayTransport, startBrowserProxy } from '../../src/foundation/http/index.ts';
import { scanArchive } from '../../src/foundation/warc/scan.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { RealPlan, RealResult } from './real-arm.ts';
import type { EndlessResult } from './real-endless.ts';
import type { ByRole } from './tree-cpu.ts';

const ARCHIVE = resolve(import.meta.dirname, '../../../shared/datasets/forms/development.warc.gz');
/** Last byte of their addresses: WordPress, Shaarli, Sphinx, Javadoc, rustdoc, Pagefind. */
const APPLICATIONS = [3, 9, 13, 14, 15, 16];
const WAITING = 'waiting';
const ARMS = [
  ...['ours auto', 'ours always', 'PlaywrightCrawler', 'PlaywrightCrawler tuned'],
  ...['PlaywrightCrawler tuned, refusing', 'AdaptivePlaywrightCrawler', 'CheerioCrawler'],
];
const ELSEWHERE = ['scrapy', 'colly', 'spider'];

interface Row extends Omit<RealResult, 'seen'> {
  readonly arm: string;
  /** Of the forms that waiting ten seconds a page shows, on the pages that both have read. */
  readonly found: number;
  readonly of: number;
}

interface Told {
  readonly ratios: Readonly<Record<string, number>>;
  readonly formsFoundVsWaiting: number;
  readonly arms: readonly Row[];
}

/** Addresses of pages, breadth first from each front page, as many of each application; one application after the other. */
async function pagesOf(net: string, pages: number): Promise<readonly string[]> {
  const [prefix, port] = net.split(':');
  const each = Math.ceil(pages / APPLICATIONS.length);
  const lists = await Promise.all(
    APPLICATIONS.map(async (n) => {
      const home = `http://${prefix}.${n}:${port}/`;
      const found: string[] = [];
      const queue = new Set([home]);
      for (const url of queue) {
        if (found.length === each) break;
        const answer = await fetch(url).catch(() => undefined);
        if (!answer?.ok || !/html/.test(answer.headers.get('content-type') ?? '')) continue;
        found.push(answer.url);
        for (const { url: to } of linksOf(parseTree(await answer.text(), answer.url)))
          if (to.startsWith(home)) queue.add(to.replace(/#.*/s, ''));
      }
      return [...new Set(found)];
    }),
  );
  return Array.from({ length: each }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

/** Addresses of the archive's pages, the first ones. */
async function archived(file: string, pages: number): Promise<readonly string[]> {
  const urls = new Set<string>();
  for await (const { head } of scanArchive(file)) {
    if (head.fields.get('warc-type') === 'response') urls.add(head.fields.get('warc-target-uri') ?? '');
    if (urls.size === pages) break;
  }
  return [...urls];
}

interface Settings {
  readonly arms: readonly string[];
  readonly rounds: number;
  say(line: string): void;
}

async function race(title: string, plan: RealPlan, { arms, rounds, say }: Settings): Promise<Told> {
  say(`\n${title}: ${plan.urls.length} pages`);
  const folder = temporaryFolder('bench-real-plan-');
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
  const truth = await oneRun(WAITING, file);
  const results = new Map<string, RealResult[]>();
  for (let round = 0; round < rounds; round++)
    for (const arm of arms) {
      const result = await oneRun(arm, file);
      process.stderr.write(`  round ${round + 1}, ${arm}: ${result.pagesPerSecond.toFixed(1)} pages/s\n`);
      results.set(arm, [...(results.get(arm) ?? []), result]);
    }
  const rows = arms.map((arm) => rowOf(arm, results.get(arm) ?? [], truth));
  for (const row of rows) say(lineOf(row));
  say('\nCPU ms a page by role');
  for (const { arm, roles } of rows) say(`${arm}: ${rolesOf(roles.cpuMsPerPage)}`);
  say('memory MB by role');
  for (const { arm, roles } of rows) say(`${arm}: ${rolesOf(roles.memoryMb)}`);
  const always = rows.find(({ arm }) => arm === 'ours always');
  return {
    ratios: ratiosOf(rows),
    formsFoundVsWaiting: always === undefined ? Number.NaN : always.found / always.of,
    arms: rows,
  };
}

const oneRun = (arm: string, plan: string): Promise<RealResult> => lastLine('real-arm.ts', arm, plan);

/** What a program prints last. */
async function lastLine<Result>(program: string, ...args: readonly string[]): Promise<Result> {
  const script = join(import.meta.dirname, program);
  const running = promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, ...args],
    { maxBuffer: 1e8, timeout: 14_400_000 },
  );
  if (program !== 'real-arm.ts') running.child.stderr?.pipe(process.stderr);
  const { stdout } = await running;
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result;
}

async function endlessRace(urls: readonly string[], pages: string, json: boolean): Promise<void> {
  if (urls.length === 0) throw new Error('no application answers');
  const folder = temporaryFolder('bench-real-plan-');
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify({ urls }));
  const result = await lastLine<EndlessResult>('real-endless.ts', plan, pages);
  const sum = (roles: ByRole) => Object.values(roles).reduce((all, mb) => all + mb, 0);
  const ratio = sum(result.lateMb) / sum(result.earlyMb);
  if (json) return void process.stdout.write(`${JSON.stringify({ ...result, ratio })}\n`);
  process.stdout.write(
    `early: ${rolesOf(result.earlyMb)}\nlate: ${rolesOf(result.lateMb)}\nafter ${result.pages} pages × ${ratio.toFixed(2)}\n`,
  );
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function medianByRole(rounds: readonly ByRole[]): ByRole {
  const roles = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries(
    [...roles].map((role) => [role, median(rounds.map((round) => round[role] ?? 0))]),
  );
}

/** Medians of the rounds; of the forms the worst round counts. */
function rowOf(arm: string, results: readonly RealResult[], truth: RealResult): Row {
  const shares = results.map(({ seen }) => foundOf(seen, truth.seen));
  const worst = [...shares].sort((a, b) => a.found / a.of - b.found / b.of)[0] ?? { found: 0, of: 0 };
  return {
    arm,
    pages: median(results.map(({ pages }) => pages)),
    pagesPerSecond: median(results.map(({ pagesPerSecond }) => pagesPerSecond)),
    cpuMsPerPage: median(results.map(({ cpuMsPerPage }) => cpuMsPerPage)),
    memoryMb: median(results.map(({ memoryMb }) => memoryMb)),
    roles: {
      cpuMsPerPage: medianByRole(results.map(({ roles }) => roles.cpuMsPerPage)),
      memoryMb: medianByRole(results.map(({ roles }) => roles.memoryMb)),
    },
    ...worst,
  };
}

/** Forms of pages that are there for who waits, and were found. */
export function foundOf(seen: RealResult['seen'], truth: RealResult['seen']): { found: number; of: number } {
  let [found, of] = [0, 0];
  for (const [page, forms] of Object.entries(truth)) {
    const own = seen[page];
    if (own === undefined) continue;
    of += forms.length;
    found += forms.filter((form) => own.includes(form)).length;
  }
  return { found, of };
}

/** Of pages a second (above 1: ours is faster); of CPU a page (below 1: ours costs less). */
export function ratiosOf(rows: readonly Pick<Row, 'arm' | 'pagesPerSecond' | 'cpuMsPerPage'>[]) {
  const of = (name: string) => rows.find(({ arm }) => arm === name);
  const speed = (ours: string, theirs: string) =>
    (of(ours)?.pagesPerSecond ?? Number.NaN) / (of(theirs)?.pagesPerSecond ?? Number.NaN);
  const tuned = 'PlaywrightCrawler tuned, refusing';
  const cpu = of('ours always')?.cpuMsPerPage ?? Number.NaN;
  return {
    alwaysVsPlaywright: speed('ours always', 'PlaywrightCrawler'),
    alwaysVsTuned: speed('ours always', tuned),
    autoVsPlaywright: speed('ours auto', 'PlaywrightCrawler'),
    autoVsTuned: speed('ours auto', tuned),
    cpuVsPlaywright: cpu / (of('PlaywrightCrawler')?.cpuMsPerPage ?? Number.NaN),
  };
}

const lineOf = ({ arm, pages, pagesPerSecond, cpuMsPerPage, memoryMb, found, of }: Row): string =>
  `${arm.padEnd(36)}${pagesPerSecond.toFixed(1).padStart(8)} pages/s${cpuMsPerPage.toFixed(0).padStart(7)} CPU ms` +
  `${memoryMb.toFixed(0).padStart(7)} MB${String(pages).padStart(6)} pages   ${found} of ${of} forms`;

/** The largest first; what is below a half is left out. */
const rolesOf = (roles: ByRole): string =>
  Object.entries(roles)
    .filter(([, value]) => value >= 0.5)
    .sort(([, a], [, b]) => b - a)
    .map(([role, value]) => `${role} ${value.toFixed(0)}`)
    .join(', ');

async function archiveRace(file: string, pages: number, settings: Settings): Promise<Told | undefined> {
  if (!existsSync(file)) return void settings.say(`the archive is not there: ${file}`);
  const transport = await replayTransport(file);
  const proxy = await startBrowserProxy(createHttpClient({ transport, userAgent: 'bench' }), { skip: [] });
  try {
    const archive = { file, proxy: proxy.url, browserArgs: proxy.launchArgs };
    return await race('archive', { urls: await archived(file, pages), archive }, settings);
  } finally {
    await proxy.close();
    await transport.close();
  }
}

async function missing(program: string): Promise<boolean> {
  return promisify(execFile)('which', [program]).then(
    () => false,
    () => true,
  );
}

export async function realBench(json: boolean, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--json'),
    options: {
      pages: { type: 'string', default: '72' },
      endless: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      arms: { type: 'string' },
      archive: { type: 'string', default: ARCHIVE },
      realweb: { type: 'string', default: `127.0.7:${process.env.REALWEB_PORT ?? '8700'}` },
    },
  });
  const say = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`);
  const arms = values.arms?.split(/,(?! )/) ?? ARMS;
  const settings: Settings = { arms, rounds: Number(values.rounds), say };
  for (const program of ELSEWHERE)
    if (await missing(program)) say(`${program} is not on this machine: no arm for it`);
  const pages = Number(values.pages);
  const urls = await pagesOf(values.realweb, pages);
  if (values.endless !== undefined) return endlessRace(urls, values.endless, json);
  const applications = urls.length === 0 ? undefined : await race('applications', { urls }, settings);
  if (applications === undefined) say(`no application answers on ${values.realweb}: no race over them`);
  const archiveRounds = Math.ceil(settings.rounds / 3);
  const archive = await archiveRace(values.archive, pages, { ...settings, rounds: archiveRounds });
  const { ratios, formsFoundVsWaiting } = applications ?? archive ?? {};
  if (json)
    process.stdout.write(`${JSON.stringify({ ratios, formsFoundVsWaiting, applications, archive })}\n`);
  else
    for (const [name, ratio] of Object.entries(ratios ?? {})) say(`  ${name.padEnd(24)}${ratio.toFixed(2)}`);
}
