import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';
import { runProgram } from '../../../src/interfaces/cli/program.ts';

const MAIN = fileURLToPath(new URL('../../../src/interfaces/cli/main.ts', import.meta.url));

/** Browsers of processes that were killed leave their profiles behind: they are swept up with this. */
const TEMPORARY = mkdtempSync(join(tmpdir(), 'cli-'));
afterAll(() => rmSync(TEMPORARY, { recursive: true, force: true, maxRetries: 3 }));

export interface CliResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningCli extends ChildProcess {
  readonly done: Promise<CliResult>;
  /** Resolves when the error output has said it; false when the process ended first. */
  said(text: string | RegExp): Promise<boolean>;
}

/** Starts the command line in a process of its own, as a user would. */
export function startCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input?: string,
  cwd?: string,
): RunningCli {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { ...process.env, TMPDIR: TEMPORARY, ...env },
    cwd,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const done = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }) as CliResult);
  const said = async (text: string | RegExp) => {
    const has = () => (typeof text === 'string' ? err.includes(text) : text.test(err));
    while (!has() && child.exitCode === null && child.signalCode === null) {
      await Promise.race([once(child.stderr as NodeJS.ReadableStream & NodeJS.EventEmitter, 'data'), done]);
    }
    return has();
  };
  return Object.assign(child, { done, said });
}

export const runCli = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> =>
  startCli(args, env).done;

/** The same command in this process: half a second instead of one and more, for what a process of its own adds nothing to. */
export async function runHere(args: readonly string[]): Promise<CliResult> {
  const said = { out: '', err: '' };
  const listen = (to: keyof typeof said) => (chunk: string | Uint8Array) => {
    said[to] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(listen('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(listen('err')),
  ];
  try {
    const code = (await runProgram(args)) ?? 0;
    return { code, signal: null, ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
