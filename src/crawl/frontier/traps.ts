type TrapRule =
  | 'long-address'
  | 'repeated-segments'
  | 'deep-path'
  | 'session-id'
  | 'calendar'
  | 'endless-paging'
  | 'facets'
  | 'reordering';

const MAX_LENGTH = 1_000;
const MAX_SEGMENTS = 15;
const REPEATED = 3;
const MAX_PAGE_NUMBER = 100;
/** Offsets count records, not pages. */
const MAX_OFFSET = 5_000;
const MAX_PARAMETERS = 8;
/** Filters that a page may have set for its links to set one more. */
const MAX_FILTERS = 2;

const PAGE_NUMBER = /^(?:p|pg|page|pagina|paged|pagenum|page_?no|seite)$/i;
const OFFSET = /^(?:start|offset|from|skip|first)$/i;
const ORDER = /^(?:sort\w*|order\w*|dir|direction|view|layout|display|per_?page|limit|rows)$/i;
const DATE_NAME = /^(?:date|day|month|monat|year|jahr|week|cal\w*|ym|yearmonth)$/i;
const DATE_VALUE = /^(?:\d{1,2}|\d{4}|\d{4}-?\d{1,2}(?:-?\d{1,2})?)$/;
/** A path that ends in a date and nothing else: a month or a day, not an article of that day. */
const DATE_PATH = /\/(?:\d{4})[/-](?:0?[1-9]|1[0-2])(?:[/-](?:0?[1-9]|[12]\d|3[01]))?\/?$/;
const SESSION_NAME = /^(?:sid|s|session|token|sess|visit|uid)$/i;
const SESSION_VALUE = /^(?=.*\d)(?=.*[a-z])[0-9a-z_-]{24,}$/i;
const PATH_SESSION = /\/\((?:[a-z]\([\w-]{16,}\))+\)\//i;

interface Address {
  readonly origin: string;
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Returns the trap a link belongs to, judged by its address and that of the page it stands on; undefined for none.
 *
 * Nothing else is looked at, neither what was fetched before nor how much: a crawl that follows everything refuses the
 * same links in whatever order it goes.
 */
export function trapOf(link: string, page: string): TrapRule | undefined {
  if (link.length > MAX_LENGTH) return 'long-address';
  const to = addressOf(link);
  const segments = to.path.split('/').filter((segment) => segment !== '');
  if (segments.length >= REPEATED && repeats(segments)) return 'repeated-segments';
  if (segments.length > MAX_SEGMENTS) return 'deep-path';
  if (hasSession(to)) return 'session-id';
  if (pageNumber(to) > MAX_PAGE_NUMBER || offset(to) > MAX_OFFSET) return 'endless-paging';
  if (to.parameters.size > MAX_PARAMETERS) return 'facets';
  const from = pageAddress(page);
  if (to.origin !== from.origin) return undefined;
  if (goesThroughTime(to, from)) return 'calendar';
  if (to.path !== from.path) return undefined;
  if (addsFilter(to, from)) return 'facets';
  return reorders(to, from) ? 'reordering' : undefined;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** @param url as the URL standard writes it, without a fragment */
function addressOf(url: string): Address {
  const path = url.indexOf('/', 8);
  const query = url.indexOf('?', path);
  return {
    origin: url.slice(0, path),
    path: url.slice(path, query < 0 ? undefined : query),
    parameters: query < 0 ? NONE : new Map(new URLSearchParams(url.slice(query))),
  };
}

interface PageAddress extends Address {
  readonly period: string;
}

let latest: { readonly url: string; readonly address: PageAddress } | undefined;

function pageAddress(url: string): PageAddress {
  if (latest?.url === url) return latest.address;
  const address = addressOf(url);
  latest = { url, address: { ...address, period: periodOf(address) } };
  return latest.address;
}

/** One segment or a row of segments again and again: `a/b/a/b/a/b`. */
function repeats(segments: readonly string[]): boolean {
  for (let length = 1; length <= 3; length++) {
    let run = 0;
    for (let at = length; at < segments.length; at++) {
      run = segments[at] === segments[at - length] ? run + 1 : 0;
      if (run >= length * (REPEATED - 1)) return true;
    }
  }
  return false;
}

function hasSession({ path, parameters }: Address): boolean {
  if (PATH_SESSION.test(path)) return true;
  for (const [name, value] of parameters) {
    if (SESSION_NAME.test(name) && SESSION_VALUE.test(value)) return true;
  }
  return false;
}

function numberOf({ parameters }: Address, named: RegExp): number {
  for (const [name, value] of parameters) {
    if (named.test(name) && /^\d{1,12}$/.test(value)) return Number(value);
  }
  return 0;
}

function pageNumber(address: Address): number {
  const inPath = /\/(?:page|p|seite|pagina)[/-]?(\d{1,12})\/?$/i.exec(address.path)?.[1];
  return Math.max(numberOf(address, PAGE_NUMBER), Number(inPath ?? 0));
}

const offset = (address: Address): number => numberOf(address, OFFSET);

/** From one period to another: what stands on a page of a period and keeps to it leads elsewhere. */
function goesThroughTime(to: Address, { period }: PageAddress): boolean {
  if (period === '') return false;
  const there = periodOf(to);
  return there !== '' && there !== period;
}

/** Empty for an address without a period. */
function periodOf({ path, parameters }: Address): string {
  const parts = DATE_PATH.test(path) ? [path] : [];
  for (const [name, value] of parameters) if (isDate(name, value)) parts.push(`${name}=${value}`);
  return parts.sort().join(' ');
}

const isDate = (name: string, value: string): boolean => DATE_NAME.test(name) && DATE_VALUE.test(value);

/** A period is no filter: who goes from one to the next is stopped by the calendar's rule. */
const isFilter = (name: string, value: string): boolean =>
  !PAGE_NUMBER.test(name) && !OFFSET.test(name) && !ORDER.test(name) && !isDate(name, value);

/** Says whether a link keeps all filters of the page and sets one more or another. */
function addsFilter(to: Address, from: Address): boolean {
  const filters = [...from.parameters].filter(([name, value]) => isFilter(name, value) && value !== '');
  if (filters.length < MAX_FILTERS || to.parameters.size <= from.parameters.size) return false;
  return filters.every(([name, value]) => to.parameters.get(name) === value);
}

/** Says whether a link is the page itself, sorted or laid out differently. */
function reorders(to: Address, from: Address): boolean {
  if (from.parameters.size === 0) return false;
  let ordered = false;
  for (const name of new Set([...to.parameters.keys(), ...from.parameters.keys()])) {
    if (to.parameters.get(name) === from.parameters.get(name)) continue;
    if (!ORDER.test(name)) return false;
    ordered = true;
  }
  return ordered;
}
