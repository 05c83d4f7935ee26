/** One practice web harvested with every search form asked, and what its truth and its own log say of that. */

import { harvest } from '../../src/app/index.ts';
import type { HarvestEvent } from '../../src/crawl/events/index.ts';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { practiceTransport } from '../../src/foundation/http/practice-transport.ts';
import {
  type AskedForm,
  askedForms,
  type HarvestedForm,
  type HarvestedSubmission,
  harvestedForms,
  harvestedSubmissions,
} from '../../src/library/index.ts';
import {
  type FormTruth,
  type LogEntry,
  meant,
  scoreForms,
  type Truth,
} from '../../src/practice-web/index.ts';
import { stopText } from '../../src/reports/index.ts';
import { crossProduct } from '../../src/submissions/planning/plan-form.ts';
import { readFields } from '../../src/submissions/planning/read-fields.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const DOMAINS = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'];
const BUDGET = { maxSubmissions: 150, maxSubmissionsPerSite: 600, maxAnswerPages: 500 };

type Submission = Extract<HarvestEvent, { type: 'submission' }>;

export interface Judged {
  readonly said: string;
  readonly truth: string;
  readonly sentBy: string;
  readonly url: string;
  readonly reason: string;
}

/** A search form of the truth that stands on a page the harvest fetched, and what became of it. */
export interface FormRow {
  readonly site: string;
  readonly form: string;
  readonly kind: string;
  readonly appears: string;
  readonly needsBrowser: boolean;
  readonly results: string;
  readonly denies: boolean;
  readonly records: number;
  readonly pageSize: number;
  readonly cap: number | null;
  readonly reach: { readonly bounded: number; readonly any: number };
  /** Distinct records in the lists sent, in those of searches without words, and the result pages asked for. */
  readonly listed: number;
  readonly listedBounded: number;
  readonly resultPages: number;
  readonly found: boolean;
  readonly searchable: boolean;
  readonly asked: string | null;
  readonly hits: boolean;
  /** Questions that typed nothing, and the questions there would be if every field were combined with every other. */
  readonly boundedQuestions: number;
  readonly questions: number;
  readonly crossProduct: number;
  readonly sentBy: readonly string[];
  readonly estimate: Pick<AskedForm, 'sizeKind' | 'size' | 'low' | 'high'> | null;
  readonly seen: number;
}

/** What one web gave; plain JSON, so that a seed that was run need not be run again. */
export interface SubmissionsRun {
  readonly seed: number;
  readonly sites: number;
  readonly judged: readonly Judged[];
  readonly unmatched: number;
  readonly forms: readonly FormRow[];
  readonly dangerous: number;
  readonly repeatedPosts: number;
  readonly seconds: number;
  readonly submissions: number;
}

/** @param sites number of sites of the web */
export async function askPracticeWeb(seed: number, sites: number): Promise<SubmissionsRun> {
  const folder = temporaryFolder('fieldfare-submissions-');
  const web = await practiceTransport({ seed: String(seed), sites });
  const sent: Submission[] = [];
  let began = 0;
  let ended = 0;
  try {
    const options = { domains: DOMAINS, web, storage: folder, submitTo: 'all', text: true } as const;
    for await (const event of harvest({ ...options, ...BUDGET })) {
      if (event.type !== 'submission') continue;
      began ||= Date.now();
      ended = Date.now();
      sent.push(event);
    }
    const log = await web.server.log();
    const { truth } = web.server;
    const score = scoreForms(truth, [], log).log;
    return {
      seed,
      sites,
      ...judge(sent, log),
      forms: await formRows(folder, truth, log),
      dangerous: score?.dangerousSubmissions ?? 0,
      repeatedPosts: score?.repeatedPosts ?? 0,
      seconds: (ended - began) / 1000,
      submissions: sent.length,
    };
  } finally {
    await web.close();
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

interface Harvested {
  readonly form: HarvestedForm;
  readonly asked: AskedForm | undefined;
  readonly submissions: readonly HarvestedSubmission[];
}

const idOf = (site: string, key: string): string => `${site} ${key}`;

/** Every search form of the truth whose page was fetched. */
async function formRows(folder: string, truth: Truth, log: readonly LogEntry[]): Promise<FormRow[]> {
  const harvested = await readHarvested(folder, truth);
  const scored = new Map(scoreForms(truth, [], log).log?.forms.map((one) => [idOf(one.site, one.form), one]));
  const pages = Map.groupBy(
    log.filter(({ status, resource }) => status === 200 && resource === 'page'),
    ({ site }) => site ?? '',
  );
  return truth.forms.flatMap((form) => {
    const { search } = form;
    const shows = new RegExp(form.pages);
    if (search === undefined || pages.get(form.site)?.some(({ path }) => shows.test(path)) !== true)
      return [];
    const got = scored.get(idOf(form.site, form.key));
    return [
      {
        ...truthRow(form, truth),
        listed: got?.listed ?? 0,
        listedBounded: got?.listedBounded ?? 0,
        resultPages: got?.resultPages ?? 0,
        ...harvestRow(harvested.get(idOf(form.site, form.key)) ?? []),
      },
    ];
  });
}

function truthRow(form: FormTruth, { sites }: Truth) {
  const { site, key, kind, appears, needsBrowser, results, records, search } = form;
  const database = sites.find((one) => one.key === site)?.databases[search?.database ?? 0];
  return {
    site,
    form: key,
    kind,
    appears,
    needsBrowser,
    results,
    denies: search?.denies !== undefined,
    records,
    pageSize: search?.pageSize ?? 1,
    cap: database?.cap ?? null,
    reach: { bounded: search?.reach.bounded ?? 0, any: search?.reach.any ?? 0 },
  };
}

/** Values from the page alone, nothing typed. */
const BOUNDED: ReadonlySet<string> = new Set(['option', 'any', 'unset', 'bound', 'date']);

/** A form may have been found in more than one variant. */
function harvestRow(all: readonly Harvested[]) {
  const one = all.find(({ asked }) => asked?.state === 'asked') ?? all[0];
  const questions = (one?.submissions ?? []).filter(({ page }) => page === 1);
  const { asked } = one ?? {};
  return {
    found: one !== undefined,
    searchable: one?.form.searchable === true,
    asked: asked === undefined ? null : `${asked.state}: ${stopText(asked.reason)}`,
    hits: all.some(({ submissions }) => submissions.some(({ verdict }) => verdict === 'hits')),
    boundedQuestions: questions.filter(({ controls }) => controls.every(({ source }) => BOUNDED.has(source)))
      .length,
    questions: questions.length,
    crossProduct: one === undefined ? 0 : crossProductOf(one.form),
    sentBy: [...new Set(one?.submissions.map(({ sentBy }) => sentBy))],
    estimate:
      asked === undefined
        ? null
        : { sizeKind: asked.sizeKind, size: asked.size, low: asked.low, high: asked.high },
    seen: asked?.records ?? 0,
  };
}

function crossProductOf({ form, controls }: HarvestedForm): number {
  const read = readFields({ ...form, controls }, new Date());
  return read.kind === 'not-filled' ? 0 : crossProduct(read);
}

async function readHarvested(folder: string, truth: Truth): Promise<Map<string, Harvested[]>> {
  const store = await openStore(folder, { mode: 'read' });
  const rows = new Map<string, Harvested[]>();
  try {
    const asked = await askedForms(store, 1);
    const submissions = new Map<string, HarvestedSubmission[]>();
    for await (const one of harvestedSubmissions(store, 1)) {
      const known = submissions.get(one.formId);
      if (known === undefined) submissions.set(one.formId, [one]);
      else known.push(one);
    }
    for await (const form of harvestedForms(store, 1)) {
      const { site, page, form: about, controls, searchable } = form;
      const { action, method } = about;
      const whole = meant(truth, { site, page, action, method, controls: [...controls], searchable });
      if (whole === null) continue;
      const id = idOf(whole.site, whole.key);
      const one = {
        form,
        asked: asked.find(({ formId }) => formId === form.formId),
        submissions: submissions.get(form.formId) ?? [],
      };
      rows.set(id, [...(rows.get(id) ?? []), one]);
    }
  } finally {
    await store.close();
  }
  return rows;
}
