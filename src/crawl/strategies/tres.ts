import type { Candidate } from '../frontier/index.ts';
import { hash } from './hashed-grams.ts';
import { ClueReader } from './link-clues.ts';
import { DISCOUNT } from './path-learning.ts';
import { type Features, RewardTree } from './reward-tree.ts';
import {
  type DiscoveredPage,
  defineStrategy,
  type Lesson,
  NO_OPTIONS,
  type ReadPage,
  type Strategy,
  type StrategyContext,
} from './strategy.ts';

/** Pages after which representatives are drawn anew; more when many were read. */
const REFRESH_AFTER = 10;
/** Pages read before Q decides between leaves; until then, leaves take turns. */
const REPLAY_START = 50;
/** Pages of a batch of experience, and updates after which the target weights follow. */
const REPLAY = 20;
const TARGET_UPDATE = 5;
const LEARNING_RATE = 0.05;
const AT_ONCE = 1_000;
/** Links that do not stand for their leaf come after all others. */
const UNDRAWN = -1_000;
const MOST_PAGES = 100_000;
const MOST_EXPERIENCES = 20_000;

interface Experience {
  readonly features: Features;
  /** 1 for a page with a searchable form, else 0. */
  reward: number;
  /** The link of its page with the greatest Q by now. */
  best: Features | undefined;
}

interface Visited extends Experience {
  readonly similarity: number;
  /** Pages on the path from a seed to it, those with a form, and links since the last of these. */
  readonly length: number;
  relevant: number;
  distance: number;
}

/**
 * TRES (Kontogiannis and others 2021–25): a tree over the features of links, grown from the pages that were read, a leaf
 * split where that reduces the variance of the reward most. Of each leaf a few representatives are drawn at random, as
 * many as pages are read until they are drawn anew; the Q function is asked for these alone, and the best is followed.
 *
 * The reward of a page is 1 where it shows a searchable form for the first time. Q is linear, in the place of the paper's
 * network, and learnt by double Q-learning from batches of experience; the discount is that of delayed benefit.
 */
class TreeFrontier implements Strategy {
  readonly name = 'tres';
  private readonly clues: ClueReader;
  private readonly tree = new RewardTree();
  private readonly pages = new Map<number, Visited>();
  private readonly sites = new Map<string, { pages: number; relevant: number }>();
  private readonly experiences: Experience[] = [];
  private readonly q = new LinearQ();
  private epoch = 0;
  private drawn = 0;

  constructor({ wanted }: StrategyContext) {
    this.clues = new ClueReader(wanted);
  }

  explores({ step }: { readonly step: number }): boolean {
    return step === 1;
  }

  siteScoreOffset(): number {
    return 0;
  }

  score(link: Candidate): number {
    if (link.parent === 0 || link.kind === 'redirect') return AT_ONCE;
    const features = this.featuresOf(link);
    const leaf = this.tree.leafOf(features);
    leaf.waiting++;
    const chance = randomOf(`${this.epoch} ${link.url}`);
    if (this.experiences.length < REPLAY_START) return -chance * leaf.before;
    const parent = this.pages.get(link.parent);
    if (chance * leaf.before >= this.period) return UNDRAWN;
    const value = this.q.of(features);
    if (parent !== undefined && (parent.best === undefined || value > this.q.of(parent.best)))
      parent.best = features;
    return value;
  }

  private get period(): number {
    return Math.max(REFRESH_AFTER, this.experiences.length / 20);
  }

  private featuresOf(link: Candidate): Features {
    const { domain, offer } = this.clues.of(link);
    const parent = this.pages.get(link.parent);
    const site = this.sites.get(link.site);
    return [
      domain,
      offer / 3,
      parent?.similarity ?? 0,
      parent?.reward ?? 0,
      parent === undefined ? 0 : parent.relevant / parent.length,
      parent === undefined || parent.relevant === 0 ? 0 : 1 / (1 + parent.distance),
      site === undefined ? 0 : site.relevant / site.pages,
      site === undefined ? 1 : 0,
      link.kind === 'link' ? 0 : 1,
      1,
    ].map((value) => Math.round(value * 10) / 10);
  }

  discovered({ id, link, topic }: DiscoveredPage): void {
    if (this.pages.size >= MOST_PAGES) this.pages.delete(this.pages.keys().next().value ?? 0);
    const parent = this.pages.get(link.parent);
    // The target of a redirect stands for the link that led to it.
    const features =
      link.kind === 'redirect' && parent !== undefined ? parent.features : this.featuresOf(link);
    this.pages.set(id, {
      features,
      reward: 0,
      best: undefined,
      similarity: topic.wanted ? topic.similarity : 0,
      length: (parent?.length ?? 0) + 1,
      relevant: parent?.relevant ?? 0,
      distance: (parent?.distance ?? 0) + 1,
    });
  }

  read({ id, link, isPage, newForms }: ReadPage): Lesson {
    const page = this.pages.get(id);
    if (!isPage || page === undefined) return { relearned: false };
    const site = this.sites.get(link.site) ?? { pages: 0, relevant: 0 };
    this.sites.set(link.site, site);
    site.pages++;
    if (newForms > 0) {
      site.relevant++;
      page.reward = 1;
      page.relevant++;
      page.distance = 0;
    }
    if (link.parent !== 0) this.grow(page);
    this.drawn++;
    if (this.drawn < this.period) return { relearned: false };
    this.drawn = 0;
    this.epoch++;
    for (const leaf of this.tree.leaves()) [leaf.before, leaf.waiting] = [leaf.waiting, 0];
    return { relearned: true };
  }

  private grow(page: Experience): void {
    this.tree.add(page);
    if (this.experiences.length < MOST_EXPERIENCES) this.experiences.push(page);
    else this.experiences[Math.floor(randomOf(`${this.epoch} ${this.drawn}`) * MOST_EXPERIENCES)] = page;
    const batch = Array.from({ length: REPLAY }, (_, i) => {
      const at = Math.floor(randomOf(`${i} ${this.epoch} ${this.drawn}`) * this.experiences.length);
      return this.experiences[at] ?? page;
    });
    this.q.learn(batch);
  }
}

/** Q of a link, linear in its features. */
class LinearQ {
  private weights: number[] = [];
  private target: number[] = [];
  private updates = 0;

  of(features: Features, weights = this.weights): number {
    return features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
  }

  learn(batch: readonly Experience[]): void {
    for (const { features, reward, best } of batch) {
      const goal = reward + (best === undefined ? 0 : DISCOUNT * Math.max(0, this.of(best, this.target)));
      const step = LEARNING_RATE * (goal - this.of(features));
      this.weights = features.map((value, i) => (this.weights[i] ?? 0) + step * value);
    }
    if (++this.updates % TARGET_UPDATE === 0) this.target = this.weights;
  }
}

/** Returns a number in [0, 1) that depends on the text alone. */
const randomOf = (text: string): number => hash(text) / 2 ** 32;

export const tres = defineStrategy(NO_OPTIONS, (context): Strategy => new TreeFrontier(context));
