import { foldText } from '../../foundation/text/index.ts';
import type { Echo } from './echo.ts';
import type { RecordField } from './reading.ts';

interface KeyedRecord {
  readonly title: string;
  readonly link?: string;
  readonly fields: readonly RecordField[];
}

/** Parameters of navigation, which do not select the record that is shown. */
const NAVIGATION_PARAMETER =
  /^(?:pos|position|rank|idx|index|ref|referr?er|from|src|back|return\w*|page|pg|offset|start|q|qs|query|search\w*|keywords?|kw|term|hl|highlight|sr|qid|sid|results?|list)$/i;

const MAX_TEXT_KEY = 300;

/**
 * Computes keys that are distinct in a list and equal for the same record on every page of the site: the
 * address of the detail page without what it repeats of the search, else the folded text. Navigation
 * parameters are kept if addresses would collide without them.
 */
export function recordKeys(records: readonly KeyedRecord[], pageUrl: string, echo?: Echo): string[] {
  const pageParameters = URL.parse(pageUrl)?.searchParams ?? new URLSearchParams();
  const links = [...new Set(records.flatMap(({ link }) => link ?? []))];
  const echoes = echo === undefined ? NONE : echoParameters(links, pageParameters, echo);
  const constants = constantParameters(links, pageParameters);
  const isEcho = (name: string): boolean => echoes.has(name) || constants.has(name);
  const isNavigation = (name: string, value: string): boolean =>
    isEcho(name) || NAVIGATION_PARAMETER.test(name) || (pageParameters.get(name) === value && value !== '');
  const whole = new Map(links.map((link) => [link, dropParameters(link, isEcho)]));
  // A navigation parameter may be the only one that selects the record; one that repeats the query never
  // does.
  const short = new Map(
    links.map((link) => {
      const rest = dropParameters(link, isNavigation);
      return [link, rest.includes('?') ? rest : (whole.get(link) ?? link)];
    }),
  );
  const all = new Set(whole.values()).size;
  const keys = new Set(short.values()).size < all ? whole : short;
  // Where all lead to the answer itself, its address names no record.
  const isOwn = links.length === 1 && links[0] === pageUrl;
  return records.map((record) =>
    record.link === undefined || isOwn ? textKey(record) : (keys.get(record.link) ?? record.link),
  );
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Finds parameters by which the links repeat the query: they hold it and nothing else in every link. A single
 * link may lead to a record named like the query, so its parameter must also be one of the search, or end in
 * `[]`.
 */
function echoParameters(
  links: readonly string[],
  pageParameters: URLSearchParams,
  echo: Echo,
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const link of links) {
    const held = [...new URL(link).searchParams].filter(([, value]) => echo.isAllOf(value));
    const names = new Set(held.map(([name]) => name));
    for (const name of names) {
      const isEcho = links.length > 1 || pageParameters.has(name) || name.endsWith('[]');
      if (isEcho) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count === links.length).map(([name]) => name));
}

/** Finds parameters of the page that every link repeats unchanged, such as the page size. */
function constantParameters(links: readonly string[], pageParameters: URLSearchParams): ReadonlySet<string> {
  if (links.length < 2) return NONE;
  const parameterSets = links.map((link) => new URL(link).searchParams);
  const kept = [...pageParameters].filter(
    ([name, value]) => value !== '' && parameterSets.every((parameters) => parameters.get(name) === value),
  );
  return new Set(kept.map(([name]) => name));
}

/** Drops some parameters of an address. */
function dropParameters(link: string, drop: (name: string, value: string) => boolean): string {
  const url = new URL(link);
  if (url.search === '') return link;
  const kept = [...url.searchParams].filter(([name, value]) => !drop(name, value));
  url.search = new URLSearchParams(kept).toString();
  return url.href;
}

/** Which field gives the title depends on the list, so a title that is a field, too, names nothing more. */
function textKey({ title, fields }: KeyedRecord): string {
  const values = fields.map(({ value }) => value);
  return foldText([...(values.includes(title) ? [] : [title]), ...values].join(' | ')).slice(0, MAX_TEXT_KEY);
}
