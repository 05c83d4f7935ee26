import fs from 'node:fs';
import type { LaunchOptions } from 'playwright';
import type { FoundBrowser } from './find-browser.ts';

/** Properties of the machine that decide how Chromium is started. */
interface BrowserHost {
  /** Chromium does not start its sandbox as root. */
  readonly root: boolean;
  /** The user switched the sandbox off (for containers that forbid user namespaces). */
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
  // WebRTC must not bypass the proxy either; the switch was renamed between versions.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Pages of the pool are background tabs, whose timers must run.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--no-pings',
  // Memory for the objects of a page's scripts, MB; a page that needs more crashes with its renderer.
  '--js-flags=--max-old-space-size=512',
] as const;

/**
 * Returns the options to start a Chromium for untrusted pages: headless, with its sandbox where possible. The caller
 * handles signals, to save the crawl before the browser ends; a browser without its parent ends by itself. The caller
 * adds proxy and host rules; a second `--disable-features` overrides Playwright's and must repeat it.
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

export function thisHost(): BrowserHost {
  return {
    root: process.getuid?.() === 0,
    sandboxRefused: process.env.FIELDFARE_NO_SANDBOX === '1',
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
