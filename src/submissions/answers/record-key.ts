import { foldText } from '../../foundation/text/index.ts';
import type { Echo } from './echo.ts';
import type { RecordField } from './reading.ts';

interface Keyed {
  readonly title: string;
  readonly link?: string;
  readonly fields: readonly RecordField[];
}

/** Parameters that say where a reader came from, not what is shown. */
const WAY =
  /^(?:pos|position|rank|idx|index|ref|referr?er|from|src|back|return\w*|page|pg|offset|start|q|qs|query|search\w*|keywords?|kw|term|hl|highlight|sr|qid|sid|results?|list)$/i;

const MAX_TEXT_KEY = 300;

/**
 * What tells the records of a list apart, and makes one record equal on every page of the site: the address of the detail
 * page without what it repeats of the search, else the folded text. Where addresses collide without the parameters of the way
 * to them, they keep these.
 */
export function recordKeys(records: readonly Keyed[], pageUrl: string, echo?: Echo): string[] {
  const asked = URL.parse(pageUrl)?.searchParams ?? new URLSearchParams();
  const links = [...new Set(records.flatMap(({ link }) => link ?? []))];
  const echoes = echo === undefined ? NONE : echoesIn(links, asked, echo);
  const carried = carriedOn(links, asked);
  const isEcho = (name: string): boolean => echoes.has(name) || carried.has(name);
  const isWay = (name: string, value: string): boolean =>
    isEcho(name) || WAY.test(name) || (asked.get(name) === value && value !== '');
  const whole = new Map(links.map((link) => [link, without(link, isEcho)]));
  // A parameter of the way may be all that names the record; one that every link repeats of the question names none.
  const short = new Map(
    links.map((link) => {
      const rest = without(link, isWay);
      return [link, rest.includes('?') ? rest : (whole.get(link) ?? link)];
    }),
  );
  const all = new Set(whole.values()).size;
  const keys = new Set(short.values()).size < all ? whole : short;
  return records.map((record) =>
    record.link === undefined ? textKey(record) : (keys.get(record.link) ?? record.link),
  );
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Parameters by which the links of an answer repeat the question: they hold it and nothing else in every link of several.
 * One link alone may well lead to a record that is called as what was asked for, so there the parameter must be one of the
 * search's own, or one of which there may be many.
 */
function echoesIn(links: readonly string[], asked: URLSearchParams, echo: Echo): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const link of links) {
    const held = [...new URL(link).searchParams].filter(([, value]) => echo.is(value));
    const names = new Set(held.map(([name]) => name));
    for (const name of names) {
      const told = links.length > 1 || asked.has(name) || name.endsWith('[]');
      if (told) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count === links.length).map(([name]) => name));
}

/** Parameters of the page that every link carries on as they are, such as how many records to show: none tells records apart. */
function carriedOn(links: readonly string[], asked: URLSearchParams): ReadonlySet<string> {
  if (links.length < 2) return NONE;
  const ways = links.map((link) => new URL(link).searchParams);
  const kept = [...asked].filter(
    ([name, value]) => value !== '' && ways.every((way) => way.get(name) === value),
  );
  return new Set(kept.map(([name]) => name));
}

/** The address without some of its parameters. */
function without(link: string, drop: (name: string, value: string) => boolean): string {
  const url = new URL(link);
  if (url.search === '') return link;
  const kept = [...url.searchParams].filter(([name, value]) => !drop(name, value));
  url.search = new URLSearchParams(kept).toString();
  return url.href;
}

const textKey = ({ title, fields }: Keyed): string =>
  foldText([title, ...fields.map(({ value }) => value)].join(' | ')).slice(0, MAX_TEXT_KEY);
