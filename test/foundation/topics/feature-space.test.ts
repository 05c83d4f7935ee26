import { describe, expect, test } from 'vitest';
import { termGain } from '../../../src/foundation/topics/feature-space.ts';
import { FeatureSpace, pathTerms, siteTerms } from '../../../src/foundation/topics/index.ts';
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
