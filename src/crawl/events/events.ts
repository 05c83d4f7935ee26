import type { FormVerdict } from '../../forms/index.ts';
import type { NoveltyCount } from '../../library/index.ts';
import type { LinkReason, RenderReason, RunReason, SiteReason } from '../../storage/index.ts';
import type { CoverageState, DetailState, FormOutcome, StopReason } from '../../submissions/index.ts';

export interface Progress {
  /** Pages read, in whichever way. */
  readonly pages: number;
  /** Counts those that Chromium rendered. */
  readonly rendered: number;
  readonly failed: number;
  readonly waiting: number;
  readonly sites: number;
  readonly forms: number;
  readonly searchable: number;
  /** Searchable forms about a wanted domain. */
  readonly relevant: number;
  readonly requests: number;
  /** Received, as they came over the network. */
  readonly bytes: number;
  /** Time spent crawling in milliseconds, earlier stretches of a resumed run included. */
  readonly activeMs: number;
}

/** Crawlee's counts of the requests that it ran, by their routes. A resumed run counts those of its last stretch. */
export interface RequestCounts {
  readonly sites: number;
  readonly pages: number;
  readonly forms: number;
  readonly failed: number;
  readonly perMinute: number;
  readonly averageMs: number;
}

export type RunStatus = 'complete' | 'partial' | 'interrupted' | 'budget';

/** Lists what a harvest reports; progress bars, `--json` and the library API read the same stream. */
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
      readonly renderReason?: RenderReason;
      readonly audited?: true;
      readonly forms: number;
      readonly ms: number;
      /** Set where it was too long and is known in part only. */
      readonly cut?: true;
      /** Names who or what kept us out, where the page is a guard's and not the site's. */
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
      readonly terms: readonly string[];
      readonly near: readonly string[];
      readonly found: number;
    }
  | {
      /** A site that was left, but points to enough known deep-web sites for what it points to to be visited. */
      readonly type: 'centre';
      readonly site: string;
      /** Set where a search provider gave a page of it that is a centre. */
      readonly page?: string;
    }
  | {
      readonly type: 'skipped';
      readonly url: string;
      readonly state: 'failed' | 'refused' | 'parked';
      readonly reason: LinkReason;
      readonly seed?: true;
    }
  /** Sent only where novelty is judged. */
  | ({ readonly type: 'novelty' } & NoveltyCount)
  | {
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
      /** `failed` or `parked` where no answer came. */
      readonly verdict: string;
      readonly reason: string;
      readonly records: number;
      readonly newRecords: number;
    }
  | {
      /** Reports once a record that no form of its site had shown before, as it stands in a list of results. */
      readonly type: 'record';
      readonly formId: string;
      readonly site: string;
      readonly title: string;
      /** Null where the record has no page of its own. */
      readonly url: string | null;
      readonly fields: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'detail';
      readonly formId: string;
      readonly site: string;
      readonly title: string;
      readonly url: string;
      /** `other`: the page does not name the record. */
      readonly state: DetailState;
      readonly reason: string;
      /** Names the fields that list and page agree on, that differ, and that the page alone has. */
      readonly confirmed: readonly string[];
      readonly differing: readonly string[];
      readonly added: readonly string[];
    }
  | {
      /** Comes every half second. */
      readonly type: 'asking';
      readonly submissions: number;
      readonly records: number;
      /** Counts those under way, too. */
      readonly formsLeft: number;
      readonly forms: number;
      /** Milliseconds since querying began. */
      readonly ms: number;
    }
  | {
      /** A form was queried as far as it is worth, or is not queried at all. */
      readonly type: 'asked';
      readonly formId: string;
      readonly site: string;
      readonly action: string;
      readonly state: 'asked' | 'skipped';
      readonly reason: StopReason;
      readonly outcome: FormOutcome;
      readonly submissions: number;
      readonly records: number;
      readonly coverage: CoverageState;
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
  | {
      /** The user has changed which addresses are read; so many waiting links are dropped. */
      readonly type: 'scope';
      readonly runId: number;
      readonly deny: readonly string[];
      readonly include: readonly string[];
      readonly dropped: number;
    }
  | { readonly type: 'forgotten'; readonly runId: number; readonly reason: string }
  | { readonly type: 'notified'; readonly runId: number; readonly host: string }
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

/** Lets one side push; readers that are slower than the crawl hold nothing up. */
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
