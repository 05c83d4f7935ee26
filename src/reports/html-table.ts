import { html, type Markup } from './html.ts';
import { counted, wholeNumber } from './words.ts';

/** A column of text, or of figures that stand to the right. */
type Head = string | { readonly figures: string };

interface TableParts {
  readonly title: string;
  readonly heads: readonly Head[];
  /** One `<tr>` each. */
  readonly rows: readonly Markup[];
  /** Holds what a row is, as `['site', 'sites']`. */
  readonly unit: readonly [one: string, many: string];
  /** Rows in all, where `rows` are the first of them only. */
  readonly total?: number;
  /** The command that lists all of them. */
  readonly command?: string;
  readonly note?: Markup | string | false;
  /** Holds what stands in place of a table without rows; without it, there is no section at all. */
  readonly empty?: string;
}

/** Rows that are open to view; the others are behind a line that counts them. */
const OPEN_ROWS = 20;
/** Fewer rows are not worth folding. */
const FOLDED_ROWS = 10;

/** A section with one table, in a box that scrolls by itself where a screen is narrow; what is cut or folded is counted. */
export function tableSection(parts: TableParts): Markup | undefined {
  const { title, rows, unit, total = rows.length, command, note, empty } = parts;
  if (rows.length === 0)
    return empty === undefined
      ? undefined
      : html`<section><h2>${title}</h2><p class="empty">${empty}</p></section>`;
  const lists = command !== undefined && html`; <code class="mono">${command}</code> lists all`;
  const cut =
    total > rows.length &&
    html`<p class="note">The first ${wholeNumber(rows.length)} of ${wholeNumber(total)} ${unit[1]}${lists}.</p>`;
  const open = rows.length < OPEN_ROWS + FOLDED_ROWS ? rows.length : OPEN_ROWS;
  const folded = rows.slice(open);
  return html`<section><h2>${title}</h2>${note !== undefined && note !== '' && note !== false && html`<p class="note">${note}</p>`}${cut}
${boxOf(parts, title, rows.slice(0, open))}
${
  folded.length > 0 &&
  html`<details class="more"><summary>${wholeNumber(open)} of ${counted(rows.length, ...unit)} shown; show the other ${wholeNumber(folded.length)}</summary>
${boxOf(parts, `${title}, continued`, folded)}</details>`
}</section>`;
}

const boxOf = ({ heads }: TableParts, label: string, rows: readonly Markup[]): Markup => {
  const cells = heads.map((head) =>
    typeof head === 'string'
      ? html`<th scope="col">${head}</th>`
      : html`<th scope="col" class="n">${head.figures}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${cells}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
};
