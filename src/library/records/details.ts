import { markdownOf, parseTree } from '../../foundation/dom/index.ts';
import { decodeHtml } from '../../foundation/http/index.ts';
import { withoutUnseen } from '../../foundation/text/index.ts';
import { headerValue } from '../../foundation/warc/index.ts';
import type { Store } from '../../storage/index.ts';
import type { DetailReading } from '../../submissions/index.ts';
import type { HarvestedDetail } from '../exports/export-columns.ts';
import { SiteNotations } from '../read-records.ts';
import { openArchive } from '../run-archive.ts';
import { typedValues } from './canonical-fields.ts';

/** Reads the own pages of records that a run has read and its archive holds, in the order of (site, key). */
export async function* harvestedDetails(store: Store, runId: number): AsyncGenerator<HarvestedDetail> {
  const archive = await openArchive(store, runId);
  if (await archive.isEmpty()) return;
  const notations = new SiteNotations(store, runId);
  for (const row of await store.records.details(runId)) {
    const { site, key, exchange_offset: offset, exchange_length: length } = row;
    if (row.state !== 'read' || row.reading === null || offset === null || length === null) continue;
    const { headers, body } = await archive.exchange(offset, length);
    const url = row.final_url ?? row.url;
    const tree = parseTree(decodeHtml(body, headerValue(headers, 'content-type')).text, url);
    const { fields } = JSON.parse(row.reading) as DetailReading;
    yield {
      site,
      key,
      url,
      title: withoutUnseen(tree.title),
      language: tree.language === '' ? null : tree.language,
      fields,
      typed: typedValues(fields, await notations.of(site)),
      markdown: markdownOf(tree),
    };
  }
}
