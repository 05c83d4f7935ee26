import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type LaunchOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  findBrowser,
  launchOptions,
  openPagePool,
  tryBrowser,
} from '../../../src/foundation/browser/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const { found: browser } = await findBrowser();
if (!browser) console.log('skipped: no browser on this machine to launch');

const host = { root: false, sandboxRefused: false, sharedMemory: 64 * 1024 ** 3 };
const any = { path: '/somewhere/chromium' };

describe('launch options', () => {
  it('give up the sandbox only for root and for those who say so', () => {
    expect(launchOptions(any, host).chromiumSandbox).toBe(true);
    expect(launchOptions(any, { ...host, root: true }).chromiumSandbox).toBe(false);
    expect(launchOptions(any, { ...host, sandboxRefused: true }).chromiumSandbox).toBe(false);
    expect(launchOptions(any, { ...host, root: true }).args).not.toContain('--no-sandbox');
  });

  it('keep out of /dev/shm where it is small', () => {
    const flag = '--disable-dev-shm-usage';
    expect(launchOptions(any, { ...host, sharedMemory: 64 * 1024 ** 2 }).args).toContain(flag);
    expect(launchOptions(any, host).args).not.toContain(flag);
    expect(launchOptions(any, { ...host, sharedMemory: undefined }).args).not.toContain(flag);
  });

  it('say again what Playwright says, where Chromium heeds the last of two switches', async () => {
    const told = await toldTo((file) => launchOptions({ path: file }, host));
    for (const name of ['--disable-features=', '--enable-features=']) {
      const lists = told
        .filter((arg) => arg.startsWith(name))
        .map((arg) => arg.slice(name.length).split(','));
      expect(lists.length).toBeGreaterThan(1);
      expect(lists.at(-1)).toEqual(expect.arrayContaining(lists.flat()));
    }
  });
});

describe.runIf(browser)('a launched browser', () => {
  it('runs pages', async () => {
    expect(await tryBrowser(browser!)).toMatchObject({ works: true });
  });

  it('lets no WebRTC packet pass by the proxy', async () => {
    const ours = await packetsPastProxy(launchOptions(browser!));
    expect(ours).toBe(0);
    const plain = await packetsPastProxy({ ...launchOptions(browser!), args: ['--disable-gpu'] });
    expect(plain).toBeGreaterThan(0);
  });

  it.runIf(process.platform === 'linux')('ends when its parent is killed', async () => {
    const launching = fileURLToPath(new URL('./launch-and-wait.ts', import.meta.url));
    const parent = spawn(process.execPath, [launching], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    const children = childrenOf(parent.pid!);
    expect(children.length).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    await expect.poll(() => children.filter(isRunning), { timeout: 20_000 }).toEqual([]);
  });
});

/** UDP packets that a page's WebRTC gets out to the address of its choice, with a proxy set. */
async function packetsPastProxy(options: LaunchOptions): Promise<number> {
  const socket = dgram.createSocket('udp4');
  let packets = 0;
  socket.on('message', () => {
    packets++;
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const running = await chromium.launch({ ...options, proxy: { server: 'http://127.0.0.1:9' } });
  try {
    const page = await running.newPage();
    await page.goto('data:text/html,x');
    await page.evaluate(gatherCandidates, socket.address().port);
    return packets;
  } finally {
    await running.close();
    socket.close();
  }
}

/** Runs in the page, whose types this project does not have. */
async function gatherCandidates(port: number): Promise<void> {
  interface Connection {
    iceGatheringState: string;
    onicegatheringstatechange: (() => void) | null;
    createDataChannel(name: string): void;
    createOffer(): Promise<unknown>;
    setLocalDescription(offer: unknown): Promise<void>;
  }
  const { RTCPeerConnection } = globalThis as unknown as {
    RTCPeerConnection: new (options: object) => Connection;
  };
  const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
  connection.createDataChannel('x');
  const gathered = new Promise<void>((resolve) => {
    connection.onicegatheringstatechange = () => {
      if (connection.iceGatheringState === 'complete') resolve();
    };
    setTimeout(resolve, 3_000);
  });
  await connection.setLocalDescription(await connection.createOffer());
  await gathered;
}

function childrenOf(pid: number): number[] {
  const text = fs.readFileSync(path.join('/proc', `${pid}`, 'task', `${pid}`, 'children'), 'utf8');
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** The arguments that a pool gives its browser, taken by a program that only writes them down. */
async function toldTo(options: (file: string) => LaunchOptions): Promise<string[]> {
  const folder = temporaryFolder('launch-');
  const file = path.join(folder, 'browser');
  fs.writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/told'\nexit 1\n`, { mode: 0o755 });
  const pool = await openPagePool({
    launchOptions: options(file),
    pages: 1,
    userAgent: 'test',
    navigationTimeoutMs: 5_000,
    settleMs: 1_000,
  });
  try {
    await expect(pool.visit('a.test', 'http://a.test/', async () => undefined)).rejects.toThrow();
    return fs.readFileSync(path.join(folder, 'told'), 'utf8').split('\n');
  } finally {
    await pool.close();
  }
}
