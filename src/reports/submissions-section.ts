import { STATUS_CODES } from 'node:http';
import type { ValueSource } from '../submissions/index.ts';
import { recordsChart } from './charts.ts';
import { html, type Markup } from './html.ts';
import { tableSection } from './html-table.ts';
import { DETAIL_STATES, postQueryText, verdictText } from './reason-text.ts';
import { PAPER_SOURCES } from './sources.ts';
import { coverageText, type SubmissionReport } from './submission-report.ts';
import { shareText, shown, wholeNumber } from './words.ts';

/** Returns what was queried, how it was answered, and how much of the databases came back. */
export async function submissionsSection(report: SubmissionReport | undefined): Promise<Markup | undefined> {
  if (report === undefined) return undefined;
  const chart = await recordsChart(report);
  const figure =
    chart &&
    html`<section aria-label="New records"><div class="charts"><figure><figcaption><h3>New records by result pages</h3><p class="about">Records that were new to their form, by the number of result pages read of each form. A record that two forms return counts twice here; ${wholeNumber(report.distinct)} are distinct.</p></figcaption>${chart}</figure></div></section>`;
  return html`${databaseTable(report)}
${figure}
<section aria-label="Responses"><div class="pair">${[verdictTable(report), statusTable(report)].filter((table) => table !== undefined)}</div></section>
${rateTable(report)}
${sourceTable(report)}
${detailTable(report)}`;
}

/** 524 is Cloudflare's and in no standard. */
const DESCRIPTIONS: Readonly<Record<string, string | undefined>> = {
  ...STATUS_CODES,
  524: 'A Timeout Occurred',
};

const statusTable = ({ statuses }: SubmissionReport): Markup | undefined =>
  tableSection({
    title: 'Queries by HTTP status',
    unit: ['status', 'statuses'],
    heads: ['Method', 'HTTP status', 'Description', 'Queries'],
    rows: statuses.map(({ method, status, count }) => [
      ...[shown(method, 10), shown(status, 20), DESCRIPTIONS[status] ?? '', count],
    ]),
  });

const verdictTable = ({ verdicts }: SubmissionReport): Markup | undefined =>
  tableSection({
    title: 'Response classification',
    unit: ['class', 'classes'],
    heads: ['Outcome', 'Queries'],
    rows: verdicts.map(({ verdict, count }) => [shown(verdictText(verdict), 30), count]),
  });

const rateTable = ({ rates }: SubmissionReport): Markup | undefined =>
  tableSection({
    title: 'Query success rate',
    unit: ['domain', 'domains'],
    note: html`HTTP status 200 counts as success in the literature¹; here a query succeeds when its result page shows records. In brackets: 95 % interval. <span class="sub">¹ ${PAPER_SOURCES.kaur2021}, tables 5 and 6.</span>`,
    heads: ['Domain', 'Queries', 'HTTP 200', 'With records'],
    rows: rates.map(({ domain, submissions, ok, hits }) => [
      ...[shown(domain, 40), submissions, shareText(ok, submissions), shareText(hits, submissions)],
    ]),
  });

const SOURCES: Readonly<Record<ValueSource, string>> = {
  option: 'options of the form',
  'known-option': 'options of the form that other forms have too',
  'element-table': 'form element table',
  'domain-file': 'domain file',
  given: 'your values file',
  site: 'words from the site’s pages',
  page: 'words from the form’s page',
  common: 'very common words',
  answer: 'terms of earlier results',
  bound: 'limits of the control',
  date: 'dates near the day of the run',
  start: 'the page as loaded',
  any: 'default (“any”)',
  unset: 'left empty',
  probe: 'nonsense probe',
};

const sourceTable = ({ sources }: SubmissionReport): Markup | undefined =>
  tableSection({
    title: 'Sources of the values',
    unit: ['source', 'sources'],
    note: 'In brackets: 95 % interval.',
    heads: ['Source', 'Queries', 'With records', 'New records'],
    rows: sources.map(({ source, queries, hits, newRecords }) => [
      ...[SOURCES[source], queries, shareText(hits, queries), newRecords],
    ]),
  });

const databaseTable = ({ databases, asked }: SubmissionReport): Markup | undefined =>
  tableSection({
    title: 'Databases',
    unit: ['database', 'databases'],
    total: asked,
    command: 'fieldfare export forms',
    note: 'Coverage: distinct records seen of those in the database behind a form; the total is stated by the site, or estimated, with its 95 % interval in brackets.',
    heads: ['Site', 'Coverage', 'Queries', 'Post-query check', 'Stop reason'],
    rows: databases.map((row) => [
      ...[shown(row.site, 80), coverageText(row), row.submissions],
      ...[shown(postQueryText(row.postQuery), 20), shown(row.reason, 160)],
    ]),
  });

/** A sample of detail pages, held against the lists. */
function detailTable({ details }: SubmissionReport): Markup | undefined {
  const states = Object.entries(details.pages) as [keyof typeof DETAIL_STATES, number][];
  const { confirmed, differing, added } = details;
  return tableSection({
    title: 'Detail pages',
    unit: ['state', 'states'],
    note: `A sample. Fields of the result lists: ${wholeNumber(confirmed)} confirmed, ${wholeNumber(differing)} conflicting; ${wholeNumber(added)} additional fields stand on the detail pages only.`,
    heads: ['Detail page', 'Records'],
    rows: states.map(([state, count]) => [DETAIL_STATES[state], count]),
  });
}
