import type { Progress } from '../crawl/events/index.ts';
import type { LearnerOpinions } from '../forms/index.ts';
import { figureOf } from '../foundation/learning/index.ts';
import type { RunLists } from '../interfaces/views/index.ts';
import type { HarvestedForm, RunInfo } from '../library/index.ts';
import type { CrawlFacts, ReasonCount } from './collect-crawl.ts';
import type { SubmissionReport } from './submission-report.ts';

/** Everything a report says about one run, as plain data. Filled from the store; lists may be cut, totals may not. */
export interface RunReport {
  readonly run: RunFacts;
  readonly totals: RunTotals;
  /** Points of the growth curve, in order of pages. */
  readonly growth: readonly GrowthPoint[];
  /** Holds what became of the forms: each rejection rule, and both answers of the classifier. */
  readonly verdicts: readonly VerdictCount[];
  readonly formTypes: readonly { readonly type: string; readonly count: number }[];
  readonly formDepths: readonly DepthCount[];
  /** The best first, at most as many as a reader will look at. */
  readonly sites: readonly SiteFigures[];
  /** The searchable forms about a wanted domain first. */
  readonly searchableForms: readonly SearchableFormRow[];
  /** Forms of any kind on which the support vector machine and the nearest labelled forms contradict each other. */
  readonly learnersDisagree?: number;
  /** Says why pages were rendered in a browser. */
  readonly renderReasons: readonly ReasonCount[];
  /** Says why pages could not be fetched. */
  readonly failures: readonly ReasonCount[];
  /** Pages that failed, by address; the first of them. */
  readonly errors: readonly PageError[];
  /** Holds what the run can be cited and repeated by. */
  readonly provenance?: Provenance;
  /** Holds what the forms answered, where they were asked. */
  readonly submissions?: SubmissionReport;
  /** Says how the crawl went about it: what was rendered and why, what the audit says, which rules held, who kept us out. */
  readonly crawl?: CrawlFacts;
  /** Compares what was found on a practice web with the truth. */
  readonly practice?: readonly { readonly label: string; readonly value: string | number }[];
}

interface RunFacts extends Pick<RunInfo, 'id' | 'domains' | 'web' | 'strategy' | 'resumed'> {
  /** Address of a run of one page, which is named by it and is of no domain. */
  readonly from: string | null;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Time spent crawling, over all resumptions. */
  readonly seconds: number;
  readonly status: 'complete' | 'partial' | 'interrupted' | 'budget' | 'failed';
  /** Holds what ended it, where it is not complete. */
  readonly reason?: string;
}

export interface RunTotals extends Omit<Progress, 'waiting' | 'activeMs'> {
  /** Left out on purpose: robots.txt, limits, parked. */
  readonly skipped: number;
  /** Sites of which a page was read. */
  readonly crawledSites: number;
  /** Sites with search forms. */
  readonly searchableSites: number;
}

interface GrowthPoint {
  readonly pages: number;
  readonly forms: number;
  readonly searchable: number;
  readonly seconds: number;
}

interface VerdictCount {
  /** Name of a rejection rule; what the classifier said where the outcome is not `rejected`. */
  readonly rule: string;
  readonly outcome: 'rejected' | 'not searchable' | 'searchable';
  readonly count: number;
}

interface DepthCount {
  /** Links from a seed. */
  readonly depth: number;
  readonly forms: number;
  readonly searchable: number;
}

export type SiteFigures = RunLists['sites']['items'][number];

export interface SearchableFormRow
  extends Pick<HarvestedForm, 'formId' | 'site' | 'page' | 'depth' | 'domain' | 'sightings'> {
  readonly method: string;
  readonly action: string;
  /** A few words on what can be filled in, as `title, author, 3 selects`. */
  readonly controls: string;
  /** Probability that it is searchable. */
  readonly score: number;
  readonly learners?: LearnerOpinions;
}

interface PageError {
  readonly url: string;
  readonly reason: string;
}

/** Everything that made a run what it is. */
export interface Provenance {
  /** Names that of the program that wrote the report. */
  readonly version: string;
  readonly seeds: readonly string[];
  /** Lists options as the run was begun with, by name; secrets are left out. */
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  /** Versions of the ranker that workers went by, the first one first: SHA-256 of each. */
  readonly rankers: readonly string[];
  /** Beside the report, in order. */
  readonly archive: readonly { readonly file: string; readonly bytes: number; readonly sha256: string }[];
}

/** H = search forms found / pages crawled (Kaur and others 2021, eq. 1). */
export const harvestRate = ({ pages, searchable }: Pick<RunTotals, 'pages' | 'searchable'>): string =>
  figureOf((searchable / pages).toFixed(3), pages);
