import { join } from 'node:path';
import type { Store } from '../drivers/sqlite/index.ts';
import { parseTree, textOf } from '../foundation/dom/index.ts';
import { decodeHtml } from '../foundation/http/index.ts';
import { EXCHANGES_FILE, headerValue, readExchange } from '../foundation/warc/index.ts';

const MAX_TEXT = 20_000;

/** Reads title and text of a page from the archive of a run; undefined where the archive does not hold it. */
export async function archivedPage(
  store: Store,
  runId: number,
  url: string,
): Promise<{ readonly title: string; readonly text: string } | undefined> {
  const place = await store.db
    .selectFrom('page')
    .select(['exchange_offset', 'exchange_length'])
    .where('run_id', '=', runId)
    .where('url', '=', url)
    .where('exchange_offset', 'is not', null)
    .executeTakeFirst();
  if (place?.exchange_offset == null || place.exchange_length === null) return undefined;
  const archive = join(store.runFolder(runId), EXCHANGES_FILE);
  const { headers, body } = await readExchange(archive, place.exchange_offset, place.exchange_length);
  const tree = parseTree(decodeHtml(body, headerValue(headers, 'content-type')).text, url);
  return { title: tree.title, text: textOf(tree.root, MAX_TEXT) };
}
