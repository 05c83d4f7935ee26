/** Ways to the other pages of a result list. */

import { attributes, escapeHtml } from '../html.ts';
import type { Block, LinkSpec } from '../site.ts';
import type { Wording } from '../wording.ts';

interface Turning {
  readonly now: number;
  readonly last: number;
  readonly to: (page: number) => string;
  readonly words: Wording;
}

/** What stands below the list, and the headers of its page. */
export interface Turns {
  readonly blocks: readonly Block[];
  readonly headers: Readonly<Record<string, string>>;
}

export const NO_TURNS: Turns = { blocks: [], headers: {} };

const markup = (html: string): Turns => ({ blocks: [{ kind: 'html', html }], headers: {} });

/** Pages from `below` before this one to `above` behind it, as far as there are some. */
const pagesNear = ({ now, last }: Turning, below: number, above: number): number[] =>
  Array.from({ length: below + above + 1 }, (_, i) => now - below + i).filter(
    (page) => page >= 1 && page <= last,
  );

export function linkTurns(turning: Turning): Turns {
  const { now, last, to, words } = turning;
  const links: LinkSpec[] = pagesNear(turning, 2, 2).map((page) => ({ href: to(page), text: String(page) }));
  if (now > 1) links.unshift({ href: to(now - 1), text: words.previous });
  if (now < last) links.push({ href: to(now + 1), text: words.next });
  return { blocks: [{ kind: 'links', links }], headers: {} };
}

export function selectTurn(turning: Turning): Turns {
  const options = pagesNear(turning, 10, 20).map(
    (page) =>
      `<option${attributes({ value: turning.to(page), selected: page === turning.now })}>${page}</option>`,
  );
  return markup(
    `<p class="pages"><select onchange="location.href=this.value">${options.join('')}</select> / ${turning.last}</p>`,
  );
}

/** Machines alone are told where the list goes on. */
export function headerTurn({ now, last, to }: Turning): Turns {
  const next = now < last ? [`<${to(now + 1)}>; rel="next"`] : [];
  const before = now > 1 ? [`<${to(now - 1)}>; rel="prev"`] : [];
  const { blocks } = markup(`<p class="pages">${now} / ${last}</p>`);
  return { blocks, headers: { link: [...next, ...before].join(', ') } };
}

const POST_BACK =
  "function __doPostBack(t,a){var f=document.getElementById('turn');f.__EVENTTARGET.value=t;f.__EVENTARGUMENT.value=a;f.submit()}";

/** Links that post the page back, as frameworks of servers write them. */
export function postTurns(turning: Turning, action: string, state: string): Turns {
  const hidden = (name: string, value: string): string =>
    `<input${attributes({ type: 'hidden', name, value })}>`;
  const links = pagesNear(turning, 2, 2)
    .filter((page) => page !== turning.now)
    .map((page) => `<a href="javascript:__doPostBack('list','Page$${page}')">${page}</a>`);
  const fields = `${hidden('state', state)}${hidden('__EVENTTARGET', '')}${hidden('__EVENTARGUMENT', '')}`;
  return markup(
    `<form id="turn" method="post" action="${escapeHtml(action)}">${fields}</form><script>${POST_BACK}</script><p class="pages">${links.join(' ')}</p>`,
  );
}

/** Page that a page which was posted back asks for. */
export const turnedTo = (posted: URLSearchParams): string | undefined =>
  /^Page\$(\d+)$/.exec(posted.get('__EVENTARGUMENT') ?? '')?.[1];
