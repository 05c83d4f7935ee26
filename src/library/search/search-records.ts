/** Finds records of runs of which no document was judged: they are in no index, and are read one after another. */

import { stem, wordLine } from '../../foundation/text/index.ts';
import type { AnsweredRecord, DocumentFilter, SearchQuery, SearchTerm, Store } from '../../storage/index.ts';

const BATCH = 1_000;
const MOST_READ = 200_000;

export interface UnjudgedRecord extends AnsweredRecord {
  readonly runId: number;
}

export async function findRecords(
  { runs, documents, records }: Pick<Store, 'runs' | 'documents' | 'records'>,
  query: SearchQuery,
): Promise<readonly UnjudgedRecord[]> {
  if (query.categories !== undefined || query.language !== undefined) return [];
  if (query.kind !== undefined && query.kind !== 'record') return [];
  const found = new Map<string, UnjudgedRecord>();
  let read = 0;
  for (const { id } of [...(await runs.all())].reverse()) {
    if (query.run !== undefined && query.run !== id) continue;
    const judged = await documents.ids({ run: id, states: ['novel', 'known', 'bare'] }, 1);
    if (judged.length > 0) continue;
    for (let after = { site: '', key: '' }; read < MOST_READ; ) {
      const batch = await records.answered(id, after, BATCH);
      for (const row of batch)
        if (!found.has(`${row.site} ${row.key}`) && fits(row, query))
          found.set(`${row.site} ${row.key}`, { ...row, runId: id });
      read += batch.length;
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) break;
      after = last;
    }
  }
  return [...found.values()];
}

function fits(row: AnsweredRecord, { wanted, unwanted, fields = [], ...filter }: SearchQuery): boolean {
  if (!isWithin(row, filter)) return false;
  const shown = JSON.parse(row.fields) as Readonly<Record<string, string | number>>;
  const value = (name: string) => String(shown[name] ?? '').toLowerCase();
  if (!fields.every(({ name, text }) => value(name).includes(text))) return false;
  const values = Object.values(shown).join(' ');
  const [title, text, url, site] = [row.title, row.text, row.url ?? '', row.site].map(wordLine);
  const lines = { title, text, url, site, fields: wordLine(values) } as Record<string, string>;
  const all = Object.values(lines).join('');
  const has = ({ texts, column }: SearchTerm): boolean =>
    texts.some((text) => (column === undefined ? all : (lines[column] ?? '')).includes(beginningOf(text)));
  return wanted.every((terms) => terms.some(has)) && !unwanted.some(has);
}

function beginningOf(text: string): string {
  const line = wordLine(text).trimEnd();
  return line.includes(' ', 1) ? line : ` ${stem(line.trim())}`;
}

const isWithin = (row: AnsweredRecord, { site, domain, fetchedFrom, fetchedTo }: DocumentFilter): boolean =>
  (site === undefined || row.site === site) &&
  (domain === undefined || row.domain === domain) &&
  row.sent_at >= (fetchedFrom ?? 0) &&
  row.sent_at <= (fetchedTo ?? Number.POSITIVE_INFINITY);
