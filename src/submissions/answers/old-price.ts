import { textOf } from '../../foundation/dom/index.ts';
import { type Outline, type Part, partAround } from './outline.ts';
import { nameOfLabel } from './typed-fields.ts';

/** The name of a price that holds no more. */
export const OLD_PRICE = 'old price';

const STRUCK_TAG = /^(?:del|s|strike)$/;
const STRUCK_STYLE = /line-through/i;
const MOST_STYLES = 200_000;
const MOST_TEXT = 120;

const struck = new WeakMap<Outline, ReadonlySet<string>>();

/** Whether a text is struck out: by its element, its style, or a class that the page's own styles strike out. */
export function isStruck(outline: Outline, part: Part, from: number): boolean {
  const classes = struck.get(outline) ?? struckClasses(outline);
  struck.set(outline, classes);
  const strikes = ({ element: { tag, attributes } }: Part): boolean =>
    STRUCK_TAG.test(tag) ||
    STRUCK_STYLE.test(attributes.style ?? '') ||
    (classes.size > 0 && (attributes.class ?? '').split(/\s+/).some((one) => classes.has(one)));
  return partAround(part, strikes, from) !== undefined;
}

/** Classes at the end of the selectors of rules that strike out. */
const struckClasses = ({ styles }: Outline): ReadonlySet<string> =>
  new Set(
    styles
      .map((style) => textOf(style, MOST_STYLES))
      .flatMap((css) => css.split('}'))
      .flatMap((rule) => {
        const [selectors = '', body = ''] = rule
          .slice(rule.lastIndexOf('{', rule.lastIndexOf('{') - 1) + 1)
          .split('{');
        return STRUCK_STYLE.test(body) ? selectors.split(',') : [];
      })
      .flatMap((selector) => /\.([\w-]{1,60})$/.exec(selector.trim())?.[1] ?? []),
  );

const AMOUNTS =
  /(\p{L}[\p{L}. ]{0,30})?[:：]?\s?((?:\p{Sc}|\p{Lu}{3})\s?\d[\d.,]*|\d[\d.,]*\s?(?:\p{Sc}|\p{Lu}{3}(?!\p{L})))/gu;

/** “Was $9.00”, “$5.00 (RRP $9.00)”: the price that holds no more, by the word before it, and the one that does. */
export function oldPriceIn(text: string, language: string) {
  if (text.length > MOST_TEXT) return undefined;
  const amounts = [...text.matchAll(AMOUNTS)].map(([, words = '', amount = '']) => ({
    amount,
    isOld: nameOfLabel(words, null, language) === OLD_PRICE,
  }));
  const [old] = amounts.filter(({ isOld }) => isOld);
  const [now, ...others] = amounts.filter(({ isOld }) => !isOld);
  if (old === undefined || others.length > 0) return undefined;
  return { old: old.amount, now: now?.amount };
}
