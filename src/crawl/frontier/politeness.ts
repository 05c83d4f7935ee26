import type { HostTurn } from '../../storage/index.ts';

export interface Clock {
  now(): number;
  /** Resolves after `ms`, or rejects when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface HostTime {
  nextAt: number;
  pausedUntil: number;
  lastAt: number;
  since: number;
  delayMs: number;
  failures: number;
}

export interface SharedTurns {
  reserve(host: string, delayMs: number): Promise<HostTurn>;
  /** Deals no turn of the host for so long. */
  block(host: string, forMs: number, failures: number): void;
}

/** Gives each request to a host a turn, so that the gap between two of them holds however many workers there are. */
export class Politeness {
  private readonly hosts = new Map<string, HostTime>();
  private readonly clock: Clock;
  private readonly defaultDelayMs: number;
  private readonly shared: SharedTurns | undefined;

  constructor(clock: Clock, defaultDelayMs: number, shared?: SharedTurns) {
    this.clock = clock;
    this.defaultDelayMs = defaultDelayMs;
    this.shared = shared;
  }

  now(): number {
    return this.clock.now();
  }

  /** Milliseconds until the host may be asked; 0 when it may be asked now. */
  wait(host: string): number {
    const time = this.hosts.get(host);
    return time === undefined ? 0 : Math.max(0, this.earliest(time) - this.clock.now());
  }

  /** Takes the next turn and resolves when it has come. @throws when the signal fires; the turn is lost then */
  async acquire(host: string, signal?: AbortSignal): Promise<void> {
    const time = this.of(host);
    let at: number;
    do {
      at = this.earliest(time);
      time.lastAt = at;
      time.nextAt = at + time.delayMs;
      const ms = at - this.clock.now();
      if (ms > 0) await this.clock.sleep(ms, signal);
      await this.keepGap(time, signal);
      // The host may have asked for quiet while this turn was waited for.
    } while (time.pausedUntil > at);
    if (time.delayMs > 0) await this.takeShared(host, time, signal);
    time.since = this.clock.now();
  }

  /** Takes a turn among all processes, and another one where this process was too busy to use it in time. */
  private async takeShared(host: string, time: HostTime, signal?: AbortSignal): Promise<void> {
    if (this.shared === undefined) return;
    for (let late = true; late; ) {
      const requested = this.clock.now();
      const { waitMs, withinMs, failures } = await this.shared.reserve(host, time.delayMs);
      time.failures = Math.max(time.failures, failures);
      if (waitMs > 0) await this.clock.sleep(waitMs, signal);
      await this.keepGap(time, signal);
      late = this.clock.now() > requested + waitMs + withinMs;
    }
  }

  /** Turns are dealt out ahead; where the one before came late, this one comes later too. */
  private async keepGap(time: HostTime, signal?: AbortSignal): Promise<void> {
    for (let rest = this.rest(time); rest > 0; rest = this.rest(time)) await this.clock.sleep(rest, signal);
  }

  private rest({ since, delayMs }: HostTime): number {
    return delayMs > 0 ? since + delayMs - this.clock.now() : 0;
  }

  /** Ends an exchange. The gap counts from here as well: the next request must not follow at once on one that left late. */
  release(host: string): void {
    const time = this.of(host);
    // A delay that this very exchange asked for (robots.txt) is set later and counts from here too.
    time.since = this.clock.now();
    time.lastAt = Math.max(time.lastAt, time.since);
    if (time.delayMs > 0) time.nextAt = Math.max(time.nextAt, time.lastAt + time.delayMs);
  }

  /** Applies a Crawl-delay from the latest request on; never shorter than our own, and only where it is a finite number. */
  setDelay(host: string, delayMs: number): void {
    const time = this.of(host);
    time.delayMs = Math.max(this.defaultDelayMs, Number.isFinite(delayMs) ? delayMs : 0);
    time.nextAt = Math.max(time.nextAt, time.lastAt + time.delayMs);
  }

  /** Keeps everyone away from the host for a while (Retry-After, back-off), those who wait for their turn too. */
  blockUntil(host: string, ms: number): void {
    if (!Number.isFinite(ms)) return;
    const time = this.of(host);
    time.pausedUntil = Math.max(time.pausedUntil, this.clock.now() + ms);
    if (time.delayMs > 0) this.shared?.block(host, ms, time.failures);
  }

  /** Counts answers that never came, in a row. @returns how many there have been */
  recordFailure(host: string): number {
    return ++this.of(host).failures;
  }

  answered(host: string): void {
    this.of(host).failures = 0;
  }

  failures(host: string): number {
    return this.hosts.get(host)?.failures ?? 0;
  }

  private earliest({ nextAt, pausedUntil }: HostTime): number {
    return Math.max(this.clock.now(), nextAt, pausedUntil);
  }

  private of(host: string): HostTime {
    let time = this.hosts.get(host);
    if (time === undefined) {
      time = {
        nextAt: 0,
        pausedUntil: 0,
        lastAt: Number.NEGATIVE_INFINITY,
        since: Number.NEGATIVE_INFINITY,
        delayMs: this.defaultDelayMs,
        failures: 0,
      };
      this.hosts.set(host, time);
    }
    return time;
  }
}
