import { foldText } from '../../text/index.ts';
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
export function recordKeys(records: readonly Keyed[], pageUrl: string): string[] {
  const asked = URL.parse(pageUrl)?.searchParams ?? new URLSearchParams();
  const short = records.map(({ link }) => (link === undefined ? '' : withoutWay(link, asked)));
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

function withoutWay(link: string, asked: URLSearchParams): string {
  const url = new URL(link);
  if (url.search === '') return link;
  const kept = [...url.searchParams].filter(
    ([name, value]) => !WAY.test(name) && !(asked.get(name) === value && value !== ''),
  );
  if (kept.length === 0) return link;
  url.search = new URLSearchParams(kept).toString();
  return url.href;
}

const textKey = ({ title, fields }: Keyed): string =>
  foldText([title, ...fields.map(({ value }) => value)].join(' | ')).slice(0, MAX_TEXT_KEY);
