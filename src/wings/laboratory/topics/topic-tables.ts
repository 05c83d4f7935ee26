import { ENOUGH_CASES, figureOf } from '../../../foundation/learning/index.ts';
import type { CorpusFacts } from '../../../knowledge/index.ts';
import type { PaperTable } from '../forms/paper-tables.ts';
import type { ConstantsChoice, ConstantsScore } from './choose-constants.ts';
import { TOPIC_FILTERS, type TopicEvaluation } from './evaluate-topics.ts';
import { AGREEMENT } from './kappa.ts';
import type { DecidedPage } from './rating-sheets.ts';
import type { RatedTopic } from './ratings.ts';
import type { RunDecisions } from './run-decisions.ts';
import { sampleSize, stratumSize } from './sample-size.ts';

/** Tables in the shape of paper 003, for any domain. */

const share = (part: number, all: number): string =>
  all < ENOUGH_CASES ? `${part} of ${all}` : `${part} (${((100 * part) / all).toFixed(2)} %)`;
const average = (all: number, documents: number): string => `${all} (${(all / documents).toFixed(2)})`;
const figure = (value: number | null | undefined, cases = ENOUGH_CASES): string =>
  figureOf(value?.toFixed(3) ?? '–', cases);

type CorpusSize = Pick<CorpusFacts, 'topic' | 'documents' | 'nouns' | 'linkedNouns' | 'mean' | 'deviation'>;

/** Tables 2, 3 and 8: how large the corpora are, their nouns, and the ranges of their idf. */
export const corpusTables = (corpora: readonly CorpusSize[]): PaperTable[] => [
  {
    title: 'Corpora (Hernandez and others 2020, tables 2 and 3)',
    heads: ['topic', 'pages', 'nouns (a page)', 'linked nouns (a page)'],
    rows: corpora.map(({ topic, documents, nouns, linkedNouns }) => [
      topic,
      documents,
      average(nouns, documents),
      average(linkedNouns, documents),
    ]),
  },
  {
    title: 'Range of a page on topic (table 8)',
    heads: ['topic', 'μ', 'σ', 'μ ± σ'],
    rows: corpora.map(({ topic, mean, deviation }) => [
      topic,
      mean.toFixed(2),
      deviation.toFixed(2),
      `[${(mean - deviation).toFixed(2)}, ${(mean + deviation).toFixed(2)}]`,
    ]),
  },
];

/** The filters side by side, and what became of the pages of each source (tables 6 and 7). */
export function evaluationTables(evaluations: readonly TopicEvaluation[]): PaperTable[] {
  return [
    {
      title: 'Filters on the same pages; knowledge and seed pages without the sites they judge',
      heads: ['topic', 'filter', 'harvest ratio', 'recall', 'accepted', 'on topic'],
      rows: evaluations.flatMap((evaluation) =>
        TOPIC_FILTERS.flatMap((filter) => {
          const score = evaluation[filter];
          if (score === undefined) return [];
          const { harvestRatio, recall, accepted, onTopic } = score;
          return [
            [
              evaluation.topic,
              filter,
              figure(harvestRatio, accepted),
              figure(recall, onTopic),
              accepted,
              onTopic,
            ],
          ];
        }),
      ),
    },
    {
      title: 'Pages by source (tables 6 and 7)',
      heads: ['topic', 'source', 'sites', 'pages', 'accepted', 'rejected', 'errors'],
      rows: evaluations.flatMap(({ topic, sources }) =>
        sources.map(({ source, sites, pages, accepted, rejected, errors }) => [
          topic,
          source,
          sites,
          pages,
          share(accepted, pages + errors),
          share(rejected, pages + errors),
          share(errors, pages + errors),
        ]),
      ),
    },
  ];
}

const BEST = 10;

/** The constants that do best on one half of the sites, and what they do on the other. */
export function constantsTables({ development, heldOut }: ConstantsChoice): PaperTable[] {
  const heads = ['unseen', 'least nouns', 'mean F.5', 'topic', 'sites', 'harvest ratio', 'recall'];
  const rows = ({ constants, mean, topics }: ConstantsScore) =>
    topics.map(({ topic, sites, harvestRatio, recall }) => [
      constants.unseen,
      constants.leastNouns,
      figure(mean),
      topic,
      sites,
      figure(harvestRatio),
      figure(recall),
    ]);
  return [
    {
      title: 'Chosen on one half of the sites, the best first',
      heads,
      rows: development.slice(0, BEST).flatMap(rows),
    },
    { title: 'The best on the other half', heads, rows: rows(heldOut.chosen) },
    { title: 'Those that are shipped on the other half', heads, rows: rows(heldOut.shipped) },
  ];
}

/** Tables 4 to 7 of a crawl: what became of seeds and pages. */
export const crawlTables = (runs: readonly RunDecisions[]): PaperTable[] => [
  {
    title: 'Seeds (tables 4 and 5)',
    heads: ['topic', 'seeds', 'crawled', 'not crawled', 'not processed'],
    rows: runs.map(({ topic, seeds: { all, crawled, rejected, errors } }) => [
      topic,
      all,
      share(crawled, all),
      share(rejected, all),
      share(errors, all),
    ]),
  },
  {
    title: 'Pages of the crawl (tables 6 and 7)',
    heads: ['topic', 'source', 'sites', 'pages', 'accepted', 'rejected', 'errors'],
    rows: runs.map(({ topic, source, sites, accepted, rejected, errors }) => {
      const all = accepted + rejected + errors;
      return [topic, source, sites, all, share(accepted, all), share(rejected, all), share(errors, all)];
    }),
  },
];

/** Table 9: how many pages raters must judge. */
export const sampleTable = (decisions: readonly DecidedPage[]): PaperTable => ({
  title: 'Sizes of samples (table 9)',
  heads: ['topic', 'decided', 'sample', 'of accepted', 'of rejected'],
  rows: [...Map.groupBy(decisions, ({ topic }) => topic)].map(([topic, own]) => {
    const size = sampleSize(own.length);
    const accepted = own.filter((page) => page.accepted).length;
    return [
      topic,
      own.length,
      Math.round(size),
      stratumSize(size, accepted, own.length),
      stratumSize(size, own.length - accepted, own.length),
    ];
  }),
});

/** Tables 10, 11, 13 and 14: harvest ratio by rater, and their agreement. */
export const ratingTables = (rated: readonly RatedTopic[]): PaperTable[] => [
  {
    title: 'Harvest ratio by rater (tables 10 and 11)',
    heads: ['topic', ...(rated[0]?.raters.map(({ name }) => name) ?? []), 'average'],
    rows: rated.map(({ topic, accepted, raters, harvestRatio }) => [
      topic,
      ...raters.map(({ relevant }) => `${relevant}/${accepted}`),
      figure(harvestRatio, accepted),
    ]),
  },
  {
    title: 'Agreement of the raters, Fleiss’ κ (table 13)',
    heads: ['topic', 'κ', 'agreement'],
    rows: rated.map(({ topic, kappa, agreement }) => [topic, kappa.toFixed(3), agreement]),
  },
  {
    title: 'What κ means (table 14)',
    heads: ['κ', 'agreement'],
    rows: AGREEMENT.map(([most, name], i) => [
      i === 0
        ? '< 0'
        : `${(AGREEMENT[i - 1]?.[0] ?? 0) === 0 ? '0' : `> ${AGREEMENT[i - 1]?.[0]}`} to ${most}`,
      name,
    ]),
  },
];

/** Table 12: pages of a Wikipedia category by level. */
export const levelTable = (category: string, counts: readonly number[]): PaperTable => ({
  title: 'Pages of a category by level (table 12), each at its nearest',
  heads: ['category', ...counts.map((_, level) => String(level))],
  rows: [[category, ...counts]],
});
