import type {
  DocumentPrintRow,
  DocumentRow,
  DocumentVerdict,
  NovelText,
  NoveltyStore,
  OrphanedRun,
  SiteDocument,
  TextBytes,
} from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

const JUDGED_FIRST: readonly DocumentRow['kind'][] = ['page', 'hidden', 'record'];

export class MemoryNovelty implements NoveltyStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async documentsOfSite(runId: number, site: string): Promise<readonly SiteDocument[]> {
    const read = this.tables.page.where(
      (row) => row.run_id === runId && row.rendered_by === 'http' && row.exchange_offset !== null,
    );
    const archived = new Set(read.map(({ url }) => url));
    const rows = orderBy(
      this.tables.document.where((row) => row.run_id === runId && row.site === site),
      ({ kind }) => JUDGED_FIRST.indexOf(kind),
      ({ depth }) => depth,
      ({ key }) => key,
    );
    return rows.map(({ id, kind, state, key }) => ({
      id,
      kind,
      state,
      restorable: kind !== 'page' || archived.has(key),
    }));
  }

  async lastSeq(): Promise<number> {
    return this.tables.document.where(() => true).reduce((last, { seq }) => Math.max(last, seq ?? 0), 0);
  }

  async novelTexts(
    after: number,
    limit: number,
    of?: { readonly run: number; readonly category: string | null },
  ): Promise<readonly NovelText[]> {
    const rows = this.tables.document
      .where(({ state, seq }) => state === 'novel' && (seq ?? 0) > after)
      .filter((row) => of === undefined || (row.run_id === of.run && row.category === of.category));
    const texts = rows.flatMap(({ id, domain, language, title, new_spans, seq }) => {
      const text = this.tables.documentText.get(id)?.text;
      return seq === null || text === undefined
        ? []
        : [{ id, domain, language, title, new_spans, seq, text }];
    });
    return orderBy(texts, ({ seq }) => seq).slice(0, limit);
  }

  async *signatures(throughRun: number): AsyncGenerator<Pick<DocumentPrintRow, 'id' | 'signature'>> {
    const rows = this.tables.documentPrint.where(
      ({ id }) => (this.tables.document.get(id)?.run_id ?? Number.POSITIVE_INFINITY) <= throughRun,
    );
    for (const { id, signature } of orderBy(rows, (row) => row.id)) yield { id, signature };
  }

  async fingerprint(id: number): Promise<Uint8Array | undefined> {
    return this.tables.documentPrint.get(id)?.fingerprint;
  }

  async orphanedRuns(): Promise<readonly OrphanedRun[]> {
    const orphans = this.tables.document.where(
      ({ id, state, content }) =>
        state === 'waiting' && (content !== null || this.tables.documentText.get(id) !== undefined),
    );
    const runs = [...new Set(orphans.map(({ run_id }) => run_id))].sort((a, b) => a - b);
    return runs.map((run) => {
      const spans = this.tables.document.where((row) => row.run_id === run && row.new_spans !== null);
      const keepKnown = orphans.every(({ run_id, content }) => run_id !== run || content === null);
      return { run, mode: spans.length > 0 ? 'sentence' : 'page', keepKnown };
    });
  }

  async textBytes(runId: number): Promise<TextBytes> {
    const rows = this.tables.document.where((row) => row.run_id === runId && row.state !== 'waiting');
    const sum = { judged: 0, held: 0 };
    for (const { id, text_bytes } of rows) {
      const held = Buffer.byteLength(this.tables.documentText.get(id)?.text ?? '');
      sum.judged += text_bytes ?? held;
      sum.held += held;
    }
    return sum;
  }

  async bytesOnDisk(): Promise<number> {
    return 0;
  }

  async judge(verdicts: readonly DocumentVerdict[]): Promise<void> {
    for (const { id, text, print, ...verdict } of verdicts) {
      const row = this.tables.document.get(id);
      if (row !== undefined) this.tables.document.put({ ...row, ...verdict });
      const { state, like_id } = verdict;
      if (state === 'known' && like_id !== null)
        this.tables.document.update((other) => other.like_id === id, { like_id });
      if (text === undefined) this.tables.documentText.delete((row) => row.id === id);
      else this.tables.documentText.insert({ id, ...text });
      if (print !== undefined) this.tables.documentPrint.put({ id, ...print });
    }
  }

  async reset(runId: number): Promise<void> {
    const verdict = { seq: null, similarity: null, like_id: null, sentences: null, new_spans: null };
    const reset = this.tables.document.update(({ run_id }) => run_id === runId, {
      ...verdict,
      state: 'waiting',
      cluster: null,
    });
    const ids = new Set(reset.map(({ id }) => id));
    this.tables.documentPrint.delete(({ id }) => ids.has(id));
  }

  async updateDepths(runId: number): Promise<void> {
    const links = this.tables.link.where(({ run_id }) => run_id === runId);
    const depths = new Map(links.map(({ url, depth }) => [url, depth]));
    this.tables.document.update(
      (row) => row.run_id === runId && row.kind === 'page' && row.state === 'waiting',
      ({ url, depth }) => ({ depth: depths.get(url) ?? depth }),
    );
  }
}
