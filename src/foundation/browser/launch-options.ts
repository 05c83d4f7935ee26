import fs from 'node:fs';
import type { LaunchOptions } from 'playwright-core';
import type { FoundBrowser } from './find-browser.ts';

/** What of the machine decides how Chromium is started. */
interface BrowserHost {
  /** Chromium refuses its sandbox to root; others get it. */
  readonly root: boolean;
  /** The user says that the sandbox cannot work here (containers that forbid user namespaces). */
  readonly sandboxRefused: boolean;
  /** Size of /dev/shm in bytes; undefined where there is none. */
  readonly sharedMemory: number | undefined;
}

/** Below this, Chromium's renderers crash on heavy pages: containers give 64 MB by default. */
export const ENOUGH_SHARED_MEMORY = 1024 ** 3;

const FLAGS = [
  '--disable-gpu',
  // QUIC is UDP and would bypass the HTTP client.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  // WebRTC too must not send anything past the proxy; the switch was renamed between versions.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Pages wait in background tabs of the pool; their timers have to run all the same.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--no-pings',
  // A page may take so much memory for its scripts' objects (MB); one that wants more crashes, and its renderer with it.
  '--js-flags=--max-old-space-size=512',
] as const;

/**
 * How Playwright starts a Chromium for crawling untrusted pages: headless, with its sandbox wherever that can work.
 * Signals are left to the caller, who has a crawl to save before the browser may go; a browser whose parent is gone
 * ends by itself. Proxy and host rules are the caller's too; a second `--disable-features` must repeat Playwright's
 * own, over which it wins.
 */
export function launchOptions(
  browser: Pick<FoundBrowser, 'path'>,
  host: BrowserHost = thisHost(),
): LaunchOptions {
  return {
    executablePath: browser.path,
    headless: true,
    chromiumSandbox: !host.root && !host.sandboxRefused,
    args: [...FLAGS, ...(isShort(host.sharedMemory) ? ['--disable-dev-shm-usage'] : [])],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

/** The machine this process runs on. */
export function thisHost(env: Readonly<Record<string, string | undefined>> = process.env): BrowserHost {
  return {
    root: process.getuid?.() === 0,
    sandboxRefused: env.FIELDFARE_NO_SANDBOX === '1',
    sharedMemory: sharedMemorySize(),
  };
}

function isShort(sharedMemory: number | undefined): boolean {
  return sharedMemory !== undefined && sharedMemory < ENOUGH_SHARED_MEMORY;
}

function sharedMemorySize(): number | undefined {
  try {
    const { blocks, bsize } = fs.statfsSync('/dev/shm');
    return blocks * bsize;
  } catch {
    return undefined;
  }
}
