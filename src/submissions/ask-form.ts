/** Asks a form one question of a caller, by what its earlier answers have shown of it. */

import type { Form } from '../forms/index.ts';
import type { Store } from '../storage/index.ts';
import { readAnswer } from './answers/read-answer.ts';
import { callableForm, ParameterError, type QueryValues } from './query-parameters.ts';
import { FormChangedError } from './sending/entry-list.ts';
import { type ChannelPlan, type Ledger, parseChannelPlan, type SubmissionResult } from './sending/ledger.ts';
import type { Outbound } from './sending/outbound.ts';
import { Sender } from './sending/sender.ts';
import { FormGoneError } from './sending/why-no-answer.ts';
import type { AnswerProbes, ListShape, ResultRecord } from './types/answer.ts';
import { storedAnswer } from './types/old-names.ts';
import type { SubmissionRequest } from './types/submission.ts';

/** What the ledger of a run keeps of a form: how to send, and what answers are compared with. */
export interface FormKnowledge {
  readonly plan: ChannelPlan | undefined;
  readonly probes: AnswerProbes;
  readonly shapes: readonly ListShape[];
}

const MOST_PROBES = 2;
const MOST_EARLIER = 6;

export async function formKnowledge(
  { submissions }: Pick<Store, 'submissions'>,
  runId: number,
  { site, formId }: { readonly site: string; readonly formId: string },
): Promise<FormKnowledge> {
  const rows = (await submissions.ofSite(runId, site)).filter(({ form_id }) => form_id === formId);
  const plans = rows.flatMap(({ way }) => (way === null ? [] : (parseChannelPlan(way) ?? [])));
  const answers = rows.flatMap(({ answer, purpose, page }) =>
    answer === null ? [] : [{ purpose, page, answer: storedAnswer(answer) }],
  );
  const firstOf = (wanted: string) =>
    answers.flatMap(({ purpose, page, answer }) => (purpose === wanted && page === 1 ? [answer] : []));
  const [empty] = firstOf('empty-probe');
  const shapes = new Map(
    answers.flatMap(({ answer: { shape } }) => (shape ? [[JSON.stringify(shape), shape]] : [])),
  );
  return {
    plan: plans.at(-1),
    probes: {
      ...(empty !== undefined && { empty }),
      nonsense: firstOf('nonsense-probe').slice(0, MOST_PROBES),
      earlier: firstOf('query').slice(-MOST_EARLIER),
    },
    shapes: [...shapes.values()],
  };
}

interface Question {
  readonly form: Form;
  readonly page: string;
  readonly domain: string | null;
  readonly values: QueryValues;
  readonly knowledge: FormKnowledge;
}

interface AskOptions {
  readonly out: Outbound;
  readonly ledger: Ledger;
  /** Records that are enough, and pages of the answer to ask for at most. */
  readonly enough: number;
  readonly maxPages: number;
  readonly maxRetries: number;
  readonly now: Date;
  readonly signal: AbortSignal;
}

interface AskedPage {
  readonly request: SubmissionRequest;
  readonly result: SubmissionResult;
  readonly remembered: boolean;
}

export interface Asked {
  readonly pages: readonly AskedPage[];
  /** Of all pages, in their order, each once. */
  readonly records: readonly ResultRecord[];
  /** Further pages are there. */
  readonly more: boolean;
}

/**
 * Fetches the form again, fills it, sends it by its channel, and reads pages of the answer until there are records enough.
 * Pages that the ledger holds are not asked for again.
 * @throws {ParameterError}; {FormChangedError} where the form is not as it was: nothing is sent then
 */
export async function askForm(question: Question, options: AskOptions): Promise<Asked> {
  const { form, page, domain, values, knowledge } = question;
  const { out, ledger, enough, maxPages, maxRetries, now, signal } = options;
  const callable = callableForm(form, now);
  if (callable === undefined) throw new ParameterError('the form is none that may be sent');
  const { query, filled } = callable.fill(values);
  const { plan, probes, shapes } = knowledge;
  const sender = new Sender({
    ...{ form, page, out, ledger, maxRetries, signal },
    ...(plan !== undefined && { plan }),
    sameFields: true,
    read: (answer, seen) => readAnswer(answer, { ...seen, form, domain, probes, shapes }),
  });
  const pages: AskedPage[] = [];
  const records = new Map<string, ResultRecord>();
  let more = false;
  try {
    await sender.sendQuery(query, filled, ({ entry, result, remembered }) => {
      pages.push({ request: result.request ?? entry.request, result, remembered });
      const before = records.size;
      if (result.answer?.verdict === 'hits')
        for (const record of result.answer.records)
          if (!records.has(record.key)) records.set(record.key, record);
      // A page that shows nothing new ends the list.
      more = result.answer !== undefined && result.answer.paging !== null && records.size > before;
      const sent = pages.filter((page) => !page.remembered).length;
      return more && records.size < enough && sent < maxPages;
    });
  } catch (error) {
    if (error instanceof FormGoneError) throw new FormChangedError(error.message);
    throw error;
  }
  return { pages, records: [...records.values()], more };
}
