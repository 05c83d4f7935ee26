/** A harvest of a small site that is killed (SIGKILL) at one point of its work, and gone on with. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { EXPORT_KINDS, listRuns } from '../../../src/library/index.ts';
import { exportToFile } from '../../../src/reports/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import type { PostgresServer } from '../../drivers/postgres/server.ts';
import { type RunningCli, runCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { type Answer, links, page, type SmallWeb, smallWeb } from './small-web.ts';

/** Before or after a commit of the store is executed, or when a request has come to its server; counted from 1. */
export type Point = `${'before' | 'after' | 'sent'}:${number}`;

export interface Ended {
  /** Whether the harvest was as long as the point is far. */
  readonly killed: boolean;
  /** All exports, byte for byte. */
  readonly exports: string;
}

const DYING = `--import ${new URL('die-at-commit.ts', import.meta.url)}`;
const GENRES = ['Crime', 'Poetry', 'Travel'];
const BOOKS = Array.from({ length: 24 }, (_, i) => ({
  title: `${['Quiet', 'Golden', 'Hidden', 'Broken'][i % 4]} ${['River', 'Garden', 'Harbour', 'Winter', 'Letter', 'Orchard'][i % 6]} ${i}`,
  genre: GENRES[i % 3] ?? '',
}));
const GENRE = `<label>Genre <select name="genre"><option value="">Any genre</option>${GENRES.map((genre) => `<option>${genre}</option>`).join('')}</select></label>`;
const FORM = `<form action="/search" role="search"><h2>Search books</h2>${GENRE}<button>Search books</button></form>`;

function answer(asked: URLSearchParams): string {
  const found = BOOKS.filter(({ genre }) => (asked.get('genre') || genre) === genre);
  const entries = found.map(
    ({ title, genre }) =>
      `<li class="hit"><a href="/book/${title.replaceAll(' ', '-')}">${title}</a> <span>${genre}</span></li>`,
  );
  return page(found.length === 0 ? '<p>No books were found.</p>' : `<ul>${entries.join('')}</ul>`);
}

/** A site of a few pages, with a form that is asked a few questions. */
export class SmallHarvest {
  private readonly web: SmallWeb;
  private readonly folder: string;
  private readonly seeds: string;
  private readonly asked: { child: RunningCli | undefined; left: number };

  private constructor(web: SmallWeb, folder: string, seeds: string, asked: SmallHarvest['asked']) {
    this.web = web;
    this.folder = folder;
    this.seeds = seeds;
    this.asked = asked;
  }

  static async open(): Promise<SmallHarvest> {
    const asked: SmallHarvest['asked'] = { child: undefined, left: 0 };
    const site: Answer = (request, response) => {
      // The request that the process dies at gets no answer.
      if (--asked.left === 0) return void asked.child?.kill('SIGKILL');
      const url = new URL(request.url ?? '/', 'http://a.test');
      const body = bodyOf(url);
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body ?? page('<h1>Not found</h1>'));
    };
    const web = await smallWeb({ '*a.test': site }, ['http://a.test/']);
    const folder = await mkdtemp(join(tmpdir(), 'points-'));
    return new SmallHarvest(web, folder, await web.seedFile(folder), asked);
  }

  /** Harvests once, killed at the point if there is one, and goes on until the run is over. */
  async run(point?: Point): Promise<Ended> {
    const storage = join(this.folder, `store-${point ?? 'calm'}`.replace(':', '-'));
    const [moment = '', number = ''] = point?.split(':') ?? [];
    const env = moment === 'before' || moment === 'after' ? { DIE_AT: point, NODE_OPTIONS: DYING } : {};
    const child = startCli(this.beginning(storage), env);
    if (moment === 'sent') Object.assign(this.asked, { child, left: Number(number) });
    const { signal, code, err } = await child.done;
    const killed = signal === 'SIGKILL';
    if (!killed && code !== 0) throw new Error(`the harvest ended with ${code}: ${err}`);
    if (killed) await this.goOn(storage);
    const store = await openStore(storage, { mode: 'read' });
    const exports = await exportsOf(store, storage).finally(() => store.close());
    await rm(storage, { recursive: true, force: true });
    return { killed, exports };
  }

  /** The same by two workers that share a store: one is killed at the point, the other one goes on. */
  async runShared(server: PostgresServer, point: Point): Promise<Ended> {
    const storage = join(this.folder, `shared-${point}`.replace(':', '-'));
    const env = { DATABASE_URL: await server.emptyStore() };
    const begun = await runCli([...this.beginning(storage), '--workers-only'], env);
    if (begun.code !== 0) throw new Error(begun.err);
    const work = ['worker', '--lease', '1', '--storage', storage];
    const [moment = '', number = ''] = point.split(':');
    const dies = { DIE_AT: point, NODE_OPTIONS: DYING };
    const first = startCli(work, { ...env, ...(moment !== 'sent' && dies) });
    if (moment === 'sent') Object.assign(this.asked, { child: first, left: Number(number) });
    await first.said('is ready');
    const second = startCli(work, env);
    try {
      const store = await openPostgresStore(env.DATABASE_URL, storage, { mode: 'read' });
      const isOver = async () => (await store.coordination?.runs.get(1))?.phase === 'ended';
      for (const began = Date.now(); !(await isOver()); await later(50))
        if (Date.now() - began > 120_000) throw new Error(`the run does not end after ${point}`);
      const exports = await exportsOf(store, storage);
      await store.close();
      const killed = first.signalCode === 'SIGKILL';
      return { killed, exports };
    } finally {
      for (const worker of [first, second]) worker.kill('SIGKILL');
      await Promise.all([first.done, second.done]);
    }
  }

  async close(): Promise<void> {
    await this.web.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  private beginning(storage: string): string[] {
    const questions = ['--max-submissions', '6', '--detail-pages', '2'];
    const crawl = ['--strategy', 'breadth-first', '--render', 'never', '--allow-private', '--delay', '0'];
    return ['harvest', 'book', '--seeds', this.seeds, ...crawl, ...questions, '--storage', storage];
  }

  /** Resumes the run; begins it where not even that was kept, and does nothing where it was over. */
  private async goOn(storage: string): Promise<void> {
    const store = await openStore(storage, { mode: 'write' });
    const [run] = await listRuns(store);
    await store.close();
    if (run?.status === 'complete') return;
    const resumption = ['harvest', '--resume', '--storage', storage];
    const { code, err } = await runCli(run === undefined ? this.beginning(storage) : resumption);
    if (code !== 0) throw new Error(`going on ended with ${code}: ${err}`);
  }
}

async function exportsOf(store: Store, storage: string): Promise<string> {
  let all = '';
  for (const kind of EXPORT_KINDS) {
    const file = join(storage, `${kind}.jsonl`);
    await exportToFile(store, 1, kind, 'jsonl', file);
    all += `${kind}\n${await readFile(file, 'utf8')}`;
  }
  return all;
}

function bodyOf({ pathname, searchParams }: URL): string | undefined {
  const more = Array.from({ length: 5 }, (_, i) => `/shelf-${i}`);
  if (pathname === '/') return page(FORM + links(...more));
  if (pathname === '/search') return answer(searchParams);
  if (pathname.startsWith('/book/')) return page(`<h1>${pathname.slice(6).replaceAll('-', ' ')}</h1>`);
  const shelf = more.indexOf(pathname);
  if (shelf < 0) return undefined;
  return page(`<p>Shelf ${shelf} of this shop.</p>${links('/', ...more)}`);
}
