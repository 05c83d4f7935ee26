import { expect, test } from 'vitest';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { type Point, SmallHarvest } from '../../crawl/run/killed-at-points.ts';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';

const server = await serverOfTests();
const POINTS: readonly Point[] = ['before:6', 'sent:6'];

if (server !== undefined)
  test('where one of two workers is killed at some of its commits and requests, the other one exports the same', async () => {
    await whileOpen(SmallHarvest.open(), async (harvest) => {
      const { exports } = await harvest.run();
      expect(exports).toContain('"verdict":"hits"');
      for (const point of POINTS)
        expect({ point, ...(await harvest.runShared(server, point)) }).toEqual({
          point,
          killed: true,
          exports,
        });
    });
  }, 240_000);
