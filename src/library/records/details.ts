import { join } from 'node:path';
import { markdownOf, parseTree } from '../../foundation/dom/index.ts';
import { decodeHtml } from '../../foundation/http/index.ts';
import { archiveFiles, EXCHANGES_FILE, headerValue, readExchange } from '../../foundation/warc/index.ts';
import type { Store } from '../../storage/index.ts';
import type { DetailReading } from '../../submissions/index.ts';
import type { HarvestedDetail } from '../exports/export-columns.ts';
import { notationsOf } from '../read-records.ts';
import { typedValues } from './canonical-fields.ts';

/** Reads the own pages of records that a run has read and its archive holds, in the order of (site, key). */
export async function* harvestedDetails(store: Store, runId: number): AsyncGenerator<HarvestedDetail> {
  const archive = join(store.runFolder(runId), EXCHANGES_FILE);
  if (archiveFiles(archive).length === 0) return;
  const notations = await notationsOf(store, runId);
  for (const row of await store.records.details(runId)) {
    const { site, key, exchange_offset: offset, exchange_length: length } = row;
    if (row.state !== 'read' || row.reading === null || offset === null || length === null) continue;
    const { headers, body } = await readExchange(archive, offset, length);
    const url = row.final_url ?? row.url;
    const tree = parseTree(decodeHtml(body, headerValue(headers, 'content-type')).text, url);
    const { fields } = JSON.parse(row.reading) as DetailReading;
    yield {
      site,
      key,
      url,
      title: tree.title,
      language: tree.language === '' ? null : tree.language,
      fields,
      typed: typedValues(fields, notations.of(site)),
      markdown: markdownOf(tree),
    };
  }
}
