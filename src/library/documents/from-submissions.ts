import type { Store } from '../../storage/index.ts';
import { openArchive } from '../run-archive.ts';
import { readArchived } from './from-archive.ts';
import { blocksOfFields, type NewDocument, storeDocuments } from './keep-document.ts';

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
  const archive = await openArchive(store, runId);
  const problems: string[] = [];
  for (let after = { form_id: '', key: '' }; ; ) {
    const rows = await store.submissions.archivedAnswers(runId, after, BATCH);
    const last = rows.at(-1);
    if (last === undefined) return problems;
    after = last;
    const documents: NewDocument[] = [];
    for (const row of rows) {
      const url = row.final_url ?? row.url;
      try {
        const text = await readArchived(archive, row, url);
        const key = `${row.form_id} ${row.key}`;
        documents.push({
          runId,
          kind: 'hidden',
          key,
          site: row.site,
          domain: row.domain,
          url,
          fetchedAt: row.sent_at,
          ...text,
        });
      } catch (error) {
        problems.push(`${url}: ${(error as Error).message}`);
      }
    }
    await store.transaction((trx) => storeDocuments(trx, documents));
  }
}

async function collectRecords(store: Store, runId: number): Promise<void> {
  for (let after = { site: '', key: '' }; ; ) {
    const rows = await store.records.answered(runId, after, BATCH);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
    const documents = rows.map((row): NewDocument => {
      const fieldEntries = Object.entries(JSON.parse(row.fields) as Record<string, string | number>);
      const fields = Object.fromEntries(fieldEntries.map(([name, value]) => [name, String(value)]));
      const shownFields =
        fieldEntries.length > 0 ? { title: row.title, ...fields } : { title: row.title, text: row.text };
      return {
        runId,
        kind: 'record',
        key: `${row.site} ${row.key}`,
        site: row.site,
        domain: row.domain,
        url: row.url ?? row.final_url ?? row.asked_url,
        title: row.title,
        language: '',
        blocks: blocksOfFields(shownFields),
        fields,
        bytes: Buffer.byteLength(row.text),
        fetchedAt: row.sent_at,
      };
    });
    await store.transaction((trx) => storeDocuments(trx, documents));
  }
}
