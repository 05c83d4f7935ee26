import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import { withSelection } from '../../../src/wings/laboratory/forms/feature-selection.ts';
import { comparisonTables } from '../../../src/wings/laboratory/forms/paper-tables.ts';
import { readRows } from '../../../src/wings/laboratory/forms/rows.ts';
import { typeRows } from '../../../src/wings/laboratory/forms/score-report.ts';
import { SEARCH_SETTINGS, workbench } from '../../../src/wings/laboratory/forms/training.ts';
import { multiScores } from '../../../src/wings/laboratory/learning/metrics.ts';
import { thresholdScores } from '../../../src/wings/laboratory/strategies/relevance-table.ts';
import { smallWeb } from '../../crawl/run/small-web.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const page = (title: string, text: string, ...links: string[]): string =>
  `<!doctype html><html lang="en"><title>${title}</title><p>${text}</p>${links.map((to) => `<a href="${to}">more</a>`).join(' ')}</html>`;

/** Twelve mentions of two keywords. */
const MANY = 'java beans '.repeat(6);

const folder = temporaryFolder('relevance-');
let store: Store;

beforeAll(async () => {
  const small = await smallWeb(
    {
      'a.test/': page('Front', 'Welcome.', '/news', '/hub', '/misc'),
      'a.test/news': page('News', 'Nothing.'),
      'a.test/misc': page('Misc', 'Nothing.'),
      'a.test/hub': page('Hub', MANY, '/java/beans', '/plain'),
      'a.test/plain': page('Plain', 'Nothing.'),
      'a.test/java/beans': page('Java Beans', 'A bean.', '/java/awt', '/other'),
      'a.test/java/awt': page('Java AWT', 'About java.'),
      'a.test/other': page('Of beans in Java', 'Nothing.'),
    },
    ['http://a.test/'],
  );
  const options: HarvestOptions = {
    domains: ['book'],
    web: small.web,
    storage: folder,
    strategy: 'anchor-text',
    keywords: ['Java Bean'],
    render: 'never',
    submit: false,
    concurrency: 1,
  };
  for await (const _ of harvest(options));
  await small.close();
  store = await openStore(folder, { mode: 'read' });
});

afterAll(() => store.close());

test('pages are exported with their mentions, the score of their link and the sets of paper 001', async () => {
  const rows = new Map<string, unknown>();
  for await (const line of exportLines(store, 1, 'pages', 'jsonl')) {
    const { url, mentions, relevancy, relevanceSet, linkSet } = JSON.parse(line) as Record<string, unknown>;
    rows.set(String(url).slice('http://a.test'.length), [mentions, relevancy, relevanceSet, linkSet]);
  }
  expect(Object.fromEntries(rows)).toEqual({
    '/': [0, 0, 'S2', null],
    '/news': [0, 0, 'S2', null],
    '/misc': [0, 0, 'S2', null],
    '/hub': [12, 0, 'S1', null],
    // .2 · 12 mentions on the hub, .2 · 2 words of the address; a relevant sibling gives the next .3.
    '/java/beans': [1, 2.8, 'S1', 'L1'],
    '/plain': [0, 2.7, 'S2', 'L2'],
    '/java/awt': [1, 0.4, 'S1', 'L1'],
    '/other': [0, 0.5, 'S2', 'L2'],
  });
});

test('an anchor text that names no domain is judged by titles, with focus and without', async () => {
  const anchorText = { keywords: ['Java Bean'], domains: ['book'], threshold: 2.1 };
  const [paper, low, without] = await thresholdScores(store, 1, anchorText, [2.1, 0.45]);
  // Of seven pages two are relevant by title: /java/beans and /other.
  expect(paper).toMatchObject({ focused: true, retrieved: 2, precision: 50, recall: 50 });
  expect(paper!.accuracy).toBeCloseTo((100 * 5) / 7, 9);
  expect(low).toMatchObject({ focused: true, retrieved: 3, recall: 100 });
  expect(low!.precision).toBeCloseTo(200 / 3, 9);
  expect(low!.accuracy).toBeCloseTo((100 * 6) / 7, 9);
  // A score of just the threshold is not above it: /other has .5.
  const [equal] = await thresholdScores(store, 1, anchorText, [0.5]);
  expect(equal).toMatchObject({ retrieved: 2 });
  // As many pages as above 2.1, breadth first: /news and /hub.
  expect(without).toMatchObject({ focused: false, threshold: 2.1, retrieved: 2, precision: 0, recall: 0 });
  expect(without!.accuracy).toBeCloseTo((100 * 3) / 7, 9);
  // The crawl read /java/beans third; breadth first, /misc is third.
  const [, three] = await thresholdScores(store, 1, { ...anchorText, threshold: 0.45 }, [0.45]);
  expect(three).toMatchObject({ focused: false, retrieved: 3, precision: 0 });
});

test('an anchor text with the name of a domain is judged by the topic of pages', async () => {
  const anchorText = { keywords: ['Java', 'Books'], domains: ['book'], threshold: 2.1 };
  const [row] = await thresholdScores(store, 1, anchorText, [0.45]);
  expect(row).toMatchObject({ retrieved: 3, precision: 0, recall: 0 });
});

test('a class of which there is no sample has no row, and one of few no scores', () => {
  const names = ['common', 'rare', 'absent'];
  const truth = [...Array(12).fill('common'), ...Array(2).fill('rare')];
  const scores = multiScores(truth, truth, names);
  const [table] = comparisonTables({
    folds: 2,
    crossValidated: [{ learner: 'KNN', scores }],
    splits: [],
    curve: [],
  });
  expect(table?.rows.slice(0, 2)).toEqual([
    ['KNN: common', '1.000', '1.000', '1.000', 12],
    ['KNN: rare', ...Array(3).fill('n too small (2)'), 2],
  ]);
  expect(table?.rows.map(([name]) => name)).not.toContain('KNN: absent');
});

test('the same holds of a table of types', () => {
  const truth = [...Array(10).fill('search'), 'login'];
  expect(typeRows(multiScores(truth, truth, ['search', 'login', 'mail']))).toEqual([
    ['search', 10, '1.000', '1.000', '1.000'],
    ['login', 1, ...Array(3).fill('n too small (1)')],
  ]);
});

it('information gain and neighbourhood components keep so many features, chosen on the members alone', async () => {
  const rows = (await readRows()).slice(0, 240);
  const bench = workbench(rows, SEARCH_SETTINGS);
  const members = rows.map((_, i) => i).slice(0, 160);
  const kept = (by: 'information-gain' | 'nca', from = bench) =>
    [...withSelection(from, members, { by, features: 12 }).search.scales].flatMap((scale, i) =>
      scale > 0 ? [i] : [],
    );
  expect(kept('information-gain')).toHaveLength(12);
  expect(kept('nca').length).toBeGreaterThan(0);
  expect(kept('nca').length).toBeLessThanOrEqual(12);
  expect(kept('nca')).not.toEqual(kept('information-gain'));
  // Labels of rows that are not members cannot change the choice.
  const turned = rows.map((row, i) => (i < 160 ? row : { ...row, type: 'search' as const }));
  expect(kept('information-gain', workbench(turned, SEARCH_SETTINGS))).toEqual(kept('information-gain'));
  expect(withSelection(bench, members, undefined)).toBe(bench);
});
