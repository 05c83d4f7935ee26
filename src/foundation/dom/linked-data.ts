/** Reads linked data of a page: JSON-LD, microdata, and the properties of its meta elements (Open Graph). */

import { elementsOf, isElement, type TreeDocument, type TreeElement, type TreeNode, textOf } from './tree.ts';

/** A described item: a book, an offer, a search action. */
export interface LinkedItem {
  /** Last part of each type's name: `Book` of `https://schema.org/Book`. */
  readonly types: readonly string[];
  /** By the last part of each property's name. */
  readonly properties: ReadonlyMap<string, readonly LinkedValue[]>;
}

export type LinkedValue = string | LinkedItem;

interface LinkedData {
  /** Top-level items in document order; nested items are among their properties. */
  readonly items: readonly LinkedItem[];
  /** Contents of meta elements by their property (`og:title`, `product:price:amount`), in lower case. */
  readonly meta: ReadonlyMap<string, readonly string[]>;
}

const MAX_SCRIPTS = 20;
const MAX_JSON = 500_000;
const MAX_ITEMS = 2_000;
const MAX_DEPTH = 8;
const MAX_VALUES = 50;
const MAX_TEXT = 2_000;
const MAX_META = 200;

/** Reads the linked data of a page, in linear time; at most 2,000 items, eight levels, 50 values a property. */
export function linkedDataOf(document: TreeDocument): LinkedData {
  const budget = { items: MAX_ITEMS };
  const items: LinkedItem[] = [];
  const meta = new Map<string, string[]>();
  let scripts = 0;
  for (const { tag, attributes, children } of elementsOf(document.root, false)) {
    if (tag === 'script' && isLinkedData(attributes.type) && ++scripts <= MAX_SCRIPTS)
      items.push(...itemsOfJson(children, budget));
    else if (tag === 'meta') addMeta(attributes, meta);
  }
  items.push(...microdataOf(document, budget));
  return { items, meta };
}

/** Yields items and their nested items, each once. */
export function* itemsWithin(items: readonly LinkedItem[]): Generator<LinkedItem> {
  const seen = new Set<LinkedItem>(items);
  for (const item of seen) {
    yield item;
    for (const values of item.properties.values())
      for (const value of values) if (typeof value !== 'string') seen.add(value);
  }
}

const isLinkedData = (type: string | undefined): boolean =>
  /^\s*application\/ld\+json\s*(?:;|$)/i.test(type ?? '');

/** `https://schema.org/name`, `schema:name` and `name` are one. */
const lastPart = (name: string): string => name.slice(0, MAX_TEXT).replace(/^.*[/#:]/s, '');

interface Budget {
  items: number;
}

interface JsonItem {
  readonly types: readonly string[];
  readonly properties: Map<string, LinkedValue[]>;
}

function itemsOfJson(children: readonly TreeNode[], budget: Budget): LinkedItem[] {
  const code = children.filter((child) => !isElement(child)).join('');
  if (code.length > MAX_JSON) return [];
  try {
    return itemsIn(JSON.parse(withoutComment(code)) as unknown, budget);
  } catch {
    return [];
  }
}

/** Removes the comment that hides a script from very old browsers. */
const withoutComment = (code: string): string =>
  code.replace(/^\s*(?:\/\/\s*)?(?:<!--|<!\[CDATA\[)/, '').replace(/(?:\/\/\s*)?(?:-->|\]\]>)\s*$/, '');

/** Reads the items at the top and in `@graph`; resolves references (`@id`). */
function itemsIn(parsed: unknown, budget: Budget): LinkedItem[] {
  const byId = new Map<string, JsonItem>();
  const references: { readonly values: LinkedValue[]; readonly at: number; readonly id: string }[] = [];
  const top: LinkedItem[] = [];

  const itemOf = (node: Record<string, unknown>, depth: number): JsonItem => {
    budget.items--;
    const types = listOf(node['@type']).filter((type) => typeof type === 'string');
    const item: JsonItem = { types: types.map(lastPart), properties: new Map() };
    const id = node['@id'];
    if (typeof id === 'string' && !byId.has(id) && Object.keys(node).length > 1) byId.set(id, item);
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('@')) continue;
      const name = lastPart(key);
      const values = item.properties.get(name) ?? [];
      for (const one of listOf(value).slice(0, MAX_VALUES)) add(values, one, depth);
      if (values.length > 0) item.properties.set(name, values);
    }
    return item;
  };
  const add = (values: LinkedValue[], value: unknown, depth: number): void => {
    if (typeof value === 'string') values.push(value.slice(0, MAX_TEXT));
    else if (typeof value === 'number' || typeof value === 'boolean') values.push(String(value));
    else if (isObject(value)) {
      const literal = value['@value'];
      if (literal !== undefined) add(values, typeof literal === 'object' ? undefined : literal, depth);
      else if (depth < MAX_DEPTH && budget.items > 0) {
        const id = value['@id'];
        if (typeof id === 'string' && Object.keys(value).length === 1)
          references.push({ values, at: values.length, id });
        values.push(itemOf(value, depth + 1));
      }
    }
  };
  for (const node of listOf(parsed).slice(0, MAX_ITEMS)) {
    if (!isObject(node) || budget.items <= 0) continue;
    const graph = listOf(node['@graph']).filter(isObject).slice(0, MAX_ITEMS);
    if (graph.length === 0 || node['@type'] !== undefined) top.push(itemOf(node, 0));
    for (const one of graph) if (budget.items > 0) top.push(itemOf(one, 0));
  }
  for (const { values, at, id } of references) {
    const named = byId.get(id);
    if (named !== undefined) values[at] = named;
  }
  return top;
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function addMeta(attributes: TreeElement['attributes'], meta: Map<string, string[]>): void {
  const { property, name, content } = attributes;
  const key = (property ?? (name?.includes(':') === true ? name : '')).trim().toLowerCase();
  if (key === '' || content === undefined || key.length > 100) return;
  const values = meta.get(key) ?? [];
  if (values.length >= MAX_VALUES || meta.size > MAX_META) return;
  meta.set(key, [...values, content.trim().slice(0, MAX_TEXT)]);
}

/** Reads microdata by the HTML standard, without `itemref`. */
function microdataOf(document: TreeDocument, budget: Budget): LinkedItem[] {
  const top: LinkedItem[] = [];
  const stack: { readonly nodes: readonly TreeNode[]; at: number; readonly item: JsonItem | undefined }[] = [
    { nodes: [document.root], at: 0, item: undefined },
  ];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) stack.pop();
    if (node === undefined || !isElement(node)) continue;
    const { itemprop, itemscope, itemtype = '' } = node.attributes;
    let { item } = level;
    if (itemscope !== undefined && budget.items > 0) {
      budget.items--;
      item = {
        types: itemtype.split(/\s+/).filter(Boolean).slice(0, 10).map(lastPart),
        properties: new Map(),
      };
      if (itemprop === undefined || level.item === undefined) top.push(item);
    }
    if (itemprop !== undefined && level.item !== undefined) {
      const value = itemscope !== undefined && item !== undefined ? item : contentOf(node, document.baseUrl);
      for (const name of itemprop.split(/\s+/).filter(Boolean).slice(0, 10)) {
        const values = level.item.properties.get(lastPart(name)) ?? [];
        if (values.length < MAX_VALUES) values.push(value);
        level.item.properties.set(lastPart(name), values);
      }
    }
    if (node.children.length > 0) stack.push({ nodes: node.children, at: 0, item });
  }
  return top;
}

function contentOf(element: TreeElement, baseUrl: string): string {
  const { tag, attributes } = element;
  const { content, datetime, value, href, src } = attributes;
  if (content !== undefined) return content.slice(0, MAX_TEXT);
  if (tag === 'time' && datetime !== undefined) return datetime.slice(0, MAX_TEXT);
  if ((tag === 'data' || tag === 'meter') && value !== undefined) return value.slice(0, MAX_TEXT);
  const address = tag === 'a' || tag === 'link' || tag === 'area' ? href : tag === 'img' ? src : undefined;
  if (address !== undefined && address.length <= MAX_TEXT)
    return URL.parse(address, baseUrl)?.href ?? address;
  return textOf(element, MAX_TEXT);
}
