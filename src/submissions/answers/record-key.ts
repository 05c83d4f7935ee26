import { foldText } from '../../text/index.ts';
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
 * page without what it repeats of the search, else the folded text. Where shortened addresses collide, they stay whole.
 */
export function recordKeys(records: readonly Keyed[], pageUrl: string, echo?: Echo): string[] {
  const asked = URL.parse(pageUrl)?.searchParams ?? new URLSearchParams();
  const links = records.flatMap(({ link }) => link ?? []);
  const echoes = echo === undefined ? NONE : echoesIn(links, asked, echo);
  const short = records.map(({ link }) => (link === undefined ? '' : withoutWay(link, asked, echoes)));
  const linked = new Map<string, Set<string>>();
  records.forEach(({ link }, i) => {
    if (link === undefined) return;
    const addresses = linked.get(short[i] ?? '') ?? new Set();
    linked.set(short[i] ?? '', addresses.add(link));
  });
  const collide = [...linked.values()].some((addresses) => addresses.size > 1);
  return records.map((record, i) => {
    if (record.link === undefined) return textKey(record);
    return collide ? record.link : (short[i] ?? record.link);
  });
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Parameters by which the links of an answer repeat the question: they hold it and nothing else in every link of several.
 * One link alone may well lead to a record that is called as what was asked for, so there the parameter must be one of the
 * search's own, or one of which there may be many.
 */
function echoesIn(links: readonly string[], asked: URLSearchParams, echo: Echo): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const distinct = new Set(links);
  for (const link of distinct) {
    const held = [...new URL(link).searchParams].filter(([, value]) => echo.is(value));
    const names = new Set(held.map(([name]) => name));
    for (const name of names) {
      const told = distinct.size > 1 || asked.has(name) || name.endsWith('[]');
      if (told) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count === distinct.size).map(([name]) => name));
}

function withoutWay(link: string, asked: URLSearchParams, echoes: ReadonlySet<string>): string {
  const url = new URL(link);
  if (url.search === '') return link;
  const own = [...url.searchParams].filter(([name]) => !echoes.has(name));
  const kept = own.filter(([name, value]) => !WAY.test(name) && !(asked.get(name) === value && value !== ''));
  // A parameter of the way may be all that names the record; one that every link repeats of the question names none.
  url.search = new URLSearchParams(kept.length === 0 ? own : kept).toString();
  return url.href;
}

const textKey = ({ title, fields }: Keyed): string =>
  foldText([title, ...fields.map(({ value }) => value)].join(' | ')).slice(0, MAX_TEXT_KEY);
