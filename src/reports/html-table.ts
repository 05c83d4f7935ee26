import { html, Markup } from './html.ts';
import { counted, wholeNumber } from './words.ts';

type Cells = readonly (Markup | string | number)[];
/** Cells under their heads; the class of a row, where it is unlike others. */
type Row = Cells | { readonly kind: string; readonly cells: Cells };

interface TableParts {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
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

function boxOf({ heads, rows: all }: TableParts, label: string, rows: readonly Row[]): Markup {
  const kinds = heads.map((_, i) => kindOf(all.map((row) => ('kind' in row ? row.cells : row)[i] ?? '')));
  const cellOf = (cell: Cells[number], i: number) =>
    html`<td class="${kinds[i] ?? 'w'}">${typeof cell === 'number' ? wholeNumber(cell) : cell}</td>`;
  const rowOf = (row: Row): Markup =>
    'kind' in row
      ? html`<tr class="${row.kind}">${row.cells.map(cellOf)}</tr>`
      : html`<tr>${row.map(cellOf)}</tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${heads.map((head, i) => html`<th scope="col" class="${kinds[i] ?? 'w'}">${head}</th>`)}</tr></thead>
<tbody>${rows.map(rowOf)}</tbody></table></div>`;
}

const FIGURE = /^(?:–|n too small|[₹.\d])/;
/** Cells of so many characters stay on one line. */
const SHORT = 24;

/** Figures stand to the right, other short texts on one line; the small print of a cell does not count. */
function kindOf(cells: Cells): 'n' | 'c' | 'w' {
  const texts = cells.map((cell) => {
    const [text = ''] = (cell instanceof Markup ? cell.text : String(cell)).split('<span class="mark', 1);
    return cell instanceof Markup ? text.replace(/<[^<>]*>/g, '') : text;
  });
  if (texts.some(({ length }) => length > SHORT)) return 'w';
  return texts.every((text) => text === '' || FIGURE.test(text)) ? 'n' : 'c';
}
