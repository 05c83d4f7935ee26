import type { SegmentRange } from '../../foundation/warc/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Frontier } from '../frontier/index.ts';
import type { Recording } from './recording.ts';

interface Refetching {
  readonly storage: Pick<Recording, 'runId' | 'store' | 'log'>;
  readonly frontier: Frontier;
  emit(event: HarvestEvent): void;
}

/**
 * Fetches pages again whose exchanges were in segments that another machine has not uploaded. Answers to submissions are not
 * asked for again: what was read from them stays, and their rows point to no exchange any more.
 */
export async function refetchMissing({ storage, frontier, emit }: Refetching): Promise<void> {
  const { runId, store, log } = storage;
  if (log.missing.length === 0) return;
  const pages: number[] = [];
  for await (const { id, exchange_offset } of store.figures.addresses(runId))
    if (isIn(log.missing, exchange_offset)) pages.push(id);
  if (pages.length > 0) await frontier.refetch(pages);
  const answers = await forgetAnswers(storage);
  if (pages.length + answers > 0)
    emit({
      type: 'warning',
      message: `segments of the archive were lost with the machine that held them: ${pages.length} pages are fetched again, ${answers} answers keep what was read from them but not their exchange`,
    });
}

const isIn = (ranges: readonly SegmentRange[], offset: number | null): boolean =>
  offset !== null && ranges.some(({ start, end }) => start <= offset && offset < end);

async function forgetAnswers({ runId, store, log }: Refetching['storage']): Promise<number> {
  const kept = new Map<number, number>();
  let lost = 0;
  const note = (offset: number | null) => {
    if (isIn(log.missing, offset)) lost++;
    else if (offset !== null) kept.set(offset, offset);
  };
  for await (const { exchange_offset } of store.submissions.each(runId)) note(exchange_offset);
  for (const { exchange_offset } of await store.records.details(runId)) note(exchange_offset);
  if (lost > 0) await store.transaction((trx) => trx.submissions.moveExchanges(runId, kept));
  return lost;
}
