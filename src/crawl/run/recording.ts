import type { ExchangeLog } from '../../foundation/warc/index.ts';
import type { Store } from '../../storage/index.ts';
import type { CrawlStatistics } from './crawl-statistics.ts';
import type { RunShare } from './share.ts';

export interface Recording {
  readonly runId: number;
  readonly store: Store;
  readonly log: ExchangeLog;
  readonly statistics: CrawlStatistics;
  readonly share: RunShare;
}
