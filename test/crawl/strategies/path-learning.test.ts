import { expect, test } from 'vitest';
import { isCentre } from '../../../src/crawl/site-locating/reverse-search.ts';
import { SiteGraph } from '../../../src/crawl/strategies/index.ts';
import { PathLearning } from '../../../src/crawl/strategies/path-learning.ts';
import { rankingReward } from '../../../src/crawl/strategies/ranking-reward.ts';

/** Front page of a list → its page of links → front page of a shop → three links to its search. */
function pathTo(paths: PathLearning): void {
  const sites = ['list', 'list', 'shop', 'shop', 'shop', 'shop'];
  sites.forEach((site, i) => {
    const terms = { address: [], anchor: [], around: [] };
    const kind = i === 0 || i === 2 ? 'front' : 'link';
    paths.remember(i + 1, i, { kind, site, terms, bins: [], wanted: true, step: 1, similarity: 1 });
    paths.counted(i + 1, i + 1);
  });
}

const sharesOf = (paths: PathLearning, forms: number) =>
  paths.credit(6, forms).map(({ sample, level, share }) => [sample, level, Number(share.toFixed(2))]);

test('a page that located a site is one link before its forms, however deep these are', () => {
  const paths = new PathLearning(true);
  pathTo(paths);
  // 2 · .4 a level: on the page itself, one and two links before it; the front page is three links before and has none.
  expect(sharesOf(paths, 2)).toEqual([
    [6, 0, 2],
    [5, 1, 0.8],
    [4, 2, 0.32],
    [2, 1, 0.8],
    [1, 2, 0.32],
  ]);
  // No more than 3 a page.
  expect(sharesOf(paths, 10)).toEqual([
    [6, 0, 1],
    [5, 1, 2.2],
    [4, 2, 1.6],
    [2, 1, 2.2],
    [1, 2, 1.6],
  ]);
});

test('without locating the three levels before a form are counted across sites', () => {
  const paths = new PathLearning();
  pathTo(paths);
  expect(sharesOf(paths, 2).map(([sample]) => sample)).toEqual([6, 5, 4]);
});

test('a path that leads back to itself ends', () => {
  const paths = new PathLearning(true);
  pathTo(paths);
  paths.remember(3, 6, {
    kind: 'link',
    site: 'shop',
    terms: { address: [], anchor: [], around: [] },
    bins: [],
    wanted: true,
    step: 1,
    similarity: 1,
  });
  expect(sharesOf(paths, 1)).toHaveLength(3);
});

test('site frequency counts known deep-web sites only, whenever they become known', () => {
  const graph = new SiteGraph();
  expect(graph.add('deep.test', ['a.test', 'b.test', 'deep.test'])).toEqual([]);
  graph.add('other.test', ['a.test']);
  expect(graph.frequency('a.test')).toBe(0);
  expect(graph.isDeep('deep.test')).toEqual(['a.test', 'b.test']);
  expect(graph.isDeep('deep.test')).toEqual([]);
  expect(graph.frequency('a.test')).toBe(1);
  expect(graph.add('deep.test', ['a.test', 'c.test'])).toEqual(['c.test']);
  expect(graph.frequency('c.test')).toBe(1);
});

test('a centre page points to enough known deep-web sites, or has related forms', () => {
  const graph = new SiteGraph();
  graph.add('list.test', ['x.test', 'y.test', 'z.test']);
  for (const site of ['x.test', 'y.test']) graph.isDeep(site);
  expect(isCentre({ relevantForms: 0, deepLinks: graph.deepLinks('list.test') }, 3)).toBe(false);
  graph.isDeep('z.test');
  expect(isCentre({ relevantForms: 0, deepLinks: graph.deepLinks('list.test') }, 3)).toBe(true);
  expect(isCentre({ relevantForms: 1, deepLinks: 0 }, 3)).toBe(true);
});

test('the ranking reward weighs what a site gave against what it promises for its cost', () => {
  const evidence = { termWeight: 0.6, similarity: 0.3, frequency: 2, newDocuments: 0.2, cost: 1 };
  // € = (.6 + .3 + 2 / 4) / 3; r = .5 · .2 + .5 · €.
  expect(rankingReward(evidence)).toBeCloseTo(0.1 + 0.5 * (1.4 / 3), 12);
  expect(rankingReward({ ...evidence, cost: 2 })).toBeCloseTo(0.1 + 0.25 * (1.4 / 3), 12);
  expect(rankingReward(evidence, 0)).toBe(0.2);
  expect(rankingReward({ ...evidence, frequency: 9 })).toBeGreaterThan(rankingReward(evidence));
});
