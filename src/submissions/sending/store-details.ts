/** Stores what the pages of single records say. */

import type { Store, Transaction } from '../../storage/index.ts';
import type { Detail, DetailReading } from '../types/detail.ts';

export interface DetailScope {
  readonly store: Store;
  readonly runId: number;
  readonly site: string;
  readonly formId: string;
  readonly now: () => number;
}

/** Loads the details of all records of the form's site, by key. */
export async function loadDetails({ store, runId, site }: DetailScope): Promise<Map<string, Detail>> {
  const rows = await store.records.details(runId, site);
  return new Map(
    rows.map(({ key, url, state, reason, status, final_url, reading }) => [
      key,
      {
        key,
        url,
        state,
        ...(reason !== null && { reason }),
        ...(status !== null && { status }),
        ...(final_url !== null && { finalUrl: final_url }),
        ...(reading !== null && { reading: JSON.parse(reading) as DetailReading }),
      },
    ]),
  );
}

export const insertDetail = (
  trx: Transaction,
  { runId, site, formId, now }: DetailScope,
  { key, url, state, reason, status, finalUrl, reading, location }: Detail,
): Promise<void> =>
  trx.records.addDetail({
    run_id: runId,
    site,
    key,
    form_id: formId,
    url,
    state,
    reason: reason ?? null,
    status: status ?? null,
    final_url: finalUrl ?? null,
    reading: reading === undefined ? null : JSON.stringify(reading),
    exchange_offset: location?.offset ?? null,
    exchange_length: location?.length ?? null,
    read_at: now(),
  });
