/** The forms of one site in the order in which they are queried, each with the queries that it may use. */

import type { Domain } from '../../foundation/domain/index.ts';
import { formsOfSite, type HarvestedForm } from '../../library/index.ts';
import { type ChannelPlan, parseChannelPlan, SiteWords } from '../../submissions/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { isMetOnAnswer } from './answer-forms.ts';
import { asksTheSame, formOrder, LEAST_SHARE, queryBudget, REFINING_QUERIES } from './form-order.ts';
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
  /** The server has answered a form that asks the same as a browser showed it. */
  readonly overHttp: boolean;
}

/** Yields a form, takes the number of questions that it was asked. */
export type SiteTurns = AsyncGenerator<FormTurn, void, number>;

/** The forms that were crawled, then those that their answers showed, as far as the budget of the site goes. */
export async function* siteTurns(parts: TurnParts, forms: readonly HarvestedForm[]): SiteTurns {
  const { recording, options, done, added } = parts;
  const words = options.text ? await wordsOfSite(recording, forms[0]?.site ?? '') : new SiteWords([]);
  const shown = new Set<string>();
  const asked: HarvestedForm[] = [];
  let left = options.maxSubmissionsPerSite;
  for (const onAnswers of [false, true]) {
    const order = onAnswers ? formOrder(await formsOnAnswers(parts, forms), forms) : formOrder(forms);
    for (const [i, turn] of order.entries()) {
      const { form } = turn;
      const most = queryBudget(turn, options.maxSubmissions, left, order.length - i);
      const before = done.get(form.formId);
      const trial = turn.repeats && most > LEAST_SHARE;
      const same = asked.filter((other) => asksTheSame(form, other));
      const about = { form, words, shown, overHttp: await isAnsweredOverHttp(recording, same) };
      let used = before ?? (yield { ...about, most: trial ? LEAST_SHARE : most });
      const further = trial && before === undefined && used === LEAST_SHARE;
      const worth = further ? Math.min(most, await worthAfterTrial(recording, form)) : used;
      if (worth > used) {
        added(1);
        used = yield { ...about, most: worth };
      }
      asked.push(form);
      left -= used;
    }
  }
}

/** Share of a form's records that other forms of its site did not bring, from which on it asks something else. */
const OWN = 0.1;

/**
 * Questions that a form with the fields of another one is worth: all where it brings records of its own. Where others have brought
 * its records, they still tell how much of its database is known; over HTTP that costs little.
 */
async function worthAfterTrial(
  { store, runId }: TurnParts['recording'],
  { site, formId }: HarvestedForm,
): Promise<number> {
  let records = 0;
  let sentBy = '';
  for await (const row of store.submissions.each(runId, { site, formId })) {
    records += row.records;
    sentBy = row.sent_by;
  }
  if ((await store.records.count(runId, formId)) > OWN * records) return Number.POSITIVE_INFINITY;
  return sentBy === 'http' && records > 0 ? REFINING_QUERIES : LEAST_SHARE;
}

/** Whether one of the forms was sent in a browser first, and the server's answer was what that showed. */
async function isAnsweredOverHttp(
  { store, runId }: TurnParts['recording'],
  forms: readonly HarvestedForm[],
): Promise<boolean> {
  for (const { site, formId } of forms) {
    let plan: ChannelPlan | undefined;
    for await (const { way } of store.submissions.each(runId, { site, formId }))
      if (way !== null) plan = parseChannelPlan(way) ?? plan;
    if (plan?.by === 'http' && plan.unconfirmed !== true) return true;
  }
  return false;
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
function isWanted(
  { submitTo }: Pick<ResolvedOptions, 'submitTo'>,
  form: HarvestedForm,
  wanted: readonly Domain[],
): boolean {
  if (!form.searchable) return false;
  return submitTo === 'all' || wanted.some(({ name }) => name === form.domain);
}
