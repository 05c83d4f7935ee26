import type { FormVerdict } from '../../forms/index.ts';
import type { NoveltyCount } from '../../library/index.ts';
import type { LinkReason, RenderReason, RunReason, SiteReason } from '../../storage/index.ts';
import type { CoverageState, DetailState, FormOutcome, StopReason } from '../../submissions/index.ts';

export interface Progress {
  readonly pages: number;
  readonly rendered: number;
  readonly failed: number;
  readonly waiting: number;
  readonly sites: number;
  readonly forms: number;
  readonly searchable: number;
  /** Searchable forms about a wanted domain. */
  readonly relevant: number;
  readonly requests: number;
  readonly bytes: number;
  /** Time spent crawling in milliseconds, earlier stretches of a resumed run included. */
  readonly activeMs: number;
}

/** Crawlee's counts of the requests that it ran, by their routes. A resumed run counts those of its last stretch. */
export interface RequestCounts {
  /** Front pages that sites are judged by. */
  readonly sites: number;
  readonly pages: number;
  /** Forms that were queried. */
  readonly forms: number;
  readonly failed: number;
  readonly perMinute: number;
  readonly averageMs: number;
}

export type RunStatus = 'complete' | 'partial' | 'interrupted' | 'budget';

/** What a harvest tells while it goes on; progress bars, `--json` and the library API read the same stream. */
export type HarvestEvent =
  | {
      readonly type: 'start';
      readonly runId: number;
      readonly resumed: boolean;
      readonly seeds: number;
      readonly web: string;
    }
  | {
      readonly type: 'page';
      readonly url: string;
      readonly site: string;
      readonly depth: number;
      readonly status: number;
      readonly renderedBy: 'http' | 'browser';
      /** Why it was rendered or not. */
      readonly renderReason?: RenderReason;
      /** It was rendered to see whether HTTP alone would have done. */
      readonly audited?: true;
      readonly forms: number;
      readonly ms: number;
      /** It was too long and is known in part only. */
      readonly cut?: true;
      /** Who or what kept us out, where the page is a guard's and not the site's. */
      readonly blockedBy?: string;
    }
  | {
      readonly type: 'form';
      readonly formId: string;
      readonly site: string;
      readonly page: string;
      readonly depth: number;
      readonly action: string;
      readonly method: string;
      readonly domain: string | null;
      readonly verdict: FormVerdict;
    }
  | {
      readonly type: 'site';
      readonly site: string;
      readonly state: 'exploring' | 'left';
      readonly domain: string | null;
      readonly similarity: number;
      readonly reason: SiteReason;
    }
  | {
      /** Search providers were asked for sites by words, or for pages that link to known deep-web sites (reverse search). */
      readonly type: 'searched';
      readonly for: 'sites' | 'links';
      /** Words of the domains, or the sites that were asked about. */
      readonly terms: readonly string[];
      /** Words near to those of the domains in meaning. */
      readonly near: readonly string[];
      /** Sites or pages that were found. */
      readonly found: number;
    }
  | {
      /** A site that was left, but points to enough known deep-web sites for what it points to to be visited. */
      readonly type: 'centre';
      readonly site: string;
      /** The page of it that is a centre, where a search provider gave that page. */
      readonly page?: string;
    }
  | {
      readonly type: 'skipped';
      readonly url: string;
      readonly state: 'failed' | 'refused' | 'parked';
      readonly reason: LinkReason;
      /** The run was to begin from it. */
      readonly seed?: true;
    }
  /** What the run said that is new; only where novelty is judged. */
  | ({ readonly type: 'novelty' } & NoveltyCount)
  | {
      /** One request of a form's, answered or not. */
      readonly type: 'submission';
      readonly formId: string;
      readonly site: string;
      readonly method: 'GET' | 'POST';
      readonly url: string;
      /** 1 for the answer itself, 2 … for what its paging leads to. */
      readonly page: number;
      readonly sentBy: 'http' | 'browser';
      readonly why: string;
      readonly status: number | null;
      /** Of the answer; `failed` or `parked` where none came. */
      readonly verdict: string;
      readonly reason: string;
      readonly records: number;
      readonly newRecords: number;
    }
  | {
      /** A record that no form of its site had shown before, as it stands in a list of results; told once. */
      readonly type: 'record';
      readonly formId: string;
      readonly site: string;
      readonly title: string;
      /** Of its own page; null where it has none. */
      readonly url: string | null;
      readonly fields: Readonly<Record<string, string | number>>;
    }
  | {
      /** The page of a single record, sampled from what a form showed. */
      readonly type: 'detail';
      readonly formId: string;
      readonly site: string;
      readonly title: string;
      readonly url: string;
      /** `other`: the page does not name the record. */
      readonly state: DetailState;
      readonly reason: string;
      /** Names of the fields that list and page agree on, that they tell otherwise, and that the page alone tells. */
      readonly confirmed: readonly string[];
      readonly differing: readonly string[];
      readonly added: readonly string[];
    }
  | {
      /** How far the asking is; comes every half second. */
      readonly type: 'asking';
      readonly submissions: number;
      readonly records: number;
      /** Forms that are still to be asked, or are being asked. */
      readonly formsLeft: number;
      readonly forms: number;
      /** Since the asking began, in milliseconds. */
      readonly ms: number;
    }
  | {
      /** A form has been asked as far as it is worth, or is not asked at all. */
      readonly type: 'asked';
      readonly formId: string;
      readonly site: string;
      readonly action: string;
      readonly state: 'asked' | 'skipped';
      /** Why it is not asked, or why asking ended. */
      readonly reason: StopReason;
      readonly outcome: FormOutcome;
      readonly submissions: number;
      readonly records: number;
      readonly coverage: CoverageState;
      /** Stated or estimated size of the database behind it. */
      readonly size: number | null;
    }
  /** A site is fetched no further; so many waiting links of it are dropped. */
  | {
      readonly type: 'stopped';
      readonly site: string;
      readonly reason: LinkReason;
      readonly links: number;
    }
  /** Nothing new is begun any more, or again; what is under way is finished. */
  | { readonly type: 'pause'; readonly runId: number; readonly paused: boolean }
  /** An earlier run that is no longer to be kept was deleted. */
  | { readonly type: 'forgotten'; readonly runId: number; readonly reason: string }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'progress'; readonly progress: Progress }
  | {
      readonly type: 'end';
      readonly runId: number;
      readonly status: RunStatus;
      readonly reason: RunReason | null;
      readonly progress: Progress;
      readonly requests?: RequestCounts;
    };

/** An async iterable that one side pushes into; readers that are slower than the crawl hold nothing up. */
export class EventQueue<T> implements AsyncIterable<T> {
  private readonly items: T[] = [];
  private wake: (() => void) | undefined;
  private ended = false;
  private error: unknown;

  push(item: T): void {
    if (this.ended) return;
    this.items.push(item);
    this.wake?.();
  }

  end(error?: unknown): void {
    this.ended = true;
    this.error = error;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    while (true) {
      for (let item = this.items.shift(); item !== undefined; item = this.items.shift()) yield item;
      if (this.ended) break;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.error !== undefined) throw this.error;
  }
}
