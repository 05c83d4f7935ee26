import { type FormVerdict, fieldNamesOf, judgedMeanings, learnersDisagree } from '../../forms/index.ts';
import { csvOf } from '../../foundation/csv/index.ts';
import {
  type AddressRow,
  type LinkReason,
  type RenderCode,
  type RenderReason,
  reasonOf,
  type SiteReason,
  type Store,
  StoreError,
} from '../../storage/index.ts';
import { type PostQuery, postQueryOf, type StopReason } from '../../submissions/index.ts';
import { formBatches, type HarvestedForm } from '../read.ts';
import { harvestedRecords } from '../read-records.ts';
import { type AskedForm, answersByForm, askedForms, harvestedSubmissions } from '../read-submissions.ts';
import { harvestedDetails } from '../records/details.ts';
import { recordsOverRuns } from '../records/over-runs.ts';
import { harvestedThings } from '../records/things.ts';
import {
  type ExportedCoverage,
  type ExportedForm,
  type ExportedPage,
  type ExportedSite,
  type ExportKind,
  flatColumns,
} from './export-columns.ts';
import { exportedDocuments } from './export-documents.ts';
import { behind, type ExportRange, type ListQuery, rangesOf, selects } from './export-range.ts';
import { tableColumns } from './table-columns.ts';

/** Sites in memory at a time. */
const SITES = 500;

export type ExportFormat = 'jsonl' | 'csv';

/** Says how a table is written. */
export interface TableStyle {
  /** One column for each field of a record, or `fields` and `typed` as JSON text; CSV is `json` by default, Parquet `columns`. */
  readonly fields?: 'columns' | 'json' | undefined;
  /** CSV begins with the byte order mark by which Excel knows UTF-8. */
  readonly byteOrderMark?: boolean | undefined;
}

/** Says why a page was rendered or not, and what came of it. */
export interface RenderedPage {
  readonly reason: RenderReason;
  readonly renderedBy: string | null;
  /** It was rendered to see whether HTTP alone would have done. */
  readonly audited: boolean;
  /** It was to be rendered, and could not be. */
  readonly failed: boolean;
}

/** Makes sentences of the reasons that rows hold as codes. */
export interface ReasonWords {
  link(reason: LinkReason): string;
  site(reason: SiteReason): string;
  render(page: RenderedPage): string;
  stop(reason: StopReason): string;
  evidence(verdict: FormVerdict): readonly string[];
}

/** A run, or several whose records are told together. */
export type ExportedRuns = number | readonly number[];

/**
 * Yields the lines of an export with their line ends. Rows, their order and their ids depend only on what was found, not
 * on time or crawl order: two exhaustive harvests of the same web give the same bytes.
 */
export async function* exportLines(
  words: ReasonWords,
  store: Store,
  runs: ExportedRuns,
  kind: ExportKind,
  format: ExportFormat,
  range: ExportRange = {},
  { fields = 'json', byteOrderMark = false }: TableStyle = {},
): AsyncGenerator<string> {
  const overRuns = typeof runs !== 'number';
  const columns =
    fields === 'columns'
      ? await tableColumns(kind, overRuns, exportRows(words, store, runs, kind, range))
      : flatColumns(kind, overRuns);
  if (format === 'csv') yield `${byteOrderMark ? '\uFEFF' : ''}${csvOf([columns.map(({ name }) => name)])}`;
  for await (const row of foundRows(store, runs, kind, words, range)) {
    // An empty piece lets others have their turn.
    if (!selects(range, row)) yield '';
    else if (format === 'jsonl') yield `${JSON.stringify(row)}\n`;
    else yield csvOf([columns.map(({ of }) => of(row as Readonly<Record<string, unknown>>))]);
  }
}

/**
 * Yields the rows of an export, or those in a range, in its order.
 * @throws {StoreError} where several runs are given and the kind is neither records nor things
 */
export async function* exportRows(
  words: ReasonWords,
  store: Store,
  runs: ExportedRuns,
  kind: ExportKind,
  range: ExportRange = {},
): AsyncGenerator<object> {
  for await (const row of foundRows(store, runs, kind, words, range)) if (selects(range, row)) yield row;
}

function foundRows(
  store: Store,
  runs: ExportedRuns,
  kind: ExportKind,
  words: ReasonWords,
  range: ExportRange,
): AsyncGenerator<object> {
  if (typeof runs === 'number') return candidateRows(store, words, { run: runs, kind, range });
  if (kind === 'records') return recordsOverRuns(store, runs);
  if (kind === 'things') return harvestedThings(store, runs);
  throw new StoreError(`${kind} are exported of one run; only records and things of several`);
}

/** Yields the rows that the store finds for a range; `selects` says which of them are in it. */
export const candidateRows = (store: Store, words: ReasonWords, { run, kind, range }: ListQuery) =>
  ROWS[kind](store, run, words, range);

type Rows = (store: Store, runId: number, words: ReasonWords, range: ExportRange) => AsyncGenerator<object>;

const ROWS: Readonly<Record<ExportKind, Rows>> = {
  forms: formRows,
  pages: pageRows,
  sites: siteRows,
  submissions: (store, runId, _words, range) =>
    harvestedSubmissions(store, runId, rangesOf.submissions(range)),
  records: (store, runId, _words, range) => harvestedRecords(store, runId, rangesOf.records(range)),
  things: (store, runId, _words, { after }) => behind('things', after, harvestedThings(store, runId)),
  details: (store, runId, _words, { after }) => behind('details', after, harvestedDetails(store, runId)),
  documents: (store, runId, _words, range) => exportedDocuments(store, runId, rangesOf.documents(range)),
};

async function* formRows(
  store: Store,
  runId: number,
  words: ReasonWords,
  range: ExportRange,
): AsyncGenerator<ExportedForm> {
  for await (const forms of formBatches(store, runId, rangesOf.forms(range))) {
    const ids = forms.map(({ formId }) => formId);
    const answers = await answersByForm(store, runId, ids);
    const asked = new Map((await askedForms(store, runId, ids)).map((form) => [form.formId, form]));
    for (const form of forms) {
      const { verdict } = form;
      const before = verdict.kind === 'classified' ? verdict.score : undefined;
      const postQuery = postQueryOf(answers.get(form.formId) ?? {}, before);
      yield formRow(form, postQuery, asked.get(form.formId), words);
    }
  }
}

function formRow(
  { form, verdict, ...harvested }: HarvestedForm,
  postQuery: PostQuery,
  asked: AskedForm | undefined,
  words: ReasonWords,
): ExportedForm {
  const judged = judgedMeanings({ ...form, controls: harvested.controls });
  const names = fieldNamesOf(harvested.controls);
  return {
    formId: harvested.formId,
    site: harvested.site,
    page: harvested.page,
    depth: harvested.depth,
    action: form.action,
    method: form.method,
    enctype: form.enctype,
    where: form.where,
    controls: harvested.controls.map(({ name, type, label, options, visible, required, corrected }, i) => ({
      name,
      type,
      meaning: corrected ?? judged[i],
      ...(corrected && { judged: judged[i] }),
      ...(names[i] !== undefined && names[i] !== name && { field: names[i] }),
      label,
      options: options.map((option) => ({ value: option.value, label: option.label })),
      visible,
      required,
    })),
    submits: form.submits.map(({ type, label, name, value }) => ({ type, label, name, value })),
    searchable: harvested.searchable,
    type: harvested.type,
    score: verdict.kind === 'classified' ? rounded(verdict.score) : null,
    rule: verdict.kind === 'rejected' ? verdict.rule : null,
    evidence:
      verdict.kind === 'rejected'
        ? verdict.evidence
        : verdict.weightiest
            .map(({ feature, value, weight }) => `${feature}=${rounded(value)} (${rounded(weight)})`)
            .join('; '),
    evidenceText: words.evidence(verdict),
    svm: verdict.learners?.svm ?? null,
    knn: verdict.learners?.knn ?? null,
    neighbours: verdict.learners?.neighbours ?? [],
    learnersDisagree: verdict.learners ? learnersDisagree(verdict.learners) : null,
    postQuery: postQuery.kind,
    postQueryReason: postQuery.reason,
    scoreTogether: rounded(postQuery.searchable),
    outcome: asked?.outcome ?? 'not-queried',
    coverage: coverageOf(asked),
    stopCode: asked?.reason.code ?? null,
    stopDetail: asked?.reason.detail ?? null,
    stopReason: asked === undefined ? null : words.stop(asked.reason),
    renderedBy: harvested.renderedBy,
    domain: harvested.domain,
    domainScore: rounded(harvested.domainScore),
    sightings: harvested.sightings,
  };
}

function coverageOf(asked: AskedForm | undefined): ExportedCoverage {
  const roundedTotal = (value: number | null = null) => (value === null ? null : Math.round(value));
  const { coverage: state = 'unknown', records: seen = 0, size, low, high } = asked ?? {};
  return state === 'unknown'
    ? { state, seen, total: null, low: null, high: null }
    : { state, seen, total: roundedTotal(size), low: roundedTotal(low), high: roundedTotal(high) };
}

async function* pageRows(
  { figures }: Pick<Store, 'figures'>,
  runId: number,
  words: ReasonWords,
  range: ExportRange,
): AsyncGenerator<ExportedPage> {
  for await (const row of figures.addresses(runId, rangesOf.pages(range)))
    yield {
      url: row.url,
      site: row.site,
      depth: row.depth,
      state: row.state,
      reasonCode: row.reason_code,
      reason: row.reason_code && words.link(reasonOf(row.reason_code, row.reason_detail)),
      status: row.status,
      redirectTo: row.redirect_to,
      title: row.title,
      language: row.language,
      encoding: row.encoding,
      contentType: row.content_type,
      renderedBy: row.rendered_by,
      renderCode: row.render_code,
      renderReason: row.render_code && words.render(renderedPage(row.render_code, row)),
      domain: row.domain,
      similarity: row.similarity === null ? null : rounded(row.similarity),
      ...relevanceOf(row),
      cut: row.truncated === null ? null : row.truncated === 1,
    };
}

/** The sets of paper 001 that a page and the link to it are in. */
function relevanceOf(
  row: AddressRow,
): Pick<ExportedPage, 'mentions' | 'relevancy' | 'relevanceSet' | 'linkSet'> {
  const relevancy = row.relevancy === null ? null : rounded(row.relevancy);
  if (row.mentions === null || relevancy === null || row.rendered_by === 'none')
    return { mentions: null, relevancy, relevanceSet: null, linkSet: null };
  const relevant = row.mentions > 0;
  const fromRelevant = (row.parent_mentions ?? 0) > 0;
  return {
    mentions: row.mentions,
    relevancy,
    relevanceSet: relevant ? 'S1' : 'S2',
    linkSet: fromRelevant ? (relevant ? 'L1' : 'L2') : null,
  };
}

type RenderColumns = Pick<AddressRow, 'rendered_by' | 'render_detail' | 'render_ms' | 'audited'>;

const renderedPage = (
  code: RenderCode,
  { rendered_by, render_detail, render_ms, audited }: RenderColumns,
): RenderedPage => ({
  reason: reasonOf(code, render_detail),
  renderedBy: rendered_by,
  audited: audited === 1,
  failed: rendered_by === 'http' && render_ms !== null,
});

async function* siteRows(
  { figures }: Pick<Store, 'figures'>,
  runId: number,
  words: ReasonWords,
  range: ExportRange,
): AsyncGenerator<ExportedSite> {
  for await (const row of sitesBehind(figures, runId, rangesOf.sites(range)))
    yield {
      site: row.site,
      seed: row.seed === 1,
      state: row.state,
      domain: row.domain,
      similarity: row.similarity === null ? null : rounded(row.similarity),
      reasonCode: row.reason_code,
      reason: row.reason_code && words.site(reasonOf(row.reason_code, row.reason_detail)),
      linkingSites: row.linking_sites,
    };
}

async function* sitesBehind(figures: Store['figures'], runId: number, first: string) {
  for (let after = first; ; ) {
    const rows = await figures.sites(runId, { after, limit: SITES });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.site;
    yield* rows;
  }
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
