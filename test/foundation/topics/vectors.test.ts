import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { loadDomain } from '../../../src/foundation/domain/index.ts';
import { nounNet } from '../../../src/foundation/text/index.ts';
import { termGain } from '../../../src/foundation/topics/feature-space.ts';
import {
  expandDomain,
  FeatureSpace,
  KeywordCounter,
  pathTerms,
  relevancyScore,
  siblingCount,
  siteTerms,
} from '../../../src/foundation/topics/index.ts';
import { cosine, frequencyWeight, weightedFrequencies } from '../../../src/foundation/topics/term-vector.ts';
import { informationGain } from '../../../src/wings/laboratory/learning/separability.ts';

const never = () => false;
const link = (url: string, anchor = '', around = '') => ({ url, anchor, around });

describe('the feature space of links that led to forms', () => {
  const learnt = (top?: number) => {
    const space = new FeatureSpace(top);
    for (let i = 0; i < 20; i++) {
      space.observe(pathTerms(link(`http://a.test/search/advanced`, 'Advanced search'), never), true);
      space.observe(pathTerms(link(`http://a.test/item/${i}`, `Title number${i}`, 'in stock'), never), false);
    }
    space.rebuild();
    return space;
  };

  test('finds links like those alike and others not', () => {
    const space = learnt();
    const like = pathTerms(link('http://b.test/advanced', 'Search, advanced'), never);
    const unlike = pathTerms(link('http://b.test/item/7', 'Title'), never);
    expect(space.similarity(like)).toBeGreaterThan(0.5);
    expect(space.similarity(unlike)).toBe(0);
    expect(space.termWeight(like)).toBe(1);
  });

  test('keeps the top m terms of each context only', () => {
    const space = new FeatureSpace(2);
    for (const word of ['alpha', 'beta', 'gamma', 'delta'])
      space.observe(pathTerms(link('http://a.test/', `${word} finder`), never), true);
    space.observe(pathTerms(link('http://a.test/', 'nothing'), never), false);
    space.rebuild();
    expect(space.terms().anchor).toHaveLength(2);
    expect(space.terms().anchor[0]?.[0]).toBe('finder');
  });

  test('changes what it answers only when it is rebuilt', () => {
    const space = new FeatureSpace();
    const terms = pathTerms(link('http://a.test/find', 'Find'), never);
    space.observe(terms, false);
    space.observe(pathTerms(link('http://a.test/x', 'Other'), never), false);
    space.turnedGood(terms);
    expect(space.similarity(terms)).toBe(0);
    space.rebuild();
    expect(space.similarity(terms)).toBeCloseTo(1, 6);
  });

  test('splits addresses at words that led to sites often', () => {
    const space = new FeatureSpace();
    for (const name of ['rare', 'old', 'my'])
      space.observe(siteTerms(link(`http://${name}-book.test/`), never), true);
    expect(siteTerms(link('http://abebook.test/'), space.isFrequent).address).toEqual(['ab', 'book']);
  });

  test('is FSS of the whole address without its suffix for sites, and FSL of the path for links (002, eq. 1 and 2)', () => {
    const rare = link('http://www.antique-books.co.uk/rare/maps', 'The old maps', 'Sold by dealers');
    const said = { anchor: ['old', 'map'], around: ['sold', 'dealer'] };
    expect(siteTerms(rare, never)).toEqual({ address: ['antiqu', 'book', 'rare', 'map'], ...said });
    expect(pathTerms(rare, never)).toEqual({ address: ['rare', 'map'], ...said });
  });
});

test('FS has the whole address, FL the path alone; both have stems without stop words and numbers (paper 004, eq. 4, 5)', () => {
  const found = link('http://harbour-reads.test/find/Novels', 'The Searches of 2024', 'advanced');
  expect(siteTerms(found, never)).toEqual({
    address: ['harbour', 'read', 'find', 'novel'],
    anchor: ['search'],
    around: ['advanc'],
  });
  expect(pathTerms(found, never)).toEqual({
    address: ['find', 'novel'],
    anchor: ['search'],
    around: ['advanc'],
  });
});

test('terms weigh tf · idf · IG, and links are compared by cosine (paper 004, eq. 8 to 12)', () => {
  const space = new FeatureSpace();
  const terms = (...anchor: string[]) => ({ address: [], anchor, around: [] });
  space.observe(terms('find'), true);
  space.observe(terms('find', 'desk'), true);
  space.observe(terms('rain'), false);
  space.observe(terms('snow'), false);
  space.rebuild();
  // (1 + log₁₀ 2) · log₁₀ (1 + 4 / 2) · 1 bit; 1 · log₁₀ (1 + 4 / 1) · (1 − 3 / 4 · .918296) bits.
  expect(space.terms().anchor).toEqual([
    ['find', expect.closeTo(1.30103 * 0.477121, 5)],
    ['desk', expect.closeTo(0.69897 * 0.311278, 5)],
  ]);
  // .217574 / √(.620749² + .217574²), and over √2 beside a word that nothing is known of.
  expect(space.similarity(terms('desk'))).toBeCloseTo(0.330773, 5);
  expect(space.similarity(terms('desk', 'moon'))).toBeCloseTo(0.330773 / Math.SQRT2, 5);
});

test('the information a term gives is what the general formula gives for two classes', () => {
  const occurs = [true, true, true, false, false, false, false, true];
  const labels = ['form', 'form', 'none', 'none', 'none', 'form', 'none', 'form'];
  expect(termGain(3, 4, 4, 8)).toBeCloseTo(informationGain(occurs, labels), 12);
});

const vector = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: 0.01, max: 100, noNaN: true })))
  .map((pairs) => new Map(pairs));

describe('the weight of a term', () => {
  it('is 1 + log tf', () => {
    expect([0, 1, 10, 100].map(frequencyWeight)).toEqual([0, 1, 2, 3]);
  });

  it('adds up the fields by their weights, as eq. 6 of paper 004 does', () => {
    const frequencies = weightedFrequencies([
      { terms: ['book', 'shop'], weight: 3 },
      { terms: ['book', 'book', 'old'], weight: 1 },
    ]);
    expect(frequencies).toEqual(
      new Map([
        ['book', 5],
        ['shop', 3],
        ['old', 1],
      ]),
    );
  });
});

describe('the cosine', () => {
  it('of (1, 2) and (2, 1) is 0.8', () => {
    expect(
      cosine(
        new Map([
          ['a', 1],
          ['b', 2],
        ]),
        new Map([
          ['a', 2],
          ['b', 1],
        ]),
      ),
    ).toBeCloseTo(0.8, 12);
  });

  it('is 1 with itself, 0 with nothing, symmetric, and the same however long the vectors are', () => {
    fc.assert(
      fc.property(vector, vector, fc.double({ min: 0.1, max: 10, noNaN: true }), (a, b, factor) => {
        const longer = new Map([...a].map(([term, weight]) => [term, weight * factor]));
        expect(cosine(a, b)).toBeCloseTo(cosine(b, a), 12);
        expect(cosine(longer, b)).toBeCloseTo(cosine(a, b), 9);
        expect(cosine(a, b)).toBeLessThanOrEqual(1 + 1e-12);
        expect(cosine(a, new Map())).toBe(0);
        if (a.size > 0) expect(cosine(a, a)).toBeCloseTo(1, 12);
      }),
    );
  });
});

test('WordNet gives the similarities that Wu and Palmer define', () => {
  const net = nounNet();
  const [dog] = net.meanings('dog');
  const [cat] = net.meanings('cat');
  // The Natural Language Toolkit gives the same for the first meanings of both.
  expect(net.similarity(dog!, cat!)).toBeCloseTo(0.8571, 4);
  expect(net.similarity(dog!, dog!)).toBe(1);
  expect(net.meanings('no such noun')).toEqual([]);
  expect(net.meanings('Book Jacket')[0]?.words).toContain('dust jacket');
});

test('a domain is expanded by near words that its file does not have', () => {
  const hotel = loadDomain('hotel');
  const expansions = expandDomain(hotel, nounNet(), 10);
  expect(expansions.map(({ term }) => term)).toContain('motor inn');
  for (const { term, similarity } of expandDomain(hotel, nounNet(), 1_000)) {
    expect(Object.keys(hotel.terms)).not.toContain(term);
    expect(similarity).toBeGreaterThanOrEqual(0.9);
  }
  expect(expandDomain(hotel, nounNet(), 10)).toEqual(expansions);
});

test('names of single things are no words for their kind: no author is asked for where authors are meant', () => {
  const terms = expandDomain(loadDomain('book'), nounNet(), 30).map(({ term }) => term);
  expect(terms).toContain('volume');
  expect(terms.filter((term) => /lewis|wilson/.test(term))).toEqual([]);
});

test("the paper's threshold of 2.1 is passed by counts, and cannot be by yes and no", () => {
  const weights = [0.2, 0.2, 0.3] as const;
  expect(relevancyScore({ content: 1, link: 1, siblings: 1 }, weights)).toBeCloseTo(0.7, 12);
  expect(relevancyScore({ content: 4, link: 2, siblings: 4 }, weights)).toBeGreaterThan(2.1);
});

test('Rs = w1·Lc + w2·Ll + w3·Ls, each with its own weight', () => {
  // .1 · 4 + .2 · 2 + .3 · 5, the weights of the paper's first experiment.
  expect(relevancyScore({ content: 4, link: 2, siblings: 5 }, [0.1, 0.2, 0.3])).toBeCloseTo(2.3, 12);
});

test('siblings speak for a link only where most of them were relevant', () => {
  expect(siblingCount(5, 3)).toBe(3);
  expect(siblingCount(6, 3)).toBe(0);
  expect(siblingCount(0, 0)).toBe(0);
});

test('keywords are counted by stem, each as often as it stands in a text and once in an address', () => {
  const counter = new KeywordCounter(['Java Beans']);
  expect(counter.inText('A bean in Java is a JavaBean; beans are many.')).toBe(3);
  expect(counter.inAddress('https://docs.test/java/beans/java.html')).toBe(2);
  expect(counter.inAddress('https://docs.test/javascript/')).toBe(0);
});

test('stop words are no keywords, so that a text of them mentions nothing', () => {
  const counter = new KeywordCounter(['bed and breakfast']);
  expect([...counter.keywords]).toEqual(['bed', 'breakfast']);
  expect(counter.inText('The news and the weather and sports and politics')).toBe(0);
  expect(counter.inText('Two beds and a breakfast')).toBe(2);
  expect(counter.allIn('http://a.test/bed-breakfast')).toBe(true);
  expect([...new KeywordCounter(['The Who']).keywords]).toEqual(['the', 'who']);
});

test('all keywords stand in an address or a title, or not', () => {
  const counter = new KeywordCounter(['Java Beans']);
  expect(counter.allIn('Writing a bean in Java')).toBe(true);
  expect(counter.allIn('Java AWT')).toBe(false);
});
