import { expect, test } from 'vitest';
import { sentencesOf, trimEndOf, trimOf } from '../../../src/foundation/text/index.ts';
import { cpuTime } from '../../cpu-time.ts';

test('ends of a text are cut by a class of characters', () => {
  expect(trimOf(' ,a, b; ', /[\s,;]/)).toBe('a, b');
  expect(trimEndOf('https://a.test//', /\//)).toBe('https://a.test');
  expect(trimOf(';;;', /;/)).toBe('');
});

test('a text of nothing but marks costs what another text of its length costs', () => {
  const size = 1_000_000;
  const cost = (text: string, work: (text: string) => unknown): number => {
    const begun = cpuTime();
    work(text);
    return cpuTime() - begun;
  };
  for (const work of [sentencesOf, (text: string) => trimOf(`${text}x`, /[!\s]/)])
    for (const mark of ['!', ' ', '. '])
      expect(cost(mark.repeat(size / mark.length), work)).toBeLessThan(
        200 + 20 * cost('The river runs. '.repeat(size / 16), work),
      );
});
