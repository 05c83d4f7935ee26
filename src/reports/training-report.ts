import { type Line, lineChart } from './charts.ts';
import { html, type Markup } from './html.ts';
import { htmlPage, PLAIN_STYLES } from './html-page.ts';

/** Tables and line charts about the training of a classifier, in the order they are shown. */
export interface TrainingReport {
  readonly title: string;
  readonly lead: string;
  readonly charts: readonly {
    readonly title: string;
    readonly x: string;
    readonly y: string;
    readonly lines: readonly Line[];
  }[];
  readonly tables: readonly {
    readonly title: string;
    readonly heads: readonly string[];
    readonly rows: readonly (readonly (string | number)[])[];
  }[];
  /** Misjudged samples, with a page to look at where there is one. */
  readonly errors: readonly {
    readonly url: string;
    readonly truth: string;
    readonly said: string;
    /** What speaks for and against it. */
    readonly evidence?: string;
  }[];
}

/** One page, everything in it; needs no network and runs no script. */
export async function trainingReportHtml(report: TrainingReport): Promise<string> {
  const charts: Markup[] = [];
  for (const { title, x, y, lines } of report.charts) {
    const drawn = await lineChart(lines, { x, y });
    if (drawn !== undefined) charts.push(html`<figure><figcaption>${title}</figcaption>${drawn}</figure>`);
  }
  const tables = report.tables.map(
    ({ title, heads, rows }) => html`<h2>${title}</h2>
<div class="scroll whole"><table><thead><tr>${heads.map((head, i) => html`<th class="${kindOf(rows, i)}">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class="${kindOf(rows, i)}">${cell}</td>`)}</tr>`)}</tbody></table></div>`,
  );
  const errors = report.errors.map(
    ({ url, truth, said, evidence = '' }) =>
      html`<tr><td>${linked(url)}</td><td>${truth}</td><td>${said}</td><td>${evidence}</td></tr>`,
  );
  const body = html`<header><h1>${report.title}</h1><p>${report.lead}</p></header><main>
<div class="charts">${charts}</div>
${tables}
${errors.length > 0 && html`<h2>Misjudged forms</h2><div class="scroll"><table><thead><tr><th>page</th><th>truth</th><th>said</th><th>evidence</th></tr></thead><tbody>${errors}</tbody></table></div>`}
</main>`;
  return htmlPage({ title: report.title, styles: PLAIN_STYLES, body });
}

/** Whether a column holds figures alone, which stand to the right. */
export const isFigures = (rows: readonly (readonly (string | number)[])[], column: number): boolean =>
  rows.every((row) => /^(?:–|[\d.,]+(?: ?(?:[kMG]?B|s|%))?)$/.test(String(row[column])));

const kindOf = (rows: readonly (readonly (string | number)[])[], column: number): string =>
  isFigures(rows, column) ? 'n' : 'w';

const linked = (url: string): Markup =>
  /^https?:\/\//.test(url) ? html`<a href="${url}" rel="noreferrer">${url}</a>` : html`${url}`;
