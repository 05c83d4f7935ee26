import {
  type ChartLine,
  counted,
  html,
  htmlPage,
  lineChart,
  type Markup,
  PLAIN_STYLES,
  tableSection,
  wholeNumber,
} from '../../../reports/index.ts';

/** A cell that opens to what is behind its figure. */
export class OpenCell {
  readonly text: string;
  readonly lines: readonly string[];
  constructor(text: string, lines: readonly string[]) {
    this.text = text;
    this.lines = lines;
  }
  toString(): string {
    return this.text;
  }
}

type Cell = string | number | OpenCell;

/** Tables and line charts about the training of a classifier, in the order they are shown. */
export interface TrainingReport {
  readonly title: string;
  readonly lead: string;
  /** Lines below the lead. */
  readonly terms?: readonly string[];
  readonly charts: readonly {
    readonly title: string;
    readonly x: string;
    readonly y: string;
    readonly lines: readonly ChartLine[];
  }[];
  readonly tables: readonly {
    readonly title: string;
    readonly heads: readonly string[];
    readonly rows: readonly (readonly Cell[])[];
  }[];
  /** Says which class was taken for which. */
  readonly confusion?: {
    readonly title: string;
    readonly classes: readonly string[];
    /** `counts[actual][predicted]` */
    readonly counts: readonly (readonly number[])[];
  };
  /** Names of files beside the report. */
  readonly files?: readonly string[];
  /** Tables of what the figures can be cited and repeated by. */
  readonly citation?: TrainingReport['tables'];
  /** Footnotes: the papers that tables and charts follow. */
  readonly sources?: readonly string[];
  /** Misclassified samples, with a page to look at where there is one. */
  readonly errors: readonly {
    readonly url: string;
    readonly truth: string;
    readonly said: string;
    /** Holds what speaks for and against it. */
    readonly evidence?: string;
  }[];
}

/** One page, everything in it; needs no network and runs no script. */
export async function trainingReportHtml(report: TrainingReport): Promise<string> {
  const charts: Markup[] = [];
  for (const { title, x, y, lines } of report.charts) {
    const drawn = await lineChart(lines, { x, y });
    if (drawn !== undefined)
      charts.push(html`<figure><figcaption><h3>${title}</h3></figcaption>${drawn}</figure>`);
  }
  const tableOf = ({ title, heads, rows }: TrainingReport['tables'][number]): Markup =>
    html`${tableSection({ title, unit: ['row', 'rows'], heads, rows: rows.map((row) => row.map(cellText)) })}`;
  const errors = report.errors.map(({ url, truth, said, evidence = '' }) => [
    ...[linked(url), truth, said, evidence],
  ]);
  const files = (report.files ?? []).map((name, i) => html`${i > 0 && ' · '}<a href="${name}">${name}</a>`);
  const body = html`<header><h1>${report.title}</h1><p>${report.lead}</p>${(report.terms ?? []).map((line) => html`<p>${line}</p>`)}</header><main>
${files.length > 0 && html`<p class="note">Download: ${files}</p>`}
<div class="charts">${charts}</div>
${report.confusion && confusionMap(report.confusion)}
${
  errors.length > 0 &&
  tableSection({
    title: 'Misclassified forms',
    unit: ['form', 'forms'],
    note: `${counted(errors.length, 'form')}, the most certain first.${report.errors.every(({ url }) => isAddress(url)) ? '' : ' Rows without an address come from data that keeps none; --data with a folder of pages gives addresses.'}`,
    heads: ['Page', 'Actual', 'Predicted', 'Evidence'],
    rows: errors,
  })
}
${report.tables.map(tableOf)}
${(report.citation ?? []).map(tableOf)}
${(report.sources ?? []).map((source, i) => html`<p class="note source">${i === 0 ? '¹' : '²'} ${source}</p>`)}
</main>`;
  return htmlPage({ title: report.title, styles: PLAIN_STYLES, body });
}

/** Shades of a cell, by its share of the row. */
const SHADES = 5;

/** Actual classes down, predicted ones across; the darker a cell, the larger its share of the row. */
function confusionMap({ title, classes, counts }: NonNullable<TrainingReport['confusion']>): Markup {
  const rows = classes.map((name, i) => {
    const own = counts[i] ?? [];
    const all = own.reduce((sum, count) => sum + count, 0);
    const cells = own.map((count, at) => {
      const shade = count === 0 ? 0 : Math.max(1, Math.ceil((SHADES * count) / all));
      return html`<td class="n s${shade}${at === i ? ' hit' : ''}">${wholeNumber(count)}</td>`;
    });
    return html`<tr><th scope="row">${name}</th>${cells}<td class="n">${wholeNumber(all)}</td></tr>`;
  });
  return html`<h2>${title}</h2><p class="note">Rows: actual class. Columns: predicted class. The stronger the colour, the larger the share of the row.</p>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="confusion"><thead><tr><th scope="col">actual \\ predicted</th>${classes.map((name) => html`<th scope="col" class="n">${name}</th>`)}<th scope="col" class="n">all</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Tells whether a column holds figures alone, which stand to the right. */
export const isFigures = (rows: readonly (readonly Cell[])[], column: number): boolean =>
  rows.every((row) =>
    /^(?:–?|n too small \(\d+\)|\d+ of \d+|[\d.,]+(?: ± [\d.]+| \([\d.]+ ± [\d.]+\))?(?: ?(?:[kMG]?B|s|%))?)$/.test(
      String(row[column]),
    ),
  );

const isAddress = (url: string): boolean => /^https?:\/\//.test(url);

/** Large counts get their commas. */
function cellText(cell: Cell): string | number | Markup {
  if (!(cell instanceof OpenCell)) return Number.isInteger(cell) ? wholeNumber(Number(cell)) : cell;
  if (cell.lines.length === 0) return cell.text;
  return html`<details class="more"><summary>${cell.text}</summary>${cell.lines.map((line) => html`<p>${line}</p>`)}</details>`;
}

const linked = (url: string): Markup =>
  isAddress(url) ? html`<a href="${url}" rel="noreferrer">${url}</a>` : html`${url}`;
