import { join } from 'node:path';
import type { Store } from '../../drivers/sqlite/index.ts';
import { blocksOf, parseTree } from '../../foundation/dom/index.ts';
import { decodeHtml } from '../../foundation/http/index.ts';
import { EXCHANGES_FILE, headerValue, readExchange } from '../../foundation/warc/index.ts';
import { type NewDocument, storeDocument } from './keep-document.ts';

interface Collected {
  readonly documents: number;
  /** One line for each page whose archive record could not be read. */
  readonly problems: readonly string[];
}

const BATCH = 50;
const MAX_PROBLEMS = 20;

/**
 * Adds the pages of a run that was crawled without novelty to the library, from its archive: as the server sent them,
 * before scripts ran. Pages that are there already stay as they are.
 */
export async function collectFromArchive(
  store: Store,
  runId: number,
  onProgress?: (done: number) => void,
): Promise<Collected> {
  const archive = join(store.runFolder(runId), EXCHANGES_FILE);
  const problems: string[] = [];
  let documents = 0;
  for (let after = 0; ; ) {
    const rows = await pagesWithoutDocument(store, runId, after);
    const last = rows.at(-1);
    if (last === undefined) return { documents, problems };
    after = last.id;
    const found: NewDocument[] = [];
    for (const row of rows) {
      try {
        found.push(await readDocument(archive, runId, row));
      } catch (error) {
        if (problems.length < MAX_PROBLEMS) problems.push(`${row.url}: ${(error as Error).message}`);
      }
    }
    await store.transaction(async (trx) => {
      for (const document of found) await storeDocument(trx, document);
    });
    documents += found.length;
    onProgress?.(documents);
  }
}

type PageRow = Awaited<ReturnType<typeof pagesWithoutDocument>>[number];

function pagesWithoutDocument(store: Store, runId: number, after: number) {
  return store.db
    .selectFrom('page')
    .innerJoin('link', 'link.id', 'page.id')
    .leftJoin('document', (join) =>
      join
        .onRef('document.run_id', '=', 'page.run_id')
        .onRef('document.key', '=', 'page.url')
        .on('document.kind', '=', 'page'),
    )
    .select([
      'page.id',
      'page.url',
      'page.site',
      'page.domain',
      'page.title',
      'page.bytes',
      'page.fetched_at',
      'page.exchange_offset',
      'page.exchange_length',
      'link.depth',
    ])
    .where('page.run_id', '=', runId)
    .where('page.id', '>', after)
    .where('page.rendered_by', '<>', 'none')
    .where('page.status', '>=', 200)
    .where('page.status', '<', 300)
    .where('page.exchange_offset', 'is not', null)
    .where('document.id', 'is', null)
    .orderBy('page.id')
    .limit(BATCH)
    .execute();
}

async function readDocument(archive: string, runId: number, row: PageRow): Promise<NewDocument> {
  const { blocks, language } = await readArchived(archive, row, row.url);
  return {
    runId,
    kind: 'page',
    key: row.url,
    site: row.site,
    domain: row.domain,
    depth: row.depth,
    url: row.url,
    title: row.title,
    language,
    blocks,
    bytes: row.bytes,
    fetchedAt: row.fetched_at,
  };
}

/** Reads the text of a page as the server sent it. @throws {WarcError} when no response lies there */
export async function readArchived(
  archive: string,
  place: { readonly exchange_offset: number | null; readonly exchange_length: number | null },
  url: string,
): Promise<Pick<NewDocument, 'blocks' | 'language' | 'title' | 'bytes'>> {
  const stored = await readExchange(archive, place.exchange_offset ?? 0, place.exchange_length ?? 0);
  const { text } = decodeHtml(stored.body, headerValue(stored.headers, 'content-type'));
  const tree = parseTree(text, url);
  return { blocks: blocksOf(tree), language: tree.language, title: tree.title, bytes: stored.body.length };
}
