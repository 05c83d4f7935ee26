/** The forms of one site in the order in which they are queried, each with the queries that it may use. */

import type { Domain } from '../../foundation/domain/index.ts';
import { formsOfSite, type HarvestedForm } from '../../library/index.ts';
import { type ChannelPlan, parseChannelPlan, SiteWords } from '../../submissions/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { isDiscoveredOnAnswer } from './answer-forms.ts';
import {
  formOrder,
  LEAST_SHARE,
  queriesTheSame,
  queryBudget,
  REFINING_QUERIES,
  sendsTheSame,
} from './form-order.ts';
import type { Recording } from './recording.ts';
import { wordsOfSite } from './site-pages.ts';

interface TurnParts {
  readonly recording: Pick<Recording, 'store' | 'runId'>;
  readonly options: Pick<ResolvedOptions, 'text' | 'submitTo' | 'maxSubmissions' | 'maxSubmissionsPerSite'>;
  readonly wanted: readonly Domain[];
  /** Maps finished forms to the queries that they used. */
  readonly done: ReadonlyMap<string, number>;
  /** Counts forms that came to light and are still to be queried. */
  added(forms: number): void;
}

type Stored = TurnParts['recording'];

export interface FormTurn {
  readonly form: HarvestedForm;
  /** Limits its queries. */
  readonly most: number;
  readonly words: SiteWords;
  readonly shown: Set<string>;
  /** True where the server answered an equal form as a browser showed it. */
  readonly overHttp: boolean;
  /** Its limit is that of a form that asks what another one has asked. */
  readonly repeats?: true;
  /** Form that sends the same request, and was queried in its place. */
  readonly sameAs?: string;
  /** Set where the form is queried at another page than its own: what is sent there is kept apart. */
  readonly elsewhere?: true;
}

/** Yields a form, takes the number of queries that it used. */
export type SiteTurns = AsyncGenerator<FormTurn, void, number>;

/** Yields the forms that were crawled, then those that their answers showed, as far as the budget of the site goes. */
export async function* siteTurns(parts: TurnParts, forms: readonly HarvestedForm[]): SiteTurns {
  const { recording, options, done, added } = parts;
  const words = options.text ? await wordsOfSite(recording, forms[0]?.site ?? '') : new SiteWords([]);
  const shown = new Set<string>();
  const queried: HarvestedForm[] = [];
  let left = options.maxSubmissionsPerSite;
  /** Copies of other forms in a row that brought no records of their own. */
  let vain = 0;
  for (const onAnswers of [false, true]) {
    const order = onAnswers ? formOrder(await formsOnAnswers(parts, forms), forms) : formOrder(forms);
    for (const [i, turn] of order.entries()) {
      const { form } = turn;
      const skips = turn.repeats && vain >= MOST_VAIN_COPIES;
      const most = skips ? 0 : queryBudget(turn, options.maxSubmissions, left, order.length - i);
      const before = done.get(form.formId);
      const twin = queried.find((other) => sendsTheSame(form, other));
      if (twin !== undefined) {
        if (before === undefined) yield { form, most: 0, words, shown, overHttp: false, sameAs: twin.formId };
        continue;
      }
      const trial = turn.repeats && most > LEAST_SHARE;
      const same = queried.filter((other) => queriesTheSame(form, other));
      const about = { form, words, shown, overHttp: await answersOverHttp(recording, same) };
      const upTo = (most: number) => {
        const isCopy = (turn.refines || turn.repeats) && most <= REFINING_QUERIES && most < left;
        return { ...about, most, ...(isCopy && { repeats: true as const }) };
      };
      let used = before ?? (yield upTo(trial ? LEAST_SHARE : most));
      const further = trial && before === undefined && used === LEAST_SHARE;
      const worth = further ? Math.min(most, await worthAfterTrial(recording, form)) : used;
      if (worth > used) {
        added(1);
        used = yield upTo(worth);
      }
      if (turn.repeats && !skips) vain = (await ownRecords(recording, form)).isOwn ? 0 : vain + 1;
      for (const other of before === undefined && used > 0 ? await onOtherPages(recording, form) : []) {
        if (most - used < LEAST_SHARE || !(await isFruitless(recording, form))) break;
        added(1);
        used += yield { ...about, form: other, most: most - used, elsewhere: true };
      }
      queried.push(form);
      left -= used;
    }
  }
}

/** Copies of a form in a row without records of their own, after which no further ones are asked. */
const MOST_VAIN_COPIES = 3;

/** Share of a form's records that other forms of its site did not bring, from which on it queries something else. */
const OWN = 0.1;

/**
 * Returns the number of queries that a form with the fields of another one is worth: all where it brings records of its
 * own. Where others have brought its records, they still tell how much of its database is known; over HTTP that costs
 * little.
 */
async function worthAfterTrial(recording: Stored, form: HarvestedForm): Promise<number> {
  const { isOwn, records, sentBy } = await ownRecords(recording, form);
  if (isOwn) return Number.POSITIVE_INFINITY;
  return sentBy === 'http' && records > 0 ? REFINING_QUERIES : LEAST_SHARE;
}

/** Counts what a form has shown. */
async function ownRecords({ store, runId }: Stored, { site, formId }: HarvestedForm) {
  let records = 0;
  let sentBy = '';
  for await (const row of store.submissions.each(runId, { site, formId })) {
    records += row.records;
    sentBy = row.sent_by;
  }
  const isOwn = (await store.records.count(runId, formId)) > OWN * records;
  return { isOwn, records, sentBy };
}

/** Other pages at which a form is tried, and pages that these are chosen from. */
const MOST_ELSEWHERE = 3;
const MOST_COMPARED = 100;
const UNFOUND = new Set(['no-hits', 'nothing-left', 'no-new-records', 'templates-asked']);

/** Says whether a form has shown no record, and neither its site nor a budget ended the asking. */
async function isFruitless({ store, runId }: Stored, { formId }: HarvestedForm): Promise<boolean> {
  const [asked] = await store.submissions.askedForms(runId, [formId]);
  return asked?.state === 'asked' && asked.seen === 0 && UNFOUND.has(asked.code);
}

/**
 * A form without an address is sent to the page it stands on, and may query another list on each. Pages with the most
 * links come first; those of answers are left out, since a run that goes on may have more of them.
 */
async function onOtherPages({ store, runId }: Stored, found: HarvestedForm): Promise<HarvestedForm[]> {
  if (found.form.actionKind === 'address' || isDiscoveredOnAnswer(found)) return [];
  const sightings = await store.forms.sightings(runId, [found.formId]);
  const seen = sightings.filter(({ kind }) => !kind.startsWith('answer')).slice(0, MOST_COMPARED);
  const rows = await store.pages.outlinks(seen.map(({ page_id }) => page_id));
  const links = new Map(rows.map(({ id, outlinks }) => [id, (JSON.parse(outlinks) as unknown[]).length]));
  const linksOn = ({ page_id }: { page_id: number }): number => links.get(page_id) ?? 0;
  const leastFirst = seen.toReversed().toSorted((a, b) => linksOn(a) - linksOn(b));
  const paths = new Map(leastFirst.map(({ url }) => [URL.parse(url)?.pathname, url]));
  paths.delete(URL.parse(found.page)?.pathname);
  const pages = [...paths.values()].slice(-MOST_ELSEWHERE).toReversed();
  return pages.map((page) => ({ ...found, page, form: { ...found.form, action: page } }));
}

/** Says whether one of the forms was sent in a browser first, and the server's answer was what that showed. */
async function answersOverHttp({ store, runId }: Stored, forms: readonly HarvestedForm[]): Promise<boolean> {
  for (const { site, formId } of forms) {
    let plan: ChannelPlan | undefined;
    for await (const { way } of store.submissions.each(runId, { site, formId }))
      if (way !== null) plan = parseChannelPlan(way) ?? plan;
    if (plan?.by === 'http' && plan.unconfirmed !== true) return true;
  }
  return false;
}

async function formsOnAnswers(
  { recording, options, wanted, done, added }: TurnParts,
  [first]: readonly HarvestedForm[],
): Promise<HarvestedForm[]> {
  if (first === undefined) return [];
  const known = await formsOfSite(recording.store, recording.runId, first.site);
  const discovered = known.filter((form) => isDiscoveredOnAnswer(form) && isWanted(options, form, wanted));
  added(discovered.filter(({ formId }) => !done.has(formId)).length);
  return discovered;
}

/** Says whether a form is queried as soon as its site has its turn, not only after other forms of the site have led to it. */
export const isQueriedFirst = (
  options: Pick<ResolvedOptions, 'submitTo'>,
  form: HarvestedForm,
  wanted: readonly Domain[],
): boolean => !isDiscoveredOnAnswer(form) && isWanted(options, form, wanted);

/** Accepts forms about a wanted domain; all that search, where every site was explored whatever it is about. */
function isWanted(
  { submitTo }: Pick<ResolvedOptions, 'submitTo'>,
  form: HarvestedForm,
  wanted: readonly Domain[],
): boolean {
  if (!form.searchable) return false;
  return submitTo === 'all' || wanted.some(({ name }) => name === form.domain);
}
