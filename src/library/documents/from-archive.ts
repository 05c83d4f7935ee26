import { blocksOf, parseTree } from '../../foundation/dom/index.ts';
import { decodeHtml } from '../../foundation/http/index.ts';
import { type ArchiveReader, headerValue } from '../../foundation/warc/index.ts';
import type { ArchivedPage, Store } from '../../storage/index.ts';
import { openArchive } from '../run-archive.ts';
import { type NewDocument, storeDocuments } from './keep-document.ts';

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
export async function collectFromArchive(store: Store, runId: number): Promise<Collected> {
  const archive = await openArchive(store, runId);
  const problems: string[] = [];
  let documents = 0;
  for (let after = 0; ; ) {
    const rows = await store.pages.withoutDocument(runId, after, BATCH);
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
    await store.transaction((trx) => storeDocuments(trx, found));
    documents += found.length;
  }
}

async function readDocument(archive: ArchiveReader, runId: number, row: ArchivedPage): Promise<NewDocument> {
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
  archive: ArchiveReader,
  place: { readonly exchange_offset: number | null; readonly exchange_length: number | null },
  url: string,
): Promise<Pick<NewDocument, 'blocks' | 'language' | 'title' | 'bytes'>> {
  const stored = await archive.exchange(place.exchange_offset ?? 0, place.exchange_length ?? 0);
  const { text } = decodeHtml(stored.body, headerValue(stored.headers, 'content-type'));
  const tree = parseTree(text, url);
  return { blocks: blocksOf(tree), language: tree.language, title: tree.title, bytes: stored.body.length };
}
