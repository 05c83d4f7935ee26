/** A bookshop on loopback whose two forms cut their lists short, so that they are asked many questions; it notes every one. */

import { createServer, type IncomingMessage } from 'node:http';
import { hangUp, openPort } from '../open-port.ts';

export interface AskedSite {
  readonly url: string;
  /** Every POST, in order, by its body. */
  readonly posts: readonly string[];
  /** Every GET of the search, by its query. */
  readonly gets: readonly string[];
  close(): Promise<void>;
}

const GENRES = [
  ...['Biography', 'Cooking', 'Crime', 'Fantasy', 'History', 'Horror', 'Poetry', 'Romance'],
  ...['Science', 'Travel'],
];
const FORMATS = ['Paperback', 'Hardcover', 'E-book', 'Audiobook'];
const SHOWN = 5;

const BOOKS = Array.from({ length: 400 }, (_, i) => ({
  id: i + 1,
  title: `${['Quiet', 'Golden', 'Hidden', 'Broken', 'Distant'][i % 5]} ${['River', 'Garden', 'Harbour', 'Winter', 'Letter', 'Orchard', 'Lantern'][i % 7]} ${i + 1}`,
  genre: GENRES[i % 10] ?? '',
  format: FORMATS[(i >> 3) % 4] ?? '',
}));

const options = (name: string, values: readonly string[]): string =>
  `<label>${name} <select name="${name.toLowerCase()}"><option value="">Any ${name.toLowerCase()}</option>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;
const fields = options('Genre', GENRES) + options('Format', FORMATS);
const whole = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}<footer><a href="/">Bookshop: novels, authors, publishers, paperbacks</a></footer></body></html>`;
const POSTING = `<form action="/find" method="post" role="search"><h2>Find a book by genre</h2>${fields}<button>Search books</button></form>`;
const home = (posting: boolean): string =>
  whole(
    'Books: novels, authors, publishers',
    `<p>A bookshop for second-hand books, novels and first editions by every author, paperback and hardcover.</p>
${posting ? POSTING : ''}
<form action="/search" role="search"><h2>Search the catalogue of books</h2>${fields}<button>Search catalogue</button></form>`,
  );

function answer(asked: URLSearchParams): string {
  const found = BOOKS.filter(
    ({ genre, format }) =>
      (asked.get('genre') || genre) === genre && (asked.get('format') || format) === format,
  );
  const shown = found.slice(0, SHOWN);
  const entries = shown.map(
    ({ id, title, genre, format }) =>
      `<li class="hit"><a href="/book/${id}">${title}</a> <span>${genre}</span> <span>${format}</span></li>`,
  );
  return whole(
    'Books found',
    found.length === 0
      ? '<p>No books were found.</p>'
      : `<p>${found.length} books found</p><ul>${entries.join('')}</ul>`,
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

/**
 * @param delayMs how long an answer takes: what is under way can be killed
 * @param posting whether one of the forms posts
 */
export async function askedSite(delayMs: number, posting = true): Promise<AskedSite> {
  const posts: string[] = [];
  const gets: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    const html = (body: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    if (url.pathname === '/') return html(home(posting));
    const posted = url.pathname === '/find' && request.method === 'POST';
    if (!posted && url.pathname !== '/search') return html(whole('Not found', '<p>404</p>'), 404);
    const asked = posted ? await bodyOf(request) : url.search.slice(1);
    (posted ? posts : gets).push(asked);
    setTimeout(() => html(answer(new URLSearchParams(asked))), delayMs);
  });
  const port = await openPort(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    posts,
    gets,
    close: () => hangUp(server),
  };
}
