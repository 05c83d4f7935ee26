import { elementsOf, foldSpaces, isElement, type TreeElement, textOf } from '../../foundation/dom/index.ts';
import { wordsFor } from '../../foundation/language/index.ts';
import { wordLine } from '../../foundation/text/index.ts';
import type { Part } from './outline.ts';

/** What a row of a table is. `more` continues the record above it. */
type RowRole = 'head' | 'record' | 'group' | 'more' | 'note';

/** A row in the grid of its table. */
export interface GridRow {
  readonly role: RowRole;
  /** Head of the column of each of its cells. */
  readonly heads: ReadonlyMap<TreeElement, string>;
  /** Values that stand above the row, in cells that reach down to it and in the row of its group; and those of further columns that a cell spans. */
  readonly carried: readonly { readonly head: string; readonly value: string }[];
}

export type TableGrid = ReadonlyMap<TreeElement, GridRow>;

const MAX_ROWS = 5_000;
const MAX_COLUMNS = 200;
const MAX_HEAD = 40;
const MAX_CARRIED = 300;
/** Levels above a table in which its head stands. */
const MAX_ABOVE = 5;

const grids = new WeakMap<TreeElement, TableGrid>();

/**
 * Reads a table by its grid as HTML builds it, with cells that span rows and columns. Heads, groups, sums and
 * notes are told from records by the cells they span.
 */
export function gridOf(table: Part): TableGrid {
  const kept = grids.get(table.element);
  if (kept !== undefined) return kept;
  const grid = buildGrid(table);
  grids.set(table.element, grid);
  return grid;
}

interface Cell {
  readonly element: TreeElement;
  readonly column: number;
  readonly columns: number;
  /** The cell stands in a row above. */
  readonly above: boolean;
}

interface Row {
  readonly element: TreeElement;
  readonly section: string;
  readonly cells: readonly Cell[];
}

function buildGrid(table: Part): TableGrid {
  const rows = placedRows(table.element);
  const usual = usualCount(rows);
  const roles = rolesOf(rows, usual);
  const heads = rows.filter((_, i) => roles[i] === 'head');
  const names = columnNames(heads.length > 0 ? heads : headsBeside(table, usual));
  const grid = new Map<TreeElement, GridRow>();
  let group = '';
  rows.forEach(({ element, cells }, i) => {
    const role = roles[i] ?? 'record';
    if (role === 'group') group = wordsOf(cells);
    const own = cells.filter(({ above }) => !above);
    const heads = own.map((cell) => [cell.element, names[cell.column] ?? ''] as const);
    const reaching = cells.flatMap(({ element: cell, column, columns, above }) =>
      names
        .slice(column, column + columns)
        .flatMap((head, nth) =>
          (nth === 0 ? above : head !== '' && head !== names[column]) ? [{ head, value: wordsIn(cell) }] : [],
        ),
    );
    const carried = group === '' ? reaching : [...reaching, { head: '', value: group }];
    grid.set(element, { role, heads: new Map(heads), carried: carried.filter(({ value }) => value !== '') });
  });
  return grid;
}

/** Rows of a table of nothing but heads right before another, which scrolls below it and has as many columns. */
function headsBeside(table: Part, usual: number): Row[] {
  for (let at = table; at.parent !== undefined && at.depth > table.depth - MAX_ABOVE; at = at.parent) {
    const siblings = at.parent.element.children.filter(isElement);
    const from = Math.max(0, siblings.indexOf(at.element));
    const before = siblings.slice(0, from).findLast((node) => wordsIn(node) !== '');
    if (before === undefined) continue;
    const other = [...elementsOf(before)].find(({ tag }) => tag === 'table');
    const rows = (other === undefined ? [] : placedRows(other)).filter(({ cells }) => cells.some(hasText));
    return rows.every(isAllHeads) && usualCount(rows) === usual ? rows : [];
  }
  return [];
}

/** Places the cells of all rows, section by section: no cell reaches out of its section. */
function placedRows(table: TreeElement): Row[] {
  const rows: Row[] = [];
  const place = (section: string, elements: readonly TreeElement[]): void => {
    let open: { readonly cell: Cell; left: number }[] = [];
    for (const element of elements) {
      if (rows.length >= MAX_ROWS) return;
      const cells: Cell[] = open.map(({ cell }) => ({ ...cell, above: true }));
      for (const one of open) one.left--;
      open = open.filter(({ left }) => left > 0);
      let column = 0;
      for (const own of element.children) {
        if (!isElement(own) || !/^t[dh]$/.test(own.tag)) continue;
        const stated = Number(own.attributes['aria-colindex'] ?? 0);
        if (stated > column) column = stated - 1;
        while (cells.some((cell) => column >= cell.column && column < cell.column + cell.columns)) column++;
        const cell = {
          element: own,
          column,
          columns: spanOf(own.attributes.colspan, MAX_COLUMNS),
          above: false,
        };
        if (column >= MAX_COLUMNS) break;
        cells.push(cell);
        const down = spanOf(own.attributes.rowspan, MAX_ROWS);
        if (down > 1) open.push({ cell, left: down - 1 });
        column += cell.columns;
      }
      rows.push({ element, section, cells: cells.sort((a, b) => a.column - b.column) });
    }
  };
  // What only roles make a table has its rows at any depth.
  const direct = table.children.filter(isElement);
  const own = table.attributes.role === undefined ? /^t(?:r|head|body|foot)$/ : /^t(?:head|body|foot)$/;
  const isDeep = !direct.some(({ tag }) => own.test(tag));
  place(
    'table',
    (isDeep ? [...elementsOf(table, false)] : direct).filter(({ tag }) => tag === 'tr'),
  );
  for (const part of direct)
    if (/^t(?:head|body|foot)$/.test(part.tag))
      place(
        part.tag,
        part.children.filter(isElement).filter(({ tag }) => tag === 'tr'),
      );
  return rows;
}

function spanOf(value: string | undefined, most: number): number {
  const span = Number.parseInt(value ?? '1', 10);
  return span >= 1 ? Math.min(span, most) : 1;
}

const wordsIn = (element: TreeElement): string => foldSpaces(textOf(element, MAX_CARRIED)).trim();
const hasText = ({ element }: Cell): boolean => wordsIn(element) !== '';
const wordsOf = (cells: readonly Cell[]): string =>
  cells
    .map(({ element }) => wordsIn(element))
    .filter((text) => text !== '')
    .join(' ');

/** Number of cells that most rows have. */
function usualCount(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const usual = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
  // One record may stand between heads and notes.
  return rows.length < 4 ? Math.max(0, ...counts.keys()) : usual;
}

function rolesOf(rows: readonly Row[], usual: number): RowRole[] {
  const heads = headCount(rows, usual);
  const roles = rows.map((row, i): RowRole => {
    const isHead = row.section === 'thead' || (i < heads && usual > 1) || isAllHeads(row);
    if (isHead) return usual > 1 && (isOverAll(row, usual) || isPager(row)) ? 'note' : 'head';
    if (row.section === 'tfoot') return 'note';
    if (usual < 2) return 'record';
    const filled = row.cells.filter(hasText);
    if (filled.length === 0) return 'note';
    const spans = row.cells.some(({ columns, above }) => columns > 1 && !above);
    return spans && row.cells.length * 2 <= usual ? 'note' : 'record';
  });
  const records = roles.filter((role) => role === 'record').length;
  const wide = roles.filter((role) => role === 'note').length;
  const follow = records > 1 && wide * 4 >= records * 3 && roles.indexOf('record') < roles.indexOf('note');
  // A wide row after each record belongs to it; otherwise it is the head of the rows below, if any.
  return roles.map((role, i) => {
    const row = rows[i];
    if (role !== 'note' || row === undefined || row.section === 'tfoot') return role;
    if (row.cells.filter(hasText).length !== 1 || isPager(row)) return role;
    if (follow && roles[i - 1] === 'record') return 'more';
    return roles[i + 1] === 'record' ? 'group' : 'note';
  });
}

/** A row of one cell over all columns names none of them. */
const isOverAll = ({ cells }: Row, usual: number): boolean => {
  const [first, ...others] = cells.filter(hasText);
  return first !== undefined && others.length === 0 && !first.above && first.columns >= usual;
};

const [NEXT = [], BACK = []] = (['list/next', 'button/back'] as const).map((concept) =>
  wordsFor(concept).map((word) => wordLine(word.replaceAll('*', ''))),
);
const STEPS: ReadonlySet<string> = new Set([...NEXT, ...BACK]);

/** Numbers beside a link to the next or previous page, or beside the words for both. */
function isPager({ element, cells }: Row): boolean {
  const line = wordLine(wordsOf(cells).slice(0, MAX_CARRIED));
  const says = (words: readonly string[]): boolean => words.some((word) => line.includes(word));
  return (
    /\p{N}/u.test(line) &&
    ((says(NEXT) && says(BACK)) ||
      [...elementsOf(element)].some(
        (one) => /^(?:a|button)$/.test(one.tag) && STEPS.has(wordLine(wordsIn(one))),
      ))
  );
}

/** Rows of nothing but `th` are heads, wherever they stand. */
const isAllHeads = ({ cells }: Row): boolean =>
  cells.length > 0 && cells.every(({ element, above }) => element.tag === 'th' || above);

/** Number of first rows that are heads: all their words are bold, or of a class of heads, unlike those below. */
function headCount(rows: readonly Row[], usual: number): number {
  if (rows.some(({ section }) => section === 'thead') || rows.some(isAllHeads)) return 0;
  const marked = rows.findIndex(
    ({ cells }) => !cells.every((cell) => !hasText(cell) || isMarked(cell.element)),
  );
  const [first] = rows;
  const isHead = marked > 0 && marked <= 3 && (first?.cells.filter(hasText).length ?? 0) > 1;
  return isHead && rows.slice(0, marked).some(({ cells }) => cells.length >= usual) ? marked : 0;
}

const HEAD_CLASS = /(?:^|[\s_-])(?:head|header|heading|th|title|caption)/i;

function isMarked(cell: TreeElement): boolean {
  if (cell.tag === 'th' || HEAD_CLASS.test(cell.attributes.class ?? '')) return true;
  let [children, bold]: [typeof cell.children, boolean] = [cell.children, false];
  for (let depth = 0; depth < 5; depth++) {
    const filled = children.filter((child) =>
      isElement(child) ? wordsIn(child) !== '' : child.trim() !== '',
    );
    const [only] = filled;
    if (filled.length !== 1 || only === undefined || !isElement(only)) break;
    bold ||= /^(?:b|strong|th|h[1-6])$/.test(only.tag);
    children = only.children;
  }
  return bold;
}

/** Words of a head without the pictures beside them: one of a font of icons has a name as its text. */
function nameIn(head: TreeElement): string {
  const drawn = [...elementsOf(head)].filter(({ attributes }) => attributes['aria-hidden'] === 'true');
  const all = wordsIn(head);
  const name = drawn.reduce((text, one) => text.replace(wordsIn(one), ''), all).trim();
  return name === '' ? all : name;
}

/** A row of boxes that filter the columns has their buttons as its text. */
const isOfBoxes = ({ element, cells }: Row): boolean =>
  [...elementsOf(element)].filter(({ tag }) => /^(?:input|select)$/.test(tag)).length * 2 > cells.length;

/** Names of columns: the lowest head over a column, with the head above it if two columns are called the same. */
function columnNames(heads: readonly Row[]): string[] {
  const stacks: string[][] = [];
  const named = heads.filter((row) => !isOfBoxes(row));
  for (const { cells } of named.length > 0 ? named : heads)
    for (const cell of cells) {
      if (cell.above) continue;
      const text = nameIn(cell.element).slice(0, MAX_HEAD);
      for (let i = cell.column; text !== '' && i < cell.column + cell.columns; i++)
        stacks[i] = [...(stacks[i] ?? []), text];
    }
  const lowest = Array.from(stacks, (stack) => stack?.at(-1) ?? '');
  return lowest.map((name, i) => {
    const stack = stacks[i] ?? [];
    const shared = lowest.filter((other) => other === name).length > 1;
    return shared && stack.length > 1 ? stack.slice(-2).join(' ').slice(0, MAX_HEAD) : name;
  });
}
