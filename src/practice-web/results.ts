/** What stands behind the search forms: result lists, their paging, records' pages, and the same as JSON. */

import { type Answer, type PracticeRequest, redirect } from './answer.ts';
import { answerHabits } from './answer-habits.ts';
import { type Field, labelsOf, listedFields, paragraphs, pluralOf } from './catalogs/catalog.ts';
import type { CompiledSite } from './compiled.ts';
import { FIRST_ID, type Found, type Records, type Row } from './database.ts';
import { drawPage } from './drawing.ts';
import { dataPath, showResults } from './forms/appearances.ts';
import { continued } from './forms/more-results.ts';
import {
  headerTurn,
  linkTurns,
  NO_TURNS,
  postTurns,
  selectTurn,
  type Turns,
  turnedTo,
} from './forms/turning.ts';
import { escapeHtml, scriptJson } from './html.ts';
import { type ListHabits, listHabits, pagerOf } from './list-habits.ts';
import { drawRows } from './list-styles.ts';
import { outcome, pageNumber, withoutPage } from './outcome.ts';
import { askedBy, listAsked } from './query.ts';
import { refusal } from './refusals.ts';
import { hash32, seeded } from './seeded.ts';
import type { Block, Entry, FormSpec, PageContent } from './site.ts';
import type { Outcome } from './truth.ts';
import { isIndic } from './wording.ts';

export const PAGE_SIZE = 10;
const FEATURED = 4;

const recordsOf = (site: CompiledSite, form: FormSpec): Records | undefined =>
  site.databases[form.database ?? 0];

const factsOf = (site: CompiledSite, fields: readonly Field[], row: Row): (readonly [string, string])[] =>
  fields.map((field) => [labelOf(site, field), `${row[field.column]}${field.unit ? ` ${field.unit}` : ''}`]);

const labelOf = (site: CompiledSite, field: Field): string =>
  labelsOf(field, site.identity.language)[0] ?? field.column;

export const entryOf = (site: CompiledSite, records: Records, row: Row): Entry => ({
  href: records.spec.detail(row),
  title: row.title,
  facts: factsOf(site, listedFields(records.spec.catalog), row),
});

interface Searched {
  readonly records: Records;
  readonly found: Found;
  readonly outcome: Outcome;
}

export function search(site: CompiledSite, form: FormSpec, given: URLSearchParams): Searched | undefined {
  const records = recordsOf(site, form);
  if (!records) return undefined;
  const { criteria, controls, words } = askedBy(form, given);
  const { order, perPage: limit = PAGE_SIZE } = listAsked(form, given);
  const page = { offset: (pageNumber(given) - 1) * limit, limit, ...(order ? { order } : {}) };
  const shuffle = hash32(String(withoutPage(given)));
  const found = records.find(criteria, { ...page, shuffle });
  const told = outcome(form, given, found.rows.length > 0 ? 'hits' : 'no-hits', {
    asked: controls,
    words,
    matching: found.total,
    shown: found.rows.map((row) => row.id),
  });
  return { records, found, outcome: told };
}

const packed = (form: FormSpec, given: URLSearchParams): string =>
  Buffer.from(`${form.key}?${withoutPage(given)}`).toString('base64url');

/** The submission itself, in an address: how POST forms come to result pages that can be linked. */
const saved = (form: FormSpec, given: URLSearchParams): string => `/results/${packed(form, given)}`;

/** Where the buttons of lists that turn their pages by POST lead. */
export const TURN_PATH = '/results/turn';
/** A list with such buttons, as a page: the search that asks for nothing. */
export const turnAddress = (form: FormSpec): string =>
  `${TURN_PATH}?state=${packed(form, new URLSearchParams(form.controls.map(({ name }) => [name, ''] as [string, string])))}`;

/** Buttons in place of links; the search comes along as hidden state. */
function turnButtons(site: CompiledSite, form: FormSpec, given: URLSearchParams, last: number): Block[] {
  const now = pageNumber(given);
  const pages = [now - 1, now + 1].filter((page) => page >= 1 && page <= last);
  const buttons = pages.map((page) => {
    const text = page < now ? site.words.previous : site.words.next;
    return `<button type="submit" name="page" value="${page}">${escapeHtml(text)}</button>`;
  });
  const markup = `<form method="post" action="${TURN_PATH}"><input type="hidden" name="state" value="${packed(form, given)}">${buttons.join(' ')}</form>`;
  return [{ kind: 'html', html: markup }];
}

/** The way to the other pages of a list, in the page and in its headers. */
function pager(site: CompiledSite, form: FormSpec, given: URLSearchParams, total: number): Turns {
  const size = listAsked(form, given).perPage ?? PAGE_SIZE;
  const cap = recordsOf(site, form)?.spec.cap ?? total;
  const last = Math.ceil(Math.min(total, cap) / size);
  if (last <= 1) return NO_TURNS;
  if (form.paging === 'post') return { blocks: turnButtons(site, form, given, last), headers: {} };
  if (form.paging === 'more' || form.paging === 'scroll') {
    const html = continued(form.paging, dataPath(form), last, site.words.next);
    return { blocks: [{ kind: 'html', html }], headers: {} };
  }
  const to = (page: number): string => {
    if (form.method === 'POST') return `${saved(form, given)}?page=${page}`;
    const query = new URLSearchParams(given);
    query.set('page', String(page));
    return `${form.action}?${query}`;
  };
  const turning = { now: pageNumber(given), last, to, words: site.words };
  switch (pagerOf(site.identity, form, site.blueprint)) {
    case 'postback':
      return postTurns(turning, TURN_PATH, packed(form, given));
    case 'select':
      return selectTurn(turning);
    case 'header':
      return headerTurn(turning);
    case 'links':
      return linkTurns(turning);
  }
}

/** "4,213 books found", "11–20 of 4,213 books", or nothing, as the site has it. */
function totalLine(site: CompiledSite, form: FormSpec, given: URLSearchParams, done: Searched): Block[] {
  const { total, grouped } = answerHabits(site.identity, form);
  const { language } = site.identity;
  const plural = pluralOf(done.records.spec.catalog, language)[0] ?? '';
  const number = (value: number): string =>
    grouped ? value.toLocaleString(isIndic(language) ? 'en' : language) : String(value);
  const whole = `${number(done.found.total)} ${plural}`;
  if (total === 'none' && done.found.total > 0) return [];
  if (total !== 'range' || done.found.total === 0)
    return [{ kind: 'prose', paragraphs: [`${whole} ${site.words.found}`] }];
  const first = (pageNumber(given) - 1) * (listAsked(form, given).perPage ?? PAGE_SIZE);
  const range = `${first + 1}–${first + done.found.rows.length}`;
  return [{ kind: 'prose', paragraphs: [`${range} ${site.words.of} ${whole}`] }];
}

function nothingFound(site: CompiledSite, form: FormSpec, given: URLSearchParams, done: Searched): Block[] {
  const { empty } = answerHabits(site.identity, form);
  const again: Block = { kind: 'form', form: form.key };
  if (empty === 'zero' && done.found.total === 0) return [...totalLine(site, form, given, done), again];
  const message: Block = { kind: 'prose', paragraphs: [site.words.none] };
  return empty === 'suggestions' && done.found.total === 0
    ? [message, again, ...homeEntries(site)]
    : [message, again];
}

/** The records of a page, in the markup and with the links of the site. */
function foundRows(
  site: CompiledSite,
  form: FormSpec,
  given: URLSearchParams,
  { records, found }: Searched,
): Block {
  const { rows, links } = listHabits(site.identity, site.blueprint);
  const { catalog } = records.spec;
  const before = (pageNumber(given) - 1) * (listAsked(form, given).perPage ?? PAGE_SIZE);
  const entries = found.rows.map((row, at) => {
    const entry = entryOf(site, records, row);
    const more = carriedBy(links, before + at + 1, withoutPage(given));
    return more === ''
      ? entry
      : { ...entry, href: `${entry.href}${entry.href.includes('?') ? '&' : '?'}${more}` };
  });
  const group = listedFields(catalog).find(({ kind }) => kind === 'choice');
  const drawn = drawRows(rows, entries, group === undefined ? '' : labelOf(site, group));
  return drawn === undefined ? { kind: 'entries', entries } : { kind: 'html', html: drawn };
}

/** What a link says of the way to it, beside the record. */
function carriedBy(links: ListHabits['links'], place: number, given: URLSearchParams): string {
  const number = hash32(String(given));
  if (links === 'position') return `pos=${place}`;
  if (links === 'search') return `qn=${1000 + (number % 9000)}`;
  return links === 'token' ? `ts=${hash32(`${number} ${place}`).toString(36)}` : '';
}

/** The page that asks to wait, and leads to the list. */
function waitingPage(site: CompiledSite, form: FormSpec, given: URLSearchParams): Answer | undefined {
  const { waits } = listHabits(site.identity, site.blueprint);
  if (waits === 'none' || form.paging !== undefined || pageNumber(given) > 1) return undefined;
  const to = saved(form, given);
  const script = waits === 'script' ? `<script>location.replace(${scriptJson(to)})</script>` : '';
  const page = drawPage(site, {
    title: site.words.results,
    blocks: [{ kind: 'html', html: `<p id="waiting">…</p>${script}` }],
    ...(waits === 'meta' ? { head: `<meta http-equiv="refresh" content="0; url=${to}">` } : {}),
  });
  const headers = waits === 'header' ? { ...page.headers, refresh: `0; url=${to}` } : page.headers;
  return { ...page, headers, outcome: outcome(form, given, 'pending') };
}

function resultsPage(site: CompiledSite, form: FormSpec, given: URLSearchParams): Answer {
  const done = search(site, form, given);
  if (!done) return drawPage(site, { title: site.words.results, blocks: [] });
  const { found } = done;
  const turns = pager(site, form, given, found.total);
  const blocks: Block[] =
    found.rows.length === 0
      ? nothingFound(site, form, given, done)
      : [
          ...totalLine(site, form, given, done),
          ...(site.blueprint.resultForms ?? []).map((key): Block => ({ kind: 'form', form: key })),
          foundRows(site, form, given, done),
          ...turns.blocks,
        ];
  const page = drawPage(site, { title: site.words.results, blocks }, 200, given);
  return { ...page, headers: { ...page.headers, ...turns.headers }, outcome: done.outcome };
}

/** A page whose results a script fetches. */
function resultsShell(site: CompiledSite, form: FormSpec, given: URLSearchParams): Answer {
  const code = `(function(){${showResults(site.words.next)}var u=${scriptJson(dataPath(form))}+location.search;fetch(u).then(function(r){return r.json()}).then(function(d){show(d,document.getElementById('results'),u,1)})})()`;
  return {
    ...drawPage(site, {
      title: site.words.results,
      blocks: [{ kind: 'html', html: `<div id="results">…</div><script>${code}</script>` }],
    }),
    outcome: outcome(form, given, 'pending'),
  };
}

export function resultsAnswer(
  site: CompiledSite,
  form: FormSpec,
  request: PracticeRequest,
  given: URLSearchParams,
): Answer {
  const refused = refusal(site, form, given, true);
  if (refused) return refused;
  if (form.results === 'xhr') return resultsShell(site, form, given);
  if (form.results === 'redirect' && request.method === 'POST')
    return { ...redirect(saved(form, given), 303), outcome: outcome(form, given, 'pending') };
  return waitingPage(site, form, given) ?? resultsPage(site, form, given);
}

/** The list as JSON; who asks for nothing by script gets none. */
export function resultsData(site: CompiledSite, form: FormSpec, given: URLSearchParams): Answer {
  const refused = refusal(site, form, given, true);
  const done = refused ? undefined : search(site, form, given);
  const items = (done?.found.rows ?? []).map((row) => {
    const entry = done ? entryOf(site, done.records, row) : { href: '', title: '', facts: [] };
    return {
      href: entry.href,
      title: entry.title,
      text: entry.facts.map(([label, value]) => `${label}: ${value}`).join(', '),
    };
  });
  const body = JSON.stringify({
    total: done?.found.total ?? 0,
    found: site.words.found,
    page: pageNumber(given),
    items,
  });
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
    resource: 'data',
    outcome: done?.outcome ?? outcome(form, given, 'no-hits'),
    ...(refused?.trap ? { trap: refused.trap } : {}),
  };
}

/** Result lists of submissions that are kept in the address. */
export function savedResults(site: CompiledSite, request: PracticeRequest): Answer | null {
  const turned = request.method === 'POST' ? request.body : request.query;
  const state =
    request.path === TURN_PATH ? turned.get('state') : /^\/results\/([\w-]+)$/.exec(request.path)?.[1];
  if (state === null || state === undefined) return null;
  const [key = '', ...asked] = Buffer.from(state, 'base64url').toString().split('?');
  const form = site.forms.get(key);
  if (form?.type !== 'search') return null;
  const given = new URLSearchParams(asked.join('?'));
  given.set('page', turned.get('page') ?? turnedTo(turned) ?? '1');
  return refusal(site, form, given, false) ?? resultsPage(site, form, given);
}

/** Some records on the front page, as shops show them. */
export function homeEntries(site: CompiledSite): Block[] {
  const [records] = site.databases;
  if (!records) return [];
  const rows = featuredIds(site, records)
    .map((id) => records.get(id))
    .filter((row) => row !== undefined);
  return [
    { kind: 'heading', text: site.words.featured },
    { kind: 'entries', entries: rows.map((row) => entryOf(site, records, row)) },
  ];
}

/** The first records of the table, in the order that the sort box asks for. */
export function listing(site: CompiledSite, count: number, given: URLSearchParams): Block[] {
  const [records] = site.databases;
  const order = given.get('sort');
  const limit = Math.min(50, Number(given.get('per_page')) || count);
  const found = records?.find([], { offset: 0, limit, ...(order === null ? {} : { order }) });
  return records && found
    ? [{ kind: 'entries', entries: found.rows.map((row) => entryOf(site, records, row)) }]
    : [];
}

export function featuredIds(site: CompiledSite, records: Records): number[] {
  const random = seeded(site.identity.seed, 'featured');
  return Array.from({ length: FEATURED }, () => FIRST_ID + random.int(0, records.spec.records - 1));
}

/** @returns the page of one record, with links to two others */
export function detailPage(site: CompiledSite, records: Records, row: Row): PageContent {
  const { catalog } = records.spec;
  const random = seeded(site.identity.seed, catalog.subject, row.id, 'page');
  const others = Array.from({ length: records.spec.domain === null ? 1 : 2 }, () =>
    records.get(FIRST_ID + random.int(0, records.spec.records - 1)),
  ).filter((other) => other !== undefined);
  return {
    title: row.title,
    head: `<meta name="description" content="${escapeHtml(row.title)}">`,
    blocks: [
      { kind: 'facts', facts: factsOf(site, catalog.fields.slice(1), row) },
      { kind: 'prose', paragraphs: paragraphs(random, catalog, 2) },
      ...(site.blueprint.detailForms ?? []).map((form): Block => ({ kind: 'form', form })),
      {
        kind: 'links',
        title: site.words.similar,
        links: others.map((other) => ({ href: records.spec.detail(other), text: other.title })),
      },
    ],
  };
}
