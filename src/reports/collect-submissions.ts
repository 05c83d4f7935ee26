import {
  type AskedForm,
  answersByForm,
  askedForms,
  detailCount,
  harvestedForms,
  sourceCounts,
  submissionCounts,
} from '../library/index.ts';
import type { Store } from '../storage/index.ts';
import { postQueryOf } from '../submissions/index.ts';
import { stopText } from './reason-text.ts';
import type { DatabaseRow, RateRow, SubmissionReport } from './submission-report.ts';

const MAX_DATABASES = 200;
/** Points of the curve. */
const MAX_POINTS = 200;

/** Returns what was asked of forms and what came back; undefined where nothing was asked. */
export async function collectSubmissions(store: Store, runId: number): Promise<SubmissionReport | undefined> {
  const counts = await submissionCounts(store, runId);
  const forms = await askedForms(store, runId);
  if (counts.length === 0 && forms.length === 0) return undefined;
  const databases = await databaseRows(store, runId, forms);
  return {
    statuses: statusesOf(counts),
    verdicts: summed(counts, ({ verdict }) => verdict).map(([verdict, count]) => ({ verdict, count })),
    sources: await sourceCounts(store, runId),
    rates: ratesOf(counts),
    databases: databases.slice(0, MAX_DATABASES),
    asked: databases.length,
    answering: databases.filter(({ records }) => records > 0).length,
    resultPages: await resultPagesOf(store, runId),
    distinct: await store.records.count(runId),
    details: await detailCount(store, runId),
    growth: await growthOf(store, runId),
  };
}

type Count = Awaited<ReturnType<typeof submissionCounts>>[number];

export const statusesOf = (counts: readonly Count[]): SubmissionReport['statuses'] =>
  summed(counts, ({ method, status }) => `${method} ${status ?? 'no answer'}`).map(([name, count]) => {
    const [method = '', ...status] = name.split(' ');
    return { method, status: status.join(' '), count };
  });

function summed(counts: readonly Count[], name: (count: Count) => string): [string, number][] {
  const sums = new Map<string, number>();
  for (const one of counts) sums.set(name(one), (sums.get(name(one)) ?? 0) + one.count);
  return [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

export function ratesOf(counts: readonly Count[]): RateRow[] {
  const rates = new Map<string, { submissions: number; ok: number; hits: number }>();
  for (const { domain, status, verdict, count } of counts) {
    const name = domain ?? 'no domain';
    const rate = rates.get(name) ?? { submissions: 0, ok: 0, hits: 0 };
    rate.submissions += count;
    if (status === 200) rate.ok += count;
    if (verdict === 'hits') rate.hits += count;
    rates.set(name, rate);
  }
  return [...rates]
    .map(([domain, rate]) => ({ domain, ...rate }))
    .sort((a, b) => b.submissions - a.submissions || (a.domain < b.domain ? -1 : 1));
}

async function databaseRows(
  store: Store,
  runId: number,
  forms: readonly AskedForm[],
): Promise<DatabaseRow[]> {
  const answers = await answersByForm(store, runId);
  const scores = new Map<string, number | undefined>();
  for await (const { formId, verdict } of harvestedForms(store, runId))
    scores.set(formId, verdict.kind === 'classified' ? verdict.score : undefined);
  return forms
    .map((form) => {
      const { kind } = postQueryOf(answers.get(form.formId) ?? {}, scores.get(form.formId));
      return { ...form, postQuery: kind, reason: stopText(form.reason) };
    })
    .sort(
      (a, b) =>
        b.records - a.records || (a.site < b.site ? -1 : a.site > b.site ? 1 : a.formId < b.formId ? -1 : 1),
    );
}

async function resultPagesOf(store: Store, runId: number): Promise<number> {
  const tallies = await store.submissions.tallies(runId);
  return tallies.reduce((sum, { verdict, count }) => sum + (verdict === null ? 0 : count), 0);
}

/** Sum over the forms of what each had seen after its n-th answer. */
async function growthOf(store: Store, runId: number): Promise<SubmissionReport['growth']> {
  const gains = new Map<number, number>();
  for (const { growth } of await store.submissions.askedForms(runId)) {
    let before = 0;
    for (const { submissions, seen } of JSON.parse(growth) as { submissions: number; seen: number }[]) {
      gains.set(submissions, (gains.get(submissions) ?? 0) + seen - before);
      before = seen;
    }
  }
  let records = 0;
  const points = [...gains]
    .sort((a, b) => a[0] - b[0])
    .map(([answers, gain]) => {
      records += gain;
      return { answers, records };
    });
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}
