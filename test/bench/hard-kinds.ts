/**
 * The hard kinds of the practice web harvested and asked, one row for each: is its search found, asked, is nonsense told, are
 * known words hits, are the records true? Truth is that of the web; what its server cannot log, because scripts answer, is
 * looked up in the same web without sockets.
 *
 *     npm run bench -- hard-kinds [--json] [--seeds 1,2] [--kinds postback,hash-state] [--questions 40] [--keep FOLDER]
 */

import { parseArgs } from 'node:util';
import { harvest } from '../../src/app/index.ts';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { practiceTransport } from '../../src/foundation/http/practice-transport.ts';
import {
  type AskedForm,
  askedForms,
  type HarvestedForm,
  type HarvestedRecord,
  type HarvestedSubmission,
  harvestedForms,
  harvestedRecords,
  harvestedSubmissions,
} from '../../src/library/index.ts';
import { type FormTruth, likeness, scoreForms, type Truth } from '../../src/practice-web/index.ts';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NOW = '2026-11-01';
/** Questions to each form where nothing is said: a search that works shows it with so few. */
const QUESTIONS = 14;
const BUDGET = { maxSubmissionsPerSite: 120, maxAnswerPages: 8 };
const LIMITS = { maxDepth: 2, maxPagesPerSite: 14 };
/** As many distinct true records as a working form brings at least, where there are so many. */
const FEW = 5;

export interface KindRow {
  readonly kind: string;
  readonly site: string;
  /** What there is to find: a search, a form that ignores what is typed, or none. */
  readonly nature: 'search' | 'ignores-input' | 'no-search';
  readonly channel: string;
  readonly appears: string;
  readonly found: boolean;
  readonly searchable: boolean;
  readonly asked: string | null;
  /** Submissions judged: nonsense and other words without a record, words of records. */
  readonly without: { readonly all: number; readonly right: number };
  readonly with: { readonly all: number; readonly right: number };
  /** Distinct records kept, how many are true, and how many can be had. */
  readonly records: number;
  readonly trueRecords: number;
  readonly reach: number;
  /** True where all is said to have been seen and a tenth or more was not. */
  readonly falseWhole: boolean;
  readonly sentBy: readonly string[];
  readonly works: boolean;
  /** In words, where it does not work. */
  readonly why: string;
}

export interface HardRun {
  readonly seed: number;
  readonly rows: readonly KindRow[];
  readonly dangerous: number;
  readonly seconds: number;
}

interface Kept {
  readonly forms: readonly HarvestedForm[];
  readonly asked: readonly AskedForm[];
  readonly submissions: readonly HarvestedSubmission[];
  readonly records: readonly HarvestedRecord[];
}

/** @param kinds those to look at; all when left out */
export async function harvestHardKinds(
  seed: number,
  kinds?: readonly string[],
  {
    storage,
    questions = QUESTIONS,
  }: { readonly storage?: string | undefined; readonly questions?: number } = {},
): Promise<HardRun> {
  const folder = storage ?? temporaryFolder('fieldfare-hard-');
  const web = await practiceTransport({ seed: String(seed), kinds: 'hard' });
  const { truth } = web.server;
  const world = createWorld({
    seed,
    sites: truth.sites.length,
    now: new Date(NOW),
    clock: () => 0,
    kinds: 'hard',
  });
  const began = Date.now();
  try {
    const sites = truth.sites.filter(({ kind }) => kind !== 'directory' && (kinds?.includes(kind) ?? true));
    const seeds = sites.map(({ hosts }) => `http://${hosts[0]}/`);
    const domains = ['book', 'hotel', 'music', 'premiere', 'product'];
    const options = { domains, web, storage: folder, submitTo: 'all', text: true, seeds } as const;
    const settings = {
      ...options,
      ...BUDGET,
      ...LIMITS,
      maxSubmissions: questions,
      strategy: 'breadth-first',
      maxSites: seeds.length,
    };
    for await (const _ of harvest(settings as Parameters<typeof harvest>[0]));
    const store = await openStore(folder, { mode: 'read' });
    const kept = await read(store).finally(() => store.close());
    const log = await web.server.log();
    return {
      seed,
      rows: sites.map(({ key }) => rowOf(key, truth, world, kept)),
      dangerous: scoreForms(truth, [], log).log?.dangerousSubmissions ?? 0,
      seconds: (Date.now() - began) / 1000,
    };
  } finally {
    world.close();
    await web.close();
  }
}

async function read(store: SqliteStore): Promise<Kept> {
  const [forms, submissions, records]: [HarvestedForm[], HarvestedSubmission[], HarvestedRecord[]] = [
    [],
    [],
    [],
  ];
  for await (const form of harvestedForms(store, 1)) forms.push(form);
  for await (const submission of harvestedSubmissions(store, 1)) submissions.push(submission);
  for await (const record of harvestedRecords(store, 1)) records.push(record);
  return { forms, asked: await askedForms(store, 1), submissions, records };
}

/** The harvested forms that mean this one: by action and names, by names alone where there is no form element, or by having a box. */
function same(truth: FormTruth, forms: readonly HarvestedForm[]): HarvestedForm[] {
  const named = truth.controls.some(({ name }) => name !== '');
  return forms.filter(({ site, page, form: about, controls, searchable }) => {
    if (siteOf(page) !== truth.site) return false;
    if (!named) return controls.some(({ type }) => type === 'text' || type === 'search');
    const { action, method } = about;
    const claim = { site, page, action, method, searchable, controls: [...controls] };
    const path = URL.parse(action ?? '', page)?.pathname;
    return likeness(truth, claim) >= 0.5 && (truth.appears === 'formless' || path === truth.action);
  });
}

const siteOf = (url: string): string => new URL(url).hostname.split('.').slice(-2).join('.');

function rowOf(site: string, truth: Truth, world: World, kept: Kept): KindRow {
  const form = truth.forms.find((one) => one.site === site && one.key === 'main');
  if (!form) throw new Error(`${site} has no main form`);
  const harvested = same(form, kept.forms);
  const ids = new Set(harvested.map(({ formId }) => formId));
  const asked = kept.asked.filter(({ formId }) => ids.has(formId));
  const one = asked.find(({ submissions }) => submissions > 0) ?? asked[0];
  const submissions = kept.submissions.filter(({ formId, page }) => ids.has(formId) && page === 1);
  const judged = submissions.flatMap((submission) => judge(submission, form, world));
  const of = (hits: boolean) => {
    const all = judged.filter((verdict) => verdict.truth === hits);
    return { all: all.length, right: all.filter(({ said }) => said === hits).length };
  };
  const records = kept.records.filter(({ formId }) => ids.has(formId));
  const titles = new Set(world.rows(site).map(({ title }) => title));
  const isTrue = ({ title, text, fields }: HarvestedRecord): boolean =>
    titles.has(title) ||
    [...titles].some((known) => text.includes(known)) ||
    Object.values(fields).some((value) => titles.has(String(value)));
  const reach = form.search?.reach.any ?? 0;
  const row = {
    kind: form.kind,
    site,
    nature: !form.searchable
      ? ('no-search' as const)
      : form.search?.ignoresInput
        ? ('ignores-input' as const)
        : ('search' as const),
    channel: form.search?.channel ?? 'none',
    appears: form.appears,
    found: harvested.length > 0,
    searchable: harvested.some(({ searchable }) => searchable),
    asked: one ? `${one.state} ${JSON.stringify(one.reason)}` : null,
    without: of(false),
    with: of(true),
    records: records.length,
    trueRecords: records.filter(isTrue).length,
    reach,
    falseWhole: asked.some(({ coverage, records: seen }) => coverage === 'whole' && seen < reach * 0.9),
    sentBy: [...new Set(submissions.map(({ sentBy }) => sentBy))],
  };
  const why = shortcoming(row);
  return { ...row, works: why === '', why };
}

/** What a submission came to beside what it should; nothing where no words were asked or no answer came. */
function judge(submission: HarvestedSubmission, form: FormTruth, world: World) {
  const { controls, verdict, purpose } = submission;
  const fields = new URLSearchParams(
    controls.flatMap(({ name, values }) => values.map((value) => [name, value] as [string, string])),
  );
  const typed = [...fields].some(([, value]) => value.trim() !== '');
  if (!typed || verdict === null) return [];
  // Where a box without a name only finds suggestions, the query is what the picked one put into the address.
  const sent = [...new URL(submission.url ?? 'http://none/').searchParams.values()].filter(
    (value) => value !== '',
  );
  if ([...fields.keys()].join() === '' && sent.length === 1) fields.set('', sent[0] ?? '');
  const matching = world.matching(form.site, form.key, fields) ?? [];
  const truth = form.search?.ignoresInput !== true && matching.length > 0 && purpose !== 'nonsense-probe';
  return [{ truth, said: verdict === 'hits' }];
}

function shortcoming(row: Omit<KindRow, 'works' | 'why'>): string {
  const { without, with: known, nature } = row;
  if (nature === 'no-search')
    return row.searchable || known.all + without.all > 0 ? 'taken for a search' : '';
  if (!row.found) return 'not found';
  if (!row.searchable) return 'judged no search';
  if (nature === 'ignores-input') {
    if (without.right < without.all)
      return `${without.all - without.right} of ${without.all} answers to nothing called hits`;
    return row.falseWhole ? 'said to be whole' : '';
  }
  if (known.all + without.all === 0) return `not asked: ${row.asked}`;
  if (without.right < without.all)
    return `${without.all - without.right} of ${without.all} answers without a record called hits`;
  if (known.right === 0)
    return known.all === 0
      ? 'no word of a record asked'
      : `none of ${known.all} answers with records called hits`;
  if (row.records > 0 && row.trueRecords < row.records * 0.9)
    return `${row.records - row.trueRecords} of ${row.records} records are none`;
  if (row.records > row.reach * 1.1)
    return `${row.records} records where there are ${row.reach}: some are kept twice`;
  if (row.trueRecords < Math.min(FEW, row.reach)) return `${row.trueRecords} records`;
  return row.falseWhole ? `said to be whole with ${row.records} of ${row.reach}` : '';
}

export const line = (row: KindRow): string =>
  `${row.works ? 'ok  ' : 'FAIL'} ${row.kind.padEnd(24)} ${row.channel.padEnd(8)} known ${row.with.right}/${row.with.all}, nothing ${row.without.right}/${row.without.all}, records ${row.trueRecords}/${row.records} of ${row.reach}, by ${row.sentBy.join('+') || '-'}${row.why && `: ${row.why}`}${row.works ? '' : ` [${row.asked}]`}`;

/** How many work, by what it takes to be answered. */
export function hardSummary(runs: readonly HardRun[]) {
  const rows = runs.flatMap((run) => run.rows);
  const count = (of: (row: KindRow) => boolean) =>
    `${rows.filter(of).filter(({ works }) => works).length} of ${rows.filter(of).length}`;
  return {
    work: count(() => true),
    byPlainRequests: count(({ nature, channel }) => nature === 'search' && channel === 'http'),
    byScripts: count(({ nature, channel }) => nature === 'search' && channel === 'browser'),
    noSearches: count(({ nature }) => nature !== 'search'),
    falseWhole: rows.filter(({ falseWhole }) => falseWhole).length,
    dangerousSubmissions: runs.reduce((sum, { dangerous }) => sum + dangerous, 0),
    seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

export async function hardKindsBench(json: boolean, settings: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({
    args: settings.filter((one) => one !== '--json'),
    options: {
      seeds: { type: 'string', default: '1' },
      kinds: { type: 'string' },
      keep: { type: 'string' },
      questions: { type: 'string', default: String(QUESTIONS) },
    },
  });
  const runs: HardRun[] = [];
  for (const seed of values.seeds.split(',').map(Number)) {
    const run = await harvestHardKinds(seed, values.kinds?.split(','), {
      storage: values.keep,
      questions: Number(values.questions),
    });
    runs.push(run);
    for (const row of run.rows) process.stderr.write(`${line(row)}\n`);
  }
  const result = hardSummary(runs);
  const rows = runs.flatMap((run) => run.rows);
  process.stdout.write(
    json
      ? `${JSON.stringify({ bench: 'hard-kinds', ...result, rows })}\n`
      : `${JSON.stringify(result, null, 2)}\n`,
  );
}
