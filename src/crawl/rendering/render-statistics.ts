import { createHash } from 'node:crypto';
import type { RenderCode, Store } from '../../storage/index.ts';
import type { RenderDecision } from '../analysis/index.ts';

export interface Gain {
  readonly searchForms: number;
  readonly links: number;
}

/** After so many renderings of a site for one reason that brought nothing, the reason is no longer followed there. */
const FRUITLESS = 6;
/** Renders one in so many of the pages that are skipped after that, as a spot check. */
const SPOT_CHECK = 8;
/** A rendering was useful where it showed a search form, or so many links, that HTTP had not. */
const TELLING_LINKS = 2;

interface Trials {
  rendered: number;
  useful: number;
  skipped: number;
}

/**
 * Counts what renderings have brought, by site and reason. A reason that was never useful on a site is no longer followed
 * there, except for spot checks; a site where an audit found what HTTP had missed is rendered wherever it has scripts.
 *
 * The counts depend on the order of the pages. An exhaustive crawl promises the same result in any order and therefore
 * counts nothing.
 */
export class RenderStatistics {
  private readonly learns: boolean;
  private readonly trials = new Map<string, Trials>();
  private readonly missedOn = new Set<string>();

  constructor(learns: boolean) {
    this.learns = learns;
  }

  async load(store: Store, runId: number): Promise<void> {
    if (!this.learns) return;
    for await (const pages of store.history.visits(runId)) {
      for (const { site, rendered_by, render_code, audited, gain_forms, gain_links } of pages) {
        if (rendered_by !== 'browser' || render_code === null) continue;
        this.learn(site, render_code, audited === 1, {
          searchForms: gain_forms ?? 0,
          links: gain_links ?? 0,
        });
      }
    }
  }

  adjust(site: string, decision: RenderDecision): RenderDecision {
    if (!this.learns) return decision;
    if (!decision.render) {
      const scripted = decision.code !== 'no-scripts' && this.missedOn.has(site);
      return scripted ? { render: true, code: 'audit-found-forms' } : decision;
    }
    const trials = this.trials.get(`${site} ${decision.code}`);
    if (trials === undefined || trials.useful > 0 || trials.rendered < FRUITLESS) return decision;
    if (++trials.skipped % SPOT_CHECK === 0) return decision;
    return { render: false, code: 'never-useful', detail: decision.code };
  }

  /** @param code of the decision before {@link RenderStatistics.adjust} changed it */
  learn(site: string, code: RenderCode, audited: boolean, gain: Gain): void {
    if (!this.learns) return;
    if (audited) {
      if (gain.searchForms > 0) this.missedOn.add(site);
      return;
    }
    const key = `${site} ${code}`;
    const trials = this.trials.get(key) ?? { rendered: 0, useful: 0, skipped: 0 };
    trials.rendered++;
    if (gain.searchForms > 0 || gain.links >= TELLING_LINKS) trials.useful++;
    this.trials.set(key, trials);
  }
}

/** Samples pages for the audit by their addresses alone, so that every order takes the same. */
export function isAudited(url: string, share: number): boolean {
  if (share <= 0) return false;
  return createHash('sha256').update(`audit ${url}`).digest().readUInt32BE(0) < share * 2 ** 32;
}
