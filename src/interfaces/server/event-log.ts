/** Stores the last events of a harvest, so that a client that was away goes on where it was. */

import type { HarvestEvent } from '../../crawl/events/index.ts';

/** At least so many are stored, and at most twice as many. */
const KEPT = 2_000;

export interface NumberedEvent {
  readonly id: number;
  readonly event: HarvestEvent;
}

/** Names events of which the latest is enough: they say how far things are, not what happened. */
const LATEST_ONLY: ReadonlySet<HarvestEvent['type']> = new Set(['progress', 'asking']);

export class EventLog {
  private items: NumberedEvent[] = [];
  private next = 1;
  private over = false;
  private wake: (() => void)[] = [];

  push(event: HarvestEvent): void {
    if (LATEST_ONLY.has(event.type)) {
      const at = this.items.findLastIndex(({ event: { type } }) => type === event.type);
      if (at >= 0) this.items.splice(at, 1);
    }
    this.items.push({ id: this.next++, event });
    // Cut now and then: each cut copies all that stay.
    if (this.items.length > 2 * KEPT) this.items = this.items.slice(-KEPT);
    this.wakeAll();
  }

  end(): void {
    this.over = true;
    this.wakeAll();
  }

  get ended(): boolean {
    return this.over;
  }

  /** Lists events behind a number, oldest first. */
  after(id: number, limit: number): readonly NumberedEvent[] {
    const from = this.items.findLastIndex((item) => item.id <= id) + 1;
    return this.items.slice(from, from + limit);
  }

  /** Resolves when there is something new, when it is over, or when the signal aborts. */
  async change(signal: AbortSignal): Promise<void> {
    if (this.over || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.wake.push(done);
      signal.addEventListener('abort', done);
    });
  }

  private wakeAll(): void {
    const waiting = this.wake;
    this.wake = [];
    for (const wake of waiting) wake();
  }
}
