import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Point, SmallHarvest } from '../crawl/run/killed-at-points.ts';
import { serverOfTests } from '../drivers/postgres/with-server.ts';

const server = await serverOfTests();

if (server !== undefined) {
  let harvest: SmallHarvest;
  let undisturbed: string;
  beforeAll(async () => {
    harvest = await SmallHarvest.open();
    undisturbed = (await harvest.run()).exports;
  }, 120_000);
  afterAll(() => harvest.close());

  /** What the other worker does comes between: a few points in a row that are not reached end it. */
  const MISSED = 3;

  test.each(['before', 'after', 'sent'] as const)(
    'one of two workers is killed %s every point of its work, and the other one exports the same',
    async (moment) => {
      const differing: Point[] = [];
      let kills = 0;
      const began = Date.now();
      for (let next = 1, missed = 0; missed < MISSED; next++) {
        const point: Point = `${moment}:${next}`;
        const { killed, exports } = await harvest.runShared(server, point);
        if (exports !== undisturbed) differing.push(point);
        if (killed) kills++;
        missed = killed ? 0 : missed + 1;
      }
      console.log(JSON.stringify({ moment, kills, seconds: Math.round((Date.now() - began) / 1_000) }));
      expect(differing).toEqual([]);
      expect(kills).toBeGreaterThan(8);
    },
    3_600_000,
  );
}
