/** Leaves out of a page what nobody sees who reads it in a browser: instructions to a model would stand there. */

import { color as colorOf } from 'd3-color';
import { withoutUnseen } from '../text/index.ts';
import { type Declarations, StyleRules } from './style-rules.ts';
import { elementsOf, isElement, type TreeDocument, type TreeElement, type TreeNode } from './tree.ts';

/** What an element hands on to those in it. */
interface Appearance {
  /** Undefined where another file may give it. */
  readonly color: string | undefined;
  /** Undefined where it is a picture, too. */
  readonly ground: string | undefined;
  readonly isShown: boolean;
  readonly isTiny: boolean;
}

interface Around {
  /** Styles of other files, which are not read, may say anything of a class or an id. */
  readonly isForeign: boolean;
  readonly rules: StyleRules;
}

/** Pixels of a unit, about. */
const UNITS: Readonly<Record<string, number>> = { em: 16, rem: 16, pt: 1.3, vw: 3, vh: 3, '%': 3, ch: 8 };
/** Farther left or above, text begins outside the screen; margins are for overlapping, too, and count from here on. */
const OFF_SCREEN = -300;
const OFF_BY_MARGIN = -600;
const MOST_SLIDES = 8_000;
/** Farther right, no screen reaches. */
const BEYOND = 4_000;
/** Channels of colours that differ by less look the same. */
const ALIKE = 12;
/** Characters of a colour at most. */
const MOST_COLOR = 80;

/** Returns a page without the elements, texts and signs that are not seen; alternative texts and closed `details` stay. */
export function seenPage<Page extends Pick<TreeDocument, 'root'>>(page: Page): Page {
  const elements = [...elementsOf(page.root, false)];
  const styles = elements
    .filter(({ tag, attributes }) => tag === 'style' && !/print/i.test(attributes.media ?? ''))
    .map(({ children }) => children.filter((child) => !isElement(child)).join(''));
  const isForeign = elements.some(
    ({ tag, attributes }) => tag === 'link' && /stylesheet/i.test(attributes.rel ?? ''),
  );
  const look = { color: '#000', ground: '#fff', isShown: true, isTiny: false };
  const around = { isForeign, rules: new StyleRules(styles, (declared) => hidesAll(cascade([declared]))) };
  return { ...page, root: seen(page.root, look, around) ?? { ...page.root, children: [] } };
}

function seen(element: TreeElement, outer: Appearance, around: Around): TreeElement | undefined {
  const { tag, attributes, hidden } = element;
  const isPage = tag === 'html' || tag === 'body';
  if (!isPage && (attributes['aria-hidden'] === 'true' || (hidden !== undefined && !SHOWN.has(hidden))))
    return undefined;
  const declared = around.rules.of(element);
  const style = declared.length === 0 ? NONE : cascade(declared);
  if (!isPage && hidesAll(style)) return undefined;
  const look = lookOf(style, element, outer, around.isForeign);
  const isRead = look.isShown && !look.isTiny && !isInvisible(look, style);
  around.rules.enter(element);
  const each = (node: TreeNode): TreeNode[] => {
    const one = isElement(node) ? seen(node, look, around) : isRead ? withoutUnseen(node) : undefined;
    return one === undefined ? [] : [one];
  };
  const { alt } = attributes;
  const made: TreeElement = {
    ...element,
    attributes: alt === undefined ? attributes : { ...attributes, alt: isRead ? withoutUnseen(alt) : '' },
    children: element.children.flatMap(each),
    ...(element.shadow && { shadow: element.shadow.flatMap(each) }),
    ...(element.frame && { frame: seenPage(element.frame) }),
  };
  around.rules.leave();
  return made;
}

/** Reasons that are looked into here, or count for controls alone. */
const SHOWN: ReadonlySet<string> = new Set(['size', 'offscreen']);
const NONE: Declarations = new Map();

/** Returns the declarations that win, each property by its own name. */
function cascade(all: readonly Declarations[]): Declarations {
  const won = new Map<string, string>();
  for (const important of [false, true])
    for (const declarations of all)
      for (const [name, value] of declarations) {
        if (name.startsWith('!') !== important) continue;
        const property = important ? name.slice(1) : name;
        won.set(property, value);
        if (property === 'font' && /(?:^|\s)0[a-z%]*(?:\/|\s)/.test(value)) won.set('font-size', '0');
        else if (property === 'font') won.delete('font-size');
        if (property === 'background') won.set('background-color', value).delete('background-image');
        if (property === 'margin') {
          const [top = '', right = top, , left = right] = value.split(/\s+/);
          won.set('margin-top', top).set('margin-left', left);
        }
      }
  return won;
}

/** Values with which an element is not shown. */
const HIDING: readonly (readonly [property: string, value: RegExp])[] = [
  ['display', /^none/],
  ['content-visibility', /^hidden/],
  ['filter', /opacity\(\s*0(?:\.0*)?%?\s*\)/],
  ['transform', /scale(?:3d|x|y)?\(\s*0(?:\.0*)?\s*[,)]/],
  ['scale', /^0(?:\.0*)?(?:\s|$)/],
  ['transform', /translate(?:3d|x|y)?\(\s*(?:0(?:px)?\s*,\s*)?-9{4,6}px/],
  ['clip', /^rect\((?:[\s,]*[01](?:px)?){4}\s*\)/],
  ['clip-path', /^(?:inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%|circle\(\s*0|ellipse\(\s*0)/],
  ['clip-path', /^polygon\(\s*(?:0(?:px|%)?[\s,]*){2,40}\)/],
];

/** Says whether an element is not shown with all that is in it. */
function hidesAll(style: Declarations): boolean {
  const px = (name: string) => pixels(style.get(name));
  const least = (...names: string[]) =>
    Math.min(...names.map((name) => px(name) ?? Number.POSITIVE_INFINITY));
  if (HIDING.some(([name, pattern]) => pattern.test(style.get(name) ?? ''))) return true;
  if (isNothing(style.get('opacity'), 0.05)) return true;
  const off = Math.min(
    least('left', 'top', 'right', 'text-indent'),
    least('margin-left', 'margin-top') - OFF_BY_MARGIN,
  );
  // A row of slides is moved in its frame.
  if (off <= OFF_SCREEN && !(off > -MOST_SLIDES && off + (px('width') ?? 0) > 0)) return true;
  if ((px('left') ?? 0) >= BEYOND) return true;
  const clips = ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
    /hidden|clip|scroll|auto/.test(style.get(name) ?? ''),
  );
  const padded = ['padding', 'padding-top', 'padding-bottom'].some((name) => (px(name) ?? 0) > 1);
  if (clips && (px('text-indent') ?? 0) >= -OFF_SCREEN) return true;
  return clips && !padded && least('width', 'height', 'max-width', 'max-height') <= 1;
}

function lookOf(
  style: Declarations,
  element: TreeElement,
  outer: Appearance,
  isForeign: boolean,
): Appearance {
  const { tag, attributes } = element;
  const isPage = tag === 'html' || tag === 'body';
  const isKnown = !isForeign || !(isPage || attributes.class !== undefined || attributes.id !== undefined);
  const visibility = isPage ? undefined : style.get('visibility');
  const size = style.get('font-size');
  const color = style.get('color') ?? (tag === 'font' ? attributes.color : undefined);
  const picture = style.get('background-image') ?? attributes.background;
  const paint = style.get('background-color') ?? attributes.bgcolor;
  const isPainted = paint !== undefined && !/^(?:none|transparent|inherit|initial|unset)?$/.test(paint);
  const keepsColor = color === undefined || /^(?:inherit|currentcolor)$/.test(color);
  const keepsSize = size === undefined || (/^(?:inherit|[\d.]+(?:em|%))$/.test(size) && !isNothing(size, 0));
  const isPicture = picture !== undefined && picture !== 'none';
  return {
    color: !keepsColor ? color : isKnown && tag !== 'a' ? outer.color : undefined,
    ground: isPicture ? undefined : isPainted ? paint : isKnown ? outer.ground : undefined,
    isShown: visibility === undefined ? outer.isShown : !/^(?:hidden|collapse)/.test(visibility),
    isTiny: keepsSize ? outer.isTiny : isNothing(size, 1),
  };
}

/** Says whether text has the colour of its ground, or none. */
function isInvisible({ color, ground }: Appearance, style: Declarations): boolean {
  const fill = channelsOf(style.get('-webkit-text-fill-color') ?? color ?? '');
  const clip = style.get('background-clip') ?? style.get('-webkit-background-clip');
  if (fill === undefined || clip === 'text') return false;
  if ((fill[3] ?? 1) < 0.05) return true;
  const under = ground === undefined ? undefined : channelsOf(ground);
  if (under === undefined || (under[3] ?? 1) < 1) return false;
  return [0, 1, 2].every((at) => Math.abs((fill[at] ?? 0) - (under[at] ?? 0)) < ALIKE);
}

function pixels(value: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(-?(?:\d+|\d*\.\d+))(px|r?em|pt|vw|vh|%|ch)?$/.exec(value ?? '') ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] ?? 1);
}

/** Says whether a number with or without a unit is hardly more than nothing. */
const isNothing = (value: string | undefined, most: number): boolean => {
  const number = pixels(value);
  return number !== undefined && number <= most;
};

/** Returns red, green, blue up to 255 and opacity up to 1; undefined where it is not known. */
function channelsOf(written: string): readonly number[] | undefined {
  const text = written.trim().toLowerCase().slice(0, MOST_COLOR);
  const [, space, inner = ''] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text) ?? [];
  const [first, second, third, opacity = '1'] = inner.replace('deg', '').match(/[^\s,/]+/g) ?? [];
  const known = colorOf(space === undefined ? text : `${space}(${first},${second},${third})`)?.rgb();
  const share = Number.parseFloat(opacity) / (opacity.endsWith('%') ? 100 : 1);
  return known && [known.r, known.g, known.b, known.opacity * share];
}
