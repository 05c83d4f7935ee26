import { STATUS_CODES } from 'node:http';
import { recordsChart } from './charts.ts';
import type { ValueSource } from '../submissions/index.ts';
import { html, type Markup } from './html.ts';
import { coverageText, type DatabaseRow, type SubmissionReport } from './submission-report.ts';
import { shown, wholeNumber } from './words.ts';

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;

/** What was asked, how it was answered, and how much of the databases came back. */
export async function submissionsSection(report: SubmissionReport | undefined): Promise<Markup | undefined> {
  if (report === undefined) return undefined;
  const chart = await recordsChart(report);
  const figure =
    chart &&
    html`<section aria-label="New records"><div class="charts"><figure><figcaption><h3>New records</h3><p class="about">Of the ${wholeNumber(report.distinct)} distinct records, and of those that two forms of a site show: new to their form, over the answers read of each form.</p></figcaption>${chart}</figure></div></section>`;
  return html`<section aria-label="What the forms answered"><div class="pair">${[statusTable(report), verdictTable(report)]}</div></section>
${rateTable(report)}
${sourceTable(report)}
${figure}
${databaseTable(report)}
${detailTable(report)}`;
}

/** 524 is Cloudflare's and in no standard. */
const DESCRIPTIONS: Readonly<Record<string, string | undefined>> = {
  ...STATUS_CODES,
  524: 'A Timeout Occurred',
};

const statusTable = ({ statuses }: SubmissionReport): Markup => html`<section><h2>Submissions by status</h2>
<table><thead><tr><th scope="col">Method</th><th scope="col">HTTP status</th><th scope="col">Description</th><th scope="col" class="n">Submissions</th></tr></thead>
<tbody>${statuses.map(({ method, status, count }) => html`<tr><td class="c">${shown(method, 10)}</td><td class="c">${shown(status, 20)}</td><td class="w">${DESCRIPTIONS[status] ?? ''}</td><td class="n">${wholeNumber(count)}</td></tr>`)}</tbody></table></section>`;

const verdictTable = ({
  verdicts,
}: SubmissionReport): Markup => html`<section><h2>What the forms answered</h2>
<table><thead><tr><th scope="col">What the answer was</th><th scope="col" class="n">Submissions</th></tr></thead>
<tbody>${verdicts.map(({ verdict, count }) => html`<tr><td class="c">${shown(verdict, 30)}</td><td class="n">${wholeNumber(count)}</td></tr>`)}</tbody></table></section>`;

const rateTable = ({ rates }: SubmissionReport): Markup => html`<section><h2>Harvest rate of submissions</h2>
<p class="note">Status 200 is success in paper 004; a verified hidden page shows records.</p>
<table><thead><tr><th scope="col">Domain</th><th scope="col" class="n">Submissions</th><th scope="col" class="n">Status 200</th><th scope="col" class="n">With records</th></tr></thead>
<tbody>${rates.map(({ domain, submissions, ok, hits }) => html`<tr><td class="c">${shown(domain, 40)}</td><td class="n">${wholeNumber(submissions)}</td><td class="n">${percent(ok, submissions)}</td><td class="n">${percent(hits, submissions)}</td></tr>`)}</tbody></table></section>`;

const SOURCES: Readonly<Record<ValueSource, string>> = {
  option: 'choices of the form',
  'known-option': 'choices of the form that the form element table knows from elsewhere',
  'element-table': 'form element table',
  'domain-file': 'domain file',
  given: 'file of the user',
  site: 'words of the site’s pages',
  page: 'words of the form’s page',
  common: 'words of nearly every text',
  answer: 'words of earlier answers',
  bound: 'limits of the control',
  date: 'dates near the day of the run',
  start: 'the page as it comes',
  any: '“any”',
  unset: 'left empty',
  probe: 'nonsense, to see what is denied',
};

const sourceTable = ({ sources }: SubmissionReport): Markup => html`<section><h2>Where values came from</h2>
<table><thead><tr><th scope="col">Source</th><th scope="col" class="n">Queries</th><th scope="col" class="n">With records</th><th scope="col" class="n">New records</th></tr></thead>
<tbody>${sources.map(({ source, queries, hits, newRecords }) => html`<tr><td class="w">${SOURCES[source]}</td><td class="n">${wholeNumber(queries)}</td><td class="n">${percent(hits, queries)}</td><td class="n">${wholeNumber(newRecords)}</td></tr>`)}</tbody></table></section>`;

function databaseTable({ databases, asked }: SubmissionReport): Markup {
  const cut =
    asked > databases.length &&
    html`<p class="note">The ${wholeNumber(databases.length)} largest of ${wholeNumber(asked)}.</p>`;
  return html`<section><h2>How much of each database was seen</h2>${cut}
<div class="scroll" tabindex="0" role="region" aria-label="Databases"><table>
<thead><tr><th scope="col">Site</th><th scope="col">Seen</th><th scope="col" class="n">Queries</th><th scope="col">By its answers</th><th scope="col">Why it ended</th></tr></thead>
<tbody>${databases.map(databaseRow)}</tbody></table></div></section>`;
}

const DETAIL_STATES = {
  read: 'read',
  other: 'does not name the record',
  gone: 'gone',
  refused: 'may not be asked for',
  failed: 'no page came',
} as const;

/** Pages of single records: a sample, held against the lists. */
function detailTable({ details }: SubmissionReport): Markup | false {
  const states = Object.entries(details.pages) as [keyof typeof DETAIL_STATES, number][];
  if (states.length === 0) return false;
  const { confirmed, differing, added } = details;
  return html`<section><h2>Pages of single records</h2>
<p class="note">A sample of the records that forms showed. Of the fields that their lists show, ${wholeNumber(confirmed)} stand on the record’s own page too and ${wholeNumber(differing)} are told otherwise there; ${wholeNumber(added)} more are told by the page alone.</p>
<table><thead><tr><th scope="col">Page</th><th scope="col" class="n">Records</th></tr></thead>
<tbody>${states.map(([state, count]) => html`<tr><td class="c">${DETAIL_STATES[state]}</td><td class="n">${wholeNumber(count)}</td></tr>`)}</tbody></table></section>`;
}

const databaseRow = (row: DatabaseRow): Markup =>
  html`<tr><td class="w">${shown(row.site, 80)}</td><td class="w">${coverageText(row)}</td><td class="n">${wholeNumber(row.submissions)}</td><td class="c">${shown(row.postQuery, 20)}</td><td class="w">${shown(row.reason, 160)}</td></tr>`;
