/** Reads the rules of a page's own styles: selectors of tags, classes and ids, alone or one within the other. */

import type { TreeElement } from './tree.ts';

export type Declarations = ReadonlyMap<string, string>;

interface Compound {
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  /** Its element is the parent of the next one's. */
  isParent: boolean;
}

interface StyleRule {
  /** The last stands for the element itself. */
  readonly compounds: readonly Compound[];
  readonly weight: number;
  readonly order: number;
  readonly declarations: Declarations;
}

const MAX_STYLE = 2_000_000;
const MAX_RULES = 20_000;
const MAX_SELECTORS = 50;
const MAX_DECLARATIONS = 200;
const MAX_VALUE = 200;
const MAX_CLASSES = 2_000;
/** Steps of comparing elements with rules, in all; a page that needs more is made to be slow. */
const MOST_STEPS = 5_000_000;
/** At-rules whose contents hold on a screen of usual width. */
const HOLDS =
  /^@(?:layer|supports|media\s+(?:only\s+)?(?:screen|all)\s*$|media\s*(?:(?:only\s+)?(?:screen|all)\s+and\s*)?\(\s*min-width\s*:\s*\d{1,3}px\s*\)$)/i;

/** Reads declarations by their names; that of an important one begins with `!`. */
function declarationsOf(text: string): Declarations {
  const found = new Map<string, string>();
  for (const declaration of text.split(';', MAX_DECLARATIONS)) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1, colon + MAX_VALUE).toLowerCase();
    const important = value.indexOf('!');
    const name = `${important < 0 ? '' : '!'}${declaration.slice(0, colon).trim().toLowerCase()}`;
    // The last to be declared stands last.
    found.delete(name);
    found.set(name, value.slice(0, important < 0 ? undefined : important).trim());
  }
  return found;
}

export class StyleRules {
  /** By id, class or tag of the last compound. */
  readonly #rules = new Map<string, StyleRule[]>();
  readonly #classes = new WeakMap<TreeElement, ReadonlySet<string>>();
  readonly #hides: (declarations: Declarations) => boolean;
  readonly #path: TreeElement[] = [];
  /** How many of the path have a class, an id or a tag. */
  readonly #above = new Map<string, number>();
  #count = 0;
  #left = MOST_STEPS;

  /** @param hides says whether declarations hide an element, whatever is around it */
  constructor(styles: readonly string[], hides: (declarations: Declarations) => boolean) {
    this.#hides = hides;
    let left = MAX_STYLE;
    for (const style of styles) {
      if (left > 0) this.#read(withoutComments(style.slice(0, left)));
      left -= style.length;
    }
  }

  /** Elements that are asked for until `leave` are in this one. */
  enter(element: TreeElement): void {
    this.#path.push(element);
    if (this.#count > 0) this.#countAbove(element, 1);
  }

  leave(): void {
    const element = this.#path.pop();
    if (element !== undefined && this.#count > 0) this.#countAbove(element, -1);
  }

  #countAbove(element: TreeElement, by: number): void {
    for (const key of this.#keysOf(element)) this.#above.set(key, (this.#above.get(key) ?? 0) + by);
  }

  #keysOf(element: TreeElement): readonly string[] {
    const { id } = element.attributes;
    const keys = [...this.#classesOf(element)].map((name) => `.${name}`).concat(element.tag, '*');
    return id === undefined ? keys : [...keys, `#${id}`];
  }

  /** Returns what is declared of an element, what counts most last. */
  of(element: TreeElement): readonly Declarations[] {
    const { style } = element.attributes;
    const own = style === undefined ? [] : [declarationsOf(style)];
    if (this.#count === 0) return own;
    const rules = this.#keysOf(element).flatMap((key) => this.#matching(key, element));
    rules.sort((a, b) => a.weight - b.weight || a.order - b.order);
    return [...rules.map(({ declarations }) => declarations), ...own];
  }

  #matching(key: string, element: TreeElement): readonly StyleRule[] {
    const rules = this.#rules.get(key) ?? [];
    if (this.#left > 0) return rules.filter(({ compounds }) => this.#matches(compounds, element));
    // Whoever wears out the reader gets nothing to a model that way.
    const worst = rules.filter(({ declarations }) => this.#hides(declarations)).slice(0, 1);
    this.#rules.set(key, worst);
    return worst;
  }

  #matches(compounds: readonly Compound[], element: TreeElement): boolean {
    this.#left -= compounds.length;
    const others = compounds.length - 1;
    for (let i = 0; i < others; i++) if (!this.#above.get(keyOf(compounds[i] as Compound))) return false;
    const path = this.#path;
    let at = path.length;
    return compounds.toReversed().every((compound, before) => {
      if (before === 0) return this.#isOf(element, compound);
      while (--at >= 0) {
        if (this.#isOf(path[at] as TreeElement, compound)) return true;
        if (compound.isParent || this.#left <= 0) return false;
      }
      return false;
    });
  }

  #isOf(element: TreeElement, { tag, id, classes }: Compound): boolean {
    this.#left -= 1 + classes.length;
    if (tag !== undefined && tag !== element.tag) return false;
    if (id !== undefined && id !== element.attributes.id) return false;
    return classes.every((name) => this.#classesOf(element).has(name));
  }

  #classesOf(element: TreeElement): ReadonlySet<string> {
    const known = this.#classes.get(element);
    if (known !== undefined) return known;
    const names = (element.attributes.class ?? '').slice(0, MAX_CLASSES).split(/\s+/);
    const classes = new Set(names.filter((name) => name !== ''));
    this.#classes.set(element, classes);
    return classes;
  }

  #read(css: string): void {
    const braces = /[{}]/g;
    let at = 0;
    let skipped = 0;
    let prelude: string | undefined;
    for (let brace = braces.exec(css); brace !== null; brace = braces.exec(css)) {
      const text = css.slice(at, brace.index);
      at = braces.lastIndex;
      const opens = brace[0] === '{';
      if (skipped > 0) skipped += opens ? 1 : -1;
      else if (!opens) {
        if (prelude !== undefined) this.#add(prelude, declarationsOf(text));
        prelude = undefined;
      } else {
        prelude = text.slice(text.lastIndexOf(';') + 1).trim();
        if (!prelude.startsWith('@')) continue;
        if (!HOLDS.test(prelude)) skipped = 1;
        prelude = undefined;
      }
    }
    if (prelude !== undefined && skipped === 0) this.#add(prelude, declarationsOf(css.slice(at)));
  }

  #add(prelude: string, declarations: Declarations): void {
    for (const selector of prelude.split(',', MAX_SELECTORS)) {
      const compounds = compoundsOf(selector.trim());
      const last = compounds.at(-1);
      if (last === undefined || this.#count++ > MAX_RULES) continue;
      const weight = compounds.reduce((sum, { tag, id, classes }) => {
        return sum + (id === undefined ? 0 : 10_000) + classes.length * 100 + (tag === undefined ? 0 : 1);
      }, 0);
      const key = keyOf(last);
      const rules = this.#rules.get(key) ?? [];
      rules.push({ compounds, weight, order: this.#count, declarations });
      this.#rules.set(key, rules);
    }
  }
}

const keyOf = ({ id, classes: [name], tag = '*' }: Compound): string =>
  id !== undefined ? `#${id}` : name !== undefined ? `.${name}` : tag;

const SELECTOR = /^[-\w*.#>\s\u0080-\uffff]{1,300}$/;
const COMPOUND = /^([-\w\u0080-\uffff]+|\*)?((?:[.#][-\w\u0080-\uffff]+)*)$/;

/** Returns none where the selector asks for anything else. */
function compoundsOf(selector: string): readonly Compound[] {
  if (!SELECTOR.test(selector)) return [];
  const compounds: Compound[] = [];
  for (const part of selector.replaceAll('>', ' > ').trim().split(/\s+/)) {
    const last = compounds.at(-1);
    if (part === '>') {
      if (last !== undefined) last.isParent = true;
      continue;
    }
    const [, tag, names] = COMPOUND.exec(part) ?? [];
    if (names === undefined) return [];
    compounds.push({
      tag: tag === '*' ? undefined : tag?.toLowerCase(),
      id: /#[^.#]+/.exec(names)?.[0].slice(1),
      classes: (names.match(/\.[^.#]+/g) ?? []).map((name) => name.slice(1)),
      isParent: false,
    });
  }
  return compounds;
}

function withoutComments(css: string): string {
  const parts: string[] = [];
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('/*', at);
    parts.push(css.slice(at, open < 0 ? undefined : open));
    const close = open < 0 ? -1 : css.indexOf('*/', open + 2);
    at = close < 0 ? css.length : close + 2;
  }
  return parts.join(' ');
}
