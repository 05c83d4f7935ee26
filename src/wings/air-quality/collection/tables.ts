import {
  elementsOf,
  isElement,
  type TreeDocument,
  type TreeElement,
  textOf,
} from '../../../foundation/dom/index.ts';

/** A table of a page: its head, and rows of as many cells. */
export interface HtmlTable {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const MAX_ROWS = 20_000;
const MAX_CELL = 300;

/** Reads the tables with a head, nested ones separately. */
export function tablesOf({ root }: TreeDocument): HtmlTable[] {
  const tables: HtmlTable[] = [];
  for (const element of elementsOf(root)) if (element.tag === 'table') tables.push(readTable(element));
  return tables.filter(({ head, rows }) => head.length > 1 && rows.length > 0);
}

function readTable(table: TreeElement): HtmlTable {
  const rows: string[][] = [];
  let caption = '';
  const walk = (element: TreeElement): void => {
    for (const child of element.children) {
      if (!isElement(child) || rows.length >= MAX_ROWS) continue;
      if (child.tag === 'caption') caption = textOf(child, MAX_CELL);
      else if (child.tag === 'tr') {
        const cells = child.children.filter(
          (cell): cell is TreeElement => isElement(cell) && (cell.tag === 'td' || cell.tag === 'th'),
        );
        rows.push(cells.map((cell) => textOf(cell, MAX_CELL)));
      } else if (child.tag !== 'table') walk(child);
    }
  };
  walk(table);
  const [head = [], ...body] = rows;
  return { caption, head, rows: body.filter((row) => row.length === head.length) };
}
