import type { Lease } from '../frontier/index.ts';
import { type Learners, learn, type Stopping } from '../in-site-exploring/index.ts';
import { type AnalysedPage, requeueForRendering, type ScriptOutcomeCache } from '../rendering/index.ts';
import type { PersistedPage } from './persist-page.ts';

/** Updates site, strategy and pages alike after a page was stored: the stage `learn`. */
export class PageLearning {
  private readonly runId: number;
  private readonly learners: Learners;
  private readonly stopping: Stopping;
  private readonly scripts: ScriptOutcomeCache;

  constructor(runId: number, learners: Learners, stopping: Stopping, scripts: ScriptOutcomeCache) {
    this.runId = runId;
    this.learners = learners;
    this.stopping = stopping;
    this.scripts = scripts;
  }

  async learn(lease: Lease, { page, discovered, stored, reading }: PersistedPage): Promise<void> {
    const { again = false } = lease;
    const fresh = stored.filter((form) => form.isNew).length;
    // A page counts once towards what a site was worth.
    if (!again) this.learners.sites.settled(page);
    if (!again || fresh > 0) {
      this.stopping.seen(lease, page, fresh);
      await learn(this.learners, lease, discovered, page, stored);
    }
    if (reading?.lostBrowser && !again) await this.learners.frontier.refetch([lease.id], lease.site);
    if (reading !== undefined && this.wasDeceived(lease.site, reading))
      await requeueForRendering({ ...this.learners, runId: this.runId }, lease.site);
  }

  /** True of the page with another outcome than expected, and of one that was skipped meanwhile. */
  private wasDeceived(site: string, { familiar, scripts: key }: AnalysedPage): boolean {
    return (
      familiar === 'mismatch' || (familiar === 'skipped' && this.scripts.stateOf(site, key) === 'invalidated')
    );
  }
}
