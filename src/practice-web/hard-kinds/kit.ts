/**
 * How hard kinds of site are described: a database, a search form (one box where nothing is said), and what is special
 * about the page around it or about its answers. All else is as on usual sites.
 */

import type { Answer, PracticeRequest } from '../answer.ts';
import type { Catalog } from '../catalogs/catalog.ts';
import { pluralOf } from '../catalogs/catalog.ts';
import { isSubmission } from '../query.ts';
import type {
  Block,
  ControlSpec,
  DatabaseSpec,
  Drafting,
  Entry,
  FormSpec,
  LinkSpec,
  PageSpec,
  Row,
  SiteKind,
  SiteTools,
} from '../site.ts';
import { aboutPage, homePage, linksPages, text } from '../site-kinds/assemble.ts';
import { DOMAINS, type SearchTruth } from '../truth.ts';

const MAIN = 'main';
const PAGE_SIZE = 10;

/** A search that was answered. */
export interface Answered {
  /** What was written into the box. */
  readonly text: string;
  readonly form: FormSpec;
  /** As it was submitted, the page left out. */
  readonly given: URLSearchParams;
  readonly page: number;
  readonly last: number;
  readonly total: number;
  readonly rows: readonly Row[];
  readonly entries: readonly Entry[];
  readonly tools: SiteTools;
  /** The same search in an address, with these fields too. */
  address(more?: Readonly<Record<string, string | number>>): string;
}

/** What is special about the pages that answer; usual where nothing is said. Functions give markup. */
export interface AnswerPage {
  /** What a box left empty gives: a message when left out, all records, 403, or the home page. */
  readonly empty?: 'all' | 'forbidden' | 'home';
  /** How the database is asked, where that is not as the form stands. */
  readonly asks?: (form: FormSpec, given: URLSearchParams) => readonly [FormSpec, URLSearchParams];
  /** Turns pages by the number of records before the page, under this name, instead of by `page`. */
  readonly offset?: string;
  /** Records of a page; ten when left out. */
  readonly size?: number;
  /** Fewest letters of a word. */
  readonly minimum?: number;
  readonly head?: (asked: Answered) => string;
  /** Above and below whatever else the answer says, with records and without. */
  readonly above?: (asked: Answered) => string;
  readonly below?: (asked: Answered) => string;
  /** How many there are; a sentence when left out. */
  readonly total?: (asked: Answered) => string;
  readonly list?: (asked: Answered) => string;
  /** Where a record's link leads. */
  readonly href?: (href: string, asked: Answered) => string;
  readonly pager?: (asked: Answered) => string;
  /** In place of the list, where there is nothing. */
  readonly none?: (asked: Answered) => string;
  readonly noneStatus?: number;
  /** Other forms above the list. */
  readonly forms?: readonly string[];
}

export interface HardSite {
  readonly name: string;
  readonly summary: string;
  readonly catalog: Catalog;
  /** Fewest and most records. */
  readonly records: readonly [number, number];
  readonly cap?: number;
  /** Column that lists are in order of, highest first. */
  readonly rank?: string;
  /** The box finds words only with the signs above and below their letters. */
  readonly accents?: boolean;
  readonly otherHosts?: readonly string[];
  /** Columns that the box looks into; all texts when left out. */
  readonly columns?: readonly string[];
  readonly box?: Partial<ControlSpec>;
  readonly controls?: (draft: Drafting) => readonly ControlSpec[];
  readonly form?: Partial<FormSpec> | ((draft: Drafting) => Partial<FormSpec>);
  /** True where the form stands on all pages instead of the home page. */
  readonly everywhere?: boolean;
  /** False where the form is on no page that links lead to. */
  readonly shown?: false;
  /** Further forms. */
  readonly forms?: (draft: Drafting, database: DatabaseSpec) => readonly FormSpec[];
  readonly pages?: (draft: Drafting) => readonly PageSpec[];
  /** On the home page, after its text. */
  readonly home?: (draft: Drafting, database: DatabaseSpec) => readonly Block[];
  /** Draws the main form in its own way; `drawn` is the usual one. */
  readonly markup?: (drawn: string, form: FormSpec, draft: Drafting, given: URLSearchParams) => string;
  readonly page?: AnswerPage;
  /** What is answered in another way than by a list. */
  readonly answer?: (request: PracticeRequest, tools: SiteTools, form: FormSpec) => Answer | null;
  readonly converse?: (message: string, tools: SiteTools, form: FormSpec) => Answer | null;
  readonly truth?: (records: number) => Partial<SearchTruth>;
  /** Of further forms, by key. */
  readonly truths?: (rows: readonly Row[]) => Readonly<Record<string, Partial<SearchTruth>>>;
}

export const markup = (html: string): Block => ({ kind: 'html', html });

const domainOf = (catalog: Catalog) => DOMAINS.find((domain) => domain === catalog.subject) ?? null;

const NOUNS = ['annals', 'cabinet', 'depot', 'finder', 'holdings', 'lookup', 'registry', 'stacks', 'trove'];
const QUERY_NAMES = ['q', 'query', 'search', 'term', 'for', 'words', 'text', 'what'];
const ACTIONS = ['/find', '/search', '/look', '/lookup', '/browse/find'];

function mainForm(hard: HardSite, draft: Drafting): FormSpec {
  const { random, words } = draft;
  const texts = hard.catalog.fields.filter((field) => field.kind !== 'number').map((field) => field.column);
  const box: ControlSpec = {
    name: random.pick(QUERY_NAMES),
    type: random.pick(['text', 'search']),
    label: words.keyword,
    match: { how: 'words', columns: hard.columns ?? texts },
    ...hard.box,
  };
  return {
    type: 'search',
    method: 'GET',
    action: random.pick(ACTIONS),
    controls: [box, ...(hard.controls?.(draft) ?? [])],
    submit: { how: 'button', label: words.search },
    appears: 'static',
    results: 'page',
    database: 0,
    ...(typeof hard.form === 'function' ? hard.form(draft) : hard.form),
    key: MAIN,
    kind: hard.name,
  };
}

function databaseOf(hard: HardSite, draft: Drafting): DatabaseSpec {
  const base = draft.random.pick(['item', 'entry', 'no', 'sheet']);
  return {
    catalog: hard.catalog,
    domain: domainOf(hard.catalog),
    records: draft.random.int(...hard.records),
    detail: ({ id }) => `/${base}/${id}`,
    // What the way to it adds to its address is no part of it.
    detailPattern: new RegExp(`^/${base}/(\\d+)(?:\\?.*)?$`),
    wholeWords: true,
    ...(hard.cap === undefined ? {} : { cap: hard.cap }),
    ...(hard.rank === undefined ? {} : { rank: hard.rank }),
    ...(hard.accents ? { accents: true } : {}),
  };
}

const emptyTruth = { all: 'hits', forbidden: 'blocked', home: 'same-form' } as const;

function truthOf(hard: HardSite, records: number): Partial<SearchTruth> {
  const { empty, minimum } = hard.page ?? {};
  const all = { untouched: records, bounded: records, any: records };
  return {
    total: 'exact',
    empty: 'message',
    refusalStatus: 200,
    nothingAsked: empty ? emptyTruth[empty] : 'validation-error',
    ...(empty === 'all' ? { reach: all } : {}),
    ...(minimum === undefined ? {} : { minimumLetters: minimum }),
    ...hard.truth?.(records),
  };
}

export const hardKind = (hard: HardSite): SiteKind => ({
  name: hard.name,
  summary: hard.summary,
  domain: domainOf(hard.catalog),
  nouns: NOUNS,
  ...(hard.otherHosts ? { otherHosts: hard.otherHosts } : {}),
  describe: (draft) => {
    const database = databaseOf(hard, draft);
    const main = mainForm(hard, draft);
    const on = hard.shown === false || hard.everywhere ? [] : [MAIN];
    const home = homePage(draft, hard.catalog, on);
    const { markup: own } = hard;
    return {
      tagline: draft.random.pick(hard.catalog.taglines),
      databases: [database],
      forms: [main, ...(hard.forms?.(draft, database) ?? [])],
      header: hard.everywhere ? [MAIN] : [],
      pages: [
        {
          ...home,
          blocks: () => [text(draft, hard.catalog, 'home', 1), ...(hard.home?.(draft, database) ?? [])],
        },
        aboutPage(draft, hard.catalog),
        ...(hard.pages?.(draft) ?? []),
        ...linksPages(draft),
      ],
      answer: (request, tools) => answered(hard, request, tools),
      ...(hard.converse
        ? { converse: (_path, message, tools) => hard.converse?.(message, tools, main) ?? null }
        : {}),
      ...(own ? { markup: { [MAIN]: (drawn, given) => own(drawn, main, draft, given) } } : {}),
      truths: (rows) => ({
        [MAIN]: truthOf(hard, database.records),
        ...hard.truths?.(rows()),
      }),
    };
  },
});

function answered(hard: HardSite, request: PracticeRequest, tools: SiteTools): Answer | null {
  const form = tools.form(MAIN);
  const own = hard.answer?.(request, tools, form);
  if (own) return own;
  if (form.results !== 'page' || request.path !== form.action || request.method !== form.method) return null;
  const given = request.method === 'POST' ? request.body : request.query;
  if (isSubmission(form, given)) return listPage(hard.page ?? {}, form, given, tools);
  if (form.action === '/') return null;
  return tools.page({ title: tools.words.search, blocks: [{ kind: 'form', form: form.key }] });
}

/** The page that answers a submission, or that turns the pages of its list. */
export function listPage(
  page: AnswerPage,
  form: FormSpec,
  submitted: URLSearchParams,
  tools: SiteTools,
): Answer {
  const given = numbered(submitted, page.offset);
  const fresh = given.has('page') ? {} : { form: form.key };
  const asked = ask(page, form, given, tools);
  const refused = refusal(page, asked);
  if (refused) return { ...refused, ...fresh };
  const { outcome } = tools.search(...asking(page, form, given));
  return { ...drawList(page, asked), ...fresh, outcome };
}

/** The number of the page under the usual name. */
function numbered(submitted: URLSearchParams, offset: string | undefined): URLSearchParams {
  const before = Number(submitted.get(offset ?? '') ?? 0);
  if (offset === undefined || !Number.isSafeInteger(before) || before < PAGE_SIZE) return submitted;
  const given = new URLSearchParams([...submitted].filter(([name]) => name !== offset));
  given.set('page', String(Math.floor(before / PAGE_SIZE) + 1));
  return given;
}

function ask(page: AnswerPage, form: FormSpec, submitted: URLSearchParams, tools: SiteTools): Answered {
  const { rows, total, outcome } = tools.search(...asking(page, form, submitted));
  const given = new URLSearchParams([...submitted].filter(([name]) => name !== 'page'));
  const [box] = form.controls;
  const asked: Answered = {
    text: (given.get(box?.name ?? '') ?? '').trim(),
    form,
    given,
    page: outcome.page,
    last: Math.max(1, Math.ceil(Math.min(total, tools.database.cap ?? total) / (page.size ?? PAGE_SIZE))),
    total,
    rows,
    entries: rows.map((row) => tools.entry(row)),
    tools,
    address(more = {}) {
      const query = new URLSearchParams(given);
      for (const [name, value] of Object.entries(more)) query.set(name, String(value));
      return `${form.action}?${query}`;
    },
  };
  const { href } = page;
  if (!href) return asked;
  return { ...asked, entries: asked.entries.map((entry) => ({ ...entry, href: href(entry.href, asked) })) };
}

/** The form and its fields as the database is asked. */
export function asking(
  { asks, size }: AnswerPage,
  form: FormSpec,
  given: URLSearchParams,
): readonly [FormSpec, URLSearchParams] {
  const [asked, values] = asks?.(form, given) ?? [form, given];
  if (size === undefined) return [asked, values];
  const sized: ControlSpec = {
    name: 'per-page',
    type: 'hidden',
    label: '',
    role: 'per-page',
    choices: [{ value: String(size), label: String(size) }],
  };
  const whole = new URLSearchParams(values);
  whole.set(sized.name, String(size));
  return [{ ...asked, controls: [...asked.controls, sized] }, whole];
}

/** What a search that asks for nothing, or for too little, gets instead of a list. */
function refusal(page: AnswerPage, { text: typed, form, given, tools }: Answered): Answer | null {
  const { empty, minimum } = page;
  const { words } = tools;
  const about = (kind: 'validation-error' | 'blocked', said: string, status: number): Answer => ({
    ...tools.page(
      {
        title: words.search,
        blocks: [
          { kind: 'prose', paragraphs: [said] },
          { kind: 'form', form: form.key },
        ],
      },
      status,
      given,
    ),
    outcome: tools.outcome(form, given, kind),
  });
  if (empty !== 'all' && tools.search(...asking(page, form, given)).outcome.asked.length === 0) {
    if (empty === 'home') return { ...tools.usual('/'), outcome: tools.outcome(form, given, 'same-form') };
    return empty === 'forbidden'
      ? about('blocked', '403 Forbidden: no pattern', 403)
      : about('validation-error', words.required, 200);
  }
  const short = (typed.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => word.length < (minimum ?? 0));
  return short
    ? about('validation-error', `Words of fewer than ${minimum} letters are not looked for.`, 200)
    : null;
}

function drawList(page: AnswerPage, asked: Answered): Answer {
  const { tools, form, given, total, entries } = asked;
  const { words } = tools;
  const plural = pluralOf(tools.database.catalog, tools.identity.language)[0] ?? '';
  const counted = page.total?.(asked) ?? tools.drawn(said(`${total} ${plural} ${words.found}`));
  const listed = page.list?.(asked) ?? tools.drawn({ kind: 'entries', entries });
  const records = [counted, listed, page.pager?.(asked) ?? usualPager(asked)];
  const none = [page.none?.(asked) ?? tools.drawn(said(words.none))];
  const forms = [...(page.forms ?? []), ...(form.appears === 'static' ? [form.key] : [])];
  const blocks: Block[] = [
    ...forms.map((key): Block => ({ kind: 'form', form: key })),
    markup(
      [page.above?.(asked) ?? '', ...(entries.length > 0 ? records : none), page.below?.(asked) ?? ''].join(
        '\n',
      ),
    ),
  ];
  const head = page.head?.(asked);
  return tools.page(
    { title: words.results, blocks, ...(head === undefined ? {} : { head }) },
    entries.length > 0 ? 200 : (page.noneStatus ?? 200),
    given,
  );
}

/** Adds markup to the head of a page, whatever its design. */
export const withHead = (answer: Answer, head: string): Answer =>
  typeof answer.body === 'string'
    ? { ...answer, body: answer.body.replace(/<\/title>/i, (end) => `${end}${head}`) }
    : answer;

export const said = (sentence: string): Block => ({ kind: 'prose', paragraphs: [sentence] });

function usualPager(asked: Answered): string {
  const { page, last, tools } = asked;
  if (last <= 1) return '';
  const near = [page - 1, page, page + 1].filter((one) => one >= 1 && one <= last);
  const links: LinkSpec[] = near.map((one) => ({ href: asked.address({ page: one }), text: String(one) }));
  if (page < last) links.push({ href: asked.address({ page: page + 1 }), text: tools.words.next });
  return tools.drawn({ kind: 'links', links });
}

/** Data for a script of the page. */
export const json = (body: unknown, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  resource: 'data',
  ...more,
});
