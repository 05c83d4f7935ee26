import type { Store } from '../../storage/index.ts';
import { decodeHashes, decodeSignature, PageMemory } from '../novelty/page-memory.ts';
import type { TextReader } from '../novelty/read-text.ts';
import type { SentenceIndex } from '../novelty/sentence-index.ts';
import type { Ontology } from '../ontology/ontology.ts';

const BATCH = 2_000;

/** Loads the novel pages of a run and of the runs before it. */
export async function loadPageMemory(store: Store, runId: number): Promise<PageMemory> {
  const pages = new PageMemory(async (id) => {
    const fingerprint = await store.novelty.fingerprint(id);
    return fingerprint && decodeHashes(fingerprint);
  });
  for await (const { id, signature } of store.novelty.signatures(runId))
    pages.add(id, decodeSignature(signature));
  return pages;
}

/** Adds the novel documents of the store that the sentence index lacks: after a crash, damage, or judging in page mode. */
export async function updateSentenceIndex(
  store: Store,
  sentences: SentenceIndex,
  reader: TextReader,
  ontology: (domain: string | null) => Ontology,
): Promise<void> {
  for (;;) {
    const rows = await store.novelty.novelTexts(await sentences.seq(), BATCH);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) {
      const spans = row.new_spans === null ? undefined : (JSON.parse(row.new_spans) as [number, number][]);
      const content = spans?.map(([begin, end]) => row.text.slice(begin, end)) ?? row.text.split('\n');
      for (const sentence of await reader.readSentences(content, row.language, ontology(row.domain)))
        await sentences.add(sentence, row.id);
    }
    await sentences.commit(last.seq);
  }
}
