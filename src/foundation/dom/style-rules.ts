/** Reads the rules of a page's own styles: selectors of tags, classes and ids, alone or one within the other. */

import type { TreeElement } from './tree.ts';

export type Declarations = ReadonlyMap<string, string>;

interface Compound {
  /** `tag`, `.class`, `#id` and `*`: the element has all of them. */
  readonly keys: readonly string[];
  /** The one that fewest elements have. */
  readonly rarest: string;
  /** Its element is the parent of the next one's. */
  isParent: boolean;
}

interface StyleRule {
  /** The last stands for the element itself. */
  readonly compounds: readonly Compound[];
  /** The rarest key of each of the others. */
  readonly above: readonly string[];
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
  /** By the rarest key of the last compound. */
  readonly #rules = new Map<string, StyleRule[]>();
  readonly #keys = new WeakMap<TreeElement, ReadonlySet<string>>();
  readonly #hides: (declarations: Declarations) => boolean;
  readonly #path: TreeElement[] = [];
  /** How many of the path have a key. */
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

  #keysOf(element: TreeElement): ReadonlySet<string> {
    const known = this.#keys.get(element);
    if (known !== undefined) return known;
    const { class: classes = '', id } = element.attributes;
    const names = classes.slice(0, MAX_CLASSES).match(/\S+/g) ?? [];
    const keys = new Set([...names.map((name) => `.${name}`), element.tag, '*', `#${id}`]);
    this.#keys.set(element, keys);
    return keys;
  }

  /** Returns what is declared of an element, what counts most last. */
  of(element: TreeElement): readonly Declarations[] {
    const { style } = element.attributes;
    const own = style === undefined ? [] : [declarationsOf(style)];
    if (this.#count === 0) return own;
    const rules = [...this.#keysOf(element)].flatMap((key) => this.#matching(key, element));
    rules.sort((a, b) => a.weight - b.weight || a.order - b.order);
    return [...rules.map(({ declarations }) => declarations), ...own];
  }

  #matching(key: string, element: TreeElement): readonly StyleRule[] {
    const rules = this.#rules.get(key) ?? [];
    if (this.#left > 0) return rules.filter((rule) => this.#matches(rule, element));
    // Whoever wears out the reader gets nothing to a model that way.
    const worst = rules.filter(({ declarations }) => this.#hides(declarations)).slice(0, 1);
    this.#rules.set(key, worst);
    return worst;
  }

  #matches({ compounds, above }: StyleRule, element: TreeElement): boolean {
    this.#left -= compounds.length;
    if (!above.every((key) => this.#above.get(key))) return false;
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

  #isOf(element: TreeElement, { keys }: Compound): boolean {
    this.#left -= 1 + keys.length;
    const own = this.#keysOf(element);
    return keys.every((key) => own.has(key));
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
      const keys = compounds.flatMap((compound) => compound.keys);
      const weight = keys.reduce((sum, key) => sum + weightOf(key), 0);
      const rules = this.#rules.get(last.rarest) ?? [];
      const above = compounds.slice(0, -1).map(({ rarest }) => rarest);
      rules.push({ compounds, above, weight, order: this.#count, declarations });
      this.#rules.set(last.rarest, rules);
    }
  }
}

const weightOf = (key: string): number =>
  key.startsWith('#') ? 10_000 : key.startsWith('.') ? 100 : key === '*' ? 0 : 1;

const SELECTOR = /^[-\w*.#>\s\u0080-\uffff]{1,300}$/;
const COMPOUND = /^(?:[-\w\u0080-\uffff]+|\*)?(?:[.#][-\w\u0080-\uffff]+)*$/;

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
    if (!COMPOUND.test(part)) return [];
    const keys = (part.match(/[.#]?[^.#]+/g) ?? []).map((key) =>
      /^[.#]/.test(key) ? key : key.toLowerCase(),
    );
    const [rarest = '*'] = keys.toSorted((a, b) => weightOf(b) - weightOf(a));
    compounds.push({ keys, rarest, isParent: false });
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
