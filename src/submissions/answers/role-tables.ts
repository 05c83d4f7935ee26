import { isElement, type TreeElement, type TreeNode } from '../../foundation/dom/index.ts';

const TABLE = /^(?:grid|table|treegrid)$/;
const ROLES: readonly (readonly [RegExp, string])[] = [
  [TABLE, 'table'],
  [/^row$/, 'tr'],
  [/^columnheader$/, 'th'],
  [/^(?:gridcell|cell|rowheader)$/, 'td'],
];
const MAX_DEPTH = 40;

/** Returns an element that only its role makes a table with the tags of one, whatever it and its parts are; others as they are. */
export function asTable(element: TreeElement): TreeElement {
  const isTable = element.tag !== 'table' && TABLE.test(element.attributes.role ?? '');
  return isTable ? withTags(element, MAX_DEPTH) : element;
}

function withTags(element: TreeElement, depth: number): TreeElement {
  if (depth === 0 || element.tag === 'table') return element;
  const tag = ROLES.find(([role]) => role.test(element.attributes.role ?? ''))?.[1] ?? element.tag;
  const nodes = tag === 'tr' ? unwrapped(element, depth) : element.children;
  const children = nodes.map((node) => (isElement(node) ? withTags(node, depth - 1) : node));
  return { ...element, tag, children };
}

/** Children of a row, and those of the boxes in it that only arrange its cells. */
const unwrapped = ({ children }: TreeElement, depth: number): TreeNode[] =>
  children.flatMap((node) =>
    depth > 0 && isElement(node) && /^(?:presentation|none)$/.test(node.attributes.role ?? '')
      ? unwrapped(node, depth - 1)
      : node,
  );
