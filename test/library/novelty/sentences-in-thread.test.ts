import { expect, onTestFinished, test } from 'vitest';
import { wordNet } from '../../../src/foundation/text/index.ts';
import { SentenceReader } from '../../../src/library/novelty/sentences.ts';
import { SentencesInThread } from '../../../src/library/novelty/sentences-in-thread.ts';

test('a thread reads the sentences that this one would, and this one goes on meanwhile', async () => {
  const warnings: string[] = [];
  const threaded = new SentencesInThread((message) => warnings.push(message));
  onTestFinished(() => threaded.close());
  const content = ['The lake freezes in winter. Boats leave every hour.', '!'.repeat(300_000)];
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const read = await threaded.read(content, 'en');
  clearInterval(timer);
  expect(read).toEqual(new SentenceReader(wordNet()).read(content, 'en'));
  expect(read).toHaveLength(2);
  expect([turns > 0, warnings]).toEqual([true, []]);
});
