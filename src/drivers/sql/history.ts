import type { FamiliarScriptsRow, HistoryStore, PageRow, VisitRow } from '../../storage/index.ts';
import { replaceRows } from './executor.ts';
import { Port } from './port.ts';

/** Pages read in one go. */
const BATCH = 1_000;

const visits = (numbers: string) => `
  select page.id, page.site, page.url, page.title, page.domain, page.similarity, page.mentions,
    page.relevancy, page.bytes, page.look,
    page.rendered_by, page.render_code, page.audited, page.gain_forms, page.gain_links,
    page.fetched_at, page.fetch_ms, page.render_ms,
    link.kind, link.anchor, link.around, link.parent, link.depth, link.hops
  from page join link on link.id = page.id
  where page.id in (${numbers})
  order by page.fetched_at, page.id`;

export class SqlHistory extends Port implements HistoryStore {
  async *visits(runId: number, known?: ReadonlySet<number>): AsyncGenerator<readonly VisitRow[]> {
    // Their numbers at once: no index has them in this order, and each batch would sort the rest anew.
    const all = await this.db
      .selectFrom('page')
      .select('id')
      .where('run_id', '=', runId)
      .orderBy('fetched_at')
      .orderBy('id')
      .execute();
    const pages = known === undefined ? all : all.filter(({ id }) => !known.has(id));
    const text = visits(this.executor.dialect.numbers);
    for (let from = 0; from < pages.length; from += BATCH) {
      const ids = pages.slice(from, from + BATCH).map(({ id }) => id);
      yield await this.statement<VisitRow>(text, [JSON.stringify(ids)]);
    }
  }

  keptWaiting(runId: number, site?: string): Promise<readonly Pick<PageRow, 'id' | 'site'>[]> {
    const pages = this.db
      .selectFrom('link')
      .innerJoin('page', 'page.id', 'link.id')
      .select(['page.id', 'page.site'])
      .where('link.run_id', '=', runId)
      .where('link.state', '=', 'waiting')
      .orderBy('page.id');
    return (site === undefined ? pages : pages.where('link.site', '=', site)).execute();
  }

  scripts(runId: number): Promise<readonly FamiliarScriptsRow[]> {
    const scripts = this.db.selectFrom('familiar_scripts').selectAll();
    return scripts.where('run_id', '=', runId).orderBy('site').orderBy('scripts').execute();
  }

  async putScripts(row: FamiliarScriptsRow): Promise<void> {
    await replaceRows(this.executor, 'familiar_scripts', [row]);
  }

  async deleteScripts(runId: number, site?: string): Promise<void> {
    await this.deleteOf('familiar_scripts', runId, site);
  }
}
