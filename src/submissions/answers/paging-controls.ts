/** Pagers that scripts work: links that send a form, and lists of pages to choose from. */

import { extractForms, type Form } from '../../forms/index.ts';
import { elementsOf, type TreeDocument, type TreeElement } from '../../foundation/dom/index.ts';
import { decodeLeniently } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { Paging } from '../types/answer.ts';
import type { FilledControl } from '../types/submission.ts';
import { type Outline, type Part, partAround, textIn } from './outline.ts';
import { type ScriptStep, scriptStep } from './paging-scripts.ts';
import { readNumber } from './stated-total.ts';

/** A link or button whose script turns the page. */
interface ScriptedLink {
  readonly part: Part;
  readonly caption: string;
  readonly step: ScriptStep;
}

const NUMBER = /^\D{0,12}?(\p{Nd}{1,4})$/u;

/**
 * Finds the next page behind scripts: a link captioned “next”, the number after the current one in a row, or the option
 * after the chosen one in a list of page numbers.
 * @param isNext tells whether a caption says “next”
 * @param isOutside tells whether a position is in none of the records
 */
export function nextByScript(
  tree: TreeDocument,
  outline: Outline,
  pager: { readonly page: number; isNext(caption: string): boolean; isOutside(at: number): boolean },
): Paging | null {
  const links = scriptedLinks(outline).filter(({ part }) => pager.isOutside(part.start));
  const next = links.find(({ caption }) => pager.isNext(caption)) ?? nextNumber(links, pager.page);
  if (next !== undefined) return pagingOf(next.step, tree, next.part.baseUrl, next.part);
  return nextOption(tree, outline);
}

function scriptedLinks(outline: Outline): ScriptedLink[] {
  return outline.parts.flatMap((part) => {
    const { tag, attributes } = part.element;
    if (part.hidden || attributes.disabled !== undefined) return [];
    const code = codeOf(tag, attributes);
    const step = code === undefined ? undefined : scriptStep(code, outline.scripts);
    if (step === undefined) return [];
    const text = textIn(outline, part);
    const { value, alt, 'aria-label': label, title } = attributes;
    const caption = [text, value, alt, label, title, pictureText(part)].find((one) => one?.trim());
    return [{ part, caption: (caption ?? '').trim(), step }];
  });
}

function codeOf(tag: string, { href, onclick, type }: Readonly<Record<string, string>>): string | undefined {
  if (tag === 'a' && /^\s*javascript:/i.test(href ?? '')) {
    const code = (href ?? '').replace(/^\s*javascript:/i, '');
    // `javascript:void(0)` beside an `onclick`.
    return /^\s*(?:void|;|$)/.test(code) ? onclick : decodeLeniently(code);
  }
  const isButton = tag === 'button' || (tag === 'input' && /^(?:button|image|submit)$/i.test(type ?? ''));
  return tag === 'a' || tag === 'span' || tag === 'li' || tag === 'td' || isButton ? onclick : undefined;
}

/** Returns the alternative text of a picture in a link, or the title of a drawing. */
export function pictureText(part: Part): string {
  for (const child of part.element.children) {
    if (typeof child === 'string') continue;
    const { alt, title, 'aria-label': label } = child.attributes;
    const drawn = child.children.find((node) => typeof node !== 'string' && node.tag === 'title');
    const [drawnTitle] = drawn === undefined || typeof drawn === 'string' ? [] : drawn.children;
    const text = alt || label || title || (typeof drawnTitle === 'string' ? drawnTitle : '');
    if (text !== '') return text.trim();
  }
  return '';
}

/** Returns the element around a row of numbers: the parent, or its parent if each number has an item of its own. */
export const rowOf = ({ parent }: Part): Part => {
  const own = parent as Part;
  return /^(?:li|td|span|b)$/.test(own.element.tag) && own.parent !== undefined ? own.parent : own;
};

/** Numbers of a row of pages at most; a month has more days. */
const MOST_NUMBERS = 14;
/** Rows of numbers below each other that are weeks. */
const WEEKS = 3;

/** Returns the link whose number follows that of this page; a row may have a link for this page, too. */
function nextNumber(links: readonly ScriptedLink[], page: number): ScriptedLink | undefined {
  const rows = new Map<Part, Map<number, ScriptedLink>>();
  for (const link of links) {
    const number = readNumber(/^\[?(\p{Nd}{1,4})\]?$/u.exec(link.caption)?.[1] ?? '');
    if (number === undefined) continue;
    const row = rowOf(link.part);
    rows.set(row, (rows.get(row) ?? new Map()).set(number, link));
  }
  const all = [...rows];
  if (all.every(([, numbers]) => !numbers.has(page)))
    return all.find(([, numbers]) => numbers.has(page + 1))?.[1].get(page + 1);
  const isRow = ([row, numbers]: (typeof all)[number]) =>
    numbers.size <= MOST_NUMBERS &&
    all.filter(([{ parent }]) => parent === row.parent).length < WEEKS &&
    [...numbers.keys()].every((number, at, of) => at === 0 || number > (of[at - 1] as number));
  return all.find((one) => one[1].has(page) && one[1].has(page + 1) && isRow(one))?.[1].get(page + 1);
}

/** Whether a part is a button that a script turns into something else than a button that sends its form. */
export const hasOwnStep = ({ element: { tag, attributes } }: Part, { scripts }: Outline): boolean => {
  const code = codeOf(tag, attributes);
  return code !== undefined && scriptStep(code, scripts) !== undefined;
};

function pagingOf(step: ScriptStep, tree: TreeDocument, baseUrl: string, pressed?: Part): Paging | null {
  if (step.kind === 'address') {
    const url = canonicalUrl(step.address, baseUrl);
    return url === undefined || url === canonicalUrl(tree.url) ? null : { kind: 'link', url };
  }
  const forms = extractForms(tree);
  const key = partAround(pressed, ({ element }) => element.tag === 'form')?.element.formKey;
  const own = forms.find(({ formKey }) => formKey !== undefined && formKey === key);
  const action = step.action === undefined ? {} : { action: step.action };
  if (step.byButton === true) {
    const { name, id } = pressed?.element.attributes ?? {};
    const submit = own?.submits.findIndex((one) => one.name === (name ?? '') && one.id === (id ?? '')) ?? -1;
    return own === undefined || submit < 0
      ? null
      : { kind: 'form', form: own, controls: [], submit, ...action };
  }
  if (step.values.size === 0) return null;
  for (const form of forms) {
    const controls = controlsOf(form, step.values);
    if (controls !== undefined) return { kind: 'form', form, controls, withoutButton: true, ...action };
  }
  const posting = own ?? forms.find(({ method, where }) => method === 'post' && where.hasFormTag);
  if (step.adds !== true || posting === undefined) return null;
  const isThere = (name: string) => posting.controls.some((control) => control.name === name);
  const present = new Map([...step.values].filter(([name]) => isThere(name)));
  const controls = controlsOf(posting, present) ?? [];
  const added = [...step.values].filter(([name]) => !isThere(name));
  return { kind: 'form', form: posting, controls, withoutButton: true, added, ...action };
}

/** Returns the controls of a form that take the values; undefined where it lacks one. */
function controlsOf(form: Form, values: ReadonlyMap<string, string>): FilledControl[] | undefined {
  const filled: FilledControl[] = [];
  for (const [name, value] of values) {
    const position = form.controls.findIndex(({ name: own, id }) => own === name || id === name);
    const control = form.controls[position];
    if (control === undefined) return undefined;
    const { name: own, label } = control;
    filled.push({ position, name: own, label, meaning: 'hidden', values: [value], source: 'start' });
  }
  return filled;
}

/** Finds a list of page numbers and turns to the option after the chosen one. */
function nextOption(tree: TreeDocument, outline: Outline): Paging | null {
  for (const element of elementsOf(tree.root)) {
    const next = element.tag === 'select' && element.hidden === undefined ? optionAfter(element) : undefined;
    if (next === undefined) continue;
    const { name = '', onchange } = element.attributes;
    const step = onchange === undefined ? undefined : scriptStep(onchange, outline.scripts, next);
    if (step?.kind === 'address') return pagingOf(step, tree, tree.baseUrl);
    const values = new Map([...(step?.values ?? []), [name, next]]);
    const paging = name === '' ? null : pagingOf({ kind: 'form', values }, tree, tree.baseUrl);
    if (paging !== null) return onchange === undefined ? byButton(paging) : paging;
  }
  return null;
}

/** A list without a script of its own is sent by the only button of its form. */
function byButton(paging: Paging): Paging | null {
  if (paging.kind !== 'form' || paging.form.submits.length !== 1) return null;
  const typed = paging.form.controls.some(({ domain, visible }) => domain === 'open' && visible);
  const { form, controls } = paging;
  return typed ? null : { kind: 'form', form, controls, submit: 0 };
}

function optionAfter({ children }: TreeElement): string | undefined {
  const options = children.flatMap((child) =>
    typeof child !== 'string' && child.tag === 'option' ? [child] : [],
  );
  const numbers = options.map((option) => readNumber(NUMBER.exec(captionOf(option.children))?.[1] ?? ''));
  if (options.length < 2 || numbers.some((number, at) => number !== at + 1)) return undefined;
  const chosen = options.findLastIndex(
    (option) => option.checked ?? option.attributes.selected !== undefined,
  );
  const next = options[Math.max(0, chosen) + 1];
  return next === undefined ? undefined : (next.attributes.value ?? captionOf(next.children));
}

const captionOf = (children: readonly unknown[]): string =>
  children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim();
