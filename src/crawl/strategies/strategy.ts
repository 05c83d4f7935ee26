import { z } from 'zod';
import type { Domain } from '../../foundation/domain/index.ts';
import type { FeatureSpace, Topic } from '../../foundation/topics/index.ts';
import type { Candidate } from '../frontier/index.ts';
import type { SiteGraph } from './site-graph.ts';

export interface DiscoveredPage {
  /** Numbers the link and the page. */
  readonly id: number;
  readonly link: Candidate;
  /** False for what was fetched and is no HTML page: a redirect, a download. */
  readonly isPage: boolean;
  /** Cosine with the domain it is about, whether that is a wanted one, and which of the three steps decided. */
  readonly topic: { readonly similarity: number; readonly wanted: boolean; readonly step: Topic['step'] };
  /** Times that a keyword of the strategy stands in its text; 0 without keywords. */
  readonly mentions: number;
}

export interface ReadPage extends DiscoveredPage {
  /** Searchable forms about a wanted domain that were seen for the first time. */
  readonly newForms: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Tells the frontier what follows from a page. */
export interface Lesson {
  /** Offset to the scores of all links of a site, in force until the next one. */
  readonly siteScoreOffset?: { readonly site: string; readonly offset: number };
  /** True when links that wait have to be scored anew. */
  readonly relearned: boolean;
}

/** Terms by weight, the heaviest first, of each feature of links. */
export type LearntTerms = ReturnType<FeatureSpace['terms']>;

/** What a strategy goes by, for people to look at. */
export interface Learnt {
  readonly times: number;
  /** Of front pages that led to forms, and of links within sites. */
  readonly sites?: LearntTerms;
  readonly links: LearntTerms;
}

/** Decides which sites are worth exploring, and which link comes next. One of them runs a harvest. */
export interface Strategy {
  readonly name: string;
  /** True when nothing is left out, so that nothing that depends on the order may leave anything out. Default false. */
  readonly exhaustive?: boolean;
  /** Score that links of a URL directory lose each time as many of it have been taken again (the link tree). Default 0. */
  readonly directoryPenalty?: number;
  /** Looks for centre pages when few sites are left to visit (reverse search). Default false. */
  readonly reverseSearch?: boolean;
  /** New sites to find before links within sites are followed, where the user does not say; 0 without it. */
  readonly locateFirst?: number;
  /** Judges a site by its front page; seeds are explored whatever it says. */
  explores(topic: Topic): boolean;
  /** Natural logarithm of what a page is expected to yield, by what is known now; the largest comes first. */
  score(link: Candidate): number;
  /** Relevancy score Rs of a link by what is known now (paper 001), where the strategy goes by it. */
  relevancy?(link: Candidate): number;
  /** Takes note of a page whose links are about to be ranked. */
  discovered(page: DiscoveredPage): void;
  /** Learns from a page. Called in the order in which pages were kept, again after a resume. */
  read(page: ReadPage): Lesson;
  /** Undefined until something was learnt, and for strategies that learn no terms. */
  learnt?(): Learnt | undefined;
  /** Offset of a site that is known from before a resume. */
  siteScoreOffset(site: string): number;
}

export interface StrategyContext {
  readonly wanted: readonly Domain[];
  /** Kept up to date by the harvest. */
  readonly graph: SiteGraph;
  readonly keywords: readonly string[];
}

/** Counts of a form without rejection rules, or its neighbours. */
type FormJudge = 'counts' | 'knn';

/** Says what a strategy needs of the analysis of pages. */
export interface StrategyNeeds {
  readonly formJudge?: FormJudge;
}

export interface StrategyDefinition<Options extends z.ZodObject = z.ZodObject> extends StrategyNeeds {
  readonly options: Options;
  create(context: StrategyContext, options: z.output<Options>): Strategy;
}

export const defineStrategy = <Options extends z.ZodObject>(
  options: Options,
  create: (context: StrategyContext, options: z.output<Options>) => Strategy,
  needs: StrategyNeeds = {},
): StrategyDefinition<Options> => ({ options, create, ...needs });

export const NO_OPTIONS = z.object({});

/** Serves strategies that learn nothing. */
export const UNLEARNED = {
  discovered: (): void => undefined,
  read: (): Lesson => ({ relearned: false }),
  siteScoreOffset: () => 0,
} as const;
