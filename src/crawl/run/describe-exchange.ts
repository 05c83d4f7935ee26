/** Writes the metadata records of an archive. */

import type { Exchange } from '../../foundation/http/index.ts';
import type { ExchangeLog } from '../../foundation/warc/index.ts';
import type { Detail, LedgerEntry, SubmissionResult } from '../../submissions/index.ts';
import type { Lease } from '../frontier/index.ts';
import type { AnalysedPage } from '../rendering/index.ts';
import type { Recording } from './recording.ts';

type Fields = (readonly [name: string, value: string])[];

const MOST_OUTLINKS = 500;

/** Describes a page: how we came to it, what it cost, where it leads and how its forms were judged. */
export async function describePage(
  { log, store }: Pick<Recording, 'log' | 'store'>,
  lease: Lease,
  exchange: Exchange,
  read: AnalysedPage | undefined,
  encoding: string,
): Promise<void> {
  if (exchange.location === undefined) return;
  const via = lease.via === undefined ? await originOf(store, lease) : lease.via;
  const fields: Fields = [['fetchTimeMs', String(Math.round(exchange.durationMs))]];
  if (via !== null) fields.push(['via', via]);
  fields.push(['depth', String(lease.depth)]);
  if (read !== undefined) fields.push(...readFields(read, encoding));
  await log.appendMetadata({
    url: lease.url,
    date: new Date(),
    recordId: exchange.location.recordId,
    fields,
  });
}

async function originOf({ links }: Recording['store'], { parent }: Lease): Promise<string | null> {
  if (parent === 0) return null;
  const [origin] = await links.known({ ids: [parent] });
  return origin?.url ?? null;
}

function readFields({ reading, renderedBy, renderReason, links }: AnalysedPage, encoding: string): Fields {
  return [
    ['charsetForLinkExtraction', encoding],
    ['title', reading.title.slice(0, 300)],
    ['renderedBy', `${renderedBy} (${renderReason.code})`],
    ...(reading.topic.domain === null ? [] : [['domain', reading.topic.domain] as const]),
    ...reading.forms.map(({ form, verdict, domain }) => {
      const why = verdict.kind === 'rejected' ? `rule ${verdict.rule}` : `score ${verdict.score.toFixed(3)}`;
      const kind = `${verdict.searchable ? 'searchable' : 'not searchable'}, ${verdict.type}, ${why}`;
      return [
        'form',
        `${form.method} ${form.action} (${kind}${domain === null ? '' : `, ${domain}`})`,
      ] as const;
    }),
    // As other crawlers write them: a link (L) of an anchor's href.
    ...links.slice(0, MOST_OUTLINKS).map(({ url }) => ['outlink', `${url} L a/@href`] as const),
  ];
}

/** Describes a form's answer: its query and its verdict. */
export async function describeAnswer(
  log: ExchangeLog,
  entry: LedgerEntry,
  { location, answer, finalUrl, request = entry.request }: SubmissionResult,
): Promise<void> {
  if (location === undefined || answer === undefined) return;
  await log.appendMetadata({
    url: finalUrl ?? request.url,
    date: new Date(),
    recordId: location.recordId,
    fields: [
      ['asked', `${request.method} ${request.url}`],
      ['purpose', `${entry.filled.purpose}, page ${entry.page}`],
      ['verdict', `${answer.verdict} (${answer.reason})`],
      ['records', String(answer.records.length)],
    ],
  });
}

/** Describes the page of a single record: what it says of what the list showed. */
export async function describeDetail(
  log: ExchangeLog,
  { location, url, finalUrl, key, state, reading }: Detail,
): Promise<void> {
  if (location === undefined) return;
  const { confirmed = [], differing = [], added = [] } = reading ?? {};
  await log.appendMetadata({
    url: finalUrl ?? url,
    date: new Date(),
    recordId: location.recordId,
    fields: [
      ['recordPage', `${state} (${key.slice(0, 300)})`],
      ['fields', `${confirmed.length} confirmed, ${differing.length} differing, ${added.length} added`],
    ],
  });
}
