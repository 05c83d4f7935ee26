import { elementsOf, type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import { alternatives, wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { Form, FormControl, SubmitControl } from '../form.ts';
import { extractForms } from './extract.ts';
import { leadsAway } from './press-words.ts';

/** A page that leads on once its boxes are ticked and its button is pressed, or its link is followed. */
export type GatePage =
  | {
      readonly kind: 'terms' | 'choice';
      readonly form: Form;
      readonly chosen: readonly Chosen[];
      readonly submit: number;
    }
  | { readonly kind: 'terms'; readonly href: string };

interface Chosen {
  readonly position: number;
  readonly value: string;
}

/** Says of a page that a person has to agree to its terms. */
export const TERMS_GUARD = 'waits-for-person: terms';

const ACCEPTS = new RegExp(alternatives('banner/accept'), 'iu');
const REFUSES = new RegExp(alternatives('banner/refuse'), 'iu');
const TERMS = new RegExp(alternatives('banner/terms'), 'iu');
const NEGATED = termMatcher([wordsFor('text/negation')]);
const ONWARD = termMatcher([wordsFor('list/next')]);
const COOKIES = /cookie|consent|gdpr/i;
const MOST_TEXT = 30_000;
const MOST_MARKUP = 300_000;
const MOST_CAPTION = 120;
const MOST_CHOICES = 4;

const agrees = (said: string): boolean =>
  said.length <= 4 * MOST_CAPTION &&
  ACCEPTS.test(said) &&
  !REFUSES.test(said) &&
  NEGATED.find(wordLine(said), 0) === undefined;

const isShown = ({ visible, type }: FormControl): boolean => visible && type !== 'hidden';
const isTyped = (control: FormControl): boolean => isShown(control) && control.domain === 'open';

/**
 * Finds what leads on from a page that stands before a search: terms to agree to, or a choice (“search by address”) with
 * a button that says “continue”. A box to type in beside or behind it makes the page another one, and so does a password.
 */
export function gatePage(tree: TreeDocument, forms = extractForms(tree)): GatePage | undefined {
  const typing = forms.findLastIndex(({ controls }) => controls.some(isTyped));
  // A search of the whole site stands above.
  if (forms.filter(({ controls }) => controls.some(isTyped)).length > 1) return undefined;
  const later = forms.slice(typing + 1);
  const terms = later.map(termsOf).find((found) => found !== undefined) ?? agreeingLink(tree);
  if (terms !== undefined && TERMS.test(`${tree.title} ${textOf(tree.root, MOST_TEXT)}`)) return terms;
  return later.map(choiceOf).find((found) => found !== undefined);
}

/** Tells whether a page asks to agree to terms; most pages lack the word, and are not looked through. */
export const asksToAgree = (html: string, tree: TreeDocument): boolean =>
  ACCEPTS.test(html.slice(0, MOST_MARKUP)) && gatePage(tree)?.kind === 'terms';

function termsOf(form: Form): GatePage | undefined {
  if (COOKIES.test(`${form.classes} ${form.htmlId} ${form.name} ${form.action}`)) return undefined;
  const chosen = form.controls.flatMap((control, position): Chosen[] => {
    if (!isShown(control)) return [];
    if (control.type === 'checkbox' && agrees(control.options[0]?.label || control.label))
      return [{ position, value: control.value }];
    const option = control.type === 'radio' ? control.options.find(({ label }) => agrees(label)) : undefined;
    return option === undefined ? [] : [{ position, value: option.value }];
  });
  const said = ({ label, value }: SubmitControl) => (label || value).slice(0, 4 * MOST_CAPTION);
  const submit = form.submits.findIndex(
    (one) =>
      one.visible &&
      said(one).length <= MOST_CAPTION &&
      !COOKIES.test(said(one)) &&
      (agrees(said(one)) ||
        (chosen.length > 0 && one.type !== 'link' && !leadsAway(one) && !REFUSES.test(said(one)))),
  );
  return submit < 0 ? undefined : { kind: 'terms', form, chosen, submit };
}

/** A link whose whole text agrees, and that leads to a page of the site. */
function agreeingLink(tree: TreeDocument): GatePage | undefined {
  for (const { tag, attributes, children } of elementsOf(tree.root)) {
    const [text] = children;
    if (tag !== 'a' || children.length !== 1 || typeof text !== 'string' || text.length > MOST_CAPTION)
      continue;
    const to = /^\s*(?:#|javascript:)/i.test(attributes.href ?? '#')
      ? null
      : URL.parse(attributes.href ?? '', tree.baseUrl);
    const isShort = wordLine(text).trim().split(' ').length <= 4;
    const says = isShort && agrees(text) && !COOKIES.test(text);
    if (says && to !== null && siteOf(to.href) === siteOf(tree.url)) return { kind: 'terms', href: to.href };
  }
  return undefined;
}

/** A form that only has something chosen, and says that it goes on. */
function choiceOf(form: Form): GatePage | undefined {
  const shown = form.controls
    .map((control, position) => ({ control, position }))
    .filter(({ control }) => isShown(control));
  const types = shown.map(({ control }) => control.type);
  const isChoice = types.every((type) => type === 'radio' || type === 'select-one');
  if (!isChoice || !types.includes('radio') || types.length > MOST_CHOICES) return undefined;
  const submit = form.submits.findIndex(({ label, value, visible, type }) => {
    const line = wordLine(label || value);
    return visible && type !== 'button' && line.trim() !== '' && ONWARD.find(line, 0)?.trim() === line.trim();
  });
  const chosen = shown.flatMap(({ control: { type, value, options }, position }): Chosen[] => {
    const [first] = options;
    return type === 'radio' && value === '' && first !== undefined ? [{ position, value: first.value }] : [];
  });
  return submit < 0 ? undefined : { kind: 'choice', form, chosen, submit };
}
