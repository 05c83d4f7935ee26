import { expect, test } from 'vitest';
import type { EnrichedNoun } from '../../src/knowledge/annotation/noun.ts';
import {
  type Annotation,
  corpusSeeds,
  embeddedAnnotator,
  evidenceOf,
  idf,
  judgeKnowledge,
  modelFrom,
  nounKey,
  openAnnotator,
} from '../../src/knowledge/index.ts';
import { DRIVERS, withStore } from '../storage/drivers.ts';

const annotate = (...content: string[]) => embeddedAnnotator().annotate(content);
const find = (anchor: string, text: string) => annotate(text).nouns.find((noun) => noun.anchor === anchor);

test('nouns get their lemma, a tag of the Penn treebank, and the commonest meaning in WordNet', () => {
  const { nouns, sentences } = annotate('The children read books. She sold the book to a library.');
  expect(sentences).toBe(2);
  expect(nouns.map(({ anchor, count }) => [anchor, count])).toEqual([
    ['book', 2],
    ['child', 1],
    ['library', 1],
  ]);
  expect(nouns.find(({ anchor }) => anchor === 'child')?.posTag).toBe('NNS');
  expect(nouns[0]?.uri).toMatch(/^http:\/\/wordnet-rdf\.princeton\.edu\/id\/\d{8}-n$/);
});

test('a page without a title is read like any other', () => {
  expect(annotate('', 'The book is on the shelf.')).toEqual(annotate('The book is on the shelf.'));
});

test('a run of words with a meaning of its own is one phrase', () => {
  const text = 'Insulin lowers the blood sugar of the patient.';
  expect(find('blood sugar', text)?.uri).toBeTruthy();
  expect(find('blood', text)).toBeUndefined();
});

test('names are linked to what they name, by class', () => {
  const text = 'We flew to Paris and met Einstein in Ludhiana near the Taj Mahal.';
  expect(find('paris', text)).toMatchObject({ posTag: 'NNP', neTag: 'LOCATION' });
  expect(find('einstein', text)?.neTag).toBe('PERSON');
  expect(find('ludhiana', text)?.uri).toBe('urn:fieldfare:place:punjab:ludhiana:ludhiana');
});

test('a name that nothing is known of has a class and no meaning', () => {
  expect(find('zorblax', 'Yesterday Dr. Zorblax arrived.')).toMatchObject({ uri: null });
});

test('what is annotated does not depend on what was before', () => {
  const text = 'The insurance covers a rental car and the hotel.';
  const first = annotate(text);
  annotate('Xyzzy cars quux rentals, hotels! Plugh insurance.');
  expect(annotate(text)).toEqual(first);
});

test('hostile text is read in time: one long word, one long run of names, no spaces', () => {
  for (const text of ['a'.repeat(1e6), 'Foo Bar '.repeat(2e4), '.'.repeat(1e5), '[[{{'.repeat(1e4)])
    expect(annotate(text).nouns.length).toBeLessThan(5_000);
});

test('a Spotlight service links nouns; one that goes down is named once and done without', async () => {
  const warnings: string[] = [];
  let asked = 0;
  const annotator = openAnnotator({
    endpoint: 'http://spotlight.test/rest/annotate',
    onWarning: (message) => warnings.push(message),
    post: async () => {
      asked++;
      if (asked > 1) throw new Error('connect ECONNREFUSED');
      const Resources = [
        {
          '@URI': 'http://dbpedia.org/resource/Insulin',
          '@surfaceForm': 'insulin',
          '@types': 'DBpedia:Drug',
        },
      ];
      return { status: 200, text: JSON.stringify({ Resources }) };
    },
  });
  expect(annotator.linker).toBe('http://spotlight.test/rest/annotate');
  const linked = await annotator.annotate(['The insulin is in the bottle.']);
  expect(linked.nouns.find(({ anchor }) => anchor === 'insulin')?.uri).toBe(
    'http://dbpedia.org/resource/Insulin',
  );
  const alone = await annotator.annotate(['The insulin is in the bottle.']);
  await annotator.annotate(['The bottle is empty.']);
  expect(alone.nouns.find(({ anchor }) => anchor === 'insulin')?.uri).toContain('wordnet');
  expect(annotator.linker).toBe('embedded');
  expect(asked).toBe(2);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('going on with the embedded linker');
});

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

const SOURCES = [
  ...Array.from({ length: 12 }, (_, i) => `http://a.test/${i}`),
  'wiki:Diabetes mellitus',
  'notes/one.html',
];

test.each(DRIVERS)(
  'seeds are pages of the corpus with an address, the same whenever they are drawn (%s)',
  (...driver) =>
    withStore(driver, async (store) => {
      const put = (topic: string, source: string) =>
        store.transaction((trx) =>
          trx.knowledge.putDocument(
            { topic, source, title: '', digest: '', sentences: 1, linker: 'embedded' },
            [],
          ),
        );
      for (const source of SOURCES) await put('diabetes', source);
      await put('notes', 'notes/one.html');
      const all = await corpusSeeds(store.knowledge, 'diabetes', 20);
      expect(all).toHaveLength(13);
      expect(all).toContain('https://en.wikipedia.org/wiki/Diabetes_mellitus');
      const five = await corpusSeeds(store.knowledge, 'diabetes', 5);
      expect(five).toEqual(all.slice(0, 5));
      // Drawn, not the first ones by address.
      expect(five).not.toEqual([...all].sort().slice(0, 5));
      await expect(corpusSeeds(store.knowledge, 'notes', 5)).rejects.toThrow(
        /the corpus of notes has no page with an address/,
      );
    }),
);
