import { type Line, lineChart } from './charts.ts';
import { html, Markup } from './html.ts';
import { STYLES } from './styles.ts';

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
  readonly errors: readonly { readonly url: string; readonly truth: string; readonly said: string }[];
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
<div class="scroll"><table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`,
  );
  const errors = report.errors.map(
    ({ url, truth, said }) => html`<tr><td>${linked(url)}</td><td>${truth}</td><td>${said}</td></tr>`,
  );
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${report.title}</title><style>${new Markup(STYLES)}
figure { max-width: 44rem; margin: 2rem 0; } table { border-collapse: collapse; } td, th { padding: .25rem .7rem .25rem 0; text-align: left; } .scroll { overflow-x: auto; }</style></head>
<body><header><h1>${report.title}</h1><p>${report.lead}</p></header><main>
${charts}
${tables}
${errors.length > 0 && html`<h2>Misjudged forms</h2><table><thead><tr><th>page</th><th>truth</th><th>said</th></tr></thead><tbody>${errors}</tbody></table>`}
</main></body></html>
`.text;
}

const linked = (url: string): Markup =>
  /^https?:\/\//.test(url) ? html`<a href="${url}" rel="noreferrer">${url}</a>` : html`${url}`;
