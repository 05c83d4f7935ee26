import type { ExchangeRange, Transaction } from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Frontier } from '../frontier/index.ts';
import type { Recording } from './recording.ts';

interface Refetching {
  readonly storage: Pick<Recording, 'runId' | 'store' | 'log'>;
  readonly frontier: Frontier;
  emit(event: HarvestEvent): void;
}

interface LostExchanges {
  readonly pages: readonly { readonly id: number; readonly site: string }[];
  readonly answers: number;
}

/** Fetches pages again whose exchanges were in segments that another machine has not uploaded. */
export async function refetchMissing({ storage, frontier, emit }: Refetching): Promise<void> {
  const { runId, store, log } = storage;
  if (log.missing.length === 0) return;
  const lost = await store.transaction((trx) => loseExchanges(trx, runId, log.missing));
  await frontier.refetch(lost.pages.map(({ id }) => id));
  if (lost.pages.length + lost.answers > 0) emit(lossOf(lost));
}

/** Lets links wait again whose exchanges are lost. Answers are not requested again: what was read stays, without an exchange. */
export async function loseExchanges(
  { pages, submissions, links }: Transaction,
  runId: number,
  ranges: readonly ExchangeRange[],
): Promise<LostExchanges> {
  const lost: LostExchanges['pages'][number][] = [];
  let answers = 0;
  for (const range of ranges) {
    lost.push(...(await pages.loseExchanges(runId, range)));
    answers += await submissions.loseExchanges(runId, range);
  }
  await links.move(runId, { ids: lost.map(({ id }) => id), states: ['done'] }, 'waiting', null);
  return { pages: lost, answers };
}

export const lossOf = ({ pages, answers }: LostExchanges): HarvestEvent => ({
  type: 'warning',
  message: `segments of the archive were lost with the machine that held them: ${pages.length} pages are fetched again, ${answers} answers keep what was read from them but not their exchange`,
});
