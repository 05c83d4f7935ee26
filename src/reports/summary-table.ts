import { styleText } from 'node:util';
import { ENOUGH_CASES } from '../foundation/learning/index.ts';
import { siteStateText, verdictText } from './reason-text.ts';
import { harvestRate, type RunReport } from './run-report.ts';
import {
  cutPagesNote,
  domainsOf,
  ending,
  familiarNote,
  headline,
  leftNotes,
  notRenderedNote,
  obeyedNote,
  reachedSites,
  renderingRecall,
} from './run-words.ts';
import { coverageText, type DatabaseRow, type SubmissionReport } from './submission-report.ts';
import { byteSize, counted, duration, shortAddress, shown, wholeNumber } from './words.ts';

interface SummaryOptions {
  /** Columns of the terminal (default 100, at least 40). */
  readonly width?: number;
  /** Default false. */
  readonly colour?: boolean;
}

interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  readonly right?: boolean;
  /** May be cut to make the table fit. */
  readonly elastic?: boolean;
  /** Left out on terminals narrower than this. */
  readonly from?: number;
}

const ROWS = 10;
const GAP = 2;
const SHORTEST = 8;

/** Returns what a run found, for a terminal: plain text, aligned, no line longer than the terminal is wide. */
export function summaryTable(report: RunReport, options: SummaryOptions = {}): string {
  const width = Math.max(40, options.width ?? 100);
  const bold = (text: string) => (options.colour ? styleText('bold', text, { validateStream: false }) : text);
  const dim = (text: string) => (options.colour ? styleText('dim', text, { validateStream: false }) : text);
  const { run, sites, searchableForms, totals } = report;
  const title = `Run ${run.id}: ${[...(run.from === null ? [...run.domains, run.web, run.strategy] : [run.from, run.web])].map((word) => shown(word, 60)).join(' · ')}`;
  const lines = [
    ...leftNotes(report.crawl?.left)
      .flatMap((note) => wrapped(note, width))
      .map(bold),
    bold(cut(title, width)),
    ...wrapped(headline(report), width),
    dim(cut(`${ending(report)} after ${duration(run.seconds)}${resumedOf(run.resumed)}`, width)),
    '',
    ...totalLines(report, width),
  ];
  const block = (head: string, table: readonly string[], more: string) => {
    const [heads, ...rows] = table;
    if (rows.length > 0)
      lines.push('', bold(head), dim(heads ?? ''), ...rows, ...(more === '' ? [] : [dim(more)]));
  };
  block(
    'Search forms',
    tableLines(searchableForms.slice(0, ROWS), FORM_COLUMNS, width),
    more(totals.searchable, searchableForms),
  );
  const databases = report.submissions?.databases.filter(({ sizeKind }) => sizeKind !== null) ?? [];
  block(
    'Databases',
    tableLines(databases.slice(0, ROWS), DATABASE_COLUMNS, width),
    more(databases.length, databases),
  );
  block('Sites', tableLines(sites.slice(0, ROWS), SITE_COLUMNS, width), more(totals.sites, sites));
  if (report.practice !== undefined && report.practice.length > 0) {
    const labels = report.practice.map(({ label }) => shown(label, 80));
    const widest = Math.min(Math.max(...labels.map(lengthOf)), width - 24);
    const rows = report.practice.map(
      ({ value }, i) => `  ${fitted(labels[i] ?? '', widest, false)}  ${shown(String(value), 40)}`,
    );
    lines.push('', bold('Ground truth of the practice web'), ...rows.map((row) => cut(row, width)));
  }
  return `${lines.join('\n')}\n`;
}

const FORM_COLUMNS: readonly Column<RunReport['searchableForms'][number]>[] = [
  { head: 'site', cell: ({ site }) => site, elastic: true },
  { head: 'domain', cell: ({ domain }) => domain ?? '–' },
  { head: 'action', cell: ({ action, site }) => shortAddress(action, site), elastic: true, from: 80 },
  { head: 'method', cell: ({ method }) => method.toUpperCase(), from: 70 },
  { head: 'fields', cell: ({ controls }) => controls, elastic: true, from: 60 },
  { head: 'score', cell: ({ score }) => score.toFixed(2), right: true },
  { head: 'pages', cell: ({ sightings }) => wholeNumber(sightings), right: true, from: 70 },
];

const DATABASE_COLUMNS: readonly Column<DatabaseRow>[] = [
  { head: 'site', cell: ({ site }) => site, elastic: true },
  { head: 'form', cell: ({ formId }) => formId.slice(0, 8), from: 80 },
  { head: 'queries', cell: ({ submissions }) => wholeNumber(submissions), right: true },
  { head: 'records', cell: ({ records }) => wholeNumber(records), right: true },
  { head: 'coverage', cell: (row) => coverageText(row), elastic: true },
];

const SITE_COLUMNS: readonly Column<RunReport['sites'][number]>[] = [
  { head: 'site', cell: ({ site }) => site, elastic: true },
  { head: 'domain', cell: ({ domain }) => domain ?? '–' },
  { head: 'similarity', cell: ({ similarity }) => similarity?.toFixed(2) ?? '–', right: true, from: 60 },
  { head: 'pages', cell: ({ pages }) => wholeNumber(pages), right: true },
  { head: 'forms', cell: ({ forms }) => wholeNumber(forms), right: true },
  { head: 'searchable', cell: ({ searchable }) => wholeNumber(searchable), right: true },
  { head: 'status', cell: ({ status }) => siteStateText(status), from: 80 },
];

function totalLines({ run, totals, crawl, submissions }: RunReport, width: number): string[] {
  const { pages, rendered, failed, skipped, forms, searchable, relevant, requests, bytes } = totals;
  const rows: [string, string, string][] = [
    [
      'Pages',
      wholeNumber(pages),
      `${wholeNumber(rendered)} in a browser, ${wholeNumber(failed)} failed, ${wholeNumber(skipped)} skipped`,
    ],
    ['Sites', wholeNumber(totals.searchableSites), `with search forms; ${reachedSites(totals)}`],
    ['Forms', wholeNumber(forms), ''],
    [
      'Search forms',
      wholeNumber(searchable),
      run.domains.length === 0 ? '' : `${wholeNumber(relevant)} about ${domainsOf(run)}`,
    ],
    pages < ENOUGH_CASES
      ? ['Harvest rate', '', `search forms per page crawled: ${harvestRate(totals)}`]
      : ['Harvest rate', harvestRate(totals), 'search forms per page crawled'],
    ...submissionRows(submissions),
    ['Traffic', byteSize(bytes), counted(requests, 'request')],
    ...crawlRows(crawl, run.id),
  ];
  const widest = Math.max(...rows.map(([, value]) => value.length));
  return rows.flatMap(([label, value, note]) => {
    const head = `  ${label.padEnd(13)} ${value.padStart(widest)}  `;
    const room = Math.max(SHORTEST, width - head.length);
    return wrapped(note, room).map((line, i) =>
      cut(`${i === 0 ? head : ' '.repeat(head.length)}${line}`.trimEnd(), width),
    );
  });
}

/** Returns what the forms brought, and the queries and result pages that it took. */
function submissionRows(submissions: SubmissionReport | undefined): [string, string, string][] {
  if (submissions === undefined) return [];
  const sent = submissions.verdicts.reduce((sum, { count }) => sum + count, 0);
  const said = submissions.verdicts.map(
    ({ verdict, count }) => `${wholeNumber(count)} ${verdictText(verdict)}`,
  );
  const { distinct, answering, resultPages } = submissions;
  return [
    ['Records', wholeNumber(distinct), `distinct, from ${counted(answering, 'form')}`],
    ['Queries', wholeNumber(sent), said.join(', ')],
    ['Result pages', wholeNumber(resultPages), 'paging and probes included'],
  ];
}

/** Only what a reader should know: how sure the gate is, who kept us out, which traps were avoided. */
function crawlRows(crawl: RunReport['crawl'], runId: number): [string, string, string][] {
  if (crawl === undefined) return [];
  const rows: [string, string, string][] = [];
  const { audit, blocked, cut, notRendered, parked, rules, obeyed } = crawl;
  const recall = renderingRecall(audit);
  if (recall !== undefined) rows.push(['Recall', '', `of rendering: ${recall}`]);
  if (cut > 0) rows.push(['Cut', wholeNumber(cut), cutPagesNote(cut)]);
  if (notRendered > 0) rows.push(['Not rendered', wholeNumber(notRendered), notRenderedNote(notRendered)]);
  const familiar = familiarNote(audit.familiar);
  if (familiar !== undefined)
    rows.push(['Known scripts', wholeNumber(audit.familiar.unseen + audit.familiar.audited), familiar]);
  if (blocked.length > 0) rows.push(['Blocked', wholeNumber(blocked.length), blockedNote(blocked)]);
  if (parked.length > 0) {
    const named = parked.slice(0, 3).map(({ reason: host }) => shown(host, 40));
    const note = `hosts: ${named.join(', ')}${parked.length > 3 ? ', …' : ''}; --resume ${runId} tries them again`;
    rows.push(['Unreachable', wholeNumber(parked.length), note]);
  }
  const wishes = obeyedNote(obeyed);
  if (wishes !== undefined) rows.push(['Obeyed', '', wishes]);
  if (rules.length > 0) {
    const links = rules.reduce((sum, { count }) => sum + count, 0);
    const named = rules.slice(0, 4).map(({ rule, count }) => `${rule} ${wholeNumber(count)}`);
    rows.push([
      'Not followed',
      wholeNumber(links),
      `links: ${named.join(', ')}${rules.length > 4 ? ', …' : ''}`,
    ]);
  }
  return rows;
}

const blockedNote = (blocked: readonly { readonly site: string; readonly says: string }[]): string =>
  `sites that block us: ${blocked
    .slice(0, 3)
    .map(({ site, says }) => `${shown(site, 40)} ${shown(says, 60)}`)
    .join('; ')}${blocked.length > 3 ? '; …' : ''}`;

function tableLines<Row>(rows: readonly Row[], allColumns: readonly Column<Row>[], width: number): string[] {
  const columns = allColumns.filter(({ from }) => from === undefined || width >= from);
  const cells = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ cell }) => shown(cell(row), 120))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => lengthOf(line[i] ?? ''))));
  const elastic = columns.flatMap(({ elastic }, i) => (elastic ? [i] : []));
  let excess = 2 + widths.reduce((sum, w) => sum + w + GAP, -GAP) - width;
  while (excess > 0) {
    const widest = elastic.reduce(
      (best, i) => ((widths[i] ?? 0) > (widths[best] ?? 0) ? i : best),
      elastic[0] ?? 0,
    );
    if ((widths[widest] ?? 0) <= SHORTEST) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess--;
  }
  return cells.map((line) => {
    const padded = line.map((text, i) => fitted(text, widths[i] ?? 0, columns[i]?.right === true));
    return cut(`  ${padded.join(' '.repeat(GAP))}`.trimEnd(), width);
  });
}

function more(total: number, rows: readonly unknown[]): string {
  const hidden = total - Math.min(ROWS, rows.length);
  return hidden > 0 ? `  and ${wholeNumber(hidden)} more` : '';
}

function resumedOf(times: number): string {
  return times === 0 ? '' : times === 1 ? ', resumed once' : `, resumed ${times} times`;
}

const lengthOf = (text: string): number => [...text].length;

function cut(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`;
}

function fitted(text: string, width: number, right: boolean): string {
  const short = cut(text, width);
  const space = ' '.repeat(width - lengthOf(short));
  return right ? space + short : short + space;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && lengthOf(last) + 1 + lengthOf(word) > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => cut(line, width));
}
