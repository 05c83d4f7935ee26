import { parseTree, type TreeDocument, textOf } from '../foundation/dom/index.ts';
import { decodeHtml } from '../foundation/http/index.ts';
import { headerValue } from '../foundation/warc/index.ts';
import type { Store } from '../storage/index.ts';
import { openArchive } from './run-archive.ts';

const MAX_TEXT = 20_000;

/** Reads title and text of a page from the archive of a run; undefined where the archive does not hold it. */
export async function archivedPage(
  store: Store,
  runId: number,
  url: string,
): Promise<{ readonly title: string; readonly text: string } | undefined> {
  const tree = await archivedTree(store, runId, url);
  return tree && { title: tree.title, text: textOf(tree.root, MAX_TEXT) };
}

/** Reads a page from the archive of a run; undefined where the archive does not hold it. */
export async function archivedTree(
  store: Store,
  runId: number,
  url: string,
): Promise<TreeDocument | undefined> {
  const place = await store.pages.exchange(runId, url);
  if (place === undefined) return undefined;
  const archive = await openArchive(store, runId);
  const { headers, body } = await archive.exchange(place.offset, place.length);
  const { text, encoding } = decodeHtml(body, headerValue(headers, 'content-type'));
  return parseTree(text, url, { encoding });
}
