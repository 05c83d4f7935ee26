import type { Store } from '../../drivers/sqlite/index.ts';
import { decodeHashes, decodeSignature, PageMemory } from '../novelty/page-memory.ts';
import type { TextReader } from '../novelty/read-text.ts';
import type { SentenceIndex } from '../novelty/sentence-index.ts';
import type { Ontology } from '../ontology/ontology.ts';

const BATCH = 2_000;

/** Loads the novel pages of a run and of the runs before it. */
export async function loadPageMemory(store: Store, runId: number): Promise<PageMemory> {
  const pages = new PageMemory(async (id) => {
    const row = await store.db
      .selectFrom('document_print')
      .select('fingerprint')
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? undefined : decodeHashes(row.fingerprint);
  });
  for (let after = 0; ; ) {
    const rows = await store.db
      .selectFrom('document_print')
      .innerJoin('document', 'document.id', 'document_print.id')
      .select(['document_print.id', 'document_print.signature'])
      .where('document.run_id', '<=', runId)
      .where('document_print.id', '>', after)
      .orderBy('document_print.id')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return pages;
    after = last.id;
    for (const row of rows) pages.add(row.id, decodeSignature(row.signature));
  }
}

/** Adds the novel documents of the store that the sentence index lacks: after a crash, damage, or judging in page mode. */
export async function updateSentenceIndex(
  store: Store,
  sentences: SentenceIndex,
  reader: TextReader,
  ontology: (domain: string | null) => Ontology,
): Promise<void> {
  for (;;) {
    const rows = await store.db
      .selectFrom('document')
      .innerJoin('document_text', 'document_text.id', 'document.id')
      .select([
        'document.id',
        'document.seq',
        'document.domain',
        'document.language',
        'document.new_spans',
        'document_text.text',
      ])
      .where('document.seq', '>', sentences.seq)
      .where('document.state', '=', 'novel')
      .orderBy('document.seq')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) {
      const spans = row.new_spans === null ? undefined : (JSON.parse(row.new_spans) as [number, number][]);
      const content = spans?.map(([begin, end]) => row.text.slice(begin, end)) ?? row.text.split('\n');
      for (const sentence of reader.readSentences(content, row.language, ontology(row.domain)))
        sentences.add(sentence, row.id);
    }
    sentences.commit(last.seq ?? sentences.seq);
  }
}
