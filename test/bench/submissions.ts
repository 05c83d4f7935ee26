/**
 * Forms asked end to end on practice webs, scored from their truth and their own log: are verdicts right, is nothing
 * dangerous sent, how much of the databases comes back and at what price, does the estimated size hold the truth, are
 * requests those of Chromium, and how fast are they sent.
 *
 *     npm run bench -- submissions [--json] [--seeds 1,2] [--sites 40] [--keep FOLDER]
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWithChromium } from '../submissions/chromium-comparison.ts';
import { askPracticeWeb, type FormRow, type Judged, type SubmissionsRun } from './asked-web.ts';
import { hardSummary, harvestHardKinds, line } from './hard-kinds.ts';
import { type SubmissionSpeed, submissionSpeed } from './submission-speed.ts';

const SEEDS = '1,2,3,4,5';
const SITES = '40';

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const share = <T>(all: readonly T[], of: (one: T) => boolean) => mean(all.map((one) => (of(one) ? 1 : 0)));
const median = (values: readonly number[]): number | null =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? null;

/** Kinds that take more than a plain request: by what the issue of a form's kind is. */
const HARD: Readonly<Record<string, (form: FormRow) => boolean>> = {
  dependent: ({ kind }) => kind.startsWith('dependent'),
  token: ({ kind }) => kind === 'token-and-state',
  script: ({ appears, results }) => appears === 'script' || appears === 'formless' || results === 'xhr',
  'frame or shadow': ({ appears }) => appears === 'frame' || appears === 'shadow',
  'after a click': ({ appears }) => appears === 'click',
};

/** Bounded forms of databases up to 5,000 records, and those that take words, of databases up to 2,000. */
const isBounded = ({ reach, records, asked }: FormRow): boolean =>
  asked?.startsWith('asked') === true && reach.bounded > 0 && records <= 5_000;
const isText = ({ reach, records, asked }: FormRow): boolean =>
  asked?.startsWith('asked') === true && reach.bounded === 0 && reach.any > 0 && records <= 2_000;
const boundedShare = ({ listedBounded, reach }: FormRow): number =>
  Math.min(1, listedBounded / reach.bounded);
const textShare = ({ listed, reach }: FormRow): number => Math.min(1, listed / reach.any);

/** Lists that one question and its paging show whole: pages asked for, and pages there are. */
const isPaged = (form: FormRow): boolean => isBounded(form) && form.cap === null && boundedShare(form) > 0;
const pagesThere = ({ reach, pageSize }: FormRow): number => Math.ceil(reach.bounded / pageSize);

interface Told {
  readonly held: boolean;
  readonly ratio: number;
}

/** What was said of a database's size; undefined where nothing was shown or nothing is told. */
function toldOf({ estimate, records }: FormRow): Told | undefined {
  if (estimate === null || estimate.sizeKind === null || estimate.sizeKind === 'cannot-tell')
    return undefined;
  const low = estimate.low ?? estimate.size ?? 0;
  const high = estimate.high ?? estimate.size ?? 0;
  return { held: low <= records && records <= high, ratio: high / Math.max(1, low) };
}

function summary(runs: readonly SubmissionsRun[]) {
  const judged = runs.flatMap((run) => run.judged);
  const forms = runs.flatMap((run) => run.forms);
  const sized = forms.filter(({ seen }) => seen > 0);
  const told = sized.flatMap((form) => toldOf(form) ?? []);
  const large = forms.filter((form) => isBounded(form) && form.crossProduct > 100);
  const paged = forms.filter(isPaged);
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  return {
    verdictAccuracy: share(judged, ({ said, truth }) => said === truth),
    hitPrecision: share(
      judged.filter(({ said }) => said === 'hits'),
      ({ truth }) => truth === 'hits',
    ),
    dangerousSubmissions: sum(runs.map(({ dangerous }) => dangerous)),
    repeatedPosts: sum(runs.map(({ repeatedPosts }) => repeatedPosts)),
    boundedRecordsSeen: mean(forms.filter(isBounded).map(boundedShare)),
    boundedForms: forms.filter(isBounded).length,
    textRecordsSeen: mean(forms.filter(isText).map(textShare)),
    textForms: forms.filter(isText).length,
    templatesOfCrossProduct: mean(large.map((form) => form.boundedQuestions / form.crossProduct)),
    templatesWithinAFifth: share(large, (form) => form.boundedQuestions <= form.crossProduct / 5),
    pageRequestRatio: sum(paged.map(({ resultPages }) => resultPages)) / sum(paged.map(pagesThere)),
    medianPageRequestRatio: median(paged.map((form) => form.resultPages / pagesThere(form))),
    intervalCoverage: share(told, ({ held }) => held),
    medianIntervalRatio: median(told.map(({ ratio }) => ratio)),
    cannotTell: sized.length === 0 ? null : 1 - told.length / sized.length,
    databases: sized.length,
    hardKinds: Object.fromEntries(
      Object.entries(HARD).map(([name, is]) => {
        const own = forms.filter((form) => is(form) && !form.denies);
        return [name, { forms: own.length, hits: share(own, ({ hits }) => hits) }];
      }),
    ),
    judged: judged.length,
    unmatched: sum(runs.map(({ unmatched }) => unmatched)),
    submissions: sum(runs.map(({ submissions }) => submissions)),
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

/** What was judged wrongly, and forms of which less came back than should, one a line, so that they can be looked at. */
function* shortcomings(run: SubmissionsRun): Generator<string> {
  for (const { said, truth, url, reason } of run.judged.filter((one) => one.said !== one.truth).slice(0, 20))
    yield `${truth} called ${said}: ${url.slice(0, 120)} (${reason.slice(0, 120)})`;
  for (const form of run.forms) {
    const { site, kind, boundedQuestions, crossProduct, resultPages, asked } = form;
    const name = `${site} ${form.form} (${kind})`;
    if (isBounded(form) && boundedShare(form) < 0.95)
      yield `${name}: ${form.listedBounded} of ${form.reach.bounded} in ${boundedQuestions} questions; ${asked}`;
    if (isText(form) && textShare(form) < 0.8)
      yield `${name}: ${form.listed} of ${form.reach.any} in ${form.questions} questions; ${asked}`;
    if (isBounded(form) && crossProduct > 100 && boundedQuestions > crossProduct / 5)
      yield `${name}: ${boundedQuestions} questions of ${crossProduct} combinations`;
    if (isPaged(form) && resultPages > 1.3 * pagesThere(form))
      yield `${name}: ${resultPages} result pages where there are ${pagesThere(form)}`;
    if (!form.hits && !form.denies && Object.values(HARD).some((is) => is(form)))
      yield `${name}: no hits; ${form.found ? (form.searchable ? asked : 'judged no search') : 'not found'}`;
    const told = toldOf(form);
    if (form.seen > 0 && (told === undefined || !told.held))
      yield `${name}: ${form.estimate?.sizeKind}, ${form.seen} seen of ${form.records}, ${form.estimate?.low}–${form.estimate?.high}`;
  }
}

const kept = <T>(file: string | undefined): T | undefined => {
  try {
    return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as T);
  } catch {
    return undefined;
  }
};

/** Measures once: what a file has of an earlier run is taken from there. */
async function once<T>(folder: string | undefined, name: string, measure: () => Promise<T>): Promise<T> {
  const file = folder === undefined ? undefined : join(folder, `${name}.json`);
  const known = kept<T>(file);
  if (known !== undefined) return known;
  const result = await measure();
  if (folder !== undefined && file !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(result));
  }
  return result;
}

export async function submissionsBench(json: boolean, settings: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({
    args: settings.filter((one) => one !== '--json'),
    options: {
      seeds: { type: 'string', default: SEEDS },
      sites: { type: 'string', default: SITES },
      keep: { type: 'string' },
    },
  });
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const runs: SubmissionsRun[] = [];
  for (const seed of values.seeds.split(',').map(Number)) {
    const sites = Number(values.sites);
    const run = await once(values.keep, `seed-${seed}-${sites}`, () => askPracticeWeb(seed, sites));
    runs.push(run);
    say(
      `seed ${seed}: ${run.submissions} submissions in ${run.seconds.toFixed(0)} s, ${JSON.stringify(byKind(run.judged))}`,
    );
    for (const line of shortcomings(run)) say(`  ${line}`);
  }
  const requests = await once(values.keep, 'chromium', compareWithChromium);
  for (const { form } of requests.unequal) say(`not as Chromium sends it: ${form}`);
  const perSecond: SubmissionSpeed = await once(values.keep, 'speed', submissionSpeed);
  const [seed = 1] = values.seeds.split(',').map(Number);
  const hard = await once(values.keep, `hard-${seed}`, () => harvestHardKinds(seed));
  for (const row of hard.rows.filter(({ works }) => !works)) say(`  ${line(row)}`);
  const result = {
    ...summary(runs),
    hardKinds: hardSummary([hard]),
    requestsEqualToChromium: `${requests.equal} of ${requests.all}`,
    perSecond,
  };
  process.stdout.write(
    json
      ? `${JSON.stringify({ bench: 'submissions', ...result })}\n`
      : `${JSON.stringify(result, null, 2)}\n`,
  );
}
