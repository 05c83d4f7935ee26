import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import type { NewDocument } from '../../src/library/documents/keep-document.ts';
import { storeDocument } from '../../src/library/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A store of its own with runs that have no pages, for documents to be put in. */
export async function shelfStore(runs = 1): Promise<SqliteStore> {
  const store = await openStore(temporaryFolder('fieldfare-shelf-'), { mode: 'write' });
  for (let i = 0; i < runs; i++) {
    await store.db
      .insertInto('run')
      .values({
        domains: '["book"]',
        web: 'practice',
        strategy: 'focused',
        options: '{}',
        status: 'complete',
        started_at: 0,
        updated_at: 0,
      })
      .execute();
  }
  return store;
}

export const page = (
  url: string,
  paragraphs: readonly string[],
  more: Partial<NewDocument> = {},
): NewDocument => ({
  runId: 1,
  kind: 'page',
  key: url,
  site: new URL(url).hostname,
  domain: 'book',
  url,
  title: `Title of ${new URL(url).pathname}`,
  language: 'en',
  blocks: paragraphs.map((text) => ({ text, chrome: false })),
  bytes: 1_000,
  fetchedAt: Date.UTC(2026, 0, 15),
  ...more,
});

export const keepAll = (store: SqliteStore, documents: readonly NewDocument[]): Promise<void> =>
  store.transaction(async (trx) => {
    for (const document of documents) await storeDocument(trx, document);
  });

const NOUNS =
  'harbour lantern orchard bishop violin glacier carpet senator falcon kettle bridge garden tunnel miner pilot archive copper ribbon saddle temple'.split(
    ' ',
  );
const VERBS = 'paints carries repairs watches follows builds covers lifts studies crosses'.split(' ');

/** Sentences that are all different, the same for a seed. */
export function sentences(seed: number, count: number): string[] {
  let state = seed + 1;
  const draw = <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[(state >>> 8) % list.length]!;
  };
  return Array.from(
    { length: count },
    () =>
      `The ${draw(NOUNS)} of the ${draw(NOUNS)} ${draw(VERBS)} the ${draw(NOUNS)} and the ${draw(NOUNS)} beside a ${draw(NOUNS)}.`,
  );
}
