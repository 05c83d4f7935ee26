import { describe, expect, it, test } from 'vitest';
import { nextLimit, TabLimit } from '../../../src/foundation/browser/tab-limit.ts';
import { VisitQueue } from '../../../src/foundation/browser/visit-queue.ts';

const nothing = () => undefined;

/** A queue for so many visits at a time, with a clock that is set by hand; `begun` lists the visits in the order they began. */
function queue(most = 1) {
  const clock = { now: 0 };
  const visits = new VisitQueue({ least: most, most }, { current: () => most }, () => clock.now);
  const begun: string[] = [];
  const enter = (name: string, take: () => string | undefined = nothing, site = name) =>
    visits.enter(site, take).then(
      (taken) => void begun.push(taken === undefined ? name : `${name} ${taken}`),
      () => void begun.push(`${name} refused`),
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, visits, begun, enter, settled };
}

describe('the queue of visits', () => {
  it('begins visits in order, one more whenever one has left', async () => {
    const { visits, begun, enter, settled } = queue();
    for (const name of ['a', 'b', 'c']) void enter(name);
    await settled();
    expect(begun).toEqual(['a']);
    visits.leave('a');
    await settled();
    expect(begun).toEqual(['a', 'b']);
  });

  it('lets a visit go first whose page is there, and gives the page to it alone', async () => {
    const { visits, begun, enter, settled } = queue();
    const idle = ['page'];
    void enter('running');
    void enter('cold');
    void enter('warm', () => idle.pop());
    void enter('late', () => idle.pop());
    visits.leave('running');
    await settled();
    expect(begun).toEqual(['running', 'warm page']);
    visits.leave('warm');
    await settled();
    expect(begun).toEqual(['running', 'warm page', 'cold']);
  });

  it('lets nobody go before a visit that has waited for long', async () => {
    const { clock, visits, begun, enter, settled } = queue();
    void enter('running');
    void enter('cold');
    clock.now = 5_000;
    void enter('warm', () => 'page');
    visits.leave('running');
    await settled();
    expect(begun).toEqual(['running', 'cold']);
  });

  it('opens no second page of a site while another site has none, unless that visit has waited for long', async () => {
    const { clock, visits, begun, enter, settled } = queue(2);
    void enter('running', nothing, 'a');
    void enter('other', nothing, 'x');
    void enter('second', nothing, 'a');
    void enter('first', nothing, 'b');
    visits.leave('x');
    await settled();
    expect(begun).toEqual(['running', 'other', 'first']);
    void enter('third', nothing, 'c');
    clock.now = 5_000;
    visits.leave('b');
    await settled();
    expect(begun).toEqual(['running', 'other', 'first', 'second']);
  });

  it('opens a second page of a site where no other site waits', async () => {
    const { begun, enter, settled } = queue(2);
    void enter('one', nothing, 'a');
    void enter('two', nothing, 'a');
    await settled();
    expect(begun).toEqual(['one', 'two']);
  });

  it('refuses who still waits when it closes', async () => {
    const { visits, begun, enter, settled } = queue();
    void enter('running');
    void enter('waiting');
    visits.refuseAll(new Error('closed'));
    await settled();
    expect(begun).toEqual(['running', 'waiting refused']);
  });
});

const RANGE = { least: 2, most: 4 };

test('another page where over a fifth of the machine is idle, one less where under a twentieth is', () => {
  expect(nextLimit(2, RANGE, 0.21)).toBe(3);
  expect(nextLimit(4, RANGE, 0.21)).toBe(4);
  expect(nextLimit(3, RANGE, 0.2)).toBe(3);
  expect(nextLimit(3, RANGE, 0.05)).toBe(3);
  expect(nextLimit(3, RANGE, 0.049)).toBe(2);
  expect(nextLimit(2, RANGE, 0)).toBe(2);
});

test('what counts is the time since the last measurement, twice a second, while pages wait', () => {
  let times = { idle: 1_000, total: 10_000 };
  const limit = new TabLimit(RANGE, () => times);
  const began = performance.now();
  // 300 of 1,000 ms idle.
  times = { idle: 1_300, total: 11_000 };
  expect(limit.current(true, began + 400)).toBe(2);
  expect(limit.current(true, began + 600)).toBe(3);
  // 900 of 1,000, and nobody waits.
  times = { idle: 2_200, total: 12_000 };
  expect(limit.current(false, began + 1_200)).toBe(3);
  // 20 of 1,000 since then.
  times = { idle: 2_220, total: 13_000 };
  expect(limit.current(true, began + 1_800)).toBe(2);
});

test('a fixed number of pages is not measured', () => {
  const limit = new TabLimit({ least: 3, most: 3 }, () => ({ idle: 0, total: 0 }));
  expect(limit.current(true, performance.now() + 10_000)).toBe(3);
});
