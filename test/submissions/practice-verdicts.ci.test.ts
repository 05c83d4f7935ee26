import { expect, test } from 'vitest';
import { judgedOn } from '../bench/answers.ts';

test.each([2, 6])(
  'answers of the practice web are judged as its handler knows them, seed %i',
  (seed) => {
    const judged = [...judgedOn(seed)];
    expect(judged.length).toBeGreaterThan(1_000);
    expect(judged.filter(({ said, truth }) => said !== truth).map(({ told }) => told)).toEqual([]);
    const hits = judged.filter(({ said }) => said === 'hits');
    expect(hits.filter(({ records }) => !records).map(({ told }) => told)).toEqual([]);
  },
  120_000,
);
