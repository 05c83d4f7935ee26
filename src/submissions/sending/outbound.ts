import type { PagePool } from '../../foundation/browser/index.ts';
import type { BrowserProxy, HttpClient } from '../../foundation/http/index.ts';

/** The network access of submissions: the same client, host delays and robots rules as for every page fetch. */
export interface Outbound {
  readonly egress: HttpClient;
  /**
   * Resolves when the address may be requested: robots.txt allows it and the delay of its host is over.
   * @throws {RefusedError} if it may not be requested at all
   */
  permit(url: string, signal: AbortSignal): Promise<void>;
  /** What was asked of the address after `permit` has come or failed: the delay of its host counts from here, too. */
  ended(url: string): void;
  /** Delays further requests to the host. */
  pause(url: string, ms: number): void;
  /** Whether the user agrees to the terms of a host; without it to those of none. */
  acceptsTerms?(url: string): boolean;
  /** Absent without a browser, or if rendering is off. */
  readonly browser?: { readonly pages: PagePool; readonly proxy: BrowserProxy };
}

/** The address may not be requested. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}
