import { expect, test } from 'vitest';
import { embeddedAnnotator, openAnnotator } from '../../src/knowledge/index.ts';

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
