/** Bookshops that list the same genres and stock different ones. */

import { type Answer, page } from './small-web.ts';

export const GENRES = ['Art', 'Biography', 'Crime', 'Drama', 'Essays', 'Fantasy', 'Gardening', 'History'];
const SHOWN = 4;

/** A bookshop with a list and no box, whose answers show four books; each shop numbers its genres in its own way. */
export function shop(
  host: string,
  genres: readonly string[],
  stocked: readonly string[],
): Record<string, Answer> {
  const options = (texts: readonly string[]) =>
    `<option value="">Any</option>${texts.map((text, i) => `<option value="${host[0]}${i}">${text}</option>`).join('')}`;
  const form = `<form action="/find" role="search"><h2>Search our books</h2><label>Genre <select name="genre">${options(genres)}</select></label><button>Search books</button></form>`;
  const find: Answer = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://any.test');
    const chosen = genres[Number(searchParams.get('genre')?.slice(1) || -1)];
    const found = stocked
      .filter((genre) => chosen === undefined || genre === chosen)
      .flatMap((genre) => Array.from({ length: 30 }, (_, i) => `${genre} volume ${i}`));
    const shown = found.slice(0, SHOWN).map((title) => {
      const path = title.replaceAll(' ', '-').toLowerCase();
      return `<li class="hit"><a href="/book/${path}">${title}</a> <span>a novel</span></li>`;
    });
    const list =
      found.length === 0
        ? '<p>No books were found.</p>'
        : `<p>${found.length} books found</p><ul>${shown.join('')}</ul>`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(list));
  };
  return { [`${host}/`]: page(form), [`*${host}`]: find };
}

/** A harvest of a few shops, over HTTP and without delay. */
export const OPTIONS = {
  domains: ['book'],
  strategy: 'breadth-first',
  render: 'never',
  robots: false,
  delayMs: 0,
  detailPages: 0,
  maxSubmissions: 8,
};
