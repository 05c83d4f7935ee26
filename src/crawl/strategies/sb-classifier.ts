import { z } from 'zod';
import { amount } from '../../foundation/options/index.ts';
import type { Candidate } from '../frontier/index.ts';
import { type Grams, lengthOf, tagGramsOf, UrlClassifier } from './hashed-grams.ts';
import {
  type DiscoveredPage,
  defineStrategy,
  type Lesson,
  type ReadPage,
  type Strategy,
} from './strategy.ts';

/** Least cosine of a tag path with the centroid of the arm that it joins (θ of the paper). */
const SAME_ARM = 0.75;
const AT_ONCE = 1_000;
/** Links that the URL classifier takes for targets come before every arm. */
const TARGET = 100;
/** No arm is judged before it was drawn from. */
const UNDRAWN = 50;
/** Pages after which waiting links are scored anew; more when many were read. */
const RESCORE_AFTER = 10;
const MOST_PAGES = 200_000;
const MOST_PATHS = 50_000;
/** Arms of links and of sites each; what is like none of them joins the nearest then. */
const MOST_ARMS = 500;
/** Scores that an arm remembers: more links of it are not drawn between two scorings. */
const MOST_SCORES = 20_000;

interface Arm {
  /** Sum of the vectors of its tag paths: the direction of their centroid. */
  readonly sum: Map<number, number>;
  /** Euclidean length of the sum. */
  length: number;
  draws: number;
  reward: number;
  /** Scores that its links got since links were last scored anew, by address. */
  readonly scores: Map<string, number>;
}

/**
 * SB-CLASSIFIER (Gauquier, Manolescu, Senellart 2026): links are clustered by their tag paths; each cluster is an arm of
 * a sleeping bandit, awake while a link of it waits. An arm is worth its mean reward and α·√(ln t / n) (AUER). The reward
 * of a page is the number of new searchable forms on it and on the pages that it leads to. Links whose address an online
 * classifier takes for that of a target (a page with a searchable form) are followed at once and are no draws of their arm.
 *
 * The paper crawls one site; here arms are shared by all sites, and front pages of sites have arms of their own. Between
 * two scorings of all that waits, the i-th link of an arm counts as if i links before it had been drawn already, so that
 * arms take turns as they would if each draw were followed by a new scoring.
 */
class SleepingBandit implements Strategy {
  readonly name = 'sb-classifier';
  private readonly exploration: number;
  private readonly arms = { sites: [] as Arm[], links: [] as Arm[] };
  private readonly byPath = new Map<string, Arm>();
  private readonly urls = new UrlClassifier();
  private readonly pages = new Map<number, { readonly arm: Arm | undefined; readonly isDraw: boolean }>();
  private draws = 0;
  private reward = 0;
  private pagesRead = 0;
  private unscored = 0;

  constructor(exploration: number) {
    this.exploration = exploration;
  }

  explores({ step }: { readonly step: number }): boolean {
    return step === 1;
  }

  siteScoreOffset(): number {
    return 0;
  }

  score(link: Candidate): number {
    if (link.parent === 0 || link.kind === 'redirect') return AT_ONCE;
    const chance = this.urls.chance(link.url);
    if (chance > 0.5) return TARGET + chance;
    const arm = this.armOf(link);
    const score = arm.scores.get(link.url) ?? this.worth(arm);
    if (arm.scores.size < MOST_SCORES) arm.scores.set(link.url, score);
    return score;
  }

  /** Returns mean reward and bonus of the next link of an arm. */
  private worth({ draws, reward, scores }: Arm): number {
    const drawn = draws + scores.size;
    if (drawn === 0) return UNDRAWN;
    const mean = draws > 0 ? reward / draws : this.reward / Math.max(1, this.draws);
    return mean + this.exploration * Math.sqrt(Math.log(Math.max(2, this.draws)) / drawn);
  }

  discovered({ id, link }: DiscoveredPage): void {
    if (this.pages.size >= MOST_PAGES) this.pages.delete(this.pages.keys().next().value ?? 0);
    // The target of a redirect stands for the link that led to it.
    const before = link.kind === 'redirect' ? this.pages.get(link.parent) : undefined;
    const arm = link.parent === 0 ? undefined : before !== undefined ? before.arm : this.armOf(link);
    this.pages.set(id, { arm, isDraw: before?.isDraw ?? this.urls.chance(link.url) <= 0.5 });
  }

  read({ id, link, isPage, newForms }: ReadPage): Lesson {
    const page = this.pages.get(id);
    if (!isPage || page === undefined) return { relearned: false };
    this.urls.learn(link.url, newForms > 0);
    if (page.isDraw && page.arm !== undefined) {
      page.arm.draws++;
      this.draws++;
      this.credit(page.arm, newForms);
    }
    this.credit(this.pages.get(link.parent)?.arm, newForms);
    return { relearned: this.isDue(newForms > 0) };
  }

  private credit(arm: Arm | undefined, newForms: number): void {
    if (arm === undefined) return;
    arm.reward += newForms;
    this.reward += newForms;
  }

  private isDue(found: boolean): boolean {
    this.pagesRead++;
    this.unscored++;
    if (this.unscored < (found ? this.pagesRead / 50 : Math.max(RESCORE_AFTER, this.pagesRead / 20)))
      return false;
    this.unscored = 0;
    for (const arm of [...this.arms.sites, ...this.arms.links]) arm.scores.clear();
    return true;
  }

  private armOf({ kind, tags = '' }: Candidate): Arm {
    const arms = kind === 'link' ? this.arms.links : this.arms.sites;
    const path = `${kind === 'link' ? '' : '>'}${tags}`;
    const known = this.byPath.get(path);
    if (known !== undefined) return known;
    const grams = tagGramsOf(tags);
    const [best, similarity] = nearest(arms, grams);
    const arm =
      best !== undefined && (similarity >= SAME_ARM || arms.length >= MOST_ARMS)
        ? best
        : {
            sum: new Map<number, number>(),
            length: 0,
            draws: 0,
            reward: 0,
            scores: new Map<string, number>(),
          };
    if (arm !== best) arms.push(arm);
    for (const [gram, count] of grams) arm.sum.set(gram, (arm.sum.get(gram) ?? 0) + count);
    arm.length = lengthOf(arm.sum);
    if (this.byPath.size >= MOST_PATHS) this.byPath.clear();
    this.byPath.set(path, arm);
    return arm;
  }
}

function nearest(arms: readonly Arm[], grams: Grams): readonly [arm: Arm | undefined, similarity: number] {
  const length = lengthOf(grams);
  let best: Arm | undefined;
  let most = -1;
  for (const arm of arms) {
    let product = 0;
    for (const [gram, count] of grams) product += count * (arm.sum.get(gram) ?? 0);
    const similarity = product === 0 ? 0 : product / length / arm.length;
    if (similarity > most) [best, most] = [arm, similarity];
  }
  return [best, most];
}

export const sbClassifier = defineStrategy(
  z.object({
    exploration: amount
      .default(2 * Math.SQRT2)
      .describe('weight α of what is not known of an arm, sb-classifier')
      .meta({ defaultText: '2√2' }),
  }),
  (_context, { exploration }): Strategy => new SleepingBandit(exploration),
  { tagPaths: true },
);
