import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** What a process printed and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'fieldfare test '));
}

/**
 * A checkout with our set-up and one tiny dependency from a local archive, so that `npm ci` needs no network.
 * Its `src/interfaces/cli/main.ts` prints what the dependency exports, its arguments and its process number.
 */
export async function tinyCheckout(): Promise<string> {
  const root = temporaryFolder();
  for (const folder of ['src/setup', 'src/foundation/browser', 'src/interfaces/cli', 'made/tiny']) {
    fs.mkdirSync(path.join(root, folder), { recursive: true });
  }
  fs.cpSync(path.join(projectRoot, 'src/setup'), path.join(root, 'src/setup'), { recursive: true });
  const locate = 'src/foundation/browser/locate-browser.mjs';
  fs.copyFileSync(path.join(projectRoot, locate), path.join(root, locate));
  write(
    root,
    'made/tiny/package.json',
    '{"name":"tiny","version":"1.0.0","type":"module","exports":"./tiny.js"}',
  );
  write(root, 'made/tiny/tiny.js', 'export const greeting = "hello from tiny";\n');
  write(
    root,
    'src/interfaces/cli/main.ts',
    'import { greeting } from "tiny";\nconst line: string = [greeting, ...process.argv.slice(2)].join(" ");\nconsole.log(line);\n',
  );
  write(root, 'package.json', '{"name":"checkout","version":"1.0.0","type":"module","private":true}');
  await npm(path.join(root, 'made'), ['pack', './tiny', '--silent']);
  await npm(root, ['install', '--package-lock-only', '--offline', '--silent', './made/tiny-1.0.0.tgz']);
  return root;
}

/** Starts the bootstrap of a checkout; no browser is looked for unless `env` says so. */
export function startBootstrap(
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended>; said(text: string): Promise<void> } {
  return start(process.execPath, [path.join(root, 'src/setup/run.mjs'), ...args], {
    cwd: root,
    env: { ...bareEnvironment(), FIELDFARE_BROWSER: 'none', ...env },
  });
}

/** The environment without what npm and vitest put into it. Certificates that the machine trusts stay: npm may need them. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => name === 'NODE_EXTRA_CA_CERTS' || !/^(npm_|VITEST|NODE_|FIELDFARE_)/i.test(name),
  );
  return Object.fromEntries(kept);
}

export function start(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): { readonly child: ChildProcess; readonly ended: Promise<Ended>; said(text: string): Promise<void> } {
  const begun = performance.now();
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...text, ms: performance.now() - begun }));
  });
  const said = (wanted: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (text.err.includes(wanted) || text.out.includes(wanted)) resolve();
      };
      child.stderr.on('data', look);
      child.stdout.on('data', look);
      child.on('close', () => reject(new Error(`ended without saying "${wanted}": ${text.err}`)));
      look();
    });
  return { child, ended, said };
}

/** Runs npm as the machine has it. @throws {Error} with what it printed when it fails */
export async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const env = { ...bareEnvironment(), npm_config_audit: 'false', npm_config_fund: 'false' };
  const { code, out, err } = await start('npm', args, { cwd, env }).ended;
  if (code !== 0) throw new Error(`npm ${args.join(' ')}: ${err}`);
  return out;
}

export function write(root: string, file: string, text: string): void {
  fs.writeFileSync(path.join(root, file), text);
}
