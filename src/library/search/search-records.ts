/** Finds records of runs of which no document was judged: they are in no index, and are read one after another. */

import { stem, wordLine } from '../../foundation/text/index.ts';
import type { AnsweredRecord, DocumentFilter, SearchQuery, SearchTerm, Store } from '../../storage/index.ts';

const BATCH = 1_000;
const MOST_READ = 200_000;

export interface UnjudgedRecord extends AnsweredRecord {
  readonly runId: number;
}

/** Records with all words, the newest run first, each once. */
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
  if (
    !fields.every(({ name, text }) =>
      String(shown[name] ?? '')
        .toLowerCase()
        .includes(text),
    )
  )
    return false;
  const values = Object.values(shown).join(' ');
  const lines = {
    ...{ title: wordLine(row.title), text: wordLine(row.text), url: wordLine(row.url ?? '') },
    ...{ site: wordLine(row.site), fields: wordLine(values) },
  };
  const all = Object.values(lines).join('');
  const has = ({ texts, column }: SearchTerm): boolean =>
    texts.some((text) => (column === undefined ? all : lines[column]).includes(beginningOf(text)));
  return wanted.every((terms) => terms.some(has)) && !unwanted.some(has);
}

/** A word as far as its forms are alike; several words as they are. */
function beginningOf(text: string): string {
  const line = wordLine(text).trimEnd();
  return line.includes(' ', 1) ? line : ` ${stem(line.trim())}`;
}

const isWithin = (row: AnsweredRecord, { site, domain, fetchedFrom, fetchedTo }: DocumentFilter): boolean =>
  (site === undefined || row.site === site) &&
  (domain === undefined || row.domain === domain) &&
  (fetchedFrom === undefined || row.sent_at >= fetchedFrom) &&
  (fetchedTo === undefined || row.sent_at <= fetchedTo);
