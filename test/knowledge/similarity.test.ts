import { expect, test } from 'vitest';
import type { EnrichedNoun } from '../../src/knowledge/annotation/noun.ts';
import {
  type Annotation,
  evidenceOf,
  idf,
  judgeKnowledge,
  modelFrom,
  nounKey,
} from '../../src/knowledge/index.ts';

const noun = (anchor: string, count = 1, uri: string | null = `urn:${anchor}`): EnrichedNoun => ({
  anchor,
  posTag: 'NN',
  neTag: 'O',
  uri,
  count,
});
const page = (...nouns: EnrichedNoun[]): Annotation => ({ sentences: 1, nouns });
const letters = [...'abcdefghijklmnop'];
/** 16 documents; noun i stands in i + 1 of them. */
const model = modelFrom(
  'letters',
  16,
  new Map(letters.map((anchor, i) => [nounKey({ anchor, uri: `urn:${anchor}` }), i + 1])),
);

test('the example of paper 003: a noun in 14 of 1,151 documents has the idf 6.36', () => {
  expect(idf(1151, 14)).toBeCloseTo(6.36, 2);
});

test('a noun that fewer than two documents have counts as if one in N^1.8 had it', () => {
  const unseen = page(noun('stranger'), noun('a'), noun('b'));
  expect([...evidenceOf(unseen, model)].map((one) => one.idf)).toEqual([7.2, 7.2, 3]);
});

test('μ and σ are over the linked nouns of all documents, a noun once a document', () => {
  const values = letters.flatMap((_, i) => Array<number>(i + 1).fill(Math.log2(16 / (i + 1))));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  expect(model.mean).toBeCloseTo(mean, 12);
  expect(model.deviation).toBeCloseTo(Math.sqrt(variance), 12);
});

test('a page is on topic where its mean idf lies within μ ± σ, and told why where it does not', () => {
  const common = letters.slice(6, 14).map((anchor) => noun(anchor));
  const verdict = judgeKnowledge(page(...common), model);
  expect(verdict.accepted).toBe(true);
  expect(verdict.mean).toBeCloseTo(
    common.reduce((sum, _, i) => sum + Math.log2(16 / (i + 7)), 0) / common.length,
    12,
  );
  const strangers = [...'qrstuvwx'].map((anchor) => noun(anchor));
  expect(judgeKnowledge(page(...strangers), model)).toMatchObject({
    accepted: false,
    reason: 'too-rare',
    known: 0,
    similarity: expect.closeTo(0, 9),
  });
  const rare = modelFrom(
    'rare',
    64,
    new Map([
      ...letters.map((anchor): [string, number] => [nounKey(noun(anchor)), 32]),
      [nounKey(noun('q')), 64],
    ]),
  );
  const worn = page(...letters.slice(0, 8).map((anchor) => noun(anchor)), noun('q', 1000));
  expect(judgeKnowledge(worn, rare)).toMatchObject({ accepted: false, reason: 'too-common' });
  expect(judgeKnowledge(page(noun('p')), model)).toMatchObject({ accepted: false, reason: 'too-few-nouns' });
});

test('the range of a page on topic ends at μ + σ (eq. 4)', () => {
  // Idf 2 of eight nouns in 4 of 16 documents, 1 of eight in 8: μ = 128 / 96, σ = √(2 − 16 / 9), μ + σ = 1.805.
  const having = letters.map((anchor, i): [string, number] => [nounKey(noun(anchor)), i < 8 ? 4 : 8]);
  const halves = modelFrom('halves', 16, new Map(having));
  const mixed = (rare: number) =>
    judgeKnowledge(page(...letters.slice(8 - rare, 16 - rare).map((anchor) => noun(anchor))), halves);
  expect(mixed(6)).toMatchObject({ mean: 1.75, accepted: true });
  expect(mixed(7)).toMatchObject({ mean: 1.875, accepted: false, reason: 'too-rare' });
});

test('anchor and meaning must both match, and nouns without a meaning do not count', () => {
  const evidence = [...evidenceOf(page(noun('p'), noun('p', 1, 'urn:another'), noun('p', 1, null)), model)];
  expect(evidence.map(({ having }) => having)).toEqual([16, 0]);
});

test('a noun counts as often as it stands on the page', () => {
  const common = letters.slice(8).map((anchor) => noun(anchor));
  const once = judgeKnowledge(page(...common, noun('stranger')), model);
  const often = judgeKnowledge(page(...common, noun('stranger', 9)), model);
  expect(often.mean).toBeGreaterThan(once.mean);
});
