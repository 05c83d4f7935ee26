import { expect, test } from 'vitest';
import { isCentre } from '../../../src/crawl/site-locating/reverse-search.ts';
import { SiteGraph } from '../../../src/crawl/strategies/index.ts';
import { rankingReward } from '../../../src/crawl/strategies/ranking-reward.ts';

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
