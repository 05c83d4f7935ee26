import { sql } from 'kysely';
import type { StoreTransaction } from '../../drivers/sqlite/index.ts';
import type { DocumentRow } from '../../storage/index.ts';
import type { JudgedText } from '../novelty/judge-text.ts';
import { encodeHashes, encodeSignature } from '../novelty/page-memory.ts';

export interface WaitingDocument
  extends Pick<DocumentRow, 'kind' | 'domain' | 'url' | 'site' | 'title' | 'language' | 'fields' | 'blocks'> {
  readonly id: number;
  /** Its content; null where it was not judged before. */
  readonly text: string | null;
}

export interface JudgedDocument {
  readonly row: WaitingDocument;
  readonly content: readonly string[];
  readonly judged: JudgedText;
  readonly category: string | null;
  readonly seq: number;
}

/** Writes verdict, text, index entry and fingerprint of a document. */
export async function writeJudged(
  trx: StoreTransaction,
  { row, content, judged, category, seq }: JudgedDocument,
): Promise<void> {
  const { reading, signature, verdict } = judged;
  const text = content.join('\n');
  await trx.db
    .updateTable('document')
    .set({
      state: verdict.kind,
      seq,
      language: reading.language,
      category,
      similarity: verdict.similarity,
      like_id: verdict.duplicateOf ?? null,
      sentences: reading.sentences.length,
      new_spans:
        verdict.newSentences === undefined
          ? null
          : JSON.stringify(
              spansOf(
                text,
                verdict.newSentences.map((sentence) => sentence.text),
              ),
            ),
    })
    .where('id', '=', row.id)
    .execute();
  if (row.text === null) {
    const texts = [row.title, text, row.url, row.site, fieldText(row.fields)] as const;
    const [title, body, url, site, fields] = texts;
    await trx.db
      .insertInto('document_text')
      .values({ id: row.id, title, text: body, url, site, fields })
      .execute();
    await sql`insert into document_fts (rowid, title, text, url, site, fields)
      values (${row.id}, ${title}, ${body}, ${url}, ${site}, ${fields})`.execute(trx.db);
  }
  if (verdict.kind !== 'novel' || signature === undefined) return;
  await trx.db
    .insertInto('document_print')
    .values({
      id: row.id,
      signature: encodeSignature(signature),
      fingerprint: encodeHashes(reading.fingerprint),
    })
    .execute();
}

/** Finds the positions of the sentences in the text, in order. */
function spansOf(text: string, sentences: readonly string[]): [number, number][] {
  const spans: [number, number][] = [];
  let from = 0;
  for (const sentence of sentences) {
    const at = text.indexOf(sentence, from);
    if (at < 0) continue;
    from = at + sentence.length;
    spans.push([at, from]);
  }
  return spans;
}

/** `author: Austen` as `author Austen`, one a line. */
function fieldText(fields: string | null): string {
  if (fields === null) return '';
  const entries = Object.entries(JSON.parse(fields) as Record<string, string>);
  return entries.map(([name, value]) => `${name} ${value}`).join('\n');
}
