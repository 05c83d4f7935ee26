import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { Ledger } from '../sending/ledger.ts';
import type { Sender } from '../sending/sender.ts';
import type { ResultRecord } from '../types/answer.ts';
import type { Detail } from '../types/detail.ts';
import type { RecordSample } from './record-sample.ts';
import { visitRecord } from './visit-record.ts';

/** The page of one record was read, or could not be. */
export interface DetailDone {
  readonly type: 'detail';
  readonly record: ResultRecord;
  readonly detail: Detail;
  /** True where it had been read before: by an earlier process, or for another form of the site. */
  readonly remembered: boolean;
}

/** Reads the pages of the records of a sample that the ledger does not know yet, and writes down what they say. */
export async function* readDetails(
  { records }: RecordSample,
  sender: Sender,
  ledger: Ledger,
  { domain, signal }: { readonly domain: string | null; readonly signal: AbortSignal },
): AsyncGenerator<DetailDone> {
  let formPage: TreeDocument | undefined;
  for (const { record, from } of records) {
    signal.throwIfAborted();
    const known = ledger.detailOf(record.key);
    if (known === undefined) formPage ??= await sender.firstFormPage();
    const visit = { session: sender.session, formPage, domain };
    const detail = known ?? (await visitRecord(record, from, visit));
    if (known === undefined) await ledger.keepDetail(detail);
    yield { type: 'detail', record, detail, remembered: known !== undefined };
  }
}
