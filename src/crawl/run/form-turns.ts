/** The forms of one site in the order in which they are queried, each with the queries that it may use. */

import type { Domain } from '../../foundation/domain/index.ts';
import { formsOfSite, type HarvestedForm } from '../../library/index.ts';
import { SiteWords } from '../../submissions/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { isMetOnAnswer } from './answer-forms.ts';
import { formOrder, LEAST_SHARE, queryBudget } from './form-order.ts';
import type { Recording } from './recording.ts';
import { wordsOfSite } from './site-pages.ts';

/** What the turns of a site are made from. */
interface TurnParts {
  readonly recording: Pick<Recording, 'store' | 'runId'>;
  readonly options: Pick<ResolvedOptions, 'text' | 'submitTo' | 'maxSubmissions' | 'maxSubmissionsPerSite'>;
  readonly wanted: readonly Domain[];
  /** Forms that are done, and with how many questions. */
  readonly done: ReadonlyMap<string, number>;
  /** Forms came to light that are still to be asked. */
  added(forms: number): void;
}

export interface FormTurn {
  readonly form: HarvestedForm;
  /** Questions that it may be asked. */
  readonly most: number;
  readonly words: SiteWords;
  /** Keys of the records that the site's forms have shown. */
  readonly shown: Set<string>;
}

/** Yields a form, takes the number of questions that it was asked. */
export type SiteTurns = AsyncGenerator<FormTurn, void, number>;

/** The forms that were crawled, then those that their answers showed, as far as the budget of the site goes. */
export async function* siteTurns(parts: TurnParts, forms: readonly HarvestedForm[]): SiteTurns {
  const { recording, options, done, added } = parts;
  const words = options.text ? await wordsOfSite(recording, forms[0]?.site ?? '') : new SiteWords([]);
  const shown = new Set<string>();
  let left = options.maxSubmissionsPerSite;
  for (const onAnswers of [false, true]) {
    const order = onAnswers ? formOrder(await formsOnAnswers(parts, forms), forms) : formOrder(forms);
    for (const [i, turn] of order.entries()) {
      const { form } = turn;
      const most = queryBudget(turn, options.maxSubmissions, left, order.length - i);
      const before = done.get(form.formId);
      const trial = turn.repeats && most > LEAST_SHARE;
      let used = before ?? (yield { form, most: trial ? LEAST_SHARE : most, words, shown });
      if (trial && before === undefined && used === LEAST_SHARE && (await bringsItsOwn(recording, form))) {
        added(1);
        used = yield { form, most, words, shown };
      }
      left -= used;
    }
  }
}

/** Share of a form's records that other forms of its site did not bring, from which on it asks something else. */
const OWN = 0.1;

/** Whether a form that has been asked brings records that those asked before it did not. */
async function bringsItsOwn(
  { store, runId }: TurnParts['recording'],
  { formId }: HarvestedForm,
): Promise<boolean> {
  const tallies = await store.submissions.tallies(runId, [formId]);
  const all = tallies.reduce((sum, { records }) => sum + records, 0);
  return (await store.records.count(runId, formId)) > OWN * all;
}

/** Forms that the answers of a site's forms showed. */
async function formsOnAnswers(
  { recording, options, wanted, done, added }: TurnParts,
  [first]: readonly HarvestedForm[],
): Promise<HarvestedForm[]> {
  if (first === undefined) return [];
  const known = await formsOfSite(recording.store, recording.runId, first.site);
  const met = known.filter((form) => isMetOnAnswer(form) && isWanted(options, form, wanted));
  added(met.filter(({ formId }) => !done.has(formId)).length);
  return met;
}

/** Whether a form is asked as soon as its site has its turn: not only after other forms of the site have led to it. */
export const isAskedFirst = (
  options: Pick<ResolvedOptions, 'submitTo'>,
  form: HarvestedForm,
  wanted: readonly Domain[],
): boolean => !isMetOnAnswer(form) && isWanted(options, form, wanted);

/** Forms about a wanted domain; all that search, where every site was explored whatever it is about. */
export function isWanted(
  { submitTo }: Pick<ResolvedOptions, 'submitTo'>,
  form: HarvestedForm,
  wanted: readonly Domain[],
): boolean {
  if (!form.searchable) return false;
  return submitTo === 'all' || wanted.some(({ name }) => name === form.domain);
}
