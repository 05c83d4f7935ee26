import { type StoreTransaction, statement } from '../../drivers/sqlite/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import type { LinkKind } from '../../storage/index.ts';
import { insertRows, type KnownRow, knownRows } from './link-rows.ts';
import { type Seen, SeenUrlCache } from './seen-url-cache.ts';

/** How far an address is from its site's seed: links first, then redirects. Smaller is nearer. */
export interface Distance {
  readonly depth: number;
  readonly hops: number;
}

/** What an order may judge a link by. */
export interface Candidate extends Distance {
  readonly url: string;
  readonly site: string;
  readonly kind: LinkKind;
  readonly anchor: string;
  /** Text that stands around the link on its page. */
  readonly around: string;
  /** Number of the link whose page it was found on; 0 for none. */
  readonly parent: number;
}

export interface LinkRules {
  readonly maxDepth: number;
  readonly maxRedirects: number;
  /** Larger comes first. Asked when a link is met, and of all that wait when the frontier is opened or re-ranked. */
  score(link: Candidate): number;
}

/** A link that waits and has a new place in the order. */
export interface Ranked {
  readonly id: number;
  readonly host: string;
  readonly site: string;
  readonly url: string;
  readonly depth: number;
  readonly score: number;
}

/**
 * The known addresses of a run and how near each is. A shorter path found later brings an address, and what hangs on it,
 * nearer: whatever the order of the crawl, it ends with the same addresses at the same distances.
 */
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

  /**
   * Adds addresses, or brings known ones nearer; a page that comes nearer takes its children along.
   * @returns how many were new
   */
  async add(trx: StoreTransaction, candidates: readonly Candidate[]): Promise<number> {
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
    trx: StoreTransaction,
    candidates: readonly Candidate[],
  ): Promise<{ fresh: number; nearer: PageAt[] }> {
    const byUrl = new Map<string, Candidate>();
    for (const candidate of candidates) {
      if (this.changesNothing(candidate)) continue;
      const known = byUrl.get(candidate.url);
      if (known === undefined || nearerThan(candidate, known)) byUrl.set(candidate.url, candidate);
    }
    if (byUrl.size === 0) return { fresh: 0, nearer: [] };
    const rows = await knownRows(trx, this.runId, [...byUrl.keys()]);
    const unseen: Candidate[] = [];
    const nearer: PageAt[] = [];
    for (const candidate of byUrl.values()) {
      const row = rows.get(candidate.url);
      if (row === undefined) unseen.push(candidate);
      else if (await this.improve(trx, row, candidate)) nearer.push({ id: row.id, distance: candidate });
    }
    await this.insert(trx, unseen);
    trx.afterCommit(() => this.remember(rows.values()));
    return { fresh: unseen.length, nearer };
  }

  /** True where it is certain, without asking the store, that a known link gains nothing by being met once more. */
  private changesNothing(candidate: Candidate): boolean {
    const seen = this.recent.get(candidate.url);
    if (seen === undefined || nearerThan(candidate, seen)) return false;
    return seen.state === 'done' || this.options.score(candidate) <= seen.score;
  }

  /** A page that was read is never again waiting: no score of it counts any more. */
  fetched(trx: StoreTransaction, url: string): void {
    trx.afterCommit(() => {
      const seen = this.recent.get(url);
      if (seen !== undefined) this.recent.set(url, { ...seen, state: 'done' });
    });
  }

  private remember(rows: Iterable<Seen & { readonly url: string }>): void {
    for (const { url, depth, hops, score, state } of rows)
      this.recent.set(url, { depth, hops, score, state });
  }

  /** @returns true when a page that was fetched has come nearer */
  private async improve(trx: StoreTransaction, row: KnownRow, candidate: Candidate): Promise<boolean> {
    const comesNearer = nearerThan(candidate, row);
    const waits = row.state === 'waiting' || row.state === 'leased';
    const score = waits ? this.options.score(candidate) : row.score;
    if (!comesNearer && score <= row.score) return false;
    const { anchor, around, parent, kind, depth, hops } = candidate;
    if (comesNearer)
      statement(trx, 'update link set depth = ?, hops = ? where id = ?', [depth, hops, row.id]);
    if (score > row.score)
      statement(trx, 'update link set anchor = ?, around = ?, parent = ?, kind = ?, score = ? where id = ?', [
        anchor,
        around,
        parent,
        kind,
        score,
        row.id,
      ]);
    if (row.state === 'waiting') {
      const nearest = comesNearer ? depth : row.depth;
      this.ranked({ ...row, site: candidate.site, depth: nearest, score: Math.max(score, row.score) });
    }
    return comesNearer && row.state === 'done';
  }

  private async insert(trx: StoreTransaction, candidates: readonly Candidate[]): Promise<void> {
    if (candidates.length === 0) return;
    const links = candidates.map((link) => ({
      ...link,
      host: hostOf(link.url),
      score: this.options.score(link),
    }));
    const ids = await insertRows(
      trx,
      this.runId,
      links.map(({ site, host, url, anchor, around, parent, kind, depth, hops, score }) => {
        return [site, host, url, anchor, around, parent, kind, depth, hops, score];
      }),
    );
    for (const { url, host, site, depth, score } of links) {
      const id = ids.get(url);
      if (id !== undefined) this.ranked({ id, url, host, site, depth, score });
    }
    trx.afterCommit(() => this.remember(links.map((link) => ({ ...link, state: 'waiting' }))));
  }

  /** Links and redirect targets of fetched pages, as far from the seeds as their pages now are. */
  async childrenOf(trx: StoreTransaction, pages: readonly PageAt[]): Promise<Candidate[]> {
    const children: Candidate[] = [];
    for (const batch of batches(pages, 400)) {
      const rows = await trx.db
        .selectFrom('page')
        .innerJoin('site', (join) =>
          join.onRef('site.run_id', '=', 'page.run_id').onRef('site.site', '=', 'page.site'),
        )
        .select(['page.id', 'page.site', 'page.url', 'outlinks', 'redirect_to', 'site.state'])
        .where(
          'page.id',
          'in',
          batch.map((page) => page.id),
        )
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id, distance } of batch) {
        const row = byId.get(id);
        if (row !== undefined) children.push(...this.childrenOfRow(row, distance));
      }
    }
    return children;
  }

  private childrenOfRow(
    row: {
      id: number;
      site: string;
      url: string;
      outlinks: string;
      redirect_to: string | null;
      state: string;
    },
    distance: Distance,
  ): Candidate[] {
    if (row.redirect_to !== null) return [this.redirect(row.redirect_to, row.site, distance, row.id)];
    if (row.state !== 'exploring') return [];
    return this.children(JSON.parse(row.outlinks) as Outlink[], row.site, distance, row.id);
  }

  /** Where a redirect leads: one hop further, no deeper. */
  redirect(url: string, site: string, from: Distance, parent: number): Candidate {
    const { depth, hops } = from;
    return { url, site, kind: 'redirect', anchor: '', around: '', parent, depth, hops: hops + 1 };
  }

  /** Same-site links of a page: one level deeper. Its frames are parts of it: one hop further. */
  children(outlinks: readonly Outlink[], site: string, from: Distance, parent: number): Candidate[] {
    const within = { depth: from.depth, hops: from.hops + 1 };
    const deeper = { depth: from.depth + 1, hops: 0 };
    return outlinks.flatMap(([url, anchor, around = '', frame = 0]) => {
      const distance = frame === 1 ? within : deeper;
      if (distance.depth > this.options.maxDepth) return [];
      return [{ url, site, kind: 'link' as const, anchor, around, parent, ...distance }];
    });
  }
}

/** A link as the row of its page keeps it. */
export type Outlink = readonly [url: string, anchor: string, around?: string, frame?: 0 | 1];

interface PageAt {
  readonly id: number;
  readonly distance: Distance;
}

const nearerThan = (a: Distance, b: Distance): boolean =>
  a.depth < b.depth || (a.depth === b.depth && a.hops < b.hops);

function* batches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}
