import type { LinkTerms } from '../../foundation/topics/index.ts';
import type { LinkKind } from '../../storage/index.ts';
import type { Bins } from './yield-factors.ts';

export interface Step {
  readonly kind: LinkKind;
  readonly site: string;
  readonly terms: LinkTerms;
  readonly bins: Bins;
  readonly wanted: boolean;
  readonly similarity: number;
  /** Number of the step of page classification that decided. */
  readonly step: 1 | 2 | 3;
}

interface Remembered extends Step {
  /** Number that its rewards are told by; below 0 until it was counted. */
  sample: number;
  readonly parent: number;
  /** Levels of benefit that it had, one bit each. */
  levels: number;
  given: number;
}

/** Says which page a form is owed to. */
interface Credit {
  readonly step: Step;
  readonly sample: number;
  /** 0: the form stands on it (immediate benefit); 1, 2: so many links further (delayed benefit, levels 2 and 3). */
  readonly level: number;
  readonly share: number;
  /** True when it had no benefit of this level before. */
  readonly first: boolean;
  /** True when it had no benefit at all before. */
  readonly firstOfAll: boolean;
}

/** Values a form a link further on. */
export const DISCOUNT = 0.4;
const LEVELS = 3;
/** A list of a thousand sites must not outweigh everything else that was learnt. */
const MOST_GIVEN = 3;
const MOST_STEPS = 100_000;
/** Longer than redirects and depth make a path; one that was read anew may lead back to itself. */
const MOST_PATH = 40;

/** Remembers which pages led to forms, up to three levels before them (papers 002, 004). */
export class PathLearning {
  private readonly steps = new Map<number, Remembered>();
  private readonly locating: boolean;

  /** @param locating true where the page that led to a site has located all that is found there */
  constructor(locating = false) {
    this.locating = locating;
  }

  remember(id: number, parent: number, step: Step): void {
    if (this.steps.size >= MOST_STEPS) {
      const [oldest] = this.steps.keys();
      if (oldest !== undefined) this.steps.delete(oldest);
    }
    this.steps.set(id, { ...step, parent, levels: 0, given: 0, sample: -1 });
  }

  /** The page was counted under this number. */
  counted(id: number, sample: number): void {
    const step = this.steps.get(id);
    if (step !== undefined) step.sample = sample;
  }

  /** Returns undefined where nothing is remembered of a page; 0 is none. */
  of(id: number): Step | undefined {
    return this.steps.get(id);
  }

  /** Returns the pages on the path to new forms, the nearest first; redirects are no steps, nor is depth within a located site. */
  credit(id: number, forms: number): Credit[] {
    const credits: Credit[] = [];
    for (const [step, level] of this.levels(id)) {
      if (level >= LEVELS) continue;
      const share = step.sample < 0 ? 0 : Math.min(forms * DISCOUNT ** level, MOST_GIVEN - step.given);
      const bit = 1 << level;
      credits.push({
        step,
        sample: step.sample,
        level,
        share: Math.max(0, share),
        first: (step.levels & bit) === 0,
        firstOfAll: step.levels === 0,
      });
      step.given += Math.max(0, share);
      step.levels |= bit;
    }
    return credits;
  }

  private *levels(id: number): Generator<readonly [step: Remembered, level: number]> {
    let mayLocate = this.locating;
    let level = 0;
    let step = this.steps.get(id);
    for (
      let length = 0;
      step !== undefined && length < MOST_PATH && (level < LEVELS || mayLocate);
      length++
    ) {
      yield [step, level];
      const before: Remembered | undefined = this.steps.get(step.parent);
      const located = mayLocate && before !== undefined && before.site !== step.site;
      if (located) level = 1;
      else if (step.kind !== 'redirect') level++;
      mayLocate &&= !located;
      step = before;
    }
  }
}
