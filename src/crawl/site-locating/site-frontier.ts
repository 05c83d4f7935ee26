import type { PageLink } from '../../foundation/dom/index.ts';
import type { Domain } from '../../foundation/domain/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import type { Topic } from '../../foundation/topics/index.ts';
import { homeOf, siteOf } from '../../foundation/url/index.ts';
import type { PageRow, RunReason, SiteReason, SiteRow, Store, Transaction } from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Candidate, Distance, Frontier, Outlink } from '../frontier/index.ts';
import { LowPriorityQueue } from '../frontier/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { SiteHints } from '../settings/index.ts';
import type { SiteGraph, Strategy } from '../strategies/index.ts';
import { aboutTopic, type SiteEntry } from './site-entry.ts';
import {
  homepage,
  homepagesOf,
  type LinkingPage,
  linkedPages,
  targetsOf,
  writeSiteLinks,
} from './site-links.ts';

export interface Outbox {
  post(trx: Transaction, candidates: readonly Candidate[], seed: boolean): Promise<void>;
}

interface SiteFrontierParts {
  readonly runId: number;
  readonly options: ResolvedOptions;
  readonly strategy: Strategy;
  readonly web: Transport;
  readonly wanted: readonly Domain[];
  readonly graph: SiteGraph;
  /** Undefined where no other process has sites of the run. */
  readonly outbox?: Outbox | undefined;
}

/** Knows the sites of a run, which of them are explored, and what each has had. */
export class SiteFrontier {
  readonly runId: number;
  private readonly options: ResolvedOptions;
  private readonly strategy: Strategy;
  private readonly web: Transport;
  private readonly wanted: readonly Domain[];
  private readonly outbox: Outbox | undefined;
  private readonly sites = new Map<string, SiteEntry>();
  private readonly toVisit = new Set<string>();
  private discoveredSites = 0;
  private readonly low = new LowPriorityQueue();
  readonly hints: SiteHints;
  readonly graph: SiteGraph;
  exhausted: RunReason | undefined;

  constructor({ runId, options, strategy, web, wanted, graph, outbox }: SiteFrontierParts) {
    this.runId = runId;
    this.outbox = outbox;
    this.graph = graph;
    this.options = options;
    this.strategy = strategy;
    this.web = web;
    this.wanted = wanted;
    this.hints = new SiteHints(wanted);
  }

  /** Takes in what the store knows of sites that are not known, and of links between all. */
  async load(store: Store): Promise<void> {
    const rows = await store.sites.all(this.runId);
    const fresh = new Set(rows.flatMap(({ site }) => (this.sites.has(site) ? [] : site)));
    for (const { site, seed, state, similarity, reason_code } of rows) {
      if (!fresh.has(site)) continue;
      const judged = reason_code !== null;
      this.sites.set(site, { seed: seed === 1, state, judged, similarity: similarity ?? 0, pages: 0 });
      if (!judged) this.toVisit.add(site);
      if (seed === 0) this.discoveredSites++;
    }
    const left = new Set(rows.flatMap(({ site, state }) => (state === 'left' ? site : [])));
    for (const { from_site, to_site, to_url } of await store.sites.links(this.runId)) {
      this.graph.add(from_site, [to_site]);
      if (to_url !== '' && left.has(from_site))
        this.queueLow(homepage(to_url, to_site, { anchor: '', around: '', parent: 0 }));
    }
    for (const { site, pages } of await store.sites.pageCounts(this.runId)) {
      const entry = this.sites.get(site);
      if (entry !== undefined && fresh.has(site)) entry.pages = pages;
    }
  }

  /** Takes up a site that another process may have worked on. @returns whether pages of it were read */
  async hold(store: Store, site: string): Promise<boolean> {
    const [row] = await store.sites.all(this.runId, site);
    if (row === undefined) return false;
    const { seed, state, similarity, reason_code } = row;
    const pages = (await store.sites.pagesRead(this.runId, site)).length;
    const judged = reason_code !== null;
    this.sites.set(site, { seed: seed === 1, state, judged, similarity: similarity ?? 0, pages });
    return pages > 0;
  }

  get count(): number {
    return this.sites.size;
  }

  /** Limits from below the good sites that a centre page links to. */
  get centreLinks(): number {
    return this.options.centreLinks;
  }

  /** Counts sites that were discovered and are no seeds. */
  get located(): number {
    return this.discoveredSites;
  }

  names(): Iterable<string> {
    return this.sites.keys();
  }

  /** Says whether a form is about a wanted domain; one that names none is about the topic of its page. */
  isWanted(domain: string | null, onWantedPage: boolean): boolean {
    return domain === null ? onWantedPage : this.wanted.some(({ name }) => name === domain);
  }

  get unvisited(): number {
    return this.toVisit.size;
  }

  unreachable(site: string): void {
    this.toVisit.delete(site);
  }

  /** True of an address that the web holds and whose site is not known. */
  isOut(url: string): boolean {
    return this.web.holds(url) && !this.sites.has(siteOf(url));
  }

  isSeed(site: string): boolean {
    return this.sites.get(site)?.seed ?? false;
  }

  isExploring(site: string): boolean {
    return this.sites.get(site)?.state === 'exploring';
  }

  full(site: string): boolean {
    const full = (this.sites.get(site)?.pages ?? 0) >= this.options.maxPagesPerSite;
    if (full) this.exhausted = { code: 'site-page-budget', detail: String(this.options.maxPagesPerSite) };
    return full;
  }

  settled(page: PageRow): void {
    const entry = this.sites.get(page.site);
    if (entry !== undefined && page.rendered_by !== 'none') entry.pages++;
  }

  /** Adds addresses that the user, the web or the domain file starts from; their sites are explored whatever they are about. */
  async seed(trx: Transaction, frontier: Frontier, urls: readonly string[]): Promise<void> {
    const fronts = urls.map((url) => homepage(url, siteOf(url), { anchor: '', around: '', parent: 0 }));
    if (this.outbox !== undefined) return this.outbox.post(trx, fronts, true);
    const entered: SiteRow[] = [];
    for (const { site, url } of fronts) this.enter(entered, site, url, true);
    await trx.sites.add(entered);
    await frontier.links.add(trx, fronts);
  }

  /** Adds candidates that search providers gave, judged by these pages. @param kind `centre` where reverse search gave them */
  async admitCandidates(
    trx: Transaction,
    frontier: Frontier,
    urls: readonly string[],
    kind: 'front' | 'centre' = 'front',
  ): Promise<void> {
    const held = urls.filter((url) => this.web.holds(url));
    const fronts = held.map((url) => ({
      ...homepage(url, siteOf(url), { anchor: '', around: '', parent: 0 }),
      kind,
    }));
    if (this.outbox !== undefined) return this.outbox.post(trx, fronts, false);
    const entered: SiteRow[] = [];
    const admitted: Candidate[] = [];
    for (const front of fronts) {
      const { url, site } = front;
      if (this.enter(entered, site, url, false)) admitted.push(front);
      // No page points to it, so that a resumed run with a larger budget would not know of it.
      else await writeSiteLinks(trx, this.runId, '', [url]);
    }
    await trx.sites.add(entered);
    await frontier.links.add(trx, admitted);
  }

  /** Gives the new site of a front page that has moved the state of its old one. */
  async moved(
    trx: Transaction,
    frontier: Frontier,
    { id, site }: LinkingPage,
    from: Distance,
    to: string,
  ): Promise<void> {
    const redirect = frontier.links.redirect(to, siteOf(to), from, id);
    await this.admit(trx, frontier, [redirect], this.isSeed(site));
  }

  /** Adds front and linked pages of other sites that a page points to. @param outlinks as the row of the page stores them */
  async discover(
    trx: Transaction,
    frontier: Frontier,
    from: LinkingPage,
    links: readonly PageLink[],
    outlinks: readonly Outlink[],
  ): Promise<void> {
    const homes = await this.noteLinks(trx, from, links);
    const fronts = [...homes].map(([url, link]) => homepage(url, siteOf(url), { ...link, parent: from.id }));
    await this.admit(trx, frontier, [...fronts, ...linkedPages(outlinks, from.id)]);
  }

  /** Takes up addresses of the web, and their sites as far as the budget of sites reaches. */
  private async admit(
    trx: Transaction,
    frontier: Frontier,
    candidates: readonly Candidate[],
    seed = false,
  ): Promise<void> {
    const held = candidates.filter(({ url }) => this.web.holds(url));
    if (this.outbox !== undefined) return this.outbox.post(trx, held, seed);
    await this.takeIn(trx, frontier, held, seed);
  }

  /** Enters sites, as far as their budget reaches, and queues their addresses. */
  async takeIn(
    trx: Transaction,
    frontier: Frontier,
    candidates: readonly Candidate[],
    seed: boolean,
  ): Promise<void> {
    const entered: SiteRow[] = [];
    const admitted = candidates.filter(({ url, site }) => this.enter(entered, site, url, seed));
    await trx.sites.add(entered);
    await frontier.links.add(trx, admitted);
  }

  /** Remembers what a page of a site that is left points to: it may turn out to be a centre page. */
  async note(trx: Transaction, from: LinkingPage, links: readonly PageLink[]): Promise<void> {
    const homes = await this.noteLinks(trx, from, links);
    for (const [url, link] of homes) this.queueLow(homepage(url, siteOf(url), { ...link, parent: from.id }));
  }

  private queueLow(front: Candidate): void {
    if (!this.sites.has(front.site)) this.low.add(front);
  }

  get lowPriority(): number {
    return this.low.size;
  }

  /** Moves the most promising sites of the low-priority queue into the frontier. */
  async drawLow(trx: Transaction, frontier: Frontier, count: number): Promise<void> {
    const drawn = this.low.draw(
      count,
      (site) => this.sites.has(site),
      (front) => this.strategy.score(front),
    );
    await this.admit(trx, frontier, drawn);
  }

  private async noteLinks(
    trx: Transaction,
    from: LinkingPage,
    links: readonly PageLink[],
  ): Promise<ReadonlyMap<string, PageLink>> {
    const homes = homepagesOf(links, from.site);
    this.graph.add(from.site, [...homes.keys()].map(siteOf));
    await writeSiteLinks(trx, this.runId, from.site, homes.keys());
    return homes;
  }

  /**
   * Reverse search in the link graph of the run: sites that were left but point to enough known deep-web sites are
   * centre pages, and what they point to is worth a visit (papers 002 and 004).
   * @returns the sites that turned out to be centres
   */
  async openCentres(trx: Transaction, frontier: Frontier): Promise<string[]> {
    const centres = this.graph.pointingToDeep(this.centreLinks).filter((site) => this.graph.isCentre(site));
    for (const site of centres) await this.admit(trx, frontier, await targetsOf(trx, this.runId, site));
    return centres;
  }

  /** Takes up sites that were kept out for want of a budget, and the pages of them that explored ones link to. */
  async admitLate(trx: Transaction, frontier: Frontier, urls: readonly string[]): Promise<void> {
    const late = new Set(urls.map(siteOf));
    await this.admitCandidates(trx, frontier, urls);
    for (const from of [...this.sites.keys()].filter((site) => this.isExploring(site))) {
      const targets = await targetsOf(trx, this.runId, from);
      await this.admit(
        trx,
        frontier,
        targets.filter(({ site }) => late.has(site)),
      );
    }
  }

  /**
   * @param entered gets the row to write, where there is one
   * @returns false when the budget of sites keeps a new one out
   */
  private enter(entered: SiteRow[], site: string, url: string, seed: boolean): boolean {
    const known = this.sites.get(site);
    if (known !== undefined && (known.seed || !seed)) return true;
    // Where there are others, the leader of the run counts sites before one of them is begun.
    if (
      known === undefined &&
      !seed &&
      this.outbox === undefined &&
      this.sites.size >= this.options.maxSites
    ) {
      this.exhausted = { code: 'max-sites', detail: String(this.options.maxSites) };
      return false;
    }
    const state = seed ? 'exploring' : 'candidate';
    entered.push({
      run_id: this.runId,
      site,
      home_url: homeOf(url),
      seed: seed ? 1 : 0,
      state,
      domain: null,
      similarity: null,
      reason_code: seed ? 'seed' : null,
      reason_detail: null,
    });
    if (!seed) {
      this.toVisit.add(site);
      this.discoveredSites++;
    }
    const { similarity = 0, pages = 0 } = known ?? {};
    this.sites.set(site, { seed, state, judged: seed, similarity, pages });
    return true;
  }

  /** A page of a site was read, whose front page may still wait: a strategy that judges no sites explores it all the same. */
  async entered(trx: Transaction, site: string): Promise<void> {
    const entry = this.sites.get(site);
    if (entry?.state !== 'candidate' || !this.strategy.explores(ABOUT_NOTHING)) return;
    entry.state = 'exploring';
    await trx.sites.update(this.runId, site, { state: 'exploring' });
  }

  /** Judges a site by a front page. One that is worth it is explored, with the links of the front pages read before. */
  async judge(trx: Transaction, frontier: Frontier, site: string, topic: Topic): Promise<HarvestEvent[]> {
    const entry = this.sites.get(site);
    if (entry === undefined) return [];
    this.toVisit.delete(site);
    const best = topic.similarity >= entry.similarity;
    const explores = entry.state === 'exploring' || this.strategy.explores(topic);
    const opened = explores && !(entry.judged && entry.state === 'exploring');
    const left = !explores && entry.state === 'candidate';
    const reason: SiteReason = entry.seed ? { code: 'seed' } : aboutTopic(topic);
    entry.state = explores ? 'exploring' : 'left';
    entry.judged = true;
    if (best) entry.similarity = topic.similarity;
    await trx.sites.update(this.runId, site, {
      state: entry.state,
      ...(best && { similarity: topic.similarity, domain: topic.domain }),
      ...((opened || left) && { reason_code: reason.code, reason_detail: reason.detail ?? null }),
    });
    if (opened) await this.reopen(trx, frontier, site);
    if (!opened && !left) return [];
    const { domain, similarity } = topic;
    return [{ type: 'site', site, state: explores ? 'exploring' : 'left', domain, similarity, reason }];
  }

  private async reopen(trx: Transaction, frontier: Frontier, site: string): Promise<void> {
    const read = await trx.sites.pagesRead(this.runId, site);
    if (read.length === 0) return;
    const pages = read.map(({ id, ...distance }) => ({ id, distance }));
    await frontier.links.add(trx, await frontier.links.childrenOf(trx, pages));
    await this.admit(trx, frontier, await targetsOf(trx, this.runId, site));
  }
}

const ABOUT_NOTHING: Topic = { step: 3, domain: null, similarity: 0, scores: {} };
