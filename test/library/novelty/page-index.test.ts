import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { wordNet } from '../../../src/foundation/text/index.ts';
import { dice } from '../../../src/library/novelty/fingerprint.ts';
import { MinHash, PAGE_BANDING } from '../../../src/library/novelty/min-hash.ts';
import { PageIndex } from '../../../src/library/novelty/page-index.ts';
import {
  decodeHashes,
  decodeSignature,
  encodeHashes,
  encodeSignature,
} from '../../../src/library/novelty/page-memory.ts';
import { SentenceReader } from '../../../src/library/novelty/sentences.ts';
import { SentencesInThread } from '../../../src/library/novelty/sentences-in-thread.ts';
import type { Statement } from '../../../src/library/novelty/statement.ts';
import { summaryOf } from '../../../src/library/novelty/summary.ts';

const hashes = fc.uniqueArray(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 1, maxLength: 60 });

test('what is written of a page reads back the same', () => {
  fc.assert(
    fc.property(hashes, (numbers) => {
      const set = Uint32Array.from(numbers).sort();
      const signature = new MinHash(PAGE_BANDING).sign(set);
      expect(decodeHashes(encodeHashes(set))).toEqual(set);
      expect(decodeSignature(encodeSignature(signature))).toEqual(signature);
    }),
  );
});

/** Pages in families: each shares a drawn part of its hashes with the head of its family. */
function families(count: number): Uint32Array[] {
  let state = 7;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ state) >>> 0;
  };
  const pages: Uint32Array[] = [];
  let head: number[] = [];
  for (let i = 0; i < count; i++) {
    if (i % 5 === 0) head = Array.from({ length: 150 + (draw() % 200) }, draw);
    const kept = 0.4 + 0.6 * ((i % 5) / 4);
    const page = head.map((hash) => (draw() / 2 ** 32 < kept ? hash : draw()));
    pages.push(Uint32Array.from(new Set(page)).sort());
  }
  return pages;
}

test('LSH decides as brute force does, and grows past its first tables', () => {
  const pages = families(6_000);
  const minHash = new MinHash(PAGE_BANDING);
  const index = new PageIndex(PAGE_BANDING);
  let missed = 0;
  let duplicates = 0;
  pages.forEach((page, i) => {
    const signature = minHash.sign(page);
    const found = index.candidates(signature).some((id) => dice(page, pages[id]!) > 0.65);
    // Only a page's own family can be like it.
    const family = pages.slice(i - (i % 5), i);
    const truth = family.some((other) => dice(page, other) > 0.65);
    if (truth) duplicates++;
    if (truth !== found) missed++;
    index.add(i, signature);
  });
  expect(index.size).toBe(6_000);
  expect(duplicates).toBeGreaterThan(1_000);
  expect(missed).toBeLessThanOrEqual(duplicates * 0.002);
});

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

const statement = (text: string): Statement => ({
  terms: text.split(' ').map((token) => ({ lemma: token, token, noun: true, name: false })),
  guard: '/0',
  words: 3,
});
/** Nouns shared with each of the others, summed: 6, 0, 4, 5, 3, 2. */
const PAGE = ['lake boat pier', 'violin', 'lake pier', 'lake boat', 'lake', 'boat senator'].map(statement);

const nounsOf = (length: number) =>
  summaryOf(PAGE, length).map(({ terms }) => terms.map(({ token }) => token));
const all = PAGE.map(({ terms }) => terms.map(({ token }) => token));

test('a summary is made of the heaviest sentences in the order of the page', () => {
  expect(nounsOf(3)).toEqual([all[0], all[2], all[3]]);
  expect(nounsOf(1)).toEqual([all[0]]);
});

test('below 1 the length is a share of the page, but three sentences at least', () => {
  expect(nounsOf(0.75)).toEqual(all.filter(([noun]) => noun !== 'violin'));
  expect(nounsOf(0.1)).toEqual(nounsOf(3));
  expect(nounsOf(9)).toEqual(all);
});
