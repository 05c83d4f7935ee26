import { type FeatureSpace, type LinkTerms, pathTerms, siteTerms } from '../../foundation/topics/index.ts';
import type { Candidate } from '../frontier/index.ts';
import { PathLearning, type Step } from './path-learning.ts';
import type { RebuildPace } from './rebuild-pace.ts';
import type { DiscoveredPage, Learnt, ReadPage } from './strategy.ts';

interface FeatureSpaceOptions {
  readonly makeSpace: () => FeatureSpace;
  /** Levels of benefit that links are told apart by: 1 for immediate benefit alone, 3 with delayed benefit. */
  readonly levels: 1 | 3;
  /** When the spaces are rebuilt. */
  readonly pace: RebuildPace;
}

/** FSS and FSL of a run (papers 002 and 004), learnt from the sites and paths that led to forms and rebuilt now and then. */
export class FeatureSpaces {
  /** FSS: links to sites that turned out to be deep-web sites. */
  readonly sites: FeatureSpace;
  /** FSL: links that led to forms, one space for each level of benefit. */
  readonly links: readonly FeatureSpace[];
  private readonly pace: RebuildPace;
  private readonly paths = new PathLearning();
  private readonly fronts = new Map<string, LinkTerms>();
  private readonly deepSites = new Set<string>();
  private times = 0;

  constructor({ makeSpace, levels, pace }: FeatureSpaceOptions) {
    this.sites = makeSpace();
    this.links = Array.from({ length: levels }, makeSpace);
    this.pace = pace;
  }

  get learnt(): boolean {
    return this.times > 0;
  }

  terms(): Learnt | undefined {
    const [links] = this.links;
    if (links === undefined || this.times === 0) return undefined;
    return { times: this.times, sites: this.sites.terms(), links: links.terms() };
  }

  parentOf({ parent }: Candidate): Step | undefined {
    return this.paths.of(parent);
  }

  /** Returns terms of a link: of its path within a site, of the whole address where it leads to another. */
  termsOf(link: Candidate): LinkTerms {
    return link.kind === 'link'
      ? pathTerms(link, (word) => this.links[0]?.isFrequent(word) ?? false)
      : siteTerms(link, this.sites.isFrequent);
  }

  discovered({ id, link, topic }: DiscoveredPage): void {
    const terms = this.termsOf(link);
    if (link.kind === 'front') this.fronts.set(link.site, terms);
    this.paths.remember(id, link.parent, { kind: link.kind, site: link.site, terms, bins: [], ...topic });
  }

  /** @returns true when the spaces were rebuilt, so that waiting links have to be ranked anew */
  read({ id, link, isPage, newForms }: ReadPage): boolean {
    const step = this.paths.of(id);
    if (step === undefined || !isPage) return false;
    if (link.kind === 'front') this.sites.observe(step.terms, false);
    else if (link.kind === 'link') for (const space of this.links) space.observe(step.terms, false);
    if (newForms > 0) this.found(id, link.site, newForms);
    if (!this.pace.isDue()) return false;
    this.times++;
    for (const space of [this.sites, ...this.links]) space.rebuild();
    return true;
  }

  private found(id: number, site: string, newForms: number): void {
    const isNewSite = !this.deepSites.has(site);
    this.pace.found(newForms, isNewSite);
    if (isNewSite) {
      this.deepSites.add(site);
      const front = this.fronts.get(site);
      if (front !== undefined) this.sites.turnedGood(front);
    }
    for (const { step, level, first } of this.paths.credit(id, newForms))
      if (first && step.kind === 'link') this.links[level]?.turnedGood(step.terms);
  }
}
