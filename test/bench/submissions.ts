/**
 * Forms asked end to end on practice webs, scored from their truth and their own log: are verdicts right, is nothing
 * dangerous sent, how much of the databases comes back, and does the estimated size hold the truth.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HarvestEvent, harvest } from '../../src/harvest/index.ts';
import { type AskedForm, askedForms } from '../../src/library/index.ts';
import type { LogEntry } from '../../src/practice-web/index.ts';
import { scoreForms } from '../../src/practice-web/index.ts';
import { openStore } from '../../src/store/index.ts';
import { practiceWeb } from '../../src/web/practice.ts';

const SEEDS = [1, 2, 3, 4, 5];
const SITES = 40;
const DOMAINS = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'];

type Submission = Extract<HarvestEvent, { type: 'submission' }>;

interface Judged {
  readonly said: string;
  readonly truth: string;
  readonly sentBy: string;
  readonly url: string;
  readonly reason: string;
}

interface Estimated {
  readonly form: string;
  readonly kind: string;
  /** The interval holds the truth. */
  readonly held: boolean;
  readonly ratio: number;
  readonly truth: number;
  readonly seen: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface SubmissionsRun {
  readonly seed: number;
  readonly judged: readonly Judged[];
  readonly unmatched: number;
  readonly estimates: readonly Estimated[];
  readonly dangerous: number;
  readonly repeatedPosts: number;
  /** Share of what can be had, a form: bounded ones, and those asked by words. */
  readonly bounded: readonly number[];
  readonly text: readonly number[];
  readonly seconds: number;
  readonly submissions: number;
}

/** @param sites number of sites of the web */
export async function askPracticeWeb(seed: number, sites: number): Promise<SubmissionsRun> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldfare-submissions-'));
  const web = await practiceWeb({ seed: String(seed), sites });
  const sent: Submission[] = [];
  let began = 0;
  let ended = 0;
  try {
    const options = { domains: DOMAINS, web, storage: folder, submitTo: 'all', text: true } as const;
    const budget = { maxSubmissions: 150, maxSubmissionsPerSite: 600, maxAnswerPages: 500 };
    for await (const event of harvest({ ...options, ...budget })) {
      if (event.type !== 'submission') continue;
      began ||= Date.now();
      ended = Date.now();
      sent.push(event);
    }
    const log = await web.server.log();
    const score = scoreForms(web.server.truth, [], log).log;
    const { judged, unmatched } = judge(sent, log);
    const store = await openStore(folder, { mode: 'read' });
    const asked: AskedForm[] = [];
    asked.push(...(await askedForms(store.db, 1)));
    await store.close();
    const covered = (score?.forms ?? []).filter(({ records }) => records <= 5000);
    return {
      seed,
      judged,
      unmatched,
      estimates: estimatesOf(asked, sent, log, web.server.truth.forms),
      dangerous: score?.dangerousSubmissions ?? 0,
      repeatedPosts: score?.repeatedPosts ?? 0,
      bounded: covered
        .filter(({ reach }) => reach.bounded > 0)
        .map(({ listedBounded, reach }) => listedBounded / reach.bounded),
      text: covered
        .filter(({ reach, records }) => reach.bounded === 0 && records <= 2000)
        .map(({ listed, reach }) => listed / Math.max(1, reach.any)),
      seconds: (ended - began) / 1000,
      submissions: sent.length,
    };
  } finally {
    await web.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const siteOf = (url: string): string => new URL(url).hostname.split('.').slice(-2).join('.');

/** Names of the log's kinds where they differ from ours. */
const KINDS: Readonly<Record<string, string>> = { 'validation-error': 'error-message' };

/** Each submission's verdict beside what the server's log says of its request; a site is asked one request at a time. */
function judge(
  sent: readonly Submission[],
  log: readonly LogEntry[],
): { judged: Judged[]; unmatched: number } {
  const entries = Map.groupBy(log, ({ site }) => site ?? '');
  const next = new Map<string, number>();
  const judged: Judged[] = [];
  let unmatched = 0;
  for (const event of sent) {
    if (event.status === null && event.verdict === 'failed') continue;
    const site = siteOf(event.url);
    const own = entries.get(site) ?? [];
    const { pathname, search } = new URL(event.url);
    const from = next.get(site) ?? 0;
    const at = own.findIndex(
      (entry, i) => i >= from && entry.method === event.method && entry.path === pathname + search,
    );
    const found =
      at < 0
        ? -1
        : own.findIndex(
            ({ outcome }, i) => i >= at && i <= at + 8 && outcome !== undefined && outcome.kind !== 'pending',
          );
    const truth = own[found]?.outcome?.kind;
    if (truth === undefined) {
      unmatched++;
      continue;
    }
    next.set(site, found + 1);
    judged.push({
      said: event.verdict,
      truth: KINDS[truth] ?? truth,
      sentBy: event.sentBy,
      url: event.url,
      reason: event.reason,
    });
  }
  return { judged, unmatched };
}

/** Sizes of the databases that answered with records, against the number of records they hold. */
function estimatesOf(
  asked: readonly AskedForm[],
  sent: readonly Submission[],
  log: readonly LogEntry[],
  forms: readonly { readonly site: string; readonly key: string; readonly records: number }[],
): Estimated[] {
  return asked.flatMap(({ formId, site, records, size, sizeKind, low, high }) => {
    const event = sent.find((one) => one.formId === formId && one.site === site && one.verdict === 'hits');
    if (event === undefined || records === 0) return [];
    const { pathname, search } = new URL(event.url);
    const entry = log.find(
      (one) => one.site === siteOf(event.url) && one.path === pathname + search && one.outcome !== undefined,
    );
    const key = entry?.outcome?.form;
    const truth = forms.find((form) => form.site === entry?.site && form.key === key)?.records;
    if (truth === undefined) return [];
    const held = (low ?? size ?? 0) <= truth && truth <= (high ?? size ?? 0);
    return [
      {
        form: `${site} ${key}`,
        kind: sizeKind ?? 'cannot-tell',
        held,
        ratio: (high ?? 1) / (low ?? 1),
        truth,
        seen: records,
        low,
        high,
      },
    ];
  });
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function summary(runs: readonly SubmissionsRun[]) {
  const judged = runs.flatMap((run) => run.judged);
  const estimates = runs.flatMap((run) => run.estimates);
  const told = estimates.filter(({ kind }) => kind !== 'cannot-tell');
  const ratios = told.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const share = <T>(all: readonly T[], of: (one: T) => boolean) => mean(all.map((one) => (of(one) ? 1 : 0)));
  return {
    verdictAccuracy: share(judged, ({ said, truth }) => said === truth),
    hitPrecision: share(
      judged.filter(({ said }) => said === 'hits'),
      ({ truth }) => truth === 'hits',
    ),
    judged: judged.length,
    unmatched: runs.reduce((sum, run) => sum + run.unmatched, 0),
    dangerousSubmissions: runs.reduce((sum, run) => sum + run.dangerous, 0),
    repeatedPosts: runs.reduce((sum, run) => sum + run.repeatedPosts, 0),
    boundedRecordsSeen: mean(runs.flatMap((run) => run.bounded)),
    textRecordsSeen: mean(runs.flatMap((run) => run.text)),
    intervalCoverage: share(told, ({ held }) => held),
    medianIntervalRatio: ratios[ratios.length >> 1] ?? null,
    cannotTell: share(estimates, ({ kind }) => kind === 'cannot-tell'),
    databases: estimates.length,
    submissions: runs.reduce((sum, run) => sum + run.submissions, 0),
    perSecond: mean(runs.map((run) => run.submissions / run.seconds)),
  };
}

function byKind(judged: readonly Judged[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { truth, said } of judged) {
    const name = `${truth} as ${said}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Every seed in turn; what was judged wrongly is told one a line, so that it can be looked at. */
export async function submissionsBench(json: boolean, seeds = SEEDS, sites = SITES): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const runs: SubmissionsRun[] = [];
  for (const seed of seeds) {
    const run = await askPracticeWeb(seed, sites);
    runs.push(run);
    say(
      `seed ${seed}: ${run.submissions} submissions in ${run.seconds.toFixed(0)} s, ${JSON.stringify(byKind(run.judged))}`,
    );
    for (const { said, truth, url, reason } of run.judged
      .filter((one) => one.said !== one.truth)
      .slice(0, 20))
      say(`  ${truth} called ${said}: ${url.slice(0, 120)} (${reason.slice(0, 120)})`);
    for (const one of run.estimates.filter(({ kind, held }) => kind === 'cannot-tell' || !held))
      say(`  ${one.form}: ${one.kind}, ${one.seen} seen of ${one.truth}, ${one.low}–${one.high}`);
  }
  const result = summary(runs);
  process.stdout.write(
    json
      ? `${JSON.stringify({ bench: 'submissions', ...result })}\n`
      : `${JSON.stringify(result, null, 2)}\n`,
  );
}
