import { sql } from 'kysely';
import type {
  DocumentFilter,
  DocumentPrintRow,
  DocumentVerdict,
  NovelText,
  NoveltyStore,
  OrphanedRun,
  SiteDocument,
  TextBytes,
} from '../../storage/index.ts';
import { selects } from './document-filter.ts';
import { deleteTexts } from './documents.ts';
import { insertNew, replaceRows, updateRow } from './executor.ts';
import { inBatches } from './in-batches.ts';
import { Port } from './port.ts';

const BATCH = 2_000;

export class SqlNovelty extends Port implements NoveltyStore {
  async documentsOfSite(runId: number, site: string): Promise<readonly SiteDocument[]> {
    const rows = await this.db
      .selectFrom('document')
      .select(['id', 'kind', 'state'])
      .select(
        sql<number>`kind <> 'page' or exists (select 1 from link join page on page.id = link.id
          where link.run_id = document.run_id and link.url = document.key
            and page.rendered_by = 'http' and page.exchange_offset is not null)`.as('restorable'),
      )
      .where('run_id', '=', runId)
      .where('site', '=', site)
      .orderBy(sql`case kind when 'page' then 0 when 'hidden' then 1 else 2 end`)
      .orderBy('depth')
      .orderBy('key')
      .execute();
    return rows.map((row) => ({ ...row, restorable: row.restorable === 1 }));
  }

  async lastSeq(): Promise<number> {
    const { seq } = await this.db
      .selectFrom('document')
      .select((eb) => eb.fn.max<number | null>('seq').as('seq'))
      .executeTakeFirstOrThrow();
    return seq ?? 0;
  }

  novelTexts(
    after: number,
    limit: number,
    of?: { readonly run: number; readonly category: string | null },
  ): Promise<readonly NovelText[]> {
    let rows = this.db
      .selectFrom('document')
      .innerJoin('document_text', 'document_text.id', 'document.id')
      .select(['document.id', 'document.domain', 'document.language', 'document.title', 'document.new_spans'])
      .select((eb) => [eb.ref('document.seq').$notNull().as('seq'), 'document_text.text'])
      .where('document.state', '=', 'novel')
      .where('document.seq', '>', after);
    if (of !== undefined)
      rows = rows
        .where('document.run_id', '=', of.run)
        .where('document.category', 'is not distinct from', of.category);
    return rows.orderBy('document.seq').limit(limit).execute();
  }

  signatures(throughRun: number): AsyncIterable<Pick<DocumentPrintRow, 'id' | 'signature'>> {
    return inBatches<Pick<DocumentPrintRow, 'id' | 'signature'>>(
      (last) =>
        this.db
          .selectFrom('document_print')
          .innerJoin('document', 'document.id', 'document_print.id')
          .select(['document_print.id', 'document_print.signature'])
          .where('document.run_id', '<=', throughRun)
          .where('document_print.id', '>', last?.id ?? 0)
          .orderBy('document_print.id')
          .limit(BATCH)
          .execute(),
      BATCH,
    );
  }

  async fingerprint(id: number): Promise<Uint8Array | undefined> {
    const row = await this.db
      .selectFrom('document_print')
      .select('fingerprint')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.fingerprint;
  }

  async orphanedRuns(): Promise<readonly OrphanedRun[]> {
    const { rows } = await sql<
      Pick<OrphanedRun, 'run' | 'mode'> & { keepKnown: number }
    >`select run_id as run,
      case when exists (select 1 from document d where d.run_id = document.run_id and d.new_spans is not null)
        then 'sentence' else 'page' end as mode, min(case when content is null then 1 else 0 end) as "keepKnown"
      from document where state = 'waiting' and (content is not null or id in (select id from document_text))
      group by run_id order by run_id`.execute(this.db);
    return rows.map((row) => ({ ...row, keepKnown: row.keepKnown === 1 }));
  }

  async textBytes(which: DocumentFilter): Promise<TextBytes> {
    const { rows } = await sql<TextBytes>`select
        coalesce(sum(coalesce(text_bytes, octet_length(text))), 0) as judged, coalesce(sum(octet_length(text)), 0) as held
      from document left join document_text on document_text.id = document.id
      where ${selects(which, this.executor.dialect)} and document.state <> 'waiting'`.execute(this.db);
    return rows[0] ?? { judged: 0, held: 0 };
  }

  async bytesOnDisk(): Promise<number> {
    const [row] = await this.statement<{ bytes: number }>(this.executor.dialect.documentBytes, []);
    return row?.bytes ?? 0;
  }

  async judge(verdicts: readonly DocumentVerdict[]): Promise<void> {
    for (const { id, text, print, ...verdict } of verdicts) {
      await updateRow(this.executor, 'document', id, verdict);
      const { state, like_id } = verdict;
      if (state === 'known' && like_id !== null)
        await this.statement('update document set like_id = ? where like_id = ?', [like_id, id]);
      if (text === undefined) await deleteTexts(this.executor, [id]);
      else if (await insertNew(this.executor, 'document_text', { id, ...text }))
        await this.executor.dialect.indexText(this.executor, { id, ...text });
      if (print === undefined) continue;
      const siteKey = this.executor.dialect.siteKey(text?.site ?? '');
      await replaceRows(this.executor, 'document_print', [{ id, ...print, ...siteKey }]);
    }
  }

  async reset(runId: number): Promise<void> {
    const { db } = this;
    const documents = db.selectFrom('document').select('id').where('run_id', '=', runId);
    await db.deleteFrom('document_print').where('id', 'in', documents).execute();
    await db
      .updateTable('document')
      .set({
        state: 'waiting',
        seq: null,
        similarity: null,
        like_id: null,
        sentences: null,
        new_spans: null,
        cluster: null,
      })
      .where('run_id', '=', runId)
      .execute();
  }

  async updateDepths(runId: number): Promise<void> {
    const text = `update document set depth = coalesce(
        (select depth from link where link.run_id = document.run_id and link.url = document.url), depth)
      where run_id = ? and kind = 'page' and state = 'waiting'`;
    await this.statement(text, [runId]);
  }
}
