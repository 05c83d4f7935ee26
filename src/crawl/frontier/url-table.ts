import { hostOf, siteOf } from '../../foundation/url/index.ts';
import type { KnownLink, LinkChange, LinkKind, PageOutlinks, Transaction } from '../../storage/index.ts';
import { type Seen, SeenUrlCache } from './seen-url-cache.ts';

/** Counts links from a site's seed, then redirects. Smaller is nearer. */
export interface Distance {
  readonly depth: number;
  readonly hops: number;
}

export interface Candidate extends Distance {
  readonly url: string;
  readonly site: string;
  readonly kind: LinkKind;
  readonly anchor: string;
  readonly around: string;
  /** Number of the link whose page it was found on; 0 for none. */
  readonly parent: number;
}

export interface LinkRules {
  readonly maxDepth: number;
  readonly maxRedirects: number;
  /** Larger comes first. Called when a link is discovered, and for all that wait when the frontier is opened or re-ranked. */
  score(link: Candidate): number;
}

export interface Ranked {
  readonly id: number;
  readonly host: string;
  readonly site: string;
  readonly url: string;
  readonly depth: number;
  readonly score: number;
}

/** Knows the addresses of a run and how near each is. A shorter path brings an address, and what hangs on it, nearer in whatever order. */
export class UrlTable {
  private readonly runId: number;
  private readonly options: LinkRules;
  private readonly ranked: (link: Ranked) => void;
  private readonly recent = new SeenUrlCache();

  constructor(runId: number, options: LinkRules, ranked: (link: Ranked) => void) {
    this.runId = runId;
    this.options = options;
    this.ranked = ranked;
  }

  /** Adds addresses, or brings known ones nearer; a page that comes nearer takes its children along. @returns how many were new */
  async add(trx: Transaction, candidates: readonly Candidate[]): Promise<number> {
    let added = 0;
    let wave: readonly Candidate[] = candidates;
    while (wave.length > 0) {
      const admitted = wave.filter(
        (c) => c.depth <= this.options.maxDepth && c.hops <= this.options.maxRedirects,
      );
      const { fresh, nearer } = await this.upsert(trx, admitted);
      added += fresh;
      wave = nearer.length === 0 ? [] : await this.childrenOf(trx, nearer);
    }
    return added;
  }

  private async upsert(
    trx: Transaction,
    candidates: readonly Candidate[],
  ): Promise<{ fresh: number; nearer: PageAt[] }> {
    const byUrl = new Map<string, Candidate>();
    for (const candidate of candidates) {
      if (this.changesNothing(candidate)) continue;
      const known = byUrl.get(candidate.url);
      if (known === undefined || nearerThan(candidate, known)) byUrl.set(candidate.url, candidate);
    }
    if (byUrl.size === 0) return { fresh: 0, nearer: [] };
    const known = await trx.links.known({ runId: this.runId, urls: [...byUrl.keys()] });
    const rows = new Map(known.map((link) => [link.url, link]));
    const unseen: Candidate[] = [];
    const changes: LinkChange[] = [];
    const nearer: PageAt[] = [];
    for (const candidate of byUrl.values()) {
      const link = rows.get(candidate.url);
      const change = link && this.improve(trx, link, candidate);
      if (link === undefined) unseen.push(candidate);
      else if (change !== undefined) {
        changes.push(change);
        if (change.depth !== undefined && link.state === 'done')
          nearer.push({ id: link.id, distance: candidate });
      }
    }
    await trx.links.update(changes);
    await this.insert(trx, unseen);
    trx.afterCommit(() => this.remember(known));
    return { fresh: unseen.length, nearer };
  }

  /** Says where it is certain, without querying the store, that a known link gains nothing by being discovered once more. */
  private changesNothing(candidate: Candidate): boolean {
    const seen = this.recent.get(candidate.url);
    if (seen === undefined || nearerThan(candidate, seen)) return false;
    return seen.state === 'done' || this.options.score(candidate) <= seen.score;
  }

  /** A page that was read is never again waiting: no score of it counts any more. */
  fetched(trx: Transaction, url: string): void {
    trx.afterCommit(() => {
      const seen = this.recent.get(url);
      if (seen !== undefined) this.recent.set(url, { ...seen, state: 'done' });
    });
  }

  private remember(rows: Iterable<Seen & { readonly url: string }>): void {
    for (const { url, depth, hops, score, state } of rows)
      this.recent.set(url, { depth, hops, score, state });
  }

  /** @returns how a known link is nearer, or better to be reached by, than it was; undefined where it is neither */
  private improve(trx: Transaction, link: KnownLink, candidate: Candidate): LinkChange | undefined {
    const { id, state } = link;
    const comesNearer = nearerThan(candidate, link);
    const waits = state === 'waiting' || state === 'leased';
    const score = waits ? this.options.score(candidate) : link.score;
    if (!comesNearer && score <= link.score) return undefined;
    const { site, anchor, around, parent, kind, depth, hops } = candidate;
    if (state === 'waiting') {
      const nearest = comesNearer ? depth : link.depth;
      const best = Math.max(score, link.score);
      trx.afterCommit(() => this.ranked({ ...link, site, depth: nearest, score: best }));
    }
    return {
      id,
      ...(comesNearer && { depth, hops }),
      ...(score > link.score && { anchor, around, parent, kind, score }),
    };
  }

  private async insert(trx: Transaction, candidates: readonly Candidate[]): Promise<void> {
    if (candidates.length === 0) return;
    const links = candidates.map((link) => ({
      ...link,
      host: hostOf(link.url),
      score: this.options.score(link),
    }));
    const ids = await trx.links.insert(this.runId, links);
    trx.afterCommit(() => {
      // Not before: who leases a link reads it beside this transaction.
      for (const { url, host, site, depth, score } of links) {
        const id = ids.get(url);
        if (id !== undefined) this.ranked({ id, url, host, site, depth, score });
      }
      this.remember(links.map((link) => ({ ...link, state: 'waiting' })));
    });
  }

  /** Links and redirect targets of fetched pages, as far from the seeds as their pages now are. */
  async childrenOf(trx: Transaction, pages: readonly PageAt[]): Promise<Candidate[]> {
    const children: Candidate[] = [];
    for (const batch of batches(pages, 400)) {
      const rows = await trx.pages.outlinks(batch.map((page) => page.id));
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id, distance } of batch) {
        const row = byId.get(id);
        if (row !== undefined) children.push(...this.childrenOfRow(row, distance));
      }
    }
    return children;
  }

  private childrenOfRow(row: PageOutlinks, distance: Distance): Candidate[] {
    if (row.redirect_to !== null)
      return siteOf(row.redirect_to) === row.site
        ? [this.redirect(row.redirect_to, row.site, distance, row.id)]
        : [];
    if (row.site_state !== 'exploring') return [];
    return this.children(JSON.parse(row.outlinks) as Outlink[], row.site, distance, row.id);
  }

  /** Returns the target of a redirect: one hop further, no deeper. */
  redirect(url: string, site: string, from: Distance, parent: number): Candidate {
    const { depth, hops } = from;
    return { url, site, kind: 'redirect', anchor: '', around: '', parent, depth, hops: hops + 1 };
  }

  /** Same-site links of a page: one level deeper. Its frames are parts of it: one hop further. */
  children(outlinks: readonly Outlink[], site: string, from: Distance, parent: number): Candidate[] {
    const within = { depth: from.depth, hops: from.hops + 1 };
    const deeper = { depth: from.depth + 1, hops: 0 };
    return outlinks.flatMap(([url, anchor, around = '', place = 0]) => {
      const distance = place === 1 ? within : deeper;
      if (place === 2 || distance.depth > this.options.maxDepth) return [];
      return [{ url, site, kind: 'link' as const, anchor, around, parent, ...distance }];
    });
  }
}

/** Stores a link in the row of its page. `place` is 1 for a frame, 2 for a page of another site. */
export type Outlink = readonly [url: string, anchor: string, around?: string, place?: 0 | 1 | 2];

interface PageAt {
  readonly id: number;
  readonly distance: Distance;
}

const nearerThan = (a: Distance, b: Distance): boolean =>
  a.depth < b.depth || (a.depth === b.depth && a.hops < b.hops);

function* batches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}
