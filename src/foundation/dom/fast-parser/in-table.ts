import type { FastTreeBuilder, Mode } from './fast-tree.ts';
import { type End, endInBody, type Start, startInBody } from './in-body.ts';
import { unsupported } from './open-elements.ts';
import { IS, type Tag, tagOf } from './tags.ts';

const TBODY = tagOf('tbody');
const TR = tagOf('tr');
const COLGROUP = tagOf('colgroup');
const BORDERS = IS.root | IS.table;
/** Their end tags mean nothing in a table. */
const STRAY = new Set('body caption col colgroup html tbody td tfoot th thead tr'.split(' '));
/** Neither do these in a select. */
const OF_TABLE = new Set(['caption', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'td', 'th']);

const foster = (): never => unsupported('something in a table that stands in no cell');

const startInTable: Start = (tree, tag, attributes, selfClosing) => {
  const { open } = tree;
  if ((tag.is & IS.tablePart) !== 0) {
    open.clearTo(IS.table);
    if (tag.name === 'caption') open.mark();
    if ((tag.is & (IS.cell | IS.row)) !== 0) enter(tree, TBODY, 'table body');
    else if (tag.name === 'col') enter(tree, COLGROUP, 'column group');
    else {
      open.insert(tag, attributes);
      tree.mode =
        (tag.is & IS.section) !== 0 ? 'table body' : tag.name === 'caption' ? 'caption' : 'column group';
      return;
    }
    tree.start(tag, attributes, selfClosing);
  } else if (tag.name === 'table') {
    if (open.close('table', BORDERS)) {
      tree.resetMode();
      tree.start(tag, attributes, selfClosing);
    }
  } else if (tag.name === 'form') open.form ??= open.put(tag, attributes);
  else if (tag.name === 'input' && attributes.type?.toLowerCase() === 'hidden') open.put(tag, attributes);
  else if (tag.name === 'style' || tag.name === 'script') startInBody(tree, tag, attributes, selfClosing);
  else foster();
};

function enter(tree: FastTreeBuilder, tag: Tag, mode: Mode): void {
  tree.open.insert(tag);
  tree.mode = mode;
}

const endInTable: End = (tree, tag) => {
  if (tag.name === 'table') {
    if (tree.open.close('table', BORDERS)) tree.resetMode();
  } else if (tag.name === 'p' || tag.name === 'br') foster();
  else if (!STRAY.has(tag.name)) endInBody(tree, tag);
};

const startInSection: Start = (tree, tag, attributes, selfClosing) => {
  const { open } = tree;
  if ((tag.is & IS.row) !== 0) {
    open.clearTo(IS.section);
    open.insert(tag, attributes);
    tree.mode = 'row';
  } else if ((tag.is & IS.cell) !== 0) {
    open.clearTo(IS.section);
    enter(tree, TR, 'row');
    tree.start(tag, attributes, selfClosing);
  } else if ((tag.is & IS.tablePart) !== 0) {
    if (leaveSection(tree)) tree.start(tag, attributes, selfClosing);
  } else startInTable(tree, tag, attributes, selfClosing);
};

function leaveSection(tree: FastTreeBuilder): boolean {
  const { open } = tree;
  if (open.kindInScope(IS.section, BORDERS) < 0) return false;
  open.clearTo(IS.section);
  open.pop();
  tree.mode = 'table';
  return true;
}

const endInSection: End = (tree, tag) => {
  if ((tag.is & IS.section) !== 0) {
    if (tree.open.inScope(tag.name, BORDERS) >= 0) leaveSection(tree);
  } else if (tag.name === 'table') {
    if (leaveSection(tree)) tree.end(tag);
  } else endInTable(tree, tag);
};

const startInRow: Start = (tree, tag, attributes, selfClosing) => {
  const { open } = tree;
  if ((tag.is & IS.cell) !== 0) {
    open.clearTo(IS.row);
    open.insert(tag, attributes);
    tree.mode = 'cell';
    open.mark();
  } else if ((tag.is & IS.tablePart) !== 0) {
    if (leaveRow(tree)) tree.start(tag, attributes, selfClosing);
  } else startInTable(tree, tag, attributes, selfClosing);
};

function leaveRow(tree: FastTreeBuilder): boolean {
  const { open } = tree;
  if (open.inScope('tr', BORDERS) < 0) return false;
  open.clearTo(IS.row);
  open.pop();
  tree.mode = 'table body';
  return true;
}

const endInRow: End = (tree, tag) => {
  if (tag.name === 'tr') leaveRow(tree);
  else if (tag.name === 'table' || (tag.is & IS.section) !== 0) {
    if (leaveRow(tree)) tree.end(tag);
  } else endInTable(tree, tag);
};

function leaveCell(tree: FastTreeBuilder, depth: number): boolean {
  if (depth < 0) return false;
  tree.open.shorten(depth);
  tree.open.clearToMark();
  tree.mode = 'row';
  return true;
}

const leavingBy =
  (leave: (tree: FastTreeBuilder) => boolean): Start =>
  (tree, tag, attributes, selfClosing) => {
    if ((tag.is & IS.tablePart) === 0) startInBody(tree, tag, attributes, selfClosing);
    else if (leave(tree)) tree.start(tag, attributes, selfClosing);
  };

const startInCell = leavingBy((tree) => leaveCell(tree, tree.open.kindInScope(IS.cell, BORDERS)));

const endInCell: End = (tree, tag) => {
  const { open } = tree;
  if ((tag.is & IS.cell) !== 0) leaveCell(tree, open.inScope(tag.name, BORDERS));
  else if (tag.name === 'table' || (tag.is & (IS.section | IS.row)) !== 0) {
    if (open.inScope(tag.name, BORDERS) < 0) return;
    if (leaveCell(tree, open.kindInScope(IS.cell, BORDERS))) tree.end(tag);
  } else if (!STRAY.has(tag.name)) endInBody(tree, tag);
};

function leaveCaption(tree: FastTreeBuilder): boolean {
  const { open } = tree;
  if (!open.close('caption', BORDERS)) return false;
  open.clearToMark();
  tree.mode = 'table';
  return true;
}

const startInCaption = leavingBy(leaveCaption);

const endInCaption: End = (tree, tag) => {
  if (tag.name === 'caption') leaveCaption(tree);
  else if (tag.name === 'table') {
    if (leaveCaption(tree)) tree.end(tag);
  } else if (!STRAY.has(tag.name)) endInBody(tree, tag);
};

const startInColumns: Start = (tree, tag, attributes, selfClosing) => {
  if (tag.name === 'col') tree.open.put(tag, attributes);
  else if (tag.name === 'template') unsupported('<template>');
  else {
    leaveColumns(tree);
    tree.start(tag, attributes, selfClosing);
  }
};

const endInColumns: End = (tree, tag) => {
  if (tag.name === 'col' || tag.name === 'template') return;
  leaveColumns(tree);
  if (tag.name !== 'colgroup') tree.end(tag);
};

function leaveColumns(tree: FastTreeBuilder): void {
  tree.open.pop();
  tree.mode = 'table';
}

const startInSelect: Start = (tree, tag, attributes, selfClosing) => {
  const { open } = tree;
  const { name } = tag;
  if (name === 'option' || name === 'optgroup' || name === 'hr') {
    if (open.tag.name === 'option') open.pop();
    if (name !== 'option' && open.tag.name === 'optgroup') open.pop();
    if (name === 'hr') open.put(tag, attributes);
    else open.insert(tag, attributes);
  } else if (name === 'select' || name === 'input' || name === 'keygen' || name === 'textarea') {
    leaveSelect(tree);
    if (name !== 'select') tree.start(tag, attributes, selfClosing);
  } else if (name === 'script' || name === 'template') startInBody(tree, tag, attributes, selfClosing);
};

function leaveSelect(tree: FastTreeBuilder): void {
  tree.open.close('select', 0);
  tree.resetMode();
}

const endInSelect: End = (tree, { name }) => {
  const { open } = tree;
  if (name === 'optgroup') {
    if (open.tag.name === 'option' && open.tagAt(open.depth - 2)?.name === 'optgroup') open.pop();
    if (open.tag.name === 'optgroup') open.pop();
  } else if (name === 'option') {
    if (open.tag.name === 'option') open.pop();
  } else if (name === 'select') leaveSelect(tree);
};

/** Reads tags in tables and in selects, by the modes of the HTML standard (13.2.6.4.9–17). */
export const IN_TABLE: Readonly<Partial<Record<Mode, { readonly start: Start; readonly end: End }>>> = {
  table: { start: startInTable, end: endInTable },
  'table body': { start: startInSection, end: endInSection },
  row: { start: startInRow, end: endInRow },
  cell: { start: startInCell, end: endInCell },
  caption: { start: startInCaption, end: endInCaption },
  'column group': { start: startInColumns, end: endInColumns },
  select: { start: startInSelect, end: endInSelect },
  'select in table': {
    start(tree, tag, attributes, selfClosing) {
      if (!OF_TABLE.has(tag.name)) startInSelect(tree, tag, attributes, selfClosing);
      else {
        leaveSelect(tree);
        tree.start(tag, attributes, selfClosing);
      }
    },
    end(tree, tag) {
      if (!OF_TABLE.has(tag.name)) endInSelect(tree, tag);
      else if (tree.open.inScope(tag.name, BORDERS) >= 0) {
        leaveSelect(tree);
        tree.end(tag);
      }
    },
  },
};
