import {
  elementsOf,
  isElement,
  type TreeElement,
  type TreeNode,
  textOf,
} from '../../foundation/dom/index.ts';

const MARK = /(?:^|[\s_-])(?:pre)?(?:loading|loader|spinner|skeleton)|(?:Loading|Loader|Spinner)(?![a-z])/;
/** Characters of a notice that says no more than that the page is at work. */
const MAX_NOTICE = 80;
const MAX_ELEMENTS = 8;
const MIN_ITEMS = 3;
const MAX_SEARCHED = 2_000;

/**
 * Tells whether a hidden element holds a list that the page shows when its script has prepared it: beside it stands a notice
 * that the list is loading, or its parent is marked as busy. A hidden form or menu is none.
 */
export function isShownLater(element: TreeElement, siblings: readonly TreeNode[], index: number): boolean {
  if (element.hidden !== 'style' && element.hidden !== 'attribute') return false;
  const isBeside = [nearest(siblings, index, -1), nearest(siblings, index, 1)].some(
    (one) => one !== undefined && isLoadingNotice(one),
  );
  return isBeside && holdsList(element);
}

function nearest(siblings: readonly TreeNode[], index: number, step: -1 | 1): TreeElement | undefined {
  for (let i = index + step, left = 3; left > 0; i += step, left--) {
    const node = siblings[i];
    if (node !== undefined && isElement(node)) return node;
  }
  return undefined;
}

function isLoadingNotice(element: TreeElement): boolean {
  if (element.hidden !== undefined || textOf(element, MAX_NOTICE + 1).length > MAX_NOTICE) return false;
  return take(elementsOf(element), MAX_ELEMENTS).some(({ attributes }) =>
    MARK.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`),
  );
}

function holdsList(element: TreeElement): boolean {
  const counts = new Map<string, number>();
  for (const { tag } of take(elementsOf(element), MAX_SEARCHED)) {
    if (/^(?:form|input|select|nav|dialog)$/.test(tag)) return false;
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return ['tr', 'li', 'article', 'dt'].some((tag) => (counts.get(tag) ?? 0) >= MIN_ITEMS);
}

function take<T>(all: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  for (const one of all) {
    if (taken.length >= most) break;
    taken.push(one);
  }
  return taken;
}
