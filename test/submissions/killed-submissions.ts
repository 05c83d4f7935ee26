import { setTimeout as later } from 'node:timers/promises';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { runCli, startCli } from '../interfaces/cli/run-cli.ts';
import type { AskedSite } from './asked-site.ts';

export interface Killed {
  readonly kills: number;
  /** Submissions that were settled at one moment and were not later. */
  readonly lost: readonly string[];
  readonly parked: number;
  /** Records of the GET form, as they are exported. */
  readonly settled: number;
}

/** Harvests the shop, kills the process (SIGKILL) while it asks, and goes on, again and again. */
export async function killedSubmissions(
  site: AskedSite,
  storage: string,
  kills: number,
  random: () => number,
): Promise<Killed> {
  const begin = beginning(site, storage);
  let done = 0;
  const lost: string[] = [];
  let before = new Set<string>();
  for (let first = true; done < kills; first = false) {
    const asked = site.posts.length + site.gets.length;
    const child = startCli(first ? begin : ['harvest', '--resume', '--storage', storage, '--quiet']);
    const busy = async () => {
      while (site.posts.length + site.gets.length === asked) await later(2);
    };
    const ended = await Promise.race([child.done.then(() => true), busy().then(() => false)]);
    // A machine that is too busy to read the page in time ends the run as well; it is gone on with.
    if (ended && (await child.done).code === 0) break;
    if (ended) continue;
    await later(random() * 60);
    child.kill('SIGKILL');
    const { signal } = await child.done;
    if (signal === 'SIGKILL') done++;
    const now = await settledKeys(storage);
    lost.push(...[...before].filter((key) => !now.has(key)));
    before = now;
  }
  const { code, err } = await runCli(['harvest', '--resume', '--storage', storage, '--quiet']);
  if (code !== 0 && !/no unfinished run|took longer than/.test(err))
    throw new Error(`resuming ended with ${code}: ${err}`);
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db.selectFrom('submission').select('state').execute();
  await store.close();
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return { kills: done, lost, parked: count('parked'), settled: count('settled') };
}

const beginning = (site: AskedSite, storage: string): string[] => [
  ...['submit', site.url, '--domain', 'book', '--allow-private', '--delay', '0', '--render', 'never'],
  ...['--max-submissions', '60', '--storage', storage],
];

/** The same run, left alone. */
export async function undisturbed(site: AskedSite, storage: string): Promise<void> {
  const { code, err } = await runCli(beginning(site, storage));
  if (code !== 0) throw new Error(`ended with ${code}: ${err}`);
}

/** What a run asked and got, as it is exported. */
export async function exported(storage: string): Promise<string> {
  const files: string[] = [];
  for (const what of ['submissions', 'records']) {
    const { code, out, err } = await runCli(['export', what, '--format', 'jsonl', '--storage', storage]);
    if (code !== 0) throw new Error(`export ${what} ended with ${code}: ${err}`);
    files.push(out);
  }
  return files.join('\n');
}

export async function settledKeys(storage: string): Promise<Set<string>> {
  const store = await openStore(storage, { mode: 'read' });
  const rows = await store.db
    .selectFrom('submission')
    .select(['form_id', 'key'])
    .where('state', '=', 'settled')
    .execute();
  await store.close();
  return new Set(rows.map(({ form_id, key }) => `${form_id} ${key}`));
}

export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
