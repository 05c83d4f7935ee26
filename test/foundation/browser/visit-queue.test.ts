import { describe, expect, it } from 'vitest';
import { VisitQueue } from '../../../src/foundation/browser/visit-queue.ts';

const nothing = () => undefined;

/** A queue for one visit at a time, with a clock that is set by hand; `begun` lists the visits in the order they began. */
function queue() {
  const clock = { now: 0 };
  const visits = new VisitQueue({ least: 1, most: 1 }, { current: () => 1 }, () => clock.now);
  const begun: string[] = [];
  const enter = (name: string, take: () => string | undefined = nothing) =>
    visits.enter(take).then(
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
    visits.leave();
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
    visits.leave();
    await settled();
    expect(begun).toEqual(['running', 'warm page']);
    visits.leave();
    await settled();
    expect(begun).toEqual(['running', 'warm page', 'cold']);
  });

  it('lets nobody go before a visit that has waited for long', async () => {
    const { clock, visits, begun, enter, settled } = queue();
    void enter('running');
    void enter('cold');
    clock.now = 5_000;
    void enter('warm', () => 'page');
    visits.leave();
    await settled();
    expect(begun).toEqual(['running', 'cold']);
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
