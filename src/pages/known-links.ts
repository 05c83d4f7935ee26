import { hostOf } from '../sites/index.ts';
import type { StoreTransaction } from '../store/index.ts';
import type { PageLink } from './links.ts';

/** How far an address is from its site's seed: links first, then redirects. Smaller is nearer. */
export interface Distance {
  readonly depth: number;
  readonly hops: number;
}

export interface Candidate extends Distance {
  readonly url: string;
  readonly site: string;
  readonly anchor: string;
  readonly score: number;
}

export interface LinkRules {
  readonly maxDepth: number;
  readonly maxRedirects: number;
  /** Score of a link seen on a page of its own site. */
  score(link: PageLink, site: string, depth: number): number;
}

/** Told of every host whose waiting links have changed, and by how many. */
export type LinkListener = (host: string, added: number) => void;

/**
 * The known addresses of a run and how near each is. A shorter path found later brings an address, and what hangs on it,
 * nearer: whatever the order of the crawl, it ends with the same addresses at the same distances.
 */
export class KnownLinks {
  private readonly runId: number;
  private readonly options: LinkRules;
  private readonly changed: LinkListener;

  constructor(runId: number, options: LinkRules, changed: LinkListener) {
    this.runId = runId;
    this.options = options;
    this.changed = changed;
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
  ): Promise<{ fresh: number; nearer: { id: number; distance: Distance }[] }> {
    const byUrl = new Map<string, Candidate>();
    for (const candidate of candidates) {
      const known = byUrl.get(candidate.url);
      if (known === undefined || nearerThan(candidate, known)) byUrl.set(candidate.url, candidate);
    }
    let fresh = 0;
    const nearer: { id: number; distance: Distance }[] = [];
    for (const batch of batches([...byUrl.values()], 400)) {
      const known = await trx
        .selectFrom('link')
        .select(['id', 'url', 'host', 'depth', 'hops', 'score', 'state'])
        .where('run_id', '=', this.runId)
        .where(
          'url',
          'in',
          batch.map((c) => c.url),
        )
        .execute();
      const rows = new Map(known.map((row) => [row.url, row]));
      const unseen = batch.filter((c) => !rows.has(c.url));
      await this.insert(trx, unseen);
      fresh += unseen.length;
      for (const candidate of batch) {
        const row = rows.get(candidate.url);
        if (row === undefined) continue;
        const comesNearer = nearerThan(candidate, row);
        if (!comesNearer && candidate.score <= row.score) continue;
        await trx
          .updateTable('link')
          .set({
            ...(comesNearer && { depth: candidate.depth, hops: candidate.hops }),
            score: Math.max(candidate.score, row.score),
          })
          .where('id', '=', row.id)
          .execute();
        this.changed(row.host, 0);
        if (comesNearer && row.state === 'done') nearer.push({ id: row.id, distance: candidate });
      }
    }
    return { fresh, nearer };
  }

  private async insert(trx: StoreTransaction, candidates: readonly Candidate[]): Promise<void> {
    for (const batch of batches(candidates, 100)) {
      await trx
        .insertInto('link')
        .values(
          batch.map(({ url, site, anchor, depth, hops, score }) => {
            const host = hostOf(url);
            this.changed(host, 1);
            return {
              run_id: this.runId,
              site,
              host,
              url,
              anchor,
              depth,
              hops,
              score,
              state: 'waiting' as const,
              reason: null,
            };
          }),
        )
        .execute();
    }
  }

  /** Links and redirect targets of fetched pages, as far from the seeds as their pages now are. */
  async childrenOf(
    trx: StoreTransaction,
    pages: readonly { readonly id: number; readonly distance: Distance }[],
  ): Promise<Candidate[]> {
    const children: Candidate[] = [];
    for (const batch of batches(pages, 400)) {
      const rows = await trx
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
    row: { site: string; url: string; outlinks: string; redirect_to: string | null; state: string },
    distance: Distance,
  ): Candidate[] {
    if (row.redirect_to !== null) return [this.redirect(row.redirect_to, row.site, distance)];
    if (row.state !== 'exploring') return [];
    return this.children(JSON.parse(row.outlinks) as [string, string][], row.site, distance);
  }

  /** Where a redirect leads: one hop further, no deeper. */
  redirect(url: string, site: string, from: Distance): Candidate {
    return { url, site, anchor: '', depth: from.depth, hops: from.hops + 1, score: Number.MAX_SAFE_INTEGER };
  }

  /** Same-site links of a page: one level deeper. */
  children(
    outlinks: readonly (readonly [url: string, anchor: string])[],
    site: string,
    from: Distance,
  ): Candidate[] {
    const depth = from.depth + 1;
    if (depth > this.options.maxDepth) return [];
    return outlinks.map(([url, anchor]) => {
      return { url, site, anchor, depth, hops: 0, score: this.options.score({ url, anchor }, site, depth) };
    });
  }
}

export const nearerThan = (a: Distance, b: Distance): boolean =>
  a.depth < b.depth || (a.depth === b.depth && a.hops < b.hops);

function* batches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}
