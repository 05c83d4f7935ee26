/** Reads linked data of a page: JSON-LD, microdata, RDFa, and its meta elements (Open Graph, Dublin Core, citations). */

import { decodeText } from './fast-parser/references.ts';
import { readLenientJson } from './lenient-json.ts';
import { lastPart, markedItems } from './marked-items.ts';
import { elementsOf, isElement, type TreeDocument, type TreeElement, type TreeNode } from './tree.ts';

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
  /** Contents of meta elements by their property or name (`og:title`, `citation_author`), in lower case. */
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
  const parsed: unknown[] = [];
  const meta = new Map<string, string[]>();
  let scripts = 0;
  for (const { tag, attributes, children } of elementsOf(document.root, false)) {
    if (tag === 'script' && isLinkedData(attributes.type) && ++scripts <= MAX_SCRIPTS)
      parsed.push(...valuesOf(children));
    else if (tag === 'meta') addMeta(attributes, meta);
  }
  const items = itemsIn(parsed, budget);
  return { items: [...items, ...markedItems(document, budget)], meta };
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

export interface ItemBudget {
  items: number;
}

export interface ItemUnderWay {
  readonly types: readonly string[];
  readonly properties: Map<string, LinkedValue[]>;
}

function valuesOf(children: readonly TreeNode[]): readonly unknown[] {
  const code = children.filter((child) => !isElement(child)).join('');
  return code.length > MAX_JSON ? [] : readLenientJson(code).flatMap(listOf).slice(0, MAX_ITEMS);
}

/** Texts of JSON-LD are plain, though many hold markup and character references. */
function plain(text: string): string {
  const cut = text.slice(0, MAX_TEXT);
  if (!/[&<]/.test(cut)) return cut;
  const decoded = cut.replace(/&(?:#\w{1,8}|[a-z]\w{1,30});/gi, decodeText);
  return decoded.replace(/<\/?[a-z][^<>]*>/gi, ' ').trim();
}

/** Reads the items at the top and in `@graph`; resolves references (`@id`), also to another script. */
function itemsIn(parsed: readonly unknown[], budget: ItemBudget): LinkedItem[] {
  const byId = new Map<string, ItemUnderWay>();
  const references: { readonly values: LinkedValue[]; readonly at: number; readonly id: string }[] = [];
  const top: LinkedItem[] = [];

  const itemOf = (node: Record<string, unknown>, depth: number): ItemUnderWay => {
    budget.items--;
    const types = listOf(node['@type']).filter((type) => typeof type === 'string');
    const item: ItemUnderWay = { types: types.map(lastPart), properties: new Map() };
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
    if (typeof value === 'string') values.push(plain(value));
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
  for (const node of parsed) {
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
  const key = (property ?? name ?? '').trim().toLowerCase();
  if (key === '' || content === undefined || key.length > 100) return;
  const values = meta.get(key) ?? [];
  if (values.length >= MAX_VALUES || meta.size > MAX_META) return;
  meta.set(key, [...values, content.trim().slice(0, MAX_TEXT)]);
}
