import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Politeness } from '../../../src/crawl/frontier/index.ts';

/** A clock that stands until it is moved; those who sleep wake in order. */
class StandingClock {
  private time = 1_000;
  private sleepers: { at: number; wake: () => void; fail: (error: unknown) => void }[] = [];

  now = (): number => this.time;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake, fail) => {
      this.sleepers.push({ at: this.time + ms, wake, fail });
      signal?.addEventListener('abort', () => fail(signal.reason));
    });

  async run(): Promise<void> {
    for (;;) {
      for (let i = 0; i < 10; i++) await Promise.resolve();
      this.sleepers.sort((a, b) => a.at - b.at);
      const next = this.sleepers.shift();
      if (next === undefined) return;
      this.time = Math.max(this.time, next.at);
      next.wake();
    }
  }
}

describe('the host clock', () => {
  it('keeps the gap between two requests to a host, however many ask at once, and none between hosts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        async (hosts, ours, theirs) => {
          const clock = new StandingClock();
          const turns = new Politeness(clock, ours);
          turns.setDelay('b', theirs);
          const at: Record<string, number[]> = {};
          const all = hosts.map(async (host) => {
            await turns.acquire(host);
            at[host] = [...(at[host] ?? []), clock.now()];
          });
          await clock.run();
          await Promise.all(all);
          for (const [host, times] of Object.entries(at)) {
            const gap = host === 'b' ? Math.max(ours, theirs) : ours;
            expect(times).toEqual(times.map((_, i) => 1_000 + i * gap));
          }
        },
      ),
      { numRuns: 100, seed: 5 },
    );
  });

  it('keeps the gap where this machine is late for turns that were dealt out ahead', async () => {
    const clock = new StandingClock();
    const late = [400, 0, 90, 0];
    const busy = {
      now: clock.now,
      sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms + (late.shift() ?? 0), signal),
    };
    const turns = new Politeness(busy, 150);
    await turns.acquire('a');
    const at = [clock.now()];
    const all = [1, 2, 3].map(async () => {
      await turns.acquire('a');
      at.push(clock.now());
    });
    await clock.run();
    await Promise.all(all);
    const gaps = at.slice(1).map((time, i) => time - (at[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150);
    expect(at.at(-1)).toBeLessThan(1_000 + 400 + 90 + 4 * 150);
  });

  it('keeps the gap where this machine is late for a turn among all processes', async () => {
    const clock = new StandingClock();
    // Another process has taken the second turn; this one wakes 40 ms late for the third.
    const dealt = [1_000, 1_250, 1_350, 1_450];
    const late = [0, 40, 0, 0];
    const turns = new Politeness(clock, 100, {
      reserve: async () => {
        const waitMs = (dealt.shift() ?? clock.now()) - clock.now() + (late.shift() ?? 0);
        return { waitMs: Math.max(0, waitMs), withinMs: 100, failures: 0 };
      },
      block: () => undefined,
    });
    const at: number[] = [];
    const all = Array.from({ length: 4 }, async () => {
      await turns.acquire('a');
      at.push(clock.now());
    });
    await clock.run();
    await Promise.all(all);
    expect(Math.min(...at.slice(1).map((time, i) => time - (at[i] ?? 0)))).toBe(100);
  });

  it('keeps everyone away during a pause, those too who were waiting for their turn', async () => {
    const clock = new StandingClock();
    const turns = new Politeness(clock, 100);
    const at: number[] = [];
    const all = [0, 1, 2].map(async (n) => {
      await turns.acquire('a');
      at.push(clock.now());
      if (n === 0) turns.blockUntil('a', 5_000);
    });
    await clock.run();
    await Promise.all(all);
    expect(at[0]).toBe(1_000);
    expect(at[1]).toBeGreaterThanOrEqual(6_000);
    expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(100);
    expect(turns.wait('b')).toBe(0);
  });

  it('says how long a host must be waited for', async () => {
    const clock = new StandingClock();
    const turns = new Politeness(clock, 100);
    expect(turns.wait('a')).toBe(0);
    await turns.acquire('a');
    expect(turns.wait('a')).toBe(100);
    turns.setDelay('a', 700);
    expect(turns.wait('a')).toBe(700);
    turns.setDelay('a', 1);
    expect(turns.wait('a')).toBe(700);
    turns.blockUntil('a', 2_000);
    turns.blockUntil('a', 50);
    expect(turns.wait('a')).toBe(2_000);
  });

  it('is not put out by delays that are no numbers', async () => {
    const clock = new StandingClock();
    const turns = new Politeness(clock, 100);
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, -5_000]) {
      turns.setDelay('a', ms);
      turns.blockUntil('a', ms);
    }
    await turns.acquire('a');
    expect(turns.wait('a')).toBe(100);
  });

  it('lets go of whoever waits when the signal fires', async () => {
    const clock = new StandingClock();
    const turns = new Politeness(clock, 100);
    await turns.acquire('a');
    const controller = new AbortController();
    const waiting = turns.acquire('a', controller.signal);
    controller.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('counts failures in a row', () => {
    const turns = new Politeness(new StandingClock(), 0);
    expect([
      turns.recordFailure('a'),
      turns.recordFailure('a'),
      turns.failures('a'),
      turns.failures('b'),
    ]).toEqual([1, 2, 2, 0]);
    turns.answered('a');
    expect(turns.failures('a')).toBe(0);
  });
});
