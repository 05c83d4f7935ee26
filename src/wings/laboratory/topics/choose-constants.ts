import { createHash } from 'node:crypto';
import { JUDGE_CONSTANTS, type JudgeConstants, judgeKnowledge } from '../../../knowledge/index.ts';
import { type FilterScore, isAbout, modelsWithoutSites, scored, topicsIn } from './evaluate-topics.ts';
import type { LabelledPage, LabelledPages } from './labelled-pages.ts';

/** Says how well the constants of the judge do on some topics. */
export interface ConstantsScore {
  readonly constants: JudgeConstants;
  /** Mean over the topics of F.5 of harvest ratio and recall: what is wrongly accepted counts twice. */
  readonly mean: number;
  readonly topics: readonly (FilterScore & { readonly topic: string; readonly sites: number })[];
}

export interface ConstantsChoice {
  /** Scores on the pages of the one half of the sites, the best first. */
  readonly development: readonly ConstantsScore[];
  /** The best of them, and those that are shipped, on the other half. */
  readonly heldOut: { readonly chosen: ConstantsScore; readonly shipped: ConstantsScore };
}

const UNSEEN = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 3];
const LEAST_NOUNS = [1, 4, 8, 12, 16, 24];

/**
 * Chooses what paper 003 leaves open on one half of the sites, and measures it on the other, which had no part in it.
 * Each page is judged by a corpus of its half without its site. Of constants that do as well those nearest the shipped
 * ones are taken.
 * @param topics by default those that `evaluateTopics` takes
 * @throws {KnowledgeError} as `evaluateTopics`
 */
export function chooseConstants({ pages }: LabelledPages, topics?: readonly string[]): ConstantsChoice {
  const names = topicsIn(pages, topics);
  const [development, heldOut] = [0, 1].map((half) =>
    scorerOf(
      pages.filter(({ site }) => halfOf(site) === half),
      names,
    ),
  );
  if (development === undefined || heldOut === undefined) throw new Error('two halves');
  const distance = ({ unseen, leastNouns }: JudgeConstants) =>
    Math.abs(unseen - JUDGE_CONSTANTS.unseen) + Math.abs(leastNouns - JUDGE_CONSTANTS.leastNouns);
  const tried = UNSEEN.flatMap((unseen) => LEAST_NOUNS.map((leastNouns) => ({ unseen, leastNouns })))
    .map(development)
    .sort((a, b) => b.mean - a.mean || distance(a.constants) - distance(b.constants));
  const chosen = heldOut(tried[0]?.constants ?? JUDGE_CONSTANTS);
  return { development: tried, heldOut: { chosen, shipped: heldOut(JUDGE_CONSTANTS) } };
}

/** The half that a site is in, whatever other sites there are. */
const halfOf = (site: string): number => (createHash('sha256').update(site).digest()[0] ?? 0) % 2;

function scorerOf(
  pages: readonly LabelledPage[],
  topics: readonly string[],
): (constants: JudgeConstants) => ConstantsScore {
  const prepared = topics.map((topic) => ({
    topic,
    sites: new Set(pages.filter((page) => isAbout(page, topic)).map(({ site }) => site)).size,
    models: modelsWithoutSites(topic, pages, { seed: 1 }),
  }));
  return (constants) => {
    const scores = prepared.map(({ topic, sites, models }) => ({
      topic,
      sites,
      ...scored(topic, pages, ({ annotation }, i) => {
        const model = models[i];
        return model !== undefined && judgeKnowledge(annotation, model, constants).accepted;
      }),
    }));
    const mean = scores.reduce((sum, score) => sum + fHalf(score), 0) / scores.length;
    return { constants, mean, topics: scores };
  };
}

/** (1 + .25) · P · R / (.25 · P + R). */
function fHalf({ harvestRatio, recall }: FilterScore): number {
  const precision = harvestRatio ?? 0;
  return precision === 0 ? 0 : (1.25 * precision * recall) / (0.25 * precision + recall);
}
