/** An S3-compatible server (s3rver) of the test's own, fetched from the npm registry when it is first needed. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

const VERSION = '3.7.1';
const HOME = resolve(import.meta.dirname, `../storage/.runtime/s3rver-${VERSION}`);
const PROGRAM = join(HOME, 'node_modules/s3rver/bin/s3rver.js');

export const BUCKET = 'harvests';

/** Brings the server program. @returns why there is none, undefined where there is one */
export function whyNoS3Server(): string | undefined {
  if (existsSync(PROGRAM)) return undefined;
  const fresh = `${HOME}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  const { status, stderr } = spawnSync('npm', ['install', '--prefix', fresh, ...flags, `s3rver@${VERSION}`], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status === 0 && !existsSync(HOME)) renameSync(fresh, HOME);
  rmSync(fresh, { recursive: true, force: true });
  return existsSync(PROGRAM)
    ? undefined
    : `s3rver ${VERSION} could not be installed: ${stderr?.trim() || 'no registry'}`;
}

export interface S3Server {
  /** What a client needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server with one bucket over a folder. */
export async function startS3Server(folder: string): Promise<S3Server> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const server: S3Server = {
    env: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_REGION: 'us-east-1',
    },
    async start() {
      const args = [
        ...['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--silent', '--configure-bucket', BUCKET],
      ];
      child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
      for (let tries = 0; ; tries++) {
        if (
          await fetch(endpoint).then(
            () => true,
            () => false,
          )
        )
          return;
        if (tries > 200) throw new Error('s3rver does not answer');
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    async stop() {
      const ended = child && new Promise((done) => child?.once('exit', done));
      child?.kill('SIGKILL');
      await ended;
      child = undefined;
    },
  };
  await server.start();
  return server;
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
