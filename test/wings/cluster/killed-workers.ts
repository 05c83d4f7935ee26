/** A harvest of the practice web by worker processes that are killed at random, the server of their store among them. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import type { PostgresStore } from '../../../src/drivers/postgres/store.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { seededRandom } from '../../../src/foundation/learning/index.ts';
import { type SpawnedPracticeWeb, spawnPracticeWeb } from '../../../src/practice-web/index.ts';
import type { PostgresServer } from '../../drivers/postgres/server.ts';
import { type RunningCli, runCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import {
  acknowledgedIn,
  givenUpIn,
  type Held,
  heldNow,
  isEnded,
  missingOf,
  nameOf,
  PostsInFlight,
  returnOf,
  stateOf,
  unknownIn,
} from './storm-rows.ts';
import { type Harvested, harvestedIn, unexplainedDifferences } from './unexplained-differences.ts';

export interface Plan {
  readonly server: PostgresServer;
  readonly kills: number;
  readonly seed: number;
  readonly sites: number;
  readonly workers: number;
  readonly sitesOfWorker: number;
  readonly leaseSeconds: number;
  readonly delayMs: number;
}

export interface Outcome {
  readonly kills: number;
  /** Lines that differ from what one process found that nobody killed, and that no POST of unknown fate explains. */
  readonly differences: readonly string[];
  /** POSTs of which nobody knows whether they arrived: by site, form and query. */
  readonly unknown: readonly string[];
  /** Of these, those that no kill explains: it meets one of each site that was held. */
  readonly beyondKills: readonly string[];
  /** Sites that were given up, and pages that were parked: only kills from outside met them. */
  readonly givenUp: readonly string[];
  /** Rows that were acknowledged before a kill and were not there at some time afterwards. */
  readonly lost: readonly string[];
  /** Times between two requests to one host, the smallest of all. */
  readonly smallestGapMs: number;
  /** Searches by POST that came oftener than without kills. */
  readonly repeatedPosts: readonly string[];
  /** Time from a kill to when a site was held again or done, the longest of all; infinite where one never was. */
  readonly longestReturnMs: number;
  /** Exit codes of workers that were told to end. */
  readonly codes: readonly (number | null)[];
  /** What workers said that had joined and ended without being killed or told to. */
  readonly endedAlone: readonly string[];
  readonly status: string | undefined;
}

/** Rows from one kill to the next, at least. */
const BROUGHT = 5;

type Target = 'worker' | 'leader' | 'server';

export async function killWorkers(plan: Plan): Promise<Outcome> {
  const folder = temporaryFolder('killed-workers-');
  const storm = new Storm(plan, folder);
  try {
    const outcome = await storm.blow(await storm.calmly());
    console.log(JSON.stringify({ seed: plan.seed, ...outcome }));
    return outcome;
  } finally {
    await storm.end();
  }
}

class Storm {
  private readonly plan: Plan;
  private readonly folder: string;
  private readonly random: () => number;
  private readonly workers: RunningCli[] = [];
  private web: SpawnedPracticeWeb | undefined;
  private port = 0;
  private postsOfCalm = new Map<string, number>();

  constructor(plan: Plan, folder: string) {
    this.plan = plan;
    this.folder = folder;
    this.random = seededRandom(plan.seed);
  }

  /** One process alone, with a store of its own. */
  async calmly(): Promise<Harvested> {
    await this.openWeb();
    const storage = join(this.folder, 'calm');
    const { code, err } = await runCli(await this.harvest(storage), { DATABASE_URL: '' });
    if (code !== 0) throw new Error(err);
    this.postsOfCalm = await this.posts();
    await this.web?.close();
    const store = await openStore(storage, { mode: 'read' });
    return harvestedIn(store).finally(() => store.close());
  }

  async blow(calm: Harvested): Promise<Outcome> {
    const { server, workers: count, kills } = this.plan;
    // The same addresses as before, and nothing that the web remembers.
    await this.openWeb();
    const url = await server.emptyStore();
    const storage = join(this.folder, 'storm');
    const env = { DATABASE_URL: url };
    const begun = await runCli([...(await this.harvest(storage)), '--workers-only'], env);
    if (begun.code !== 0) throw new Error(begun.err);
    const store = await openPostgresStore(url, storage, { mode: 'read' });
    let isOver = false;
    const endedAlone: string[] = [];
    const supervise = async (index: number): Promise<number | null> => {
      for (;;) {
        const args = [
          ...['worker', '--sites', String(this.plan.sitesOfWorker)],
          ...['--lease', String(this.plan.leaseSeconds)],
        ];
        const worker = startCli([...args, '--storage', storage], env);
        this.workers[index] = worker;
        const { code, signal, err } = await worker.done;
        if (isOver) return code;
        // One that is started while there is no server is refused.
        if (signal !== 'SIGKILL' && err.includes('is ready')) endedAlone.push(err);
        await later(500);
      }
    };
    const supervised = Array.from({ length: count }, (_, i) => supervise(i));
    let done = 0;
    let acknowledged: ReadonlySet<string> = new Set();
    const lost = new Set<string>();
    const posts = new PostsInFlight();
    const returns: Promise<number>[] = [];
    const following = new AbortController();
    while (done < kills && !(await isEnded(store))) {
      // Otherwise kills would follow each other so closely that nothing is ever done.
      if ((await acknowledgedIn(store)).size < acknowledged.size + BROUGHT) {
        await later(100);
        continue;
      }
      await later(1_500 * this.random());
      const target = (['worker', 'worker', 'worker', 'leader', 'leader', 'server'] as const)[
        Math.floor(6 * this.random())
      ];
      const pick = Math.floor(count * this.random());
      if (await isEnded(store)) break;
      const before = await acknowledgedIn(store);
      const held = await this.kill(store, target ?? 'worker', pick);
      if (held === undefined) continue;
      acknowledged = new Set([...acknowledged, ...before]);
      done++;
      await posts.meet(store, held, target === 'server');
      for (const row of await missingOf(store, acknowledged)) lost.add(row);
      returns.push(returnOf(store, held, following.signal));
    }
    for (const began = Date.now(); !(await isEnded(store)); await later(200))
      if (Date.now() - began > 120_000)
        throw new Error(`the run does not end: ${JSON.stringify(await stateOf(store))}`);
    following.abort();
    isOver = true;
    for (const worker of this.workers) worker.kill('SIGTERM');
    const codes = await Promise.all(supervised);
    for (const row of await missingOf(store, acknowledged)) lost.add(row);
    const differences = unexplainedDifferences(calm, await harvestedIn(store));
    const unknown = await unknownIn(store);
    const givenUp = await givenUpIn(store);
    const { status } = (await store.runs.get(1)) ?? {};
    await store.close();
    const repeatedPosts = [...(await this.posts())].flatMap(([post, times]) =>
      times > (this.postsOfCalm.get(post) ?? 1) ? [`${times} × ${post}`] : [],
    );
    return {
      kills: done,
      differences,
      unknown: unknown.map(nameOf),
      beyondKills: posts.unexplained(unknown),
      givenUp,
      lost: [...lost],
      smallestGapMs: smallestGap((await this.web?.log()) ?? []),
      repeatedPosts,
      longestReturnMs: Math.max(0, ...(await Promise.all(returns))),
      codes,
      endedAlone,
      status,
    };
  }

  async end(): Promise<void> {
    for (const worker of this.workers) worker.kill('SIGKILL');
    await this.web?.close().catch(() => undefined);
  }

  /** @returns sites that were held by what was killed; undefined where nothing is killed */
  private async kill(
    store: PostgresStore,
    target: Target,
    pick: number,
  ): Promise<readonly Held[] | undefined> {
    const rows = await heldNow(store);
    if (target === 'server' && rows.length > 0) {
      await this.plan.server.restart('SIGKILL');
      return rows;
    }
    const joined = (await store.coordination?.workers.list()) ?? [];
    const leader = (await store.coordination?.runs.get(1))?.leader;
    const leading = this.workers.find(({ pid }) =>
      joined.some((one) => one.id === leader && one.pid === pid),
    );
    const victim = target === 'leader' ? leading : this.workers[pick];
    const known = joined.findLast(({ pid }) => pid === victim?.pid);
    const ofVictim = ({ worker }: Held) => worker === known?.id;
    const its = rows.filter(ofVictim);
    if (its.length === 0 || victim?.kill('SIGKILL') !== true) return undefined;
    await victim.done;
    // What it had when it died, which may be others than a moment before.
    return (await heldNow(store)).filter(ofVictim);
  }

  private async openWeb(): Promise<void> {
    const { sites } = this.plan;
    this.web = await spawnPracticeWeb({ sites, loopbackAddresses: true, port: this.port });
    this.port = this.web.port;
  }

  private async harvest(storage: string): Promise<string[]> {
    const seeds = join(this.folder, 'seeds.txt');
    await writeFile(seeds, (this.web?.seeds('book') ?? []).map((url) => `${url}\n`).join(''));
    const { delayMs } = this.plan;
    return [
      ...['harvest', 'book', '--seeds', seeds, '--allow-private', '--delay', String(delayMs / 1_000)],
      ...['--strategy', 'breadth-first', '--render', 'never', '--max-depth', '1', '--no-pictures'],
      ...[
        ...['--max-submissions', '5', '--submit-to', 'all', '--max-answer-pages', '2', '--detail-pages', '1'],
        ...['--storage', storage, '--quiet'],
      ],
    ];
  }

  /** Searches by POST, and how often each came. */
  private async posts(): Promise<Map<string, number>> {
    const posts = new Map<string, number>();
    for (const { method, host, path, query, outcome } of (await this.web?.log()) ?? []) {
      if (method !== 'POST') continue;
      const post = `${host}${path} ${query ?? JSON.stringify(outcome ?? '')}`;
      posts.set(post, (posts.get(post) ?? 0) + 1);
    }
    return posts;
  }
}

function smallestGap(log: readonly { readonly host: string; readonly at: number }[]): number {
  const last = new Map<string, number>();
  let smallest = Number.POSITIVE_INFINITY;
  for (const { host, at } of log) {
    smallest = Math.min(smallest, at - (last.get(host) ?? Number.NEGATIVE_INFINITY));
    last.set(host, at);
  }
  return smallest;
}
