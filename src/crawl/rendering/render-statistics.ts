import { createHash } from 'node:crypto';
import type { RenderCode, Store } from '../../storage/index.ts';
import type { RenderDecision } from '../analysis/index.ts';
import type { Gain } from './analyse-html.ts';

/** Renderings of a site for one reason that must have brought nothing before the reason is believed no longer. */
const FRUITLESS = 6;
/** Of the pages that are spared after that, one in so many is rendered all the same. */
const LOOK_AGAIN = 8;
/** Links that only the browser showed, from which on rendering has paid. */
const TELLING_LINKS = 2;

interface Trials {
  rendered: number;
  paid: number;
  spared: number;
}

/**
 * What renderings have brought, site by site and reason by reason. A reason that never pays on a site is not followed
 * there any more, but for a look now and then; a site where an audit found what HTTP had missed is rendered wherever it
 * has scripts.
 *
 * What it has learnt depends on the order of the pages. An exhaustive crawl, which promises the same result in whatever
 * order, therefore has one that never learns.
 */
export class RenderStatistics {
  private readonly learns: boolean;
  private readonly trials = new Map<string, Trials>();
  private readonly missedOn = new Set<string>();

  constructor(learns: boolean) {
    this.learns = learns;
  }

  /** Learns again what the pages of a resumed run have taught. */
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

  /** What becomes of the gate's decision by what is known of the site. */
  weigh(site: string, decision: RenderDecision): RenderDecision {
    if (!this.learns) return decision;
    if (!decision.render) {
      const scripted = decision.code !== 'no-scripts' && this.missedOn.has(site);
      return scripted ? { render: true, code: 'audit-found-forms' } : decision;
    }
    const trials = this.trials.get(`${site} ${decision.code}`);
    if (trials === undefined || trials.paid > 0 || trials.rendered < FRUITLESS) return decision;
    if (++trials.spared % LOOK_AGAIN === 0) return decision;
    return { render: false, code: 'never-useful', detail: decision.code };
  }

  /** @param code of the gate's own decision, before it was weighed */
  learn(site: string, code: RenderCode, audited: boolean, gain: Gain): void {
    if (!this.learns) return;
    if (audited) {
      if (gain.searchForms > 0) this.missedOn.add(site);
      return;
    }
    const key = `${site} ${code}`;
    const trials = this.trials.get(key) ?? { rendered: 0, paid: 0, spared: 0 };
    trials.rendered++;
    if (gain.searchForms > 0 || gain.links >= TELLING_LINKS) trials.paid++;
    this.trials.set(key, trials);
  }
}

/** Whether a page belongs to the sample that is audited: by its address alone, so that every order takes the same. */
export function isAudited(url: string, share: number): boolean {
  if (share <= 0) return false;
  return createHash('sha256').update(`audit ${url}`).digest().readUInt32BE(0) < share * 2 ** 32;
}
