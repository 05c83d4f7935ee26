import { factorsOf, type Rankers, type TwoStage, UNTRAINED } from '../../../crawl/strategies/index.ts';
import { YieldModel, type YieldSample } from '../../../foundation/learning/index.ts';

export interface RankerTrainingData extends ReturnType<TwoStage['lessons']> {
  /** Names its domains: words are only learnt where runs after several things agree. */
  readonly about: string;
  readonly web: string;
}

/** Expected forms of a bin that count as much as what was trained. */
const STRENGTH = 3;
/** Links with a word that a run has to follow before it goes by itself as much as by what was trained. */
const MOST_BELIEF = 40;
/** Links with a word, at least; and of how many subjects, or of all there are. */
const LEAST_SEEN = 8;
const LEAST_SUBJECTS = 4;
/** Subjects at least for which a word has to have led to forms before it counts as a good one. */
const LEAST_AGREEING = 3;
/** Links that a rare word's yield is drawn to the mean by. */
const DRAWN = 2;
const ROUNDS = 20;

/**
 * Fits the rankers' prior knowledge to what earlier runs counted: factors by Poisson regression on all their pages, and
 * how much words of links yield. Words that mean a subject are left out: the domain file knows those, and what is one
 * run's is another's off-topic.
 * @param subjectWords stems of the domains' terms
 */
export function trainRankers(
  runs: readonly RankerTrainingData[],
  subjectWords: ReadonlySet<string>,
): Rankers {
  const samples = runs.flatMap((run) => run.samples);
  const model = new YieldModel(UNTRAINED.base, factorsOf(UNTRAINED.factors), 1, samples.length);
  for (const { bins, got } of samples) model.reward(model.observe(bins), got);
  for (let round = 0; round < ROUNDS; round++) model.fit();
  const ratios = model.ratios();
  // Seeds come first whatever they gave: nothing else is known without them.
  const { kind: before } = UNTRAINED.factors;
  const kind = [...before.slice(0, 1), ...(ratios.kind ?? before).slice(1)];
  return {
    base: model.base,
    strength: STRENGTH,
    factors: { ...(ratios as Rankers['factors']), kind },
    words: {
      now: wordsOf(runs, 'now', subjectWords),
      any: wordsOf(runs, 'any', subjectWords),
    },
  };
}

interface WordCount {
  all: number;
  good: number;
  /** Subjects whose runs met it, and those for which it led to something. */
  readonly discovered: Set<string>;
  readonly agreeing: Set<string>;
}

function wordsOf(
  runs: readonly RankerTrainingData[],
  table: keyof Rankers['words'],
  subjectWords: ReadonlySet<string>,
) {
  const subjects = new Set(runs.map((run) => run.about)).size;
  const counted = new Map<string, WordCount>();
  let [all, good] = [0, 0];
  for (const { about, words } of runs) {
    const counts = words[table];
    all += counts.all;
    good += counts.good;
    for (const [word, count] of counts.terms) {
      const sum = counted.get(word) ?? { all: 0, good: 0, discovered: new Set(), agreeing: new Set() };
      counted.set(word, sum);
      sum.all += count.all;
      sum.good += count.good;
      sum.discovered.add(about);
      if (count.good > 0) sum.agreeing.add(about);
    }
  }
  const mean = (good + 1) / (all + 2);
  const known = [...counted]
    .filter(([word, { all, discovered }]) => {
      const general = discovered.size >= Math.min(LEAST_SUBJECTS, subjects);
      return all >= LEAST_SEEN && general && !subjectWords.has(word);
    })
    .map(([word, sum]): [string, readonly [number, number]] => [
      word,
      [(sum.good + DRAWN * mean) / ((sum.all + DRAWN) * mean), Math.min(MOST_BELIEF, sum.all)],
    ])
    // What is good for one subject may mean something else for all others.
    .filter(
      ([word, [ratio]]) =>
        ratio <= 1 || (counted.get(word)?.agreeing.size ?? 0) >= Math.min(LEAST_AGREEING, subjects),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(known);
}

/** Returns the mean log-likelihood (Poisson) of what pages gave, by predictions made before they were read; larger is better. */
export function predictedYield(samples: readonly YieldSample[]): number {
  const sum = samples.reduce((sum, { got, promised }) => sum + got * Math.log(promised) - promised, 0);
  return samples.length === 0 ? 0 : sum / samples.length;
}
