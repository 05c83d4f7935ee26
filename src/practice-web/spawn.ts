/** Starts the practice web in a child process, so that its cost is not the crawler's. */

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HARD_WEB_SITES } from './hard-kinds/index.ts';
import type { PortalTruth } from './portals/index.ts';
import type { Order } from './serve.ts';
import type { PracticeWebOptions } from './server.ts';
import type { LogEntry, Truth } from './truth.ts';

export interface SpawnOptions {
  readonly seed?: string | number;
  /** At least 12; 24 when left out. */
  readonly sites?: number;
  readonly now?: Date;
  readonly port?: number;
  readonly logFile?: string;
  /** As `startPracticeWeb` takes them. */
  readonly certificate?: PracticeWebOptions['certificate'];
  readonly loopbackAddresses?: boolean;
  /** Serve the portals of this region too: `punjab`. */
  readonly portals?: string;
  /** `usual` when left out. */
  readonly kinds?: PracticeWebOptions['kinds'];
}

export interface SpawnedPracticeWeb {
  readonly port: number;
  /** Null without a certificate. */
  readonly httpsPort: number | null;
  readonly hosts: readonly string[];
  readonly truth: Truth;
  /** Null where no portals were asked for. */
  readonly portals: PortalTruth | null;
  /** Process id of the server. */
  readonly pid: number;
  seeds(domain?: string): readonly string[];
  log(): Promise<readonly LogEntry[]>;
  close(): Promise<void>;
}

export const PRACTICE_WEB_DEFAULTS = { seed: 1, sites: 24, now: '2026-11-01' } as const;

type Started = Pick<SpawnedPracticeWeb, 'port' | 'httpsPort' | 'hosts' | 'truth' | 'portals'>;
const START_LIMIT_MS = 60_000;

/** Types are stripped from our sources, but not under node_modules, where only the built file is. */
const entry = (): string => {
  const source = fileURLToPath(new URL('./serve.ts', import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL('./serve.js', import.meta.url));
};

/** @throws {Error} when the process ends or says nothing within a minute, with what it wrote to its error output */
export async function spawnPracticeWeb(options: SpawnOptions = {}): Promise<SpawnedPracticeWeb> {
  const order: Order = {
    seed: String(options.seed ?? PRACTICE_WEB_DEFAULTS.seed),
    sites: options.sites ?? (options.kinds === 'hard' ? HARD_WEB_SITES : PRACTICE_WEB_DEFAULTS.sites),
    now: (options.now ?? new Date(PRACTICE_WEB_DEFAULTS.now)).toISOString(),
    port: options.port ?? 0,
    ...(options.logFile === undefined ? {} : { logFile: options.logFile }),
    ...(options.certificate === undefined ? {} : { certificate: options.certificate }),
    loopbackAddresses: options.loopbackAddresses ?? false,
    ...(options.portals === undefined ? {} : { portals: options.portals }),
    ...(options.kinds === undefined ? {} : { kinds: options.kinds }),
  };
  const child = fork(entry(), [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.send(order);
  const started = await firstMessage(child);
  return {
    ...started,
    pid: child.pid ?? 0,
    seeds(domain = 'any') {
      const seeds = started.truth.seeds[domain] ?? started.portals?.seeds[domain];
      if (!seeds) throw new RangeError(`no seeds for ${domain} on the practice web`);
      return seeds;
    },
    log: () => askForLog(child),
    async close() {
      if (child.connected) child.send('close');
      await ended;
    },
  };
}

function firstMessage(child: ChildProcess): Promise<Started> {
  return new Promise((resolve, reject) => {
    let complaints = '';
    child.stderr?.on('data', (part: Buffer) => {
      complaints = (complaints + part.toString()).slice(-4000);
    });
    const fail = (why: string): void => {
      clearTimeout(timer);
      child.kill();
      reject(
        new Error(`the practice web did not start: ${why}${complaints ? `\n${complaints.trim()}` : ''}`),
      );
    };
    const timer = setTimeout(() => fail('no answer within a minute'), START_LIMIT_MS);
    child.once('error', (error) => fail(error.message));
    const onExit = (code: number | null): void => fail(`its process ended with code ${code}`);
    child.once('exit', onExit);
    child.once('message', (message) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve((message as { started: Started }).started);
    });
  });
}

function askForLog(child: ChildProcess): Promise<readonly LogEntry[]> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('the practice web has ended; its log file has what it saw'));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve((message as { log: LogEntry[] }).log);
    });
    child.send('log', (error) => error && reject(error));
  });
}
