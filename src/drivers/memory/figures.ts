import type {
  AddressRange,
  AddressRow,
  AnswerRecordRow,
  Comparison,
  Difference,
  Differences,
  FacetGroup,
  FacetKind,
  FamiliarFigures,
  FigureReader,
  LeftSite,
  LinkCode,
  LinkFigures,
  LinkRow,
  PageFigures,
  PageRow,
  PagesOfSite,
  SiteRange,
  SiteRow,
  SubmissionRow,
} from '../../storage/index.ts';
import { facetGroups } from './facets.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryFigures implements FigureReader {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async *addresses(
    runId: number,
    { site, state, after = '' }: AddressRange = {},
  ): AsyncGenerator<AddressRow> {
    const links = this.tables.link.where(
      (row) =>
        row.run_id === runId &&
        (site === undefined || row.site === site) &&
        (state === undefined || row.state === state) &&
        row.url > after,
    );
    for (const link of orderBy(links, ({ url }) => url)) {
      const page = this.tables.page.get(link.id);
      yield {
        id: link.id,
        url: link.url,
        site: link.site,
        depth: link.depth,
        parent: link.parent,
        state: link.state,
        reason_code: link.reason_code,
        reason_detail: link.reason_detail,
        status: page?.status ?? null,
        redirect_to: page?.redirect_to ?? null,
        title: page?.title ?? null,
        language: page?.language ?? null,
        encoding: page?.encoding ?? null,
        content_type: page?.content_type ?? null,
        rendered_by: page?.rendered_by ?? null,
        render_code: page?.render_code ?? null,
        render_detail: page?.render_detail ?? null,
        render_ms: page?.render_ms ?? null,
        audited: page?.audited ?? null,
        domain: page?.domain ?? null,
        similarity: page?.similarity ?? null,
        truncated: page?.truncated ?? null,
        mentions: page?.mentions ?? null,
        relevancy: page?.relevancy ?? null,
        parent_mentions: this.tables.page.get(link.parent)?.mentions ?? null,
        exchange_offset: page?.exchange_offset ?? null,
        exchange_length: page?.exchange_length ?? null,
      };
    }
  }

  async *readTimes(runId: number): AsyncGenerator<Pick<PageRow, 'id' | 'fetched_at'>> {
    const pages = this.tables.page.where((page) => page.run_id === runId && page.rendered_by !== 'none');
    for (const { id, fetched_at } of orderBy(
      pages,
      (page) => page.fetched_at,
      (page) => page.id,
    ))
      yield { id, fetched_at };
  }

  async links(runId: number): Promise<readonly LinkFigures[]> {
    const links = this.tables.link.where(({ run_id }) => run_id === runId);
    const groups = grouped(links, ({ state, reason_code, reason_detail }) => [
      state,
      reason_code,
      reason_detail,
    ]);
    const figures = groups.map(([{ state, reason_code, reason_detail }, { length: count }]) => ({
      state,
      reason_code,
      reason_detail,
      count,
    }));
    return orderBy(
      figures,
      ({ state }) => state,
      ({ reason_code }) => reason_code ?? '',
      ({ reason_detail }) => reason_detail ?? '',
    );
  }

  async parkedHosts(
    runId: number,
    limit: number,
  ): Promise<readonly { readonly host: string; readonly links: number }[]> {
    const parked = this.tables.link.where(({ run_id, state }) => run_id === runId && state === 'parked');
    const hosts = grouped(parked, ({ host }) => [host]).map(([{ host }, { length: links }]) => ({
      host,
      links,
    }));
    return orderBy(
      hosts,
      ({ links }) => -links,
      ({ host }) => host,
    ).slice(0, limit);
  }

  async leftSites(runId: number, codes: readonly LinkCode[]): Promise<readonly LeftSite[]> {
    const all = this.tables.link.where(({ run_id }) => run_id === runId);
    const isLeft = ({ reason_code: code }: LinkRow) => code !== null && codes.includes(code);
    const sites = grouped(all, ({ site }) => [site]).flatMap(([{ site }, links]) => {
      const left = links.filter(isLeft).length;
      const isRead = links.some(({ state }) => state === 'done');
      return isRead && 2 * left > links.length ? [{ site, links: links.length, left }] : [];
    });
    return orderBy(
      sites,
      ({ left }) => -left,
      ({ site }) => site,
    );
  }

  async pages(runId: number): Promise<readonly PageFigures[]> {
    const failed = (page: PageRow) => (page.rendered_by === 'http' && page.render_ms !== null ? 1 : 0);
    const groups = grouped(this.pagesOf(runId), (page) => [
      page.rendered_by,
      page.render_code,
      page.render_detail,
      page.audited,
      failed(page),
    ]);
    const figures = groups.map(([first, pages]) => {
      const succeeded = pages.filter(({ status }) => status >= 200 && status < 300);
      return {
        rendered_by: first.rendered_by,
        render_code: first.render_code,
        render_detail: first.render_detail,
        audited: first.audited,
        failed: failed(first),
        pages: pages.length,
        read_ms: mean(pages.map(({ read_ms }) => read_ms)),
        render_ms: mean(pages.map(({ render_ms }) => render_ms)),
        gained: gained(pages),
        truncated: pages.filter(({ truncated }) => truncated === 1).length,
        succeeded: succeeded.length,
        succeeded_gained: gained(succeeded),
      };
    });
    return orderBy(
      figures,
      ({ render_code }) => render_code ?? '',
      ({ render_detail }) => render_detail ?? '',
      ({ rendered_by }) => rendered_by,
      ({ audited }) => audited,
      (row) => row.failed,
    );
  }

  async familiar(runId: number): Promise<readonly FamiliarFigures[]> {
    const figures = grouped(this.pagesOf(runId), ({ familiar }) => [familiar]).flatMap(
      ([{ familiar }, pages]) =>
        familiar === null ? [] : [{ familiar, pages: pages.length, gained: gained(pages) }],
    );
    return orderBy(figures, ({ familiar }) => familiar);
  }

  async pagesOfSites(runId: number): Promise<readonly PagesOfSite[]> {
    const sites = grouped(this.pagesOf(runId), ({ site }) => [site]).map(([{ site }, pages]) => {
      const blocks = pages.flatMap(({ blocked_by }) => (blocked_by === null ? [] : [blocked_by]));
      return {
        site,
        pages: pages.length,
        read: pages.filter(({ rendered_by }) => rendered_by !== 'none').length,
        blocked_by: orderBy(blocks, (name) => name)[0] ?? null,
        open: pages.filter(({ blocked_by, status }) => blocked_by === null && status < 300).length,
      };
    });
    return orderBy(sites, ({ site }) => site);
  }

  async pagesWithSearchForms(runId: number): Promise<number> {
    const { formVariant, sighting } = this.tables;
    const seen = sighting.where(
      ({ run_id, variant }) => run_id === runId && formVariant.get(runId, variant)?.searchable === 1,
    );
    return new Set(seen.map(({ page_id }) => page_id)).size;
  }

  async sites(
    runId: number,
    { after, limit }: SiteRange = { after: '', limit: Number.POSITIVE_INFINITY },
  ): Promise<readonly (SiteRow & { readonly linking_sites: number })[]> {
    const links = this.tables.siteLink.where(({ run_id, from_site }) => run_id === runId && from_site !== '');
    const linking = Map.groupBy(links, ({ to_site }) => to_site);
    const sites = this.tables.site.where(({ run_id, site }) => run_id === runId && site > after);
    return orderBy(sites, ({ site }) => site)
      .slice(0, limit)
      .map((row) => ({ ...row, linking_sites: linking.get(row.site)?.length ?? 0 }));
  }

  async changedPages({ before, now, names }: Comparison): Promise<Differences> {
    const pagesOf = (run: number) =>
      this.pagesOf(run)
        .filter(({ rendered_by, status }) => rendered_by !== 'none' && status >= 200 && status <= 299)
        .map(({ url }) => url);
    const missing = (run: number, other: number) => {
      const others = new Set(pagesOf(other));
      return pagesOf(run).filter((url) => !others.has(url));
    };
    const noPages = this.pagesOf(now).filter(
      ({ status, redirect_to, rendered_by }) =>
        status === 404 ||
        status === 410 ||
        redirect_to !== null ||
        (status >= 200 && status <= 299 && rendered_by === 'none'),
    );
    const goneNow = new Set(noPages.map(({ url }) => url));
    const lost = missing(before, now);
    return {
      added: difference(missing(now, before), names),
      gone: difference(
        lost.filter((url) => goneNow.has(url)),
        names,
      ),
      missing: lost.length,
    };
  }

  async facets(runId: number, kind: FacetKind): Promise<readonly FacetGroup[]> {
    return facetGroups(this.tables, runId, kind);
  }

  async changedRecords({ before, now, names }: Comparison): Promise<Differences> {
    const { answerRecord, submission } = this.tables;
    const missing = (run: number, other: number) =>
      answerRecord.where(
        ({ run_id, site, key }) => run_id === run && answerRecord.get(other, site, key) === undefined,
      );
    const nameOf = ({ site, key }: AnswerRecordRow) => `${site} ${key}`;
    const [earlier, later] = [this.listsOf(before), this.listsOf(now)];
    const isGone = ({ form_id, submission: key }: AnswerRecordRow) => {
      const asked = submission.get(before, form_id, key);
      const then = asked && earlier.get(listOf(asked));
      const again = asked && later.get(listOf(asked));
      return then !== undefined && again !== undefined && (again.ended || again.pages >= then.pages);
    };
    const lost = missing(before, now);
    return {
      added: difference(missing(now, before).map(nameOf), names),
      gone: difference(lost.filter(isGone).map(nameOf), names),
      missing: lost.length,
    };
  }

  private pagesOf(runId: number): PageRow[] {
    return this.tables.page.where(({ run_id }) => run_id === runId);
  }

  /** How far the lists that answer a run's questions were read. */
  private listsOf(runId: number): Map<string, { readonly pages: number; readonly ended: boolean }> {
    const answers = this.tables.submission.where(
      ({ run_id, verdict }) => run_id === runId && (verdict === 'hits' || verdict === 'no-hits'),
    );
    const lists = new Map<string, { readonly pages: number; readonly ended: boolean }>();
    for (const answer of answers) {
      const { pages, ended } = lists.get(listOf(answer)) ?? { pages: 0, ended: false };
      lists.set(listOf(answer), {
        pages: Math.max(pages, answer.page),
        ended: ended || answer.next === null,
      });
    }
    return lists;
  }
}

/** Rows that share a key, with the first of them. */
function grouped<Row>(rows: readonly Row[], key: (row: Row) => readonly unknown[]): [Row, Row[]][] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(key(row)));
  return [...groups.values()].flatMap((group): [Row, Row[]][] =>
    group[0] === undefined ? [] : [[group[0], group]],
  );
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

const gained = (pages: readonly PageRow[]): number =>
  pages.filter(({ gain_forms }) => (gain_forms ?? 0) > 0).length;

const difference = (all: readonly string[], names: number): Difference => ({
  count: all.length,
  names: orderBy(all, (name) => name).slice(0, names),
});

/** Names a list by form and question; a submission's key holds its question, then the page of the answer: `… #2`. */
const listOf = ({ form_id, key, page }: SubmissionRow): string =>
  JSON.stringify([form_id, key.slice(0, key.length - String(page).length - 2)]);
