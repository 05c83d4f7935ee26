/**
 * Searches that a page has no form for: schema.org's `SearchAction` and OpenSearch descriptions, which announce them to
 * machines, and links to their answers.
 */

import { Parser } from 'htmlparser2';
import {
  elementsOf,
  hasSideEffects,
  isElement,
  itemsWithin,
  type LinkedItem,
  linkedDataOf,
  type TreeDocument,
  type TreeElement,
} from '../../foundation/dom/index.ts';
import { wordLine } from '../../foundation/text/index.ts';
import type { AnnouncedBy, Form } from '../form.ts';
import { lexiconTerm } from '../lexicon/index.ts';
import { extractForms } from './extract.ts';
import { cleanLabel } from './label.ts';

/** A search URL whose query is the value of one parameter. */
export interface Announcement {
  readonly by: AnnouncedBy;
  /** Absolute, without query. */
  readonly action: string;
  readonly parameter: string;
  /** What the address carries besides. */
  readonly fixed: readonly (readonly [name: string, value: string])[];
  /** What it calls itself. */
  readonly title: string;
}

const MAX_TEMPLATE = 2_000;
const MAX_ANNOUNCED = 10;
const MAX_FIXED = 30;
const MAX_DESCRIPTION = 50_000;

/** Default values of required OpenSearch 1.1 parameters. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['count', '20'],
  ['startIndex', '1'],
  ['startPage', '1'],
  ['language', '*'],
  ['inputEncoding', 'UTF-8'],
  ['outputEncoding', 'UTF-8'],
]);

/**
 * Reads an address with placeholders (`https://a.test/find?q={searchTerms}&page={startPage?}`).
 * @param term name of the placeholder of the query
 * @returns undefined where it stands in the path or beside other text, and where another one has to be known
 */
export function readTemplate(
  template: string,
  term: string,
  base: string,
): Pick<Announcement, 'action' | 'parameter' | 'fixed'> | undefined {
  const written = template
    .slice(0, MAX_TEMPLATE)
    .trim()
    .replace(/\{\?(\w+)\}$/, '?$1={$1}');
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(written) ?? [];
  if (template.length > MAX_TEMPLATE || /[{}]/.test(path)) return undefined;
  const action = URL.parse(path, base);
  if (action === null || !/^https?:$/.test(action.protocol)) return undefined;
  let parameter: string | undefined;
  const fixed: (readonly [string, string])[] = [];
  for (const part of query.split('&').filter(Boolean).slice(0, MAX_FIXED)) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const [, placeholder, optional] = /^\{(?:\w+:)?([\w-]+)(\??)\}$/.exec(decoded(value)) ?? [];
    if (placeholder === undefined) {
      if (/[{}]/.test(decoded(value))) return undefined;
      fixed.push([decoded(name), decoded(value)]);
    } else if (placeholder === term) parameter ??= decoded(name);
    else if (optional === '') {
      const known = DEFAULTS.get(placeholder);
      if (known === undefined) return undefined;
      fixed.push([decoded(name), known]);
    }
  }
  return parameter === undefined || parameter === '' ? undefined : { action: action.href, parameter, fixed };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The `SearchAction`s of a page. */
export function searchActionsOf(document: TreeDocument): Announcement[] {
  const found: Announcement[] = [];
  for (const item of itemsWithin(linkedDataOf(document).items)) {
    if (!item.types.includes('SearchAction')) continue;
    const term = termOf(item);
    for (const template of textsOf(item, 'target', 'urlTemplate')) {
      const read = readTemplate(template, term ?? soleTerm(template), document.baseUrl);
      if (read !== undefined && found.length < MAX_ANNOUNCED)
        found.push({ by: 'search-action', ...read, title: cleanLabel(textsOf(item, 'name', 'name')[0]) });
    }
  }
  return found;
}

/** `required name=search_term_string`, or a specification whose `valueName` it is. */
function termOf(item: LinkedItem): string | undefined {
  for (const property of ['query-input', 'query'])
    for (const text of textsOf(item, property, 'valueName'))
      return /(?:^|\s)name=["']?([\w-]+)/.exec(text)?.[1] ?? /^[\w-]+$/.exec(text)?.[0];
  return undefined;
}

const soleTerm = (template: string): string => {
  const [only, another] = template.slice(0, MAX_TEMPLATE).match(/(?<![\w-])[\w-]{1,99}(?=\})/g) ?? [];
  return another === undefined ? (only ?? '') : '';
};

/** Texts of a property; of the things among its values, those of a property of theirs. */
const textsOf = (item: LinkedItem, property: string, within: string): string[] =>
  (item.properties.get(property) ?? []).flatMap((value) =>
    typeof value === 'string'
      ? [value]
      : (value.properties.get(within) ?? []).filter((text) => typeof text === 'string'),
  );

/** Links of a page that are looked at. */
const MAX_LINKS = 2_000;
/** A link may lead to one answer for a reason of its own; several are a way to ask. */
const MIN_ANSWERS = 2;

/** The searches whose answers a page links to: links that differ in what one parameter asks for, as those of popular searches do. */
export function searchLinksOf(document: TreeDocument): Announcement[] {
  const found = new Map<string, { readonly announced: Announcement; readonly asked: Set<string> }>();
  let links = 0;
  for (const { tag, attributes } of elementsOf(document.root, false)) {
    const { href = '' } = attributes;
    if (tag !== 'a' || !href.includes('?') || href.length > MAX_TEMPLATE || ++links > MAX_LINKS) continue;
    const url = URL.parse(href, document.baseUrl);
    if (url === null || !/^https?:$/.test(url.protocol) || hasSideEffects(url.href)) continue;
    const parameters = [...url.searchParams].slice(0, MAX_FIXED);
    const [parameter, asked] = parameters.find(([name, value]) => asks(name, value, url)) ?? [];
    if (parameter === undefined || asked === undefined) continue;
    const fixed = parameters.filter(([name]) => name !== parameter);
    const action = `${url.origin}${url.pathname}`;
    const key = JSON.stringify([action, parameter, fixed]);
    const known = found.get(key);
    if (known !== undefined) known.asked.add(asked.toLowerCase());
    else
      found.set(key, {
        announced: { by: 'links', action, parameter, fixed, title: '' },
        asked: new Set([asked.toLowerCase()]),
      });
  }
  return [...found.values()]
    .filter(({ asked }) => asked.size >= MIN_ANSWERS)
    .slice(0, MAX_ANNOUNCED)
    .map(({ announced }) => announced);
}

/** Whether a parameter asks for words: by its name, or as the only letter of an address that says that it searches. */
function asks(name: string, value: string, { pathname }: URL): boolean {
  if (!/\p{L}{2}/u.test(value) || value.length > 80) return false;
  const line = wordLine(name);
  if (lexiconTerm('search', line) !== undefined || lexiconTerm('keyword', line) !== undefined) return true;
  return (
    /^(?:q|s)$/i.test(name) && (/^q$/i.test(name) || lexiconTerm('search', wordLine(pathname)) !== undefined)
  );
}

/** Addresses of the OpenSearch descriptions that a page links to. */
export function descriptionsOf(document: TreeDocument): string[] {
  const found = new Set<string>();
  for (const { tag, attributes } of elementsOf(document.root, false)) {
    const { rel = '', type = '', href = '' } = attributes;
    if (tag !== 'link' || !/(?:^|\s)search(?:\s|$)/i.test(rel)) continue;
    if (type.trim().toLowerCase() !== 'application/opensearchdescription+xml') continue;
    const url = href.length <= MAX_TEMPLATE ? URL.parse(href, document.baseUrl) : null;
    if (url !== null && /^https?:$/.test(url.protocol)) found.add(url.href);
    if (found.size >= MAX_ANNOUNCED) break;
  }
  return [...found];
}

/** The search for pages that an OpenSearch description offers; those for suggestions and feeds are left out. */
export function readDescription(xml: string, url: string): Announcement | undefined {
  const templates: string[] = [];
  const texts = { ShortName: '', Description: '' };
  let open: keyof typeof texts | undefined;
  let root = '';
  let inPage = false;
  const parser = new Parser(
    {
      onopentag(
        tag,
        { type = '', template = '', rel = 'results', method = 'get', name: parameter = '', value = '' },
      ) {
        const name = tag.replace(/^.*:/, '');
        if (root === '') root = name;
        open = name === 'ShortName' || name === 'Description' ? name : undefined;
        const isPage = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
        if (name === 'Url') {
          inPage = isPage && /\bresults\b/.test(rel) && /^get$/i.test(method);
          if (inPage) templates.push(template);
        } else if (name === 'Param' && inPage) {
          const [before = ''] = templates.splice(-1);
          const pair = `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`;
          templates.push(`${before}${before.includes('?') ? '&' : '?'}${pair}`.slice(0, MAX_TEMPLATE + 1));
        }
      },
      ontext(text) {
        if (open !== undefined) texts[open] = `${texts[open]}${text}`.slice(0, 500);
      },
      onclosetag() {
        open = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml.slice(0, MAX_DESCRIPTION));
  if (root !== 'OpenSearchDescription') return undefined;
  const title = cleanLabel(texts.Description) || cleanLabel(texts.ShortName);
  for (const template of templates.slice(0, MAX_ANNOUNCED)) {
    const read = readTemplate(template, 'searchTerms', url);
    if (read !== undefined) return { by: 'opensearch', ...read, title };
  }
  return undefined;
}

/**
 * The forms of a page with the searches it announces: a form that asks the same is marked as announced, and where there is
 * none one is made.
 */
export function withAnnounced(
  forms: readonly Form[],
  document: TreeDocument,
  announcements: readonly Announcement[],
): Form[] {
  const all = [...forms];
  for (const announced of announcements) {
    const at = all.findIndex((form) => queriesTheSame(form, announced));
    const same = all[at];
    if (same !== undefined) all[at] = { ...same, where: { ...same.where, announced: announced.by } };
    else {
      const [made] = extractForms(documentWith(emptyLike(document), markupOf(announced, 0)));
      if (made === undefined) continue;
      const { formKey: _, ...form } = made;
      all.push({
        ...form,
        where: { ...form.where, announced: announced.by, unseen: true },
        index: all.length,
      });
    }
  }
  return all;
}

function queriesTheSame({ method, action, controls }: Form, announced: Announcement): boolean {
  if (method !== 'get') return false;
  const [here, there] = [new URL(action), new URL(announced.action)];
  const place = ({ host, pathname }: URL) => `${host.replace(/^www\./, '')} ${pathname}`;
  if (place(here) !== place(there)) return false;
  const open = controls.filter(({ domain, visible }) => domain === 'open' && visible);
  if (open.some(({ name }) => name === announced.parameter)) return true;
  // The same command to the same place, with one box that is called otherwise: another way to ask the same search.
  const sent = new Set(
    [...here.searchParams, ...hiddenOf(controls)].map(([name, value]) => `${name}=${value}`),
  );
  const commands = announced.fixed.filter(([, value]) => value !== '');
  return open.length === 1 && commands.length > 0 && commands.every((pair) => sent.has(pair.join('=')));
}

const hiddenOf = (controls: Form['controls']): (readonly [string, string])[] =>
  controls.filter(({ type }) => type === 'hidden').map(({ name, value }) => [name, value] as const);

/** A page with an announced form written into it, so that it can be filled and sent like any other. */
export function pageWithAnnounced(document: TreeDocument, form: Form): TreeDocument {
  let key = 0;
  for (const { formKey } of elementsOf(document.root))
    if (formKey !== undefined) key = Math.max(key, formKey + 1);
  const inputs = form.controls.map(({ type, name, value, label }) => ({ type, name, value, title: label }));
  return documentWith(document, formElement(form.action, form.ariaLabel, inputs, key));
}

const markupOf = ({ action, parameter, fixed, title }: Announcement, key: number): TreeElement =>
  formElement(
    action,
    title,
    [
      ...fixed.map(([name, value]) => ({ type: 'hidden', name, value, title: '' })),
      { type: 'search', name: parameter, value: '', title },
    ],
    key,
  );

interface Input {
  readonly type: string;
  readonly name: string;
  readonly value: string;
  readonly title: string;
}

const formElement = (
  action: string,
  title: string,
  inputs: readonly Input[],
  formKey: number,
): TreeElement => ({
  tag: 'form',
  attributes: { action, method: 'get', role: 'search', ...(title !== '' && { 'aria-label': title }) },
  formKey,
  children: inputs.map(({ type, name, value, title: label }) => ({
    tag: 'input',
    attributes: { type, name, value, ...(label !== '' && { 'aria-label': label }) },
    children: [],
    owner: formKey,
    ...(type === 'hidden' && { hidden: 'type' as const }),
  })),
});

const emptyLike = ({ formLike: _, ...document }: TreeDocument): TreeDocument => ({
  ...document,
  root: { tag: 'html', attributes: {}, children: [{ tag: 'body', attributes: {}, children: [] }] },
  truncated: false,
});

/** As the last thing in the body. */
function documentWith({ formLike: _, ...document }: TreeDocument, form: TreeElement): TreeDocument {
  const { root } = document;
  const body = root.children.findLast((child) => isElement(child) && child.tag === 'body');
  const children =
    body === undefined
      ? [...root.children, form]
      : root.children.map((child) =>
          child === body && isElement(child) ? { ...child, children: [...child.children, form] } : child,
        );
  return { ...document, root: { ...root, children } };
}
