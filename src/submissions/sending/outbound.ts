import type { PagePool } from '../../foundation/browser/index.ts';
import type { BrowserProxy, HttpClient } from '../../foundation/http/index.ts';

/** How submissions leave: the same way out, clock and robots rules as every page fetch. */
export interface Outbound {
  readonly egress: HttpClient;
  /**
   * Resolves when the address may be asked now: robots.txt allows it and its host's turn has come.
   * @throws {RefusedError} where it may not be asked at all
   */
  permit(url: string, signal: AbortSignal): Promise<void>;
  /** Tells the host's clock of an answer that asked for quiet. */
  pause(url: string, ms: number): void;
  /** Absent where there is no browser, or rendering is off. */
  readonly browser?: { readonly pages: PagePool; readonly proxy: BrowserProxy };
}

/** An address that is not asked, whatever stands behind it. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}
