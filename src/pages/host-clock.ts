export interface Clock {
  now(): number;
  /** Resolves after `ms`, or rejects when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface HostTime {
  nextAt: number;
  lastAt: number;
  delayMs: number;
  failures: number;
}

/**
 * When each host may be asked next. Every request to a host takes a turn, so the gap between two of them holds
 * however many workers there are.
 */
export class HostClock {
  private readonly hosts = new Map<string, HostTime>();
  private readonly clock: Clock;
  private readonly defaultDelayMs: number;

  constructor(clock: Clock, defaultDelayMs: number) {
    this.clock = clock;
    this.defaultDelayMs = defaultDelayMs;
  }

  /** Milliseconds until the host may be asked; 0 when it may be asked now. */
  wait(host: string): number {
    const time = this.hosts.get(host);
    return time === undefined ? 0 : Math.max(0, time.nextAt - this.clock.now());
  }

  /** Takes the next turn and resolves when it has come. */
  async turn(host: string, signal?: AbortSignal): Promise<void> {
    const time = this.of(host);
    const at = Math.max(this.clock.now(), time.nextAt);
    time.lastAt = at;
    time.nextAt = at + time.delayMs;
    const ms = at - this.clock.now();
    if (ms > 0) await this.clock.sleep(ms, signal);
  }

  /** A longer delay asked for by the host (Crawl-delay), in force from its latest request on. */
  setDelay(host: string, delayMs: number): void {
    const time = this.of(host);
    time.delayMs = Math.max(this.defaultDelayMs, delayMs);
    time.nextAt = Math.max(time.nextAt, time.lastAt + time.delayMs);
  }

  /** Keeps everyone away from the host for a while (Retry-After, back-off). */
  pause(host: string, ms: number): void {
    const time = this.of(host);
    time.nextAt = Math.max(time.nextAt, this.clock.now() + ms);
  }

  /** Counts answers that never came, in a row. @returns how many there have been */
  failed(host: string): number {
    return ++this.of(host).failures;
  }

  answered(host: string): void {
    this.of(host).failures = 0;
  }

  failures(host: string): number {
    return this.hosts.get(host)?.failures ?? 0;
  }

  private of(host: string): HostTime {
    let time = this.hosts.get(host);
    if (time === undefined) {
      time = { nextAt: 0, lastAt: Number.NEGATIVE_INFINITY, delayMs: this.defaultDelayMs, failures: 0 };
      this.hosts.set(host, time);
    }
    return time;
  }
}
