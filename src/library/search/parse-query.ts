import { FieldfareError } from '../../foundation/errors/index.ts';

/** An invalid search: where the mistake is, and how to correct it. */
export class SearchError extends FieldfareError {
  readonly code = 'search-query';
}

/** Words or a phrase that a document must contain or, denied, must not contain. */
export interface QueryClause {
  readonly text: string;
  readonly phrase: boolean;
  /** The last word is a prefix. */
  readonly prefix: boolean;
  readonly denied: boolean;
  /** Searches only this part; by default all. */
  readonly field?: TextField;
  /** Name of the record's field that must contain it. */
  readonly recordField?: string;
  /** Alternative to the clause before it. */
  readonly or: boolean;
}

const TEXT_FIELDS = ['title', 'text', 'url'] as const;
type TextField = (typeof TEXT_FIELDS)[number];
const FILTERS = ['site', 'domain', 'category', 'language', 'kind', 'run', 'date'] as const;
type FilterName = (typeof FILTERS)[number];

export interface ParsedQuery {
  readonly clauses: readonly QueryClause[];
  readonly filters: Readonly<Partial<Record<Exclude<FilterName, 'date'>, string>>>;
  /** Days, UTC; the second is included. */
  readonly dates?: { readonly from?: number; readonly to?: number };
}

const MAX_CHARACTERS = 2_000;
const MAX_CLAUSES = 60;
const DAY_MS = 86_400_000;

/**
 * Parses a search: words, "phrases", prefix*, -without, OR, title:… text:… url:…, the filters site: domain: category:
 * language: kind: run: date:2026-01..2026-03, and name:value for a field of records.
 * @throws {SearchError} with the position of the mistake
 */
export function parseQuery(query: string): ParsedQuery {
  if (query.length > MAX_CHARACTERS)
    throw new SearchError(`the search has ${query.length} characters; the limit is ${MAX_CHARACTERS}`);
  const clauses: QueryClause[] = [];
  const filters: Partial<Record<Exclude<FilterName, 'date'>, string>> = {};
  let dates: ParsedQuery['dates'];
  let or = false;
  for (const token of tokensOf(query)) {
    if (token.bare && token.value === 'OR') {
      if (clauses.length === 0) throw new SearchError(`OR at character ${token.at} has no word before it`);
      or = true;
      continue;
    }
    const filter = FILTERS.find((name) => name === token.field);
    if (filter === 'date') dates = datesOf(token.value, token.at);
    else if (filter !== undefined) filters[filter] = token.value;
    else clauses.push({ ...clauseOf(token), or });
    or = false;
  }
  if (or) throw new SearchError('OR at the end of the search has no word after it');
  if (clauses.length > MAX_CLAUSES)
    throw new SearchError(`the search has ${clauses.length} parts; the limit is ${MAX_CLAUSES}`);
  if (clauses.length > 0 && clauses.every((clause) => clause.denied))
    throw new SearchError('a search cannot consist of -words alone; add a word to search for');
  return { clauses, filters, ...(dates && { dates }) };
}

interface Token {
  readonly value: string;
  readonly field: string | undefined;
  readonly denied: boolean;
  readonly phrase: boolean;
  /** Not quoted, not denied, without a field. */
  readonly bare: boolean;
  /** 1 is the first character. */
  readonly at: number;
}

function* tokensOf(query: string): Generator<Token> {
  const pattern = /(-?)(?:([\p{L}\p{M}\p{N}_-]+):)?(?:"([^"]*)("?)|([^\s"]*))/uy;
  for (let at = 0; at < query.length; ) {
    const space = /\s*/y;
    space.lastIndex = at;
    at += space.exec(query)?.[0].length ?? 0;
    if (at >= query.length) return;
    pattern.lastIndex = at;
    const match = pattern.exec(query);
    const [whole = '', minus, field, quoted, end, plain] = match ?? [];
    if (whole === '') throw new SearchError(`cannot read the search from character ${at + 1} on`);
    if (quoted !== undefined && end === '')
      throw new SearchError(`the quotation mark at character ${at + whole.indexOf('"') + 1} is not closed`);
    const value = (quoted ?? plain ?? '').trim();
    if (value === '' && (field !== undefined || quoted !== undefined))
      throw new SearchError(
        field === undefined
          ? `there is nothing between the quotation marks at character ${at + 1}`
          : `${field}: at character ${at + 1} has no word after it`,
      );
    const denied = minus === '-';
    if (value === '') throw new SearchError(`the - at character ${at + 1} has no word after it`);
    yield {
      value,
      field: field?.toLowerCase(),
      denied,
      phrase: quoted !== undefined,
      bare: quoted === undefined && !denied && field === undefined,
      at: at + 1,
    };
    at += whole.length;
  }
}

function clauseOf(token: Token): Omit<QueryClause, 'or'> {
  const prefix = !token.phrase && token.value.endsWith('*');
  const text = prefix ? token.value.slice(0, -1) : token.value;
  if (!/[\p{L}\p{N}]/u.test(text))
    throw new SearchError(
      `${JSON.stringify(token.value)} at character ${token.at} contains no word to search for`,
    );
  const field = TEXT_FIELDS.find((name) => name === token.field);
  return {
    text,
    phrase: token.phrase,
    prefix,
    denied: token.denied,
    ...(field && { field }),
    ...(token.field !== undefined && field === undefined && { recordField: token.field }),
  };
}

/** `2026-01-15`, `2026-01`, `2026`, `2026-01..2026-03`, `..2026`, `2026..` */
function datesOf(value: string, at: number): { from?: number; to?: number } {
  const [first = '', second = first] = value.split('..');
  const from = first === '' ? undefined : dayOf(first, false, at);
  const to = second === '' ? undefined : dayOf(second, true, at);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function dayOf(text: string, last: boolean, at: number): number {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text) ?? [];
  const from = Date.UTC(Number(year), month === undefined ? 0 : Number(month) - 1, Number(day ?? 1));
  // Rejects dates such as 31 April, which would become another day.
  const valid =
    !Number.isNaN(from) &&
    new Date(from).toISOString().startsWith(text.length === 4 ? `${text}-01-01` : text);
  if (year === undefined || !valid)
    throw new SearchError(
      `date:${text} at character ${at} is no date; write 2026, 2026-01, 2026-01-15, or two of them with .. between`,
    );
  if (!last) return from;
  const next =
    month === undefined
      ? Date.UTC(Number(year) + 1, 0, 1)
      : day === undefined
        ? Date.UTC(Number(year), Number(month), 1)
        : from + DAY_MS;
  return next - 1;
}
