/** A court's docket: cases by date of filing, lists that end after 20, ten on a page. */

import { type Answer, page } from './small-web.ts';

const CAP = 20;
const ON_PAGE = 10;
const DAY_MS = 86_400_000;

export interface Case {
  readonly number: number;
  readonly filed: string;
}

/** Day of so many days ago, as `2001-02-28`. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Cases of a year that ended some days ago, a few each day. */
export const cases = (count: number): Case[] =>
  Array.from({ length: count }, (_, i) => ({
    number: 1000 + i,
    filed: daysAgo(5 + Math.floor(((i * i + 7 * i) % count) / (count / 360))),
  }));

/** Compares days, or numbers. */
const isLess = (a: string, b: string): boolean => (/-/.test(a + b) ? a < b : Number(a) < Number(b));

interface Docket {
  /** Lists state how many cases there are. */
  readonly isCounted: boolean;
  /** What the two boxes are for; days unless given. */
  readonly by?: 'filed' | 'number';
}

/** @param stored cases may be added and taken out while it is used */
export function docket(
  host: string,
  stored: readonly Case[],
  { isCounted, by = 'filed' }: Docket,
): Record<string, Answer> {
  const type = by === 'filed' ? 'date' : 'number';
  const form = `<form action="/cases" role="search"><h2>Search the docket</h2>
    <label>From <input type="${type}" name="from"></label> <label>To <input type="${type}" name="to"></label>
    <button>Search cases</button></form>`;
  const find: Answer = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://any.test');
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
    const at = Number(searchParams.get('page') ?? 1);
    const found = stored
      .map((one) => ({ ...one, at: by === 'filed' ? one.filed : String(one.number) }))
      .filter(({ at: own }) => (from === '' || !isLess(own, from)) && (to === '' || !isLess(to, own)))
      .sort((a, b) => ((a.number * 7919) % 1009) - ((b.number * 7919) % 1009));
    const shown = found.slice(0, CAP).slice((at - 1) * ON_PAGE, at * ON_PAGE);
    const rows = shown.map(
      ({ number, filed }) =>
        `<li class="hit"><a href="/case/${number}">Case ${number} against the ${host} company</a> <span>Filed: ${filed}</span></li>`,
    );
    const more = Math.min(found.length, CAP) > at * ON_PAGE;
    searchParams.set('page', String(at + 1));
    const list =
      found.length === 0
        ? '<p>No cases were found.</p>'
        : `${isCounted ? `<p>${found.length} cases found</p>` : ''}<ul>${rows.join('')}</ul>${
            more ? `<a rel="next" href="/cases?${searchParams}">Next page</a>` : ''
          }`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(form + list));
  };
  return { [`${host}/`]: page(form), [`*${host}`]: find };
}
