import { sql } from 'kysely';
import type {
  DocumentPrintRow,
  DocumentRow,
  DocumentVerdict,
  NovelText,
  NoveltyStore,
} from '../../storage/index.ts';
import { type Executor, insertRow, statement, updateRow } from './executor.ts';

const BATCH = 2_000;

export class SqliteNovelty implements NoveltyStore {
  private readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  documentsOfSite(
    runId: number,
    site: string,
  ): Promise<readonly Pick<DocumentRow, 'id' | 'kind' | 'state'>[]> {
    return this.executor.db
      .selectFrom('document')
      .select(['id', 'kind', 'state'])
      .where('run_id', '=', runId)
      .where('site', '=', site)
      .orderBy(sql`case kind when 'page' then 0 when 'hidden' then 1 else 2 end`)
      .orderBy('depth')
      .orderBy('key')
      .execute();
  }

  async lastSeq(): Promise<number> {
    const { seq } = await this.executor.db
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
    let rows = this.executor.db
      .selectFrom('document')
      .innerJoin('document_text', 'document_text.id', 'document.id')
      .select(['document.id', 'document.domain', 'document.language', 'document.title', 'document.new_spans'])
      .select((eb) => [eb.ref('document.seq').$notNull().as('seq'), 'document_text.text'])
      .where('document.state', '=', 'novel')
      .where('document.seq', '>', after);
    if (of !== undefined)
      rows = rows.where('document.run_id', '=', of.run).where('document.category', 'is', of.category);
    return rows.orderBy('document.seq').limit(limit).execute();
  }

  async *signatures(throughRun: number): AsyncGenerator<Pick<DocumentPrintRow, 'id' | 'signature'>> {
    for (let after = 0; ; ) {
      const rows = await this.executor.db
        .selectFrom('document_print')
        .innerJoin('document', 'document.id', 'document_print.id')
        .select(['document_print.id', 'document_print.signature'])
        .where('document.run_id', '<=', throughRun)
        .where('document_print.id', '>', after)
        .orderBy('document_print.id')
        .limit(BATCH)
        .execute();
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  async fingerprint(id: number): Promise<Uint8Array | undefined> {
    const row = await this.executor.db
      .selectFrom('document_print')
      .select('fingerprint')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.fingerprint;
  }

  async orphanedRuns(): Promise<readonly { readonly run: number; readonly mode: 'page' | 'sentence' }[]> {
    const { rows } = await sql<{ run: number; mode: 'page' | 'sentence' }>`select run_id as run,
      iif(exists (select 1 from document d where d.run_id = document.run_id and d.new_spans is not null),
        'sentence', 'page') as mode
      from document where state = 'waiting' and id in (select id from document_text)
      group by run_id order by run_id`.execute(this.executor.db);
    return rows;
  }

  async judge(verdicts: readonly DocumentVerdict[]): Promise<void> {
    for (const { id, text, print, ...verdict } of verdicts) {
      updateRow(this.executor, 'document', id, verdict);
      if (insertRow(this.executor, 'document_text', { id, ...text }, true)) {
        const { title, text: body, url, site, fields } = text;
        statement(
          this.executor,
          'insert into document_fts (rowid, title, text, url, site, fields) values (?, ?, ?, ?, ?, ?)',
          [id, title, body, url, site, fields],
        );
      }
      if (print === undefined) continue;
      statement(
        this.executor,
        'insert or replace into document_print (id, signature, fingerprint) values (?, ?, ?)',
        [id, print.signature, print.fingerprint],
      );
    }
  }

  async reset(runId: number): Promise<void> {
    const { db } = this.executor;
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
    statement(this.executor, text, [runId]);
  }
}
