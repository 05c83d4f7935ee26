/**
 * Columns of each kind of export: JSON lines, CSV, Parquet, the types of rows and the tables of docs/export.md derive
 * from them.
 */

import {
  type FieldMeaning,
  FORM_TYPES,
  type Form,
  type FormControl,
  type Neighbour,
  type SubmitControl,
} from '../../forms/index.ts';
import { TRANSPORT_ERRORS } from '../../foundation/http/index.ts';
import { LINK_CODES, type LinkState, RENDER_CODES, SITE_CODES } from '../../storage/index.ts';
import {
  type AnswerVerdict,
  type CoverageState,
  type DetailState,
  type FormOutcome,
  type PostQueryKind,
  STOP_CODES,
} from '../../submissions/index.ts';
import { type TypedFields, typedFieldsSchema } from '../records/canonical-fields.ts';
import {
  boolean,
  type CellType,
  type Columns,
  code,
  type ExportColumn,
  type ExportRow,
  integer,
  json,
  number,
  object,
  text,
} from './column.ts';
import { DETAILS, OVER_RUNS, THINGS } from './record-columns.ts';

export const EXPORT_KINDS = [
  'forms',
  'pages',
  'sites',
  'submissions',
  'records',
  'things',
  'details',
  'documents',
] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Share of the database behind a form that was seen. */
export interface ExportedCoverage {
  readonly state: CoverageState;
  /** Distinct records. */
  readonly seen: number;
  /** Number of records, reported or estimated; null where unknown. */
  readonly total: number | null;
  /** 95 % interval of the total. */
  readonly low: number | null;
  readonly high: number | null;
}

type ExportedControl = Pick<FormControl, 'name' | 'type' | 'label' | 'visible' | 'required'> & {
  readonly meaning: FieldMeaning | undefined;
  readonly judged?: FieldMeaning | undefined;
  readonly field?: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

const FORMS = {
  formId: text('16 hex digits: the same form of the same site in every run'),
  site: text('registrable domain, or host and port where there is none'),
  page: text('canonical page'),
  depth: integer(
    'its fewest links from a front page or seed (a redirect costs nothing, a page that another site links to has 1)',
  ),
  action: text('absolute address that it is sent to'),
  method: code(['get', 'post', 'dialog'], 'how it is sent'),
  enctype: text('how its fields are encoded'),
  where: json<Form['where']>(
    '`{kind: document · frame · shadow, hasFormTag, frameUrl?, openedBy?}`; `openedBy` is the button that must be pressed first, its `after` the one before that',
  ),
  controls: json<readonly ExportedControl[]>(
    '`[{name, type, meaning, judged?, field?, label, options: [{value, label}], visible, required}]`; a radio group is one control; `meaning` is what the field is for (`query`, `title`, `date-start`, `price-max`, `sort` …, see [forms](forms.md)); where a user corrected it, `judged` is what it was judged to be; `field` is what a correction calls it, where that is another name',
  ),
  submits: json<readonly Pick<SubmitControl, 'type' | 'label' | 'name' | 'value'>[]>(
    '`[{type, label, name, value}]`',
  ),
  searchable: boolean('the verdict'),
  type: code(FORM_TYPES, 'what it is for'),
  score: number<number | null>('probability that it is searchable; null where a rule rejected it'),
  rule: text<string | null>('the rule that rejected it; null where it was classified'),
  evidence: text('what the rule saw, or the features with most weight and their shares'),
  evidenceText: json<readonly string[]>('the same in words, one sentence per feature'),
  svm: number<number | null>(
    'probability of the support vector machine, even if it did not decide; null in runs of earlier versions, like `knn` and `learnersDisagree`',
  ),
  knn: number<number | null>('share of search forms among the nearest labelled forms that vote'),
  neighbours: json<readonly Neighbour[]>(
    '`[{type, distance, row, url?}]`, the five nearest labelled forms: their label, Euclidean distance, file and line of their numbers, and the page if it is known',
  ),
  learnersDisagree: boolean<boolean | null>(
    'machine and neighbours contradict each other: `fieldfare label` asks about such forms first',
  ),
  postQuery: code<PostQueryKind>(
    {
      confirmed: 'records',
      answers: 'responds, no records yet',
      'no-answer': 'no response',
      blocked: 'restricted: log-in, captcha',
      'not-queried': 'not queried, or too little',
    },
    'what its answers showed',
  ),
  postQueryReason: text('the same in words'),
  scoreTogether: number('probability that it is searchable, from the classifier and the answers together'),
  outcome: code<FormOutcome>(
    {
      verified: 'nonsense brings nothing, words bring records',
      'ignores-input': 'the same whatever is typed',
      'non-searchable': 'no answer is one of a search',
      'results-unreadable': 'it answers, but no records can be read',
      inconclusive: '',
      'not-queried': '',
    },
    'what the queries showed',
  ),
  coverage: object<ExportedCoverage>(
    { state: 'text', seen: 'integer', total: 'integer', low: 'integer', high: 'integer' },
    'how much of the database behind it was seen: `{state, seen, total, low, high}`; `whole`: all of it, with certainty; `estimated`: `total` is stated or estimated, and `seen` records of it were seen; `unknown`: `total` is null. `seen` counts distinct records, `low` and `high` are the 95 % interval',
  ),
  stopCode: code(STOP_CODES, 'why it was not queried, or why querying ended', 'where it was not tried'),
  stopDetail: text<string | null>('detail of the code, such as the budget that was reached'),
  stopReason: text<string | null>('the same in words'),
  renderedBy: code(
    {
      http: '',
      browser:
        'also where a page was not rendered because its scripts were familiar, and the form is on no page read over HTTP',
    },
    'how its page was read',
  ),
  domain: text<string | null>('domain of the form itself, else of its site'),
  domainScore: number("the form's own similarity to it"),
  sightings: integer('pages that show it'),
};

const PAGES = {
  url: text('its address'),
  site: text('as in forms'),
  depth: integer('as in forms'),
  state: code<LinkState>(
    {
      done: '',
      failed: 'could not be fetched',
      refused: 'robots.txt, a budget',
      parked: 'its host does not answer, or the process died again and again on it',
      waiting: 'the run ended before',
      leased: 'a worker has it',
    },
    'what became of it',
  ),
  reasonCode: code([...TRANSPORT_ERRORS, ...LINK_CODES], 'reason of the state', 'where there is none'),
  reason: text<string | null>('the same in words'),
  status: integer<number | null>('of the answer; null where none came, as in the next five'),
  redirectTo: text<string | null>('target of a redirect'),
  title: text<string | null>('of the page'),
  language: text<string | null>('of the page'),
  encoding: text<string | null>('encoding of the page'),
  contentType: text<string | null>('as the server reports it'),
  renderedBy: code({ http: '', browser: '', none: 'no HTML page' }, 'how it was read', 'where it was not'),
  renderCode: code(RENDER_CODES, 'why it was rendered or not', 'where it was not read'),
  renderReason: text<string | null>('the same in words'),
  domain: text<string | null>('domain that the page is most similar to'),
  similarity: number<number | null>('its similarity to that domain, 0 to 1'),
  mentions: integer<number | null>(
    'times that a keyword of `anchor-text` stands in its text; null for other strategies and what is no page',
  ),
  relevancy: number<number | null>('score Rs of its link when the page was read; null for other strategies'),
  relevanceSet: code(
    { S1: 'a keyword stands in its text', S2: 'none does' },
    'P1 and P2 of Subatra Devi 2017',
    'as in `mentions`',
  ),
  linkSet: code(
    { L1: 'it led to a page in `S1`', L2: 'it did not' },
    'of the link from a page in `S1`',
    'for other links',
  ),
  cut: boolean<boolean | null>(
    'only its first part was read, because it exceeds the size limit; null where no answer came',
  ),
};

const SITES = {
  site: text('as in forms'),
  seed: boolean('whether the run started from it'),
  state: code({ exploring: 'crawled', left: 'skipped', candidate: 'discovered' }, 'what became of it'),
  domain: text<string | null>('domain that its front page is most similar to'),
  similarity: number<number | null>('its similarity to that domain, 0 to 1'),
  reasonCode: code(SITE_CODES, 'reason of the state', 'where there is none'),
  reason: text<string | null>('the same in words'),
  linkingSites: integer('sites that link to it'),
};

const SUBMISSIONS = {
  site: text('as in forms'),
  formId: text('the form that was queried'),
  position: integer('number of the query in the order of the form, from 1'),
  page: integer('1 for the first result page, 2 … for further ones'),
  purpose: text('purpose of the query'),
  controls: json<
    readonly {
      readonly name: string;
      readonly label: string;
      readonly values: readonly string[];
      readonly source: string;
    }[]
  >(
    'values of each control: `[{name, label, values, source}]`; `source` says where the value comes from: `known-option` and `element-table` are what the form element table knows (see [asking](asking.md#the-form-element-table))',
  ),
  why: text('reason for this query'),
  sentBy: code(['http', 'browser'], 'how it was sent'),
  method: code(['GET', 'POST'], 'of the request'),
  url: text('of the request'),
  state: code(
    { settled: '', failed: '', sent: '', parked: 'nobody knows whether a POST arrived' },
    'what became of it',
  ),
  status: integer<number | null>('of the answer; null where none came'),
  finalUrl: text<string | null>('after redirects'),
  verdict: code(
    {
      ...{ hits: '', 'no-hits': '', 'error-message': '', 'same-form': '', 'login-wall': '' },
      ...{ blocked: '', 'server-error': '', 'not-a-result': '' },
    } satisfies Record<AnswerVerdict, string>,
    'what the answer is',
    'where no answer came',
  ),
  reason: text<string | null>('evidence of the verdict, or why no answer came'),
  records: integer('records that the page shows'),
  newRecords: integer('records among them that are new to the form'),
  statedTotal: number<number | null>('total that the page states'),
};

/** The page of a single record, and the names of the fields that it confirms, shows with another value, and adds. */
export interface RecordPage {
  readonly url: string;
  readonly state: DetailState;
  readonly reason: string | null;
  readonly confirmed: readonly string[];
  readonly differing: readonly string[];
  readonly added: readonly string[];
}

const RECORDS = {
  site: text('as in forms'),
  key: text('the same record has the same key on every page of the site'),
  formId: text('the form that showed it first'),
  forms: json<readonly string[]>('all forms that showed it, by id'),
  title: text('as the list shows it'),
  url: text<string | null>('of its own page; null where it has none'),
  fields: json<Readonly<Record<string, string>>>(
    'name to value, as the list shows them, with the additions of its detail page if that was read',
  ),
  typed: json<TypedFields>(
    'the canonical ones of `fields` with their types, see [typed fields](#typed-fields)',
    typedFieldsSchema,
  ),
  text: text('all its text'),
  detail: json<RecordPage | null>(
    'null, except for records whose detail page was sampled: `{url, state (read · other · gone · refused · failed), reason, confirmed, differing, added}`',
  ),
};

const DOCUMENTS = {
  kind: code({ page: 'of the crawl', hidden: 'a page with hits behind a form', record: '' }, 'what it is'),
  key: text('of a page its address'),
  site: text('as in forms'),
  domain: text<string | null>('what it is about'),
  category: text<string | null>('category according to the ontologies'),
  url: text('its address'),
  title: text('of the document'),
  language: text('of the document'),
  state: code({ novel: '', known: '', bare: 'nothing of its own to judge by' }, 'what it says that is new'),
  similarity: number<number | null>('Dice to the document it repeats; 0 where none is above the threshold'),
  like: text<string | null>('address of the document it repeats'),
  sentences: integer<number | null>('number of its sentences'),
  newSentences: integer<number | null>('how many are new; null if only whole pages were judged'),
  cluster: text<string | null>('name of the group of similar documents'),
  bytes: integer('size of the page as received'),
  fields: json<unknown>('of a record: name to value'),
  text: text(
    'text without boilerplate, one block per line; empty for a duplicate whose text is not kept (see `like`)',
  ),
};

export type ExportedForm = ExportRow<typeof FORMS>;
export type ExportedPage = ExportRow<typeof PAGES>;
export type ExportedSite = ExportRow<typeof SITES>;
export type HarvestedSubmission = ExportRow<typeof SUBMISSIONS>;
/** A record behind a form. */
export type HarvestedRecord = ExportRow<typeof RECORDS>;
/** The same thing on one site or several. */
export type HarvestedThing = ExportRow<typeof THINGS>;
/** The own page of a record. */
export type HarvestedDetail = ExportRow<typeof DETAILS>;
/** Says when runs found what a row tells. */
export type OverRuns = ExportRow<typeof OVER_RUNS>;
export type ExportedDocument = ExportRow<typeof DOCUMENTS>;

export const EXPORT_COLUMNS = {
  forms: FORMS,
  pages: PAGES,
  sites: SITES,
  submissions: SUBMISSIONS,
  records: RECORDS,
  things: THINGS,
  details: DETAILS,
  documents: DOCUMENTS,
} satisfies Readonly<Record<ExportKind, Columns>>;

/** A column of a table; its cells are no objects. */
export interface FlatColumn {
  readonly name: string;
  readonly type: CellType;
  /** Returns its value in a row of the export. */
  of(row: Readonly<Record<string, unknown>>): unknown;
}

/** Returns the columns of a kind; an export over several runs has three more. */
export const columnsOf = (kind: ExportKind, overRuns = false): Columns =>
  overRuns ? { ...EXPORT_COLUMNS[kind], ...OVER_RUNS } : EXPORT_COLUMNS[kind];

/** Returns the columns of CSV and Parquet: those of JSON lines, with a column for each member of an object. */
export const flatColumns = (kind: ExportKind, overRuns = false): readonly FlatColumn[] =>
  Object.entries(columnsOf(kind, overRuns)).flatMap(([name, { type, members }]) =>
    members === undefined
      ? [{ name, type, of: (row) => row[name] }]
      : Object.entries(members).map(([member, type]) => ({
          name: flatName(name, member),
          type,
          of: (row) => (row[name] as Readonly<Record<string, unknown>> | null | undefined)?.[member],
        })),
  );

/** Returns the name of the column of a member: `coverage` and `seen` give `coverageSeen`. */
export const flatName = (name: string, member: string): string =>
  `${name}${member.slice(0, 1).toUpperCase()}${member.slice(1)}`;

/** Formats the columns of a kind as a Markdown table. */
export function columnTable(kind: ExportKind): string {
  const rows = Object.entries<ExportColumn<unknown>>(EXPORT_COLUMNS[kind]).map(
    ([name, { type, about, members }]) => {
      const flat = Object.keys(members ?? {}).map((member) => `\`${flatName(name, member)}\``);
      const tables = flat.length === 0 ? '' : `. In CSV and Parquet ${flat.join(', ')}`;
      return `| \`${name}\` | ${type} | ${about}${tables} |`;
    },
  );
  return ['| column | type | what |', '|---|---|---|', ...rows].join('\n');
}
