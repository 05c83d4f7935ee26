import { expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { Candidate } from '../../../src/crawl/frontier/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { locateFirst } from '../../../src/crawl/site-locating/index.ts';
import {
  needsOf,
  type ReadPage,
  SiteGraph,
  type Strategy,
  strategyOf,
  strategyOptions,
} from '../../../src/crawl/strategies/index.ts';
import { loadDomain } from '../../../src/foundation/domain/index.ts';
import { FeatureSpace } from '../../../src/foundation/topics/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { page, SEARCH, smallWeb } from '../run/small-web.ts';

const wanted = [loadDomain('book')];

function open(
  name: 'ichw' | 'smartcrawler' | 'eefc' | 'fc',
  options: object = {},
  graph = new SiteGraph(),
): Strategy {
  return strategyOf(name, { wanted, graph, keywords: [] }, strategyOptions.parse(options));
}

const link = (url: string, anchor = '', parent = 1): Candidate => ({
  url,
  site: new URL(url).host,
  kind: 'link',
  anchor,
  around: '',
  parent,
  depth: 1,
  hops: 0,
});
const front = (url: string, anchor = '', parent = 1): Candidate => ({
  ...link(url, anchor, parent),
  kind: 'front',
  depth: 0,
});

let nextId = 100;
const readOf = (read: Candidate, more: Partial<ReadPage> = {}): ReadPage => ({
  id: nextId++,
  link: read,
  isPage: true,
  topic: { similarity: 0.4, wanted: true, step: 1 },
  mentions: 0,
  newForms: 0,
  bytes: 1_000,
  ms: 10,
  ...more,
});

/** Reads a page as a run does. */
function read(strategy: Strategy, page: ReadPage): ReturnType<Strategy['read']> {
  strategy.discovered(page);
  return strategy.read(page);
}

const seed = (strategy: Strategy, step: 1 | 2 | 3 = 1) =>
  read(
    strategy,
    readOf(front('http://hub.test/', '', 0), { id: 1, topic: { similarity: 0.3, wanted: step === 1, step } }),
  );

/** Two deep-web sites point to `http://q.test/`, whose words say nothing of books. */
function graphWithTwo(): SiteGraph {
  const graph = new SiteGraph();
  for (const site of ['x.test', 'y.test']) {
    graph.isDeep(site);
    graph.add(site, ['q.test']);
  }
  return graph;
}

test('ichw ranks by r = (1 − w)·δ + w·€/c with € = w_ij + S + SF, w by option', () => {
  // Nothing was learnt and no word is of the domain: € = (0 + 0 + 2 / (2 + 2)) / 3 = 1 / 6, c = 1.
  const strategy = open('ichw', {}, graphWithTwo());
  seed(strategy);
  expect(strategy.score(front('http://q.test/', 'zzz'))).toBeCloseTo(0.5 / 6, 12);
  const promising = open('ichw', { rankingWeight: 0.9 }, graphWithTwo());
  seed(promising);
  expect(promising.score(front('http://q.test/', 'zzz'))).toBeCloseTo(0.9 / 6, 12);
});

test('ichw adds what the pages of a site gave, and divides its promise by what they cost', () => {
  const strategy = open('ichw', { rankingWeight: 0.25 }, graphWithTwo());
  seed(strategy);
  read(strategy, readOf(link('http://q.test/a'), { newForms: 1, bytes: 3_000, ms: 10 }));
  const { siteScoreOffset } = read(strategy, readOf(link('http://q.test/b'), { bytes: 3_000, ms: 10 }));
  // δ is one form of two pages: (1 − .25) · .5.
  expect(siteScoreOffset).toEqual({ site: 'q.test', offset: 0.375 });
  // Its pages have 3,000 bytes, those of the run (1,000 + 3,000 + 3,000) / 3: c = 9 / 7.
  expect(strategy.score(link('http://q.test/c', 'zzz'))).toBeCloseTo((0.25 / 6) * (7 / 9), 12);
});

test('ichw extracts links of pages about another domain (step 2), and keeps those of pages about none for last', () => {
  const scores = ([1, 2, 3] as const).map((step) => {
    const strategy = open('ichw', {}, graphWithTwo());
    seed(strategy, step);
    return strategy.score(front('http://q.test/', 'zzz'));
  });
  expect(scores[1]).toBe(scores[0]);
  expect(scores[2]).toBeLessThan(-100);
  const other = { step: 2, domain: 'hotel', similarity: 1, scores: {} } as const;
  expect(open('ichw').explores(other)).toBe(true);
  expect(open('smartcrawler').explores(other)).toBe(false);
});

test('ichw learns what leads to forms, immediate benefit before delayed', () => {
  const strategy = open('ichw', { learnAfter: 1 });
  seed(strategy);
  const hop = readOf(link('http://s.test/', 'portal'));
  read(strategy, hop);
  for (const word of ['noise', 'dust', 'fog']) read(strategy, readOf(link('http://s.test/', word)));
  const found = readOf(link('http://s.test/', 'terminal', hop.id), { newForms: 2 });
  expect(read(strategy, found).relearned).toBe(true);
  const scoreOf = (word: string) => strategy.score(link('http://s.test/', word));
  // w_ij and S are 1; S is .4 one link before the form, where FL of immediate benefit knows nothing; c is 1.
  expect(scoreOf('terminal')).toBeCloseTo((0.5 * 2) / 3, 12);
  expect(scoreOf('portal')).toBeCloseTo((0.5 * 0.4) / 3, 12);
  expect(scoreOf('noise')).toBe(0);
});

test('ichw wants the KNN judge and 80 new sites before it looks into them; ffc and ache count', () => {
  expect(needsOf('ichw').formJudge).toBe('knn');
  expect(open('ichw').locateFirst).toBe(80);
  expect(['ffc', 'ache'].map((name) => needsOf(name).formJudge)).toEqual(['counts', 'counts']);
  expect(needsOf('two-stage').formJudge).toBeUndefined();
});

test('until 80 sites are located, links within sites come after every front page', () => {
  let located = 0;
  const strategy = locateFirst(open('eefc'), 80, () => located);
  const within = link('http://s.test/x', 'Advanced search');
  const lesson = (): boolean => read(strategy, readOf(front(`http://t${located}.test/`))).relearned;
  expect(strategy.score(within)).toBeLessThan(strategy.score(front('http://q.test/', 'zzz')) - 1_000);
  located = 79;
  expect(lesson()).toBe(false);
  located = 80;
  expect(lesson()).toBe(true);
  expect(strategy.score(within)).toBe(open('eefc').score(within));
});

test.each(['ichw', 'smartcrawler'] as const)(
  '%s learns the words of what led to forms, and of nothing else',
  (name) => {
    const strategy = open(name, { learnAfter: 1 });
    seed(strategy);
    for (const word of ['noise', 'dust'])
      for (const to of [link, front]) read(strategy, readOf(to(`http://${word}.test/`, word)));
    read(strategy, readOf(front('http://gate.test/', 'gate'), { newForms: 1 }));
    read(strategy, readOf(link('http://gate.test/', 'desk'), { newForms: 2 }));
    const scoreOf = (candidate: Candidate) => strategy.score(candidate);
    for (const word of ['noise', 'dust']) {
      expect(scoreOf(link('http://u.test/', word))).toBe(scoreOf(link('http://u.test/', 'unheard')));
      expect(scoreOf(front('http://u.test/', word))).toBe(scoreOf(front('http://u.test/', 'unheard')));
    }
    expect(scoreOf(link('http://u.test/', 'desk'))).toBeGreaterThan(
      scoreOf(link('http://u.test/', 'unheard')),
    );
    expect(scoreOf(front('http://u.test/', 'gate'))).toBeGreaterThan(
      scoreOf(front('http://u.test/', 'unheard')),
    );
  },
);

test('a space by frequency keeps the k most frequent terms by 1 + log tf (paper 002, eq. 3)', () => {
  const space = new FeatureSpace(2, undefined, 'frequency');
  const terms = (anchor: string) => ({ address: [], anchor: [anchor], around: [] });
  for (const [word, times] of [
    ['find', 10],
    ['desk', 1],
    ['attic', 1],
  ] as const)
    for (let i = 0; i < times; i++) space.observe(terms(word), true);
  space.rebuild();
  // 1 + log₁₀ 10 = 2; of two terms as frequent the first of the alphabet.
  expect(space.terms().anchor).toEqual([
    ['find', 2],
    ['attic', 1],
  ]);
  expect(space.similarity(terms('find'))).toBeCloseTo(2 / Math.sqrt(5), 12);
  expect(space.similarity(terms('desk'))).toBe(0);
});

test('smartcrawler ranks links by their cosine with links that led to forms, k terms of a context', () => {
  const strategy = open('smartcrawler', { learnAfter: 1, topTerms: 1 });
  seed(strategy);
  read(strategy, readOf(link('http://s.test/', 'gate one'), { newForms: 1 }));
  expect(read(strategy, readOf(link('http://t.test/', 'gate two'), { newForms: 2 })).relearned).toBe(true);
  // Only "gate", the most frequent term, is kept: alone it has a cosine of 1, beside another word of 1 / √2.
  expect(strategy.score(link('http://u.test/', 'gate'))).toBeCloseTo(1, 12);
  expect(strategy.score(link('http://u.test/', 'gate three'))).toBeCloseTo(Math.SQRT1_2, 12);
  expect(strategy.score(link('http://u.test/', 'books'))).toBe(0);
});

test('smartcrawler ranks sites by FSS and links by FSL, after so many deep-web sites or twice as many forms', () => {
  const strategy = open('smartcrawler', { learnAfter: 2, topTerms: 1 });
  seed(strategy);
  const found = (candidate: Candidate, newForms: number) =>
    read(strategy, readOf(candidate, { newForms })).relearned;
  expect(found(front('http://s.test/', 'gate one'), 1)).toBe(false);
  expect(found(link('http://s.test/', 'desk'), 1)).toBe(false);
  // The second site; then, of the same sites, the fourth form.
  expect(found(front('http://t.test/', 'gate two'), 1)).toBe(true);
  expect([1, 2, 1].map((forms) => found(link('http://t.test/', 'desk'), forms))).toEqual([
    false,
    false,
    true,
  ]);
  const scores = (word: string) => [front, link].map((to) => strategy.score(to('http://u.test/', word)));
  expect(scores('gate')).toEqual([expect.closeTo(1, 12), 0]);
  expect(scores('desk')).toEqual([-2, expect.closeTo(1, 12)]);
  expect(strategy.directoryPenalty).toBe(0.1);
});

test.each([
  // As the papers have it (002, 004).
  [50, [50, 100]],
  [undefined, [5, 10, 20, 40, 80]],
])('with --learn-after %s rankers learn after %j deep-web sites', (learnAfter, after) => {
  const strategy = open('smartcrawler', learnAfter === undefined ? {} : { learnAfter });
  seed(strategy);
  const lessons = Array.from({ length: 100 }, (_, i) =>
    read(strategy, readOf(front(`http://s${i}.test/`, 'gate'), { newForms: 1 })),
  );
  expect(lessons.flatMap(({ relearned }, i) => (relearned ? [i + 1] : []))).toEqual(after);
});

test('unless told otherwise, twice as many forms of few sites make rankers learn, too', () => {
  const strategy = open('smartcrawler');
  seed(strategy);
  const lessons = [4, 5, 1, 9, 1, 45].map(
    (newForms) => read(strategy, readOf(front('http://s.test/', 'gate'), { newForms })).relearned,
  );
  // 10, 20, then 40 at once with 65 forms.
  expect(lessons).toEqual([false, false, true, false, true, true]);
});

test('smartcrawler has two queues: sites that are like nothing and linked from nowhere good come after all else', () => {
  const strategy = open('smartcrawler', {}, graphWithTwo());
  seed(strategy);
  const [high, other, low] = [
    front('http://q.test/', 'zzz'),
    link('http://u.test/privacy', 'privacy'),
    front('http://z.test/', 'zzz'),
  ].map((candidate) => strategy.score(candidate));
  expect(strategy.score(front('http://b.test/', 'antiquarian books'))).toBeGreaterThan(high!);
  expect(high).toBe(0);
  expect(other).toBeGreaterThanOrEqual(0);
  expect(low).toBe(-2);
  expect(strategy.reverseSearch).toBe(true);
  expect(strategy.explores({ step: 2, domain: 'hotel', similarity: 1, scores: {} })).toBe(false);
});

test('eefc puts links that offer a search before others of the page, and forgets pages off topic', () => {
  const [eefc, fc] = [open('eefc'), open('fc')];
  for (const strategy of [eefc, fc]) seed(strategy);
  const [search, other] = [link('http://s.test/x', 'Advanced search'), link('http://s.test/y', 'zzz')];
  expect(eefc.score(search) - eefc.score(other)).toBeCloseTo(2 / 3 + fc.score(search) - fc.score(other), 12);
  seed(eefc, 2);
  expect(eefc.score(search)).toBeLessThan(-100);
});

/** An anchor-text crawl that has read page 1, with so many mentions. */
function anchorText(keywords: readonly string[], mentions: number): Strategy {
  const context = { wanted, graph: new SiteGraph(), keywords };
  const strategy = strategyOf('anchor-text', context, strategyOptions.parse({}));
  strategy.discovered(readOf(front('http://s.test/', '', 0), { id: 1, mentions }));
  return strategy;
}

test('anchor-text counts keywords of an address only where its page is relevant (paper 001, Ll)', () => {
  const [onRelevant, onOther] = [1, 0].map((mentions) =>
    anchorText(['java'], mentions).relevancy?.(link('http://s.test/java/api')),
  );
  // .2 · 1 mention + .2 · 1 word of the address.
  expect(onRelevant).toBeCloseTo(0.4, 12);
  expect(onOther).toBe(0);
});

test('anchor-text puts links with all keywords first, those at or below the threshold of 2.1 last', () => {
  const score = (mentions: number, path: string) =>
    anchorText(['rare books'], mentions).score(link(`http://s.test/${path}`));
  const [all, above, below] = [score(0, 'rare/books'), score(11, 'x'), score(10, 'x')];
  // Rs is 0, .2 · 11 and .2 · 10.
  expect(all).toBe(1_000_000);
  expect(above).toBeCloseTo(1_002.2, 9);
  expect(below).toBeCloseTo(2, 9);
});

test('semantic goes breadth first behind pages on topic, and keeps links of pages off topic for last (paper 003, figure 7)', () => {
  const strategy = strategyOf(
    'semantic',
    { wanted, graph: new SiteGraph(), keywords: [] },
    strategyOptions.parse({}),
  );
  const topic = (similarity: number, wanted = true) =>
    ({ similarity, wanted, step: wanted ? 1 : 3 }) as const;
  strategy.discovered(readOf(front('http://s.test/', '', 0), { id: 1, topic: topic(0.4) }));
  strategy.discovered(readOf(link('http://s.test/a', '', 1), { id: 2, topic: topic(0.9) }));
  strategy.discovered(readOf(link('http://s.test/b', '', 1), { id: 3, topic: topic(0.9, false) }));
  const scores = [1, 2, 3].map((parent) => strategy.score(link('http://s.test/c', '', parent)));
  // Similarity of the page less the level of the link.
  expect(scores).toEqual([0.4 - 1, 0.9 - 2, -1_000 - 2]);
});

test('a crawl follows what is like the link that led to a form first, once it has learnt', async () => {
  const form = page(SEARCH);
  const named = (path: string, anchor: string) => `<a href="/${path}">${anchor}</a>`;
  const others = ['1', '2', '3'].map((n) => named(`p${n}`, 'Amber') + named(`z${n}`, 'Violet'));
  const small = await smallWeb(
    {
      'a.test/': page(`${named('a', 'Violet')} ${others.join(' ')}`),
      'a.test/a': form,
      '*a.test': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page('')),
    },
    ['http://a.test/'],
  );
  const storage = temporaryFolder('learnt-');
  try {
    const options: HarvestOptions = {
      ...{ domains: ['book'], web: small.web, storage, strategy: 'smartcrawler', learnAfter: 1 },
      ...{ render: 'never', submit: false, concurrency: 1, robots: false, delayMs: 0 },
    };
    for await (const _ of harvest(options));
    const read = small.requests.map((request) => request.replace('GET http://a.test', ''));
    const asked = read.filter((path) => /\d/.test(path)).map((path) => path[1]);
    expect(asked).toEqual(['z', 'z', 'z', 'p', 'p', 'p']);
  } finally {
    await small.close();
  }
});

test('a run of a strategy that has been removed says which ones there are', () => {
  expect(() => open('tres' as 'fc')).toThrow(
    expect.objectContaining({
      message: 'the run goes by the strategy tres, which this version does not have',
      hint: expect.stringContaining('two-stage, '),
    }),
  );
});
