import { describe, expect, test } from 'vitest';
import { informationGain } from '../../../src/foundation/learning/index.ts';
import { FeatureSpace, pathTerms, siteTerms, termGain } from '../../../src/foundation/topics/index.ts';

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

test('the information a term gives is what the general formula gives for two classes', () => {
  const occurs = [true, true, true, false, false, false, false, true];
  const labels = ['form', 'form', 'none', 'none', 'none', 'form', 'none', 'form'];
  expect(termGain(3, 4, 4, 8)).toBeCloseTo(informationGain(occurs, labels), 12);
});
