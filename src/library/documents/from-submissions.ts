import { join } from 'node:path';
import type { Store } from '../../drivers/sqlite/index.ts';
import { EXCHANGES_FILE } from '../../foundation/warc/index.ts';
import { readArchived } from './from-archive.ts';
import { blocksOfFields, type NewDocument, storeDocument } from './keep-document.ts';

const BATCH = 200;

/**
 * Adds what was found behind the forms of a run to the library: every page with hits and every record. Existing
 * documents stay as they are, so it may be called again.
 * @returns one line for each page whose archive record could not be read
 */
export async function collectSubmissions(store: Store, runId: number): Promise<string[]> {
  const problems = await collectHiddenPages(store, runId);
  await collectRecords(store, runId);
  return problems;
}

async function collectHiddenPages(store: Store, runId: number): Promise<string[]> {
  const archive = join(store.runFolder(runId), EXCHANGES_FILE);
  const problems: string[] = [];
  for (let after = { form: '', key: '' }; ; ) {
    const rows = await store.db
      .selectFrom('submission')
      .select(['form_id', 'key', 'site', 'url', 'final_url', 'exchange_offset', 'exchange_length', 'sent_at'])
      .where('run_id', '=', runId)
      .where('verdict', '=', 'hits')
      .where('exchange_offset', 'is not', null)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('form_id', 'key'), '>', tuple(after.form, after.key)))
      .orderBy('form_id')
      .orderBy('key')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return problems;
    after = { form: last.form_id, key: last.key };
    const domains = await domainsOf(store, runId, new Set(rows.map((row) => row.site)));
    const documents: NewDocument[] = [];
    for (const row of rows) {
      const url = row.final_url ?? row.url;
      try {
        const text = await readArchived(archive, row, url);
        const key = `${row.form_id} ${row.key}`;
        const domain = domains.get(row.site) ?? null;
        documents.push({
          runId,
          kind: 'hidden',
          key,
          site: row.site,
          domain,
          url,
          fetchedAt: row.sent_at,
          ...text,
        });
      } catch (error) {
        problems.push(`${url}: ${(error as Error).message}`);
      }
    }
    await storeDocuments(store, documents);
  }
}

async function collectRecords(store: Store, runId: number): Promise<void> {
  for (let after = { site: '', key: '' }; ; ) {
    const rows = await store.db
      .selectFrom('answer_record')
      .innerJoin('submission', (join) =>
        join
          .onRef('submission.run_id', '=', 'answer_record.run_id')
          .onRef('submission.form_id', '=', 'answer_record.form_id')
          .onRef('submission.key', '=', 'answer_record.submission'),
      )
      .select([
        'answer_record.site',
        'answer_record.key',
        'answer_record.title',
        'answer_record.url',
        'answer_record.fields',
        'answer_record.text',
        'submission.final_url',
        'submission.url as asked_url',
        'submission.sent_at',
      ])
      .where('answer_record.run_id', '=', runId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('answer_record.site', 'answer_record.key'), '>', tuple(after.site, after.key)),
      )
      .orderBy('answer_record.site')
      .orderBy('answer_record.key')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { site: last.site, key: last.key };
    const domains = await domainsOf(store, runId, new Set(rows.map((row) => row.site)));
    await storeDocuments(
      store,
      rows.map((row): NewDocument => {
        const fieldEntries = Object.entries(JSON.parse(row.fields) as Record<string, string | number>);
        const fields = Object.fromEntries(fieldEntries.map(([name, value]) => [name, String(value)]));
        const shownFields =
          fieldEntries.length > 0 ? { title: row.title, ...fields } : { title: row.title, text: row.text };
        return {
          runId,
          kind: 'record',
          key: `${row.site} ${row.key}`,
          site: row.site,
          domain: domains.get(row.site) ?? null,
          url: row.url ?? row.final_url ?? row.asked_url,
          title: row.title,
          language: '',
          blocks: blocksOfFields(shownFields),
          fields,
          bytes: Buffer.byteLength(row.text),
          fetchedAt: row.sent_at,
        };
      }),
    );
  }
}

async function domainsOf(
  store: Store,
  runId: number,
  sites: ReadonlySet<string>,
): Promise<Map<string, string | null>> {
  const rows = await store.db
    .selectFrom('site')
    .select(['site', 'domain'])
    .where('run_id', '=', runId)
    .where('site', 'in', [...sites])
    .execute();
  return new Map(rows.map((row) => [row.site, row.domain]));
}

const storeDocuments = (store: Store, documents: readonly NewDocument[]): Promise<void> =>
  store.transaction(async (trx) => {
    for (const document of documents) await storeDocument(trx, document);
  });
