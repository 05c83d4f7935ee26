import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { wordNet } from '../../../src/foundation/text/index.ts';
import { dice, fingerprintOf, gramHashes, winnow } from '../../../src/library/novelty/fingerprint.ts';
import { addToIndexes, judgeText, type NoveltyIndexes } from '../../../src/library/novelty/judge-text.ts';
import { PageMemory } from '../../../src/library/novelty/page-memory.ts';
import { TextReader } from '../../../src/library/novelty/read-text.ts';
import { statementSimilarity } from '../../../src/library/novelty/same-statement.ts';
import { SentenceIndex } from '../../../src/library/novelty/sentence-index.ts';
import { ontologyOf } from '../../../src/library/ontology/ontology.ts';
import type { Store } from '../../../src/storage/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const words = wordNet();
const ontology = ontologyOf(new Map(), words);
const reader = new TextReader(words);

describe('fingerprints (paper 000, section 4.3)', () => {
  test('a string of twelve letters has eight 5-grams', () => {
    expect(gramHashes('ThisIsSKGram')).toHaveLength(8);
    expect(new Set(gramHashes('abcdeabcde')).size).toBe(5);
  });

  test('the rolling hash of a gram is the hash of its letters, wherever it stands', () => {
    expect(gramHashes('xxxxHello')[4]).toBe(gramHashes('Hello')[0]);
    expect(gramHashes('日本語の図書館')[2]).toBe(gramHashes('語の図書館')[0]);
  });

  test('of every frame of four the least hash is taken, of equal ones the rightmost, each once', () => {
    const taken: number[] = [];
    winnow(Uint32Array.of(77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98), (hash) =>
      taken.push(hash),
    );
    // The sequence of the paper on winnowing (Schleimer, Wilkerson, Aiken 2003, fig. 2), windows of four.
    expect(taken).toEqual([17, 17, 8, 39, 17]);
  });

  test('frames have four hashes, and each that begins or ends one is looked at', () => {
    const taken = (...hashes: number[]) => {
      const found: number[] = [];
      winnow(Uint32Array.from(hashes), (hash) => found.push(hash));
      return found;
    };
    // Frames of three would take 7 as well, frames of five no 6; the leftmost of equal hashes would be taken twice.
    expect(taken(3, 1, 9, 8, 7, 6)).toEqual([1, 6]);
    expect(taken(1, 5, 1, 9, 8, 7)).toEqual([1]);
  });

  test('Dice is twice what is shared over the sum of both', async () => {
    expect(dice(Uint32Array.of(1, 2, 3, 4), Uint32Array.of(4, 5, 6, 7))).toBe(0.25);
    expect(dice(new Uint32Array(), new Uint32Array())).toBe(0);
  });
});

const statement = async (text: string) => (await reader.readSentences([text], 'en', ontology))[0]!;
const alike = async (a: string, b: string) =>
  statementSimilarity(await statement(a), await statement(b), words);

describe('statements', () => {
  test('stop words go, and nouns are told by WordNet (sections 4.2.3 and 4.2.4)', async () => {
    const { terms } = await statement('A Voyage is a long journey on a ship or in a spacecraft.');
    expect(terms.map(({ lemma }) => lemma)).toEqual(['voyage', 'long', 'journey', 'ship', 'spacecraft']);
    expect(terms.filter(({ noun }) => !noun).map(({ lemma }) => lemma)).toEqual(['long']);
    expect((await statement('Can listening be exhausting?')).terms.map(({ lemma }) => lemma)).toEqual([
      'listening',
      'exhausting',
    ]);
  });

  test('a term that another one already is says nothing more (section 4.2.6)', async () => {
    const lemmas = async (text: string, by = ontology) =>
      (await reader.readSentences([text], 'en', by))[0]?.terms.map(({ lemma }) => lemma);
    // By the commonest sense: Singapore is a city to WordNet before it is an island.
    expect(await lemmas('Paris is the capital.')).toEqual(['paris']);
    expect(await lemmas('Singapore is an island.')).toEqual(['singapore', 'island']);
    expect(await alike('The capital is Paris.', 'It is Paris.')).toBe(1);
    expect(await lemmas('The zeppelin is a joke.')).toEqual(['zeppelin', 'joke']);
    expect(
      await lemmas('The zeppelin is a joke.', ontologyOf(new Map([['zeppelin', ['joke']]]), words)),
    ).toEqual(['zeppelin']);
  });

  test('“I am Ram” and “My name is Ram” are one; Sita and a denial are not', async () => {
    expect(await alike('I am Ram', 'My name is Ram')).toBe(1);
    expect(await alike('I am Ram', 'My name is Sita')).toBe(0);
    expect(await alike('I am Ram', 'I am not Ram')).toBe(0);
  });

  test.each([
    ...['My surname is Ram', 'My nickname is Ram', 'My first name is Ram', 'His family name is Ram'],
    ...['Her pen name was Ram', 'The title is Ram', 'They call me Ram'],
    ...['I am called Ram', 'He was christened Ram'],
  ])('“%s” says no more than “I am Ram”', async (text) => {
    expect(await alike('I am Ram', text)).toBe(1);
    expect(await alike('I am Sita', text)).toBe(0);
  });

  test.each([
    ...['My sister is Ram', 'Sita called Ram', 'They met Ram', 'The family of Ram', 'My reputation is Ram'],
  ])('“%s” is another statement than “I am Ram”', async (text) =>
    expect(await alike('I am Ram', text)).toBeLessThan(0.65),
  );

  test('synonyms count as known, antonyms and changed numbers as new', async () => {
    expect(
      await alike('The shop bought a big automobile.', 'The shop purchased a large car.'),
    ).toBeGreaterThan(0.65);
    expect(
      await alike('The station opens early in the morning.', 'The station closes early in the morning.'),
    ).toBe(0);
    expect(
      await alike('The ticket costs 12 euros at the door.', 'The ticket costs 15 euros at the door.'),
    ).toBe(0);
    expect(
      await alike('The house has two floors and a garden.', 'The house has 2 floors and a garden.'),
    ).toBe(1);
  });
});

describe('the Singapore documents of the paper’s introduction', () => {
  const D1 =
    'Singapore is an island city-state located at the southern tip of the Malay Peninsula. It lies 137 km north of the equator.';
  const D2 =
    'Singapore is an island city-state located at the southern tip of the Malay Peninsula. The population of Singapore is approximately 4.86 million.';
  const D3 = 'Singapore lies 137 km north of the equator. The population is approximately 4.86 million.';
  let store: Store;
  let sentences: SentenceIndex;
  beforeEach(async () => {
    store = await openStore(temporaryFolder('novelty-'), { mode: 'write' });
    sentences = new SentenceIndex(await store.sentences.open(() => undefined), words);
  });
  afterEach(async () => {
    await sentences.close();
    await store.close();
  });

  const judgeAll = async (texts: readonly string[], bySentence: boolean) => {
    const prints = new Map<number, Uint32Array>();
    const pages = new PageMemory(async (id) => prints.get(id));
    const judges: NoveltyIndexes = { reader, pages, sentences: bySentence ? sentences : undefined };
    const verdicts = [];
    for (const [id, text] of texts.entries()) {
      const judged = await judgeText(judges, [text], 'en', ontology);
      await addToIndexes(judges, id, judged);
      verdicts.push(judged.verdict);
    }
    return verdicts;
  };

  test('judged whole, D3 is taken for novel', async () => {
    const printed = await Promise.all([D1, D2, D3].map(printOf));
    const pairs = printed.slice(0, 2).map((print) => dice(print, printed[2]!));
    expect(Math.max(...pairs)).toBeLessThan(0.65);
    expect((await judgeAll([D1, D2, D3], false))[2]!.kind).toBe('novel');
  });

  test('judged whole, a text is known from a similarity of .65 on', async () => {
    const named = Array.from({ length: 60 }, (_, i) => `${'aeiou'[i % 5]}${'lmnrst'[i % 6]}orna${i * 37}`);
    const kinds = [];
    for (let shared = 60; shared > 30; shared--) {
      const text = named.map((word, i) => (i < shared ? word : `zuk${i * 41}w`)).join(' ');
      const [, { kind, similarity }] = (await judgeAll([`${named.join(' ')}.`, `${text}.`], false)) as [
        unknown,
        { kind: string; similarity: number },
      ];
      kinds.push({ kind, similarity });
    }
    const near = kinds.filter(({ kind, similarity }) => kind === 'known' && similarity < 0.7);
    expect(near.length).toBeGreaterThan(0);
    expect(Math.min(...near.map(({ similarity }) => similarity))).toBeGreaterThanOrEqual(0.65);
    expect(kinds.at(-1)!.kind).toBe('novel');
  });

  test('sentence by sentence, D3 is redundant, and of D2 only the population is new', async () => {
    const [first, second, third] = await judgeAll([D1, D2, D3], true);
    expect(first!.newSentences).toHaveLength(2);
    expect(second!.newSentences!.map((sentence) => sentence.text)).toEqual([
      'The population of Singapore is approximately 4.86 million.',
    ]);
    expect(third).toMatchObject({ kind: 'known', newSentences: [] });
  });

  const printOf = async (text: string) => (await reader.read([text], 'en', ontology)).fingerprint;

  test('a page is a duplicate above 0.65 (section 5)', async () => {
    const sentences = [
      ...['The lake freezes in winter.', 'Boats leave every hour from the pier.'],
      ...['Tickets are sold on board.', 'A lantern hangs above the harbour.', 'The museum shows old maps.'],
      ...['Children feed the swans.', 'Bakers open before sunrise.', 'The railway crosses a valley.'],
    ];
    const from = (at: number) => sentences.slice(at, at + 6).join(' ');
    const likeFirst = async (at: number) => dice(await printOf(from(0)), await printOf(from(at)));
    expect(await likeFirst(2)).toBeGreaterThan(0.55);
    expect(await likeFirst(2)).toBeLessThan(0.65);
    expect(await likeFirst(1)).toBeGreaterThan(0.65);
    expect((await judgeAll([from(0), from(2)], false))[1]?.kind).toBe('novel');
    expect((await judgeAll([from(0), from(1)], false))[1]?.kind).toBe('known');
  });

  test('sentences in another order are the same page', async () => {
    const text =
      'The lake freezes in winter. Boats leave every hour from the pier. Tickets are sold on board.';
    const turned =
      'Tickets are sold on board. The lake freezes in winter. Boats leave every hour from the pier.';
    expect(await printOf(text)).toEqual(await printOf(turned));
    expect(fingerprintOf(['ab', ''])).toHaveLength(1);
  });
});
