import { NOFOLLOW_RULES } from '../../foundation/dom/index.ts';
import type { Exchange } from '../../foundation/http/index.ts';
import {
  type JudgedForm,
  type KnownFormIds,
  type PersistedForm,
  replacePage,
  storeDocument,
  storePage,
} from '../../library/index.ts';
import type { PageRow, Transaction } from '../../storage/index.ts';
import type { PageAnalysis } from '../analysis/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Lease } from '../frontier/index.ts';
import { discoveredPage } from '../in-site-exploring/index.ts';
import type { AnalysedPage, ScriptOutcomeCache } from '../rendering/index.ts';
import type { DiscoveredPage, Strategy } from '../strategies/index.ts';
import { describePage } from './describe-exchange.ts';
import type { PageContent } from './page-content.ts';
import { type LinkTargets, pageLinks, writeLinks } from './page-links.ts';
import { isSuccess, outlinksOf, pageRow } from './page-row.ts';
import type { Recording } from './recording.ts';

const MOST_STORED_BEFORE = 200_000;

interface Persisting extends LinkTargets {
  readonly recording: Recording;
  readonly strategy: Strategy;
  readonly scripts: ScriptOutcomeCache;
  readonly sitemaps: boolean;
}

export interface PersistedPage {
  readonly page: PageRow;
  /** Undefined where it is no HTML page. */
  readonly reading: AnalysedPage | undefined;
  readonly discovered: DiscoveredPage;
  readonly stored: readonly PersistedForm[];
  readonly sites: readonly HarvestEvent[];
}

/** Stores everything that is known of a page in one transaction, after its exchange is on disk: the stage `persist`. */
export class PagePersistence {
  private readonly parts: Persisting;
  private readonly storedBefore: KnownFormIds = new Set();

  constructor(parts: Persisting) {
    this.parts = parts;
  }

  async persist(lease: Lease, exchange: Exchange, content: PageContent): Promise<PersistedPage> {
    const { recording, frontier, strategy, scripts, sitemaps } = this.parts;
    const { runId, store, log, statistics } = recording;
    const { reading } = content;
    const { again = false } = lease;
    const described = describePage(recording, lease, exchange, reading, content.encoding);
    // The transaction waits for it, and tells its failure.
    described.catch(() => undefined);
    const { links, trapped, missed } = pageLinks(this.parts, lease, content, sitemaps);
    statistics.missed(missed);
    const outlinks = outlinksOf(links, lease.site, content);
    const page = pageRow(runId, lease, exchange, content, outlinks, strategy.relevancy?.(lease) ?? null);
    const analysis = isSuccess(exchange.status) ? reading?.reading : undefined;
    const forms: readonly JudgedForm[] = analysis?.forms ?? [];
    const discovered = discoveredPage(lease, analysis);
    const noPage =
      reading === undefined && content.redirectTo === null ? ({ code: 'no-page' } as const) : null;
    const { stored, sites } = await store.transaction(
      async (trx) => {
        strategy.discovered(discovered);
        const at = { ...lease, ...(await frontier.settle(trx, lease, 'done', noPage)) };
        const sites = await writeLinks(this.parts, trx, at, page, content, outlinks);
        const stored = again
          ? await this.replace(trx, page, forms)
          : await storePage(trx, page, forms, this.storedBefore);
        await keepText(trx, page, lease.depth, reading?.reading);
        await statistics.rules(trx, lease.site, trapped);
        if (reading !== undefined && !again) await this.countNofollow(trx, lease.site, reading);
        await scripts.write(trx, runId, lease.site, reading?.scripts);
        await statistics.write(trx, page, stored, log.bytes);
        return { stored, sites };
      },
      { after: () => described.then(() => log.flush()), sites: [lease.site] },
    );
    for (const { formId, variant } of stored) this.storedBefore.add(formId).add(variant);
    if (again || this.storedBefore.size > MOST_STORED_BEFORE) this.storedBefore.clear();
    return { page, reading, discovered, stored, sites };
  }

  /** Stores a page in the place of what was known of it before it was rendered after all. */
  private async replace(
    trx: Transaction,
    page: PageRow,
    forms: readonly JudgedForm[],
  ): Promise<readonly PersistedForm[]> {
    const { kept: stored, gone } = await replacePage(trx, page, forms);
    trx.afterCommit(() => this.parts.recording.statistics.takenBack(gone));
    return stored;
  }

  /** Counted like a rule: pages that say it, and links that do. */
  private async countNofollow(
    trx: Transaction,
    site: string,
    { nofollow: { page, links } }: AnalysedPage,
  ): Promise<void> {
    const { statistics } = this.parts.recording;
    if (page !== null) await statistics.rules(trx, site, [NOFOLLOW_RULES[page]]);
    else await statistics.rules(trx, site, Array<string>(links).fill(NOFOLLOW_RULES.rel));
  }
}

async function keepText(
  trx: Transaction,
  page: PageRow,
  depth: number,
  reading: PageAnalysis | undefined,
): Promise<void> {
  if (reading?.blocks === undefined || !isSuccess(page.status)) return;
  const { run_id: runId, site, domain, url, title, bytes, fetched_at: fetchedAt } = page;
  const { blocks, language } = reading;
  await storeDocument(trx, {
    runId,
    kind: 'page',
    key: url,
    site,
    domain,
    depth,
    url,
    title,
    language,
    blocks,
    bytes,
    fetchedAt,
  });
}
