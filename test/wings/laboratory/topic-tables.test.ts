import { expect, test } from 'vitest';
import {
  combinedScores,
  type TopicEvaluation,
} from '../../../src/wings/laboratory/topics/evaluate-topics.ts';
import type { DecidedPage } from '../../../src/wings/laboratory/topics/rating-sheets.ts';
import {
  corpusTables,
  crawlTables,
  evaluationTables,
  levelTable,
  ratingTables,
  sampleTable,
} from '../../../src/wings/laboratory/topics/topic-tables.ts';

const rowsOf = (tables: readonly { readonly rows: readonly (readonly (string | number)[])[] }[]) =>
  tables.map(({ rows }) => rows);

const CORPUS = { topic: 'book', documents: 4, nouns: 50, linkedNouns: 30, mean: 2.06, deviation: 1.23 };

test('tables 2, 3 and 8: pages, nouns a page, and μ ± σ', () => {
  // 50 / 4 and 30 / 4; 2.06 ± 1.23.
  expect(rowsOf(corpusTables([CORPUS]))).toEqual([
    [['book', 4, '50 (12.50)', '30 (7.50)']],
    [['book', '2.06', '1.23', '[0.83, 3.29]']],
  ]);
});

test('tables 4 to 7 of a crawl: shares of seeds and of pages', () => {
  const run = {
    topic: 'book',
    source: 'live',
    seeds: { all: 80, crawled: 50, rejected: 20, errors: 10 },
    sites: 3,
    accepted: 6,
    rejected: 3,
    errors: 1,
    decisions: [],
  };
  expect(rowsOf(crawlTables([run]))).toEqual([
    [['book', 80, '50 (62.50 %)', '20 (25.00 %)', '10 (12.50 %)']],
    [['book', 'live', 3, 10, '6 (60.00 %)', '3 (30.00 %)', '1 (10.00 %)']],
  ]);
});

const evaluated = (accepted: number, relevant: number, onTopic: number): TopicEvaluation => {
  const score = {
    harvestRatio: relevant / accepted,
    recall: relevant / onTopic,
    accepted,
    relevant,
    onTopic,
  };
  return {
    topic: 'book',
    sites: 2,
    knowledge: score,
    seedPages: undefined,
    threeStep: { ...score, harvestRatio: null, recall: 0, accepted: 0, relevant: 0 },
    anchorText: undefined,
    corpus: CORPUS,
    sources: [{ source: 'shops', sites: 2, pages: 9, accepted: 4, rejected: 5, errors: 1 }],
    decisions: [],
  };
};

test('the harvest ratio is the share of accepted pages that are on topic (eq. 5)', () => {
  // 3 + 5 of 4 + 6 accepted pages; of 5 + 11 on topic.
  const { knowledge, threeStep } = combinedScores([evaluated(4, 3, 5), evaluated(6, 5, 11)]);
  expect(knowledge).toMatchObject({ harvestRatio: 0.8, recall: 0.5 });
  expect(threeStep).toMatchObject({ harvestRatio: null, recall: 0 });
});

test('tables 6 and 7 of labelled pages count errors among the pages of a source', () => {
  const evaluation = evaluated(40, 30, 50);
  expect(rowsOf(evaluationTables([evaluation]))).toEqual([
    [
      ['book', 'knowledge', '0.750', '0.600', 40, 50],
      ['book', 'threeStep', 'n too small (0)', '0.000', 0, 50],
    ],
    [['book', 'shops', 2, 9, '4 (40.00 %)', '5 (50.00 %)', '1 (10.00 %)']],
  ]);
});

test('fewer than ten pages have no share', () => {
  const few = { topic: 'book', source: 'live', sites: 3, accepted: 6, rejected: 2, errors: 1, decisions: [] };
  const seeds = { all: 8, crawled: 5, rejected: 2, errors: 1 };
  expect(rowsOf(crawlTables([{ ...few, seeds }]))).toEqual([
    [['book', 8, '5 of 8', '2 of 8', '1 of 8']],
    [['book', 'live', 3, 9, '6 of 9', '2 of 9', '1 of 9']],
  ]);
  expect(rowsOf(evaluationTables([evaluated(9, 6, 12)]))[0]?.[0]).toEqual([
    ...['book', 'knowledge', 'n too small (9)', '0.500', 9, 12],
  ]);
});

test('table 9: the sample of all decisions, split by their shares', () => {
  const decided = (count: number, accepted: boolean): DecidedPage[] =>
    Array.from({ length: count }, (_, i) => ({
      topic: 'disease',
      url: `${accepted}${i}`,
      title: '',
      accepted,
    }));
  // The paper's first Wikipedia column: 335 of 2,589, its 1,101 and 1,488 as 142 and 192 (eq. 7 and 8).
  expect(sampleTable([...decided(1_101, true), ...decided(1_488, false)]).rows).toEqual([
    ['disease', 2_589, 335, 142, 192],
  ]);
});

test('tables 10, 11, 13 and 14: relevant pages by rater, their mean, κ and its name', () => {
  const raters = [
    { name: 'R1', relevant: 8 },
    { name: 'R2', relevant: 6 },
  ];
  const [byRater, agreement, names] = ratingTables([
    { topic: 'book', accepted: 10, raters, harvestRatio: 0.7, kappa: 0.65, agreement: 'substantial' },
  ]);
  expect(byRater?.heads).toEqual(['topic', 'R1', 'R2', 'average']);
  expect(byRater?.rows).toEqual([['book', '8/10', '6/10', '0.700']]);
  expect(agreement?.rows).toEqual([['book', '0.650', 'substantial']]);
  expect(names?.rows).toEqual([
    ['< 0', 'poor'],
    ['0 to 0.2', 'slight'],
    ['> 0.2 to 0.4', 'fair'],
    ['> 0.4 to 0.6', 'moderate'],
    ['> 0.6 to 0.8', 'substantial'],
    ['> 0.8 to 1', 'almost perfect'],
  ]);
});

test('table 12: pages of a category by level', () => {
  expect(levelTable('Diabetes', [2, 1, 0])).toMatchObject({
    heads: ['category', '0', '1', '2'],
    rows: [['Diabetes', 2, 1, 0]],
  });
});
