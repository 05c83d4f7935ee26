import { expect, test } from 'vitest';
import type { Candidate } from '../../../src/crawl/frontier/index.ts';
import {
  SiteGraph,
  type Strategy,
  strategyOf,
  strategyOptions,
} from '../../../src/crawl/strategies/index.ts';
import { RewardTree } from '../../../src/crawl/strategies/reward-tree.ts';
import { loadDomain } from '../../../src/foundation/domain/index.ts';

const wanted = [loadDomain('book')];
const open = (name: 'sb-classifier' | 'tres', options: object = {}): Strategy =>
  strategyOf(name, { wanted, graph: new SiteGraph(), keywords: [] }, strategyOptions.parse(options));

const link = (path: string, more: Partial<Candidate> = {}): Candidate => ({
  url: `http://a.test${path}`,
  site: 'a.test',
  kind: 'link',
  anchor: '',
  around: '',
  parent: 1,
  depth: 1,
  hops: 0,
  ...more,
});

let nextId = 100;
/** Reads a page as a run does. @returns true when links have to be scored anew */
function read(strategy: Strategy, one: Candidate, newForms = 0): boolean {
  const topic = { similarity: 0.4, wanted: true, step: 1 } as const;
  const page = { id: one.parent === 0 ? 1 : nextId++, link: one, isPage: true, topic, mentions: 0 };
  strategy.discovered(page);
  return strategy.read({ ...page, newForms, bytes: 1_000, ms: 10 }).relearned;
}

/** Visits links as the frontier does, best first, then oldest. @returns them in the order in which they were visited */
function crawl(strategy: Strategy, links: readonly Candidate[], formsOn: (link: Candidate) => number) {
  read(strategy, link('/', { parent: 0, kind: 'front' }));
  const score = (one: Candidate) => ({ one, score: strategy.score(one) });
  let waiting = links.map(score);
  const visited: Candidate[] = [];
  while (waiting.length > 0) {
    const best = waiting.reduce((a, b) => (b.score > a.score ? b : a));
    waiting = waiting.filter((entry) => entry !== best);
    visited.push(best.one);
    if (read(strategy, best.one, formsOn(best.one))) waiting = waiting.map(({ one }) => score(one));
  }
  return visited;
}

const ARMS = [
  'html body div#top.menu a',
  'html body main ul.news li a',
  'html body footer p a.small',
  'html body aside form#q a',
];
const ofArms = (each: number): Candidate[] =>
  Array.from({ length: each }, (_, i) => ARMS.map((tags, arm) => link(`/${arm}/${i}`, { tags }))).flat();
const armOf = ({ url }: Candidate) => Number(new URL(url).pathname[1]);

test('sb-classifier draws from each cluster of tag paths once, then most from the one whose links led to forms', () => {
  for (const rich of [0, 2]) {
    const visited = crawl(open('sb-classifier'), ofArms(40), (one) => Number(armOf(one) === rich));
    expect(visited.slice(0, 4).map(armOf).toSorted()).toEqual([0, 1, 2, 3]);
    const drawn = visited.slice(0, 40).filter((one) => armOf(one) === rich).length;
    expect(drawn).toBeGreaterThan(15);
    expect(new Set(visited).size).toBe(160);
  }
});

test('sb-classifier looks less at arms without finds where exploration weighs less', () => {
  const drawn = [0, 0.3, 3].map((exploration) => {
    const visited = crawl(open('sb-classifier', { exploration }), ofArms(40), (one) =>
      Number(armOf(one) === 1),
    );
    return visited.slice(0, 40).filter((one) => armOf(one) === 1).length;
  });
  expect(drawn[0]).toBe(37);
  expect(drawn[1]).toBeGreaterThan(drawn[2]!);
});

test('sb-classifier takes tag paths that differ in one element of many for one arm', () => {
  const strategy = open('sb-classifier');
  read(strategy, link('/', { parent: 0, kind: 'front' }));
  const row = (id: string) => `html body div#page main.wide section div ul.list li#${id} h3 a`;
  const drawn = link('/x', { tags: row('n1') });
  strategy.score(drawn);
  const unknown = strategy.score(link('/far', { tags: 'html body footer p a' }));
  expect(strategy.score(link('/y', { tags: row('n2') }))).toBeLessThan(unknown);
  // A front page of another site is no link within one.
  const front = link('/z', { tags: row('n3'), kind: 'front', site: 'b.test' });
  expect(strategy.score(front)).toBe(unknown);
});

test('sb-classifier makes no more than 500 arms of links, however a page mixes up its tags', () => {
  const strategy = open('sb-classifier');
  const scores = Array.from({ length: 900 }, (_, i) =>
    strategy.score(link(`/${i}`, { tags: `html.h${i} body.b${i} p.p${i} a.a${i}` })),
  );
  // The first link of an arm has the greatest score.
  expect(scores.filter((score) => score === scores[0]).length).toBe(500);
});

test('sb-classifier follows at once what has the address of a target, once it has seen some', () => {
  const strategy = open('sb-classifier');
  const target = link('/catalogue/find?q=9', { tags: ARMS[0]! });
  read(strategy, link('/', { parent: 0, kind: 'front' }));
  const fresh = strategy.score(link('/article/1998-9', { tags: ARMS[1]! }));
  expect(strategy.score(target)).toBe(fresh);
  for (let i = 0; i < 60; i++)
    read(strategy, link(i % 2 === 0 ? `/catalogue/find?q=${i}` : `/article/1998-${i}`), 1 - (i % 2));
  expect(strategy.score(target)).toBeGreaterThan(fresh);
  expect(strategy.score(link('/article/1998-9', { tags: ARMS[1]! }))).toBeLessThanOrEqual(fresh);
  // An address without a path has no 2-grams.
  expect(strategy.score(link('/', { tags: ARMS[1]! }))).not.toBeNaN();
});

test('tres finds forms behind links that say so much sooner than by chance, and visits all links in the end', () => {
  const offers = (one: Candidate) => one.anchor === 'Advanced search';
  const links = Array.from({ length: 400 }, (_, i) =>
    link(`/p${i}`, { anchor: i % 8 === 3 ? 'Advanced search' : 'Old maps' }),
  );
  const visited = crawl(open('tres'), links, (one) => Number(offers(one)));
  // 50 of 400 lead to a form: by chance, 12 of the first 100 do.
  expect(visited.slice(0, 100).filter(offers).length).toBeGreaterThan(36);
  expect(new Set(visited).size).toBe(400);
});

test('a tree of rewards splits by the feature that tells rewards apart, and by none where they are the same', () => {
  const sample = (i: number, reward: number) => ({ features: [(i % 5) / 10, i % 2, 1], reward });
  const tree = new RewardTree();
  for (let i = 0; i < 40; i++) tree.add(sample(i, i % 2));
  expect([...tree.leaves()]).toHaveLength(2);
  const rewards = [0, 1].map((value) => tree.leafOf([0.2, value, 1]).samples.map(({ reward }) => reward));
  expect(rewards).toEqual([Array(20).fill(0), Array(20).fill(1)]);
  const same = new RewardTree();
  for (let i = 0; i < 40; i++) same.add(sample(i, 1));
  expect([...same.leaves()]).toHaveLength(1);
});
