import type { Browser, BrowserType } from 'playwright';
import { FieldfareError } from '../errors/index.ts';

const CONNECT_MS = 15_000;

/** The DevTools address of a remote browser is invalid, or no browser answers there. */
export class RemoteBrowserError extends FieldfareError {
  readonly code = 'remote-browser';
  override readonly exitCode = 1;
  override readonly httpStatus = 503;
}

/** Returns the DevTools address in FIELDFARE_BROWSER_WS, if any. @throws {RemoteBrowserError} when that is no DevTools address */
export function remoteAddress(): string | undefined {
  const address = process.env.FIELDFARE_BROWSER_WS;
  if (address === undefined || address === '') return undefined;
  const url = URL.parse(address);
  if (url !== null && /^(?:wss?|https?):$/.test(url.protocol)) return address;
  throw new RemoteBrowserError(
    'FIELDFARE_BROWSER_WS is no address of a browser; expected something like ws://127.0.0.1:9222/devtools/browser/… or http://127.0.0.1:9222',
  );
}

/** @throws {RemoteBrowserError} when no browser answers there; the address may hold a key and is not repeated */
export async function connectRemote(address: string): Promise<Browser> {
  const { chromium } = await import('playwright');
  try {
    return await chromium.connectOverCDP(address, { timeout: CONNECT_MS });
  } catch (error) {
    const why = error instanceof Error && /timeout/i.test(error.message) ? 'in time' : '';
    throw new RemoteBrowserError(
      `the browser at ${URL.parse(address)?.host ?? 'FIELDFARE_BROWSER_WS'} does not answer ${why}`.trim(),
    );
  }
}

/** Creates a browser type whose `launch` connects to a running browser. */
export const remoteChromium = (chromium: BrowserType, address: string): BrowserType =>
  Object.create(chromium, {
    name: { value: () => 'chromium' },
    launch: { value: () => connectRemote(address) },
  }) as BrowserType;
