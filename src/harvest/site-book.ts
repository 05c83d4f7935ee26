import type { Domain } from '../domain/index.ts';
import type { Candidate, Distance, Frontier, RenderMode } from '../pages/index.ts';
import { homeOf, hostOf, siteOf } from '../sites/index.ts';
import type { PageTable, Store, StoreTransaction } from '../store/index.ts';
import type { Topic } from '../topics/index.ts';
import type { Web } from '../web/index.ts';
import type { HarvestEvent } from './events.ts';
import type { ResolvedOptions } from './options.ts';
import type { Strategy } from './strategy.ts';

interface SiteEntry {
  seed: boolean;
  state: 'candidate' | 'exploring' | 'left';
  similarity: number;
  pages: number;
}

/** The sites of a run: which are known, which are explored, and what each has had. */
export class SiteBook {
  private readonly runId: number;
  private readonly options: ResolvedOptions;
  private readonly strategy: Strategy;
  private readonly web: Web;
  private readonly wanted: readonly Domain[];
  private readonly sites = new Map<string, SiteEntry>();
  /** Set when a budget kept something out. */
  exhausted: string | undefined;

  constructor(
    runId: number,
    options: ResolvedOptions,
    strategy: Strategy,
    web: Web,
    wanted: readonly Domain[],
  ) {
    this.runId = runId;
    this.options = options;
    this.strategy = strategy;
    this.web = web;
    this.wanted = wanted;
  }

  async load(store: Store): Promise<void> {
    const rows = await store.db.selectFrom('site').selectAll().where('run_id', '=', this.runId).execute();
    for (const row of rows) {
      this.sites.set(row.site, {
        seed: row.seed === 1,
        state: row.state,
        similarity: row.similarity ?? 0,
        pages: 0,
      });
    }
    const counts = await store.db
      .selectFrom('page')
      .select(['site', (eb) => eb.fn.countAll<number>().as('pages')])
      .where('run_id', '=', this.runId)
      .where('rendered_by', '!=', 'none')
      .groupBy('site')
      .execute();
    for (const { site, pages } of counts) {
      const entry = this.sites.get(site);
      if (entry !== undefined) entry.pages = Number(pages);
    }
  }

  get count(): number {
    return this.sites.size;
  }

  similarity(site: string): number {
    return this.sites.get(site)?.similarity ?? 0;
  }

  isSeed(site: string): boolean {
    return this.sites.get(site)?.seed ?? false;
  }

  isExploring(site: string): boolean {
    return this.sites.get(site)?.state === 'exploring';
  }

  full(site: string): boolean {
    const full = (this.sites.get(site)?.pages ?? 0) >= this.options.maxPagesPerSite;
    if (full) this.exhausted = `a site reached --max-pages-per-site ${this.options.maxPagesPerSite}`;
    return full;
  }

  /** What the domain files say of rendering a host, else what the run says. */
  renderMode(host: string, otherwise: RenderMode): RenderMode {
    if (otherwise !== 'auto') return otherwise;
    const name = host.replace(/:\d+$/, '');
    return (
      this.wanted.map((domain) => domain.hints[name]?.render).find((mode) => mode !== undefined) ?? 'auto'
    );
  }

  settled(page: PageTable): void {
    const entry = this.sites.get(page.site);
    if (entry !== undefined && page.rendered_by !== 'none') entry.pages++;
  }

  /** Addresses that the user, the web or the domain file starts from; their sites are explored whatever they are about. */
  async seed(trx: StoreTransaction, frontier: Frontier, urls: readonly string[]): Promise<void> {
    for (const url of urls) await this.enter(trx, siteOf(url), url, true);
    await frontier.links.add(
      trx,
      urls.map((url) => frontPage(url, siteOf(url))),
    );
  }

  /** A front page that lives elsewhere now: what it was, its new site is. */
  async moved(
    trx: StoreTransaction,
    frontier: Frontier,
    site: string,
    from: Distance,
    to: string,
  ): Promise<void> {
    if (!this.web.holds(to)) return;
    const seed = this.sites.get(site)?.seed ?? false;
    const target = siteOf(to);
    if (!(await this.enter(trx, target, to, seed))) return;
    await frontier.links.add(trx, [frontier.links.redirect(to, target, from, 0)]);
  }

  /** Other sites that a page points to: their front pages become candidates. */
  async discover(
    trx: StoreTransaction,
    frontier: Frontier,
    site: string,
    urls: readonly string[],
  ): Promise<void> {
    const homes = new Map<string, string>();
    for (const url of urls) if (siteOf(url) !== site) homes.set(homeOf(url), siteOf(url));
    if (homes.size === 0) return;
    await trx
      .insertInto('site_link')
      .values(
        [...new Set(homes.values())].map((to) => ({ run_id: this.runId, from_site: site, to_site: to })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const admitted: { url: string; site: string }[] = [];
    for (const [url, target] of homes) {
      if (this.web.holds(url) && (await this.enter(trx, target, url, false)))
        admitted.push({ url, site: target });
    }
    await frontier.links.add(
      trx,
      admitted.map((home) => frontPage(home.url, home.site)),
    );
  }

  /** @returns false when the budget of sites keeps a new one out */
  private async enter(trx: StoreTransaction, site: string, url: string, seed: boolean): Promise<boolean> {
    const known = this.sites.get(site);
    if (known !== undefined && (known.seed || !seed)) return true;
    if (known === undefined && !seed && this.sites.size >= this.options.maxSites) {
      this.exhausted = `--max-sites ${this.options.maxSites} reached`;
      return false;
    }
    const state = seed ? 'exploring' : 'candidate';
    await trx
      .insertInto('site')
      .values({
        run_id: this.runId,
        site,
        home_url: homeOf(url),
        seed: seed ? 1 : 0,
        state,
        domain: null,
        similarity: null,
        reason: seed ? 'seed' : null,
      })
      .onConflict((conflict) =>
        conflict.columns(['run_id', 'site']).doUpdateSet({ seed: 1, state, reason: 'seed' }),
      )
      .execute();
    this.sites.set(site, { seed, state, similarity: known?.similarity ?? 0, pages: known?.pages ?? 0 });
    return true;
  }

  /**
   * Judges a site by one of its front pages. One that is found worth it is explored, with the links of the front pages
   * that were read before it.
   */
  async judge(
    trx: StoreTransaction,
    frontier: Frontier,
    site: string,
    topic: Topic,
  ): Promise<HarvestEvent[]> {
    const entry = this.sites.get(site);
    if (entry === undefined) return [];
    const best = topic.similarity >= entry.similarity;
    const explores = entry.state === 'exploring' || this.strategy.explores(topic);
    const opened = explores && entry.state !== 'exploring';
    const left = !explores && entry.state === 'candidate';
    const reason = entry.seed
      ? 'seed'
      : `front page is about ${topic.domain ?? 'nothing wanted'} (${topic.similarity.toFixed(3)})`;
    entry.state = explores ? 'exploring' : 'left';
    if (best) entry.similarity = topic.similarity;
    await trx
      .updateTable('site')
      .set({
        state: entry.state,
        ...(best && { similarity: topic.similarity, domain: topic.domain }),
        ...((opened || left) && { reason }),
      })
      .where('run_id', '=', this.runId)
      .where('site', '=', site)
      .execute();
    if (opened) await this.reopen(trx, frontier, site);
    if (!opened && !left) return [];
    const { domain, similarity } = topic;
    return [{ type: 'site', site, state: explores ? 'exploring' : 'left', domain, similarity, reason }];
  }

  private async reopen(trx: StoreTransaction, frontier: Frontier, site: string): Promise<void> {
    const pages = await trx
      .selectFrom('link')
      .select(['id', 'depth', 'hops'])
      .where('run_id', '=', this.runId)
      .where('site', '=', site)
      .where('state', '=', 'done')
      .execute();
    const children = await frontier.links.childrenOf(
      trx,
      pages.map(({ id, depth, hops }) => ({ id, distance: { depth, hops } })),
    );
    await frontier.links.add(trx, children);
  }

  /** Seconds between requests that the domain files ask for, host by host. */
  delays(): readonly { readonly host: string; readonly delayMs: number }[] {
    return this.wanted.flatMap((domain) =>
      Object.entries(domain.hints).flatMap(([host, hint]) =>
        hint.delaySeconds === undefined ? [] : [{ host, delayMs: hint.delaySeconds * 1_000 }],
      ),
    );
  }

  /** Where to begin on a seed's host, as the domain files say. */
  starts(url: string): readonly string[] {
    const paths = this.wanted.flatMap((domain) => domain.hints[hostOf(url)]?.start ?? []);
    return paths.length === 0 ? [url] : paths.map((path) => new URL(path, url).href);
  }
}

const frontPage = (url: string, site: string): Candidate => ({
  url,
  site,
  kind: 'front',
  anchor: '',
  around: '',
  parent: 0,
  depth: 0,
  hops: 0,
});
