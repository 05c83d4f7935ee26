/** From page to page of a list by what real sites use besides links: each pager is followed to the end over HTTP. */

import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { findPaging } from '../../src/submissions/answers/paging.ts';
import { readAnswer } from '../../src/submissions/answers/read-answer.ts';
import { FormSession, type SubmissionRequest } from '../../src/submissions/index.ts';
import { nextRequest } from '../../src/submissions/sending/next-request.ts';
import { cpuTime } from '../cpu-time.ts';
import { hangUp, openPort } from '../open-port.ts';

const SIZE = 10;
const PAGES = 5;

interface Shown {
  readonly page: number;
  /** What was sent: of the address, and of the body. */
  readonly sent: URLSearchParams;
}
interface Pager {
  /** @returns the page asked for */
  pageOf(sent: URLSearchParams): number;
  markup(shown: Shown): string;
  headers?(shown: Shown): Record<string, string>;
}

const number = (value: string | null): number => Number(value ?? 1) || 1;
const byName = (name: string) => (sent: URLSearchParams) => number(sent.get(name));
const numbers = (page: number, link: (n: number) => string): string =>
  Array.from({ length: PAGES }, (_, i) => (i + 1 === page ? `<span>${page}</span>` : link(i + 1))).join(' ');
const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" id="${name}" value="${value}">`;

const PAGERS: Record<string, Pager> = {
  'post-back numbers': {
    pageOf: (sent) =>
      sent.get('__EVENTTARGET') === 'ctl00$grid'
        ? number(sent.get('__EVENTARGUMENT')?.split('$')[1] ?? null)
        : 1,
    markup: ({ page }) =>
      `<form method="post" action="/find?q=river" id="all">${hidden('__EVENTTARGET', '')}${hidden('__EVENTARGUMENT', '')}${hidden('__VIEWSTATE', `state${page}`)}<input type="submit" name="ctl00$out" value="Print">
      ${numbers(page, (n) => `<a href="javascript:__doPostBack(&#39;ctl00$grid&#39;,&#39;Page$${n}&#39;)">${n}</a>`)}</form>
      <script>function __doPostBack(t, a) { var f = document.forms['all']; if (!f.onsubmit) { f.__EVENTTARGET.value = t; f.__EVENTARGUMENT.value = a; f.submit(); } }</script>`,
  },
  'post-backs whose fields a script adds': {
    pageOf: (sent) => (sent.get('__EVENTTARGET') === 'grid$next' ? number(sent.get('__EVENTARGUMENT')) : 1),
    markup: ({ page }) =>
      `<form method="post" action="/find?q=river" id="all">${hidden('state', `s${page}`)}</form>${
        page < PAGES
          ? `<a href="javascript:__doPostBack('grid$next','${page + 1}')"><img src="r.gif" alt="Next"></a>`
          : ''
      }`,
  },
  'post-backs with options and an address of their own': {
    pageOf: (sent) => (sent.get('__EVENTTARGET') === 'pager$next' ? number(sent.get('p')) : 1),
    markup: ({ page }) =>
      `<form method="post" action="/elsewhere?q=river">${hidden('__EVENTTARGET', '')}${hidden('__EVENTARGUMENT', '')}${hidden('state', '')}${
        page < PAGES
          ? `<a href="javascript:WebForm_DoPostBackWithOptions(new WebForm_PostBackOptions(&quot;pager$next&quot;, &quot;&quot;, true, &quot;&quot;, &quot;/find?q=river&amp;p=${page + 1}&quot;, false, true))">Next &gt;</a>`
          : ''
      }</form>`,
  },
  'a button with options that sends the form itself': {
    pageOf: (sent) => (sent.has('go$next') && !sent.has('__EVENTTARGET') ? number(sent.get('p')) : 1),
    markup: ({ page }) =>
      `<form method="post" action="/find?q=river"><input type="submit" name="go$print" value="Print">${
        page < PAGES
          ? `<input type="submit" name="go$next" value="Next" onclick="javascript:WebForm_DoPostBackWithOptions(new WebForm_PostBackOptions('go$next', '', true, '', '/find?q=river&amp;p=${page + 1}', false, false))">`
          : ''
      }</form>`,
  },
  'a grid with a “Next Page” known by its title alone, among fields, the current page a link too': {
    pageOf: (sent) => number(sent.get('at')) + (sent.has('grid$n') ? 1 : 0),
    markup: ({ page }) =>
      `<form method="post" action="/find?q=river"><label>Street <input name="street"></label><input type="submit" name="go" value="Search">${hidden('at', String(page))}<div class="pager"><div><input type="submit" name="grid$f" value=" " title="First Page"><input type="submit" name="grid$p" value=" " title="Previous Page"></div><div>${Array.from({ length: PAGES }, (_, i) => `<a class="${i + 1 === page ? 'current' : ''}" href="javascript:__doPostBack('grid','')"><span>${i + 1}</span></a>`).join('')}</div><div>${page < PAGES ? '<input type="submit" name="grid$n" value=" " title="Next Page" class="next"><input type="submit" name="grid$l" value=" " title="Last Page">' : ''}</div></div></form>`,
  },
  'pictures as buttons beside numbers': {
    pageOf: (sent) => number(sent.get('at')) + (sent.has('turn.x') && sent.has('turn.y') ? 1 : 0),
    markup: ({ page }) =>
      `<form method="post" action="/find?q=river"><label>Street <input name="street"></label>${hidden('at', String(page))}<p><span>${page}</span> <span>${page + 1}</span> ${page < PAGES ? '<input type="image" name="turn" src="n.gif" alt="Next page">' : ''}</p></form>`,
  },
  'pictures as buttons beside the number of this page and of all, below fields': {
    pageOf: (sent) => number(sent.get('at')) + (sent.has('turn.x') ? 1 : 0) - (sent.has('back.x') ? 1 : 0),
    markup: ({ page }) =>
      `<form method="post" action="/find?q=river"><input type="submit" name="away" value="Previous"><label>Street <input name="street"></label><input type="submit" name="go" value="Search">${hidden('at', String(page))}<table><tr><td>${page > 1 ? '<input type="image" name="back" src="p.gif" alt="Previous page">' : ''} Page ${page} of ${PAGES} ${page < PAGES ? '<input type="image" name="turn" src="n.gif" alt="Next page">' : ''}</td></tr></table></form>`,
  },
  'numbers that scripts send, the current page among them': {
    pageOf: (sent) => number(sent.get('__EVENTTARGET')?.split('ctl')[1] ?? null),
    markup: () =>
      `<form method="post" action="/find?q=river"><label>Street <input name="street"></label>${hidden('__EVENTTARGET', '')}${hidden('__EVENTARGUMENT', '')}<table><tr>${Array.from({ length: PAGES }, (_, i) => `<td><a href="javascript:__doPostBack('grid$ctl${i + 1}','')">${i + 1}</a></td>`).join('')}</tr></table></form>`,
  },
  'a function that fills a hidden field': {
    pageOf: byName('pageNo'),
    markup: ({ page }) =>
      `<form method="post" name="pager" action="/find">${hidden('pageNo', String(page))}${hidden('q', 'river')}</form>
      <a href="#" onclick="goTo(${page + 1}); return false">${page < PAGES ? 'Next' : ''}</a>
      <script>function goTo(n) { document.pager.pageNo.value = n; document.pager.submit(); }</script>`,
  },
  'an offset set by id': {
    pageOf: (sent) => Number(sent.get('first') ?? 0) / SIZE + 1,
    markup: ({ page }) =>
      `<form method="get" action="/find" id="more">${hidden('first', String((page - 1) * SIZE))}${hidden('q', 'river')}</form>${
        page < PAGES
          ? `<input type="button" value="Next &gt;" onclick="document.getElementById('first').value='${page * SIZE}';document.getElementById('more').submit()">`
          : ''
      }`,
  },
  'a script that goes to an address': {
    pageOf: byName('p'),
    markup: ({ page }) =>
      `${page < PAGES ? `<a href="javascript:show('${page + 1}')">Next page</a>` : ''}<script>var show = function (n) { window.location.href =\n '/find?q=river&p=' + n; };</script>`,
  },
  'a list that goes to an address': {
    pageOf: byName('p'),
    markup: ({ page }) =>
      `<select onchange="location = this.value">${Array.from({ length: PAGES }, (_, i) => `<option value="/find?q=river&amp;p=${i + 1}"${i + 1 === page ? ' selected' : ''}>Page ${i + 1}</option>`).join('')}</select>`,
  },
  'a row of numbers that are all links': {
    pageOf: byName('p'),
    markup: () =>
      Array.from({ length: PAGES }, (_, i) => `<a href="/find?q=river&amp;p=${i + 1}">${i + 1}</a>`).join(
        ' ',
      ),
  },
  'a list that sends its form': {
    pageOf: byName('page'),
    markup: ({ page }) =>
      `<form method="post" action="/find">${hidden('q', 'river')}<select name="page" onchange="this.form.submit()">${Array.from({ length: PAGES }, (_, i) => `<option${i + 1 === page ? ' selected' : ''}>${i + 1}</option>`).join('')}</select></form>`,
  },
  'a list with a button': {
    pageOf: byName('page'),
    markup: ({ page }) =>
      `<form action="/find">${hidden('q', 'river')}<select name="page">${Array.from({ length: PAGES }, (_, i) => `<option${i + 1 === page ? ' selected' : ''}>${i + 1}</option>`).join('')}</select><button>Go</button></form>`,
  },
  'a Link header': {
    pageOf: byName('p'),
    markup: () => '',
    headers: ({ page }) =>
      page < PAGES
        ? { link: `</find?q=river&p=1>; rel="first", </find?q=river&p=${page + 1}>; rel=next` }
        : {},
  },
};

const books = (page: number): string =>
  Array.from({ length: SIZE }, (_, i) => {
    const id = (page - 1) * SIZE + i + 1;
    return `<div class="hit"><h3><a href="/book/${id}">Quiet river ${id * 7}</a></h3><p>Author: Writer ${id}</p><p>€ ${id}.50</p></div>`;
  }).join('');
const whole = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Books</title></head><body><form action="/find"><label>Find <input name="q"></label><button>Search</button></form><main>${body}</main></body></html>`;

async function serve(pager: Pager): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const sent = new URLSearchParams([
      ...new URL(request.url ?? '/', 'http://a.test').searchParams,
      ...new URLSearchParams(Buffer.concat(parts).toString()),
    ]);
    const page = pager.pageOf(sent);
    const body = page > PAGES ? '<p>No books</p>' : books(page) + pager.markup({ page, sent });
    response
      .writeHead(200, { 'content-type': 'text/html', ...pager.headers?.({ page, sent }) })
      .end(whole(body));
  });
  const port = await openPort(server);
  onTestFinished(() => hangUp(server));
  return `http://127.0.0.1:${port}`;
}

test.each(Object.entries(PAGERS))('%s', async (_, pager) => {
  const home = await serve(pager);
  const transport = liveTransport({ allowPrivate: true, env: {} });
  onTestFinished(() => transport.close());
  const egress = createHttpClient({ transport, userAgent: 'Fieldfare' });
  const out = { egress, permit: async () => undefined, ended: () => undefined, pause: () => undefined };
  const session = new FormSession(out, new AbortController().signal, 1);
  const formPage = parseTree(whole('<p>Welcome</p>'), `${home}/`);
  const form = extractForms(formPage)[0] as Form;
  const controls = [
    { position: 0, name: 'q', label: 'Find', meaning: 'query', values: ['river'], source: 'given' },
  ] as const;
  const filled = { form, template: { binding: [0] }, purpose: 'query', controls } as const;
  let request: SubmissionRequest | undefined = { method: 'GET', url: `${home}/find?q=river`, referrer: home };
  const keys: string[] = [];
  for (let page = 1; request !== undefined && page <= PAGES + 2; page++) {
    const sent = await session.send(request);
    const probes = { nonsense: [], earlier: [] };
    const answer = readAnswer(sent.page, { form, formPage, filled, request, page, domain: 'book', probes });
    keys.push(...answer.records.map(({ key }) => key));
    request = sent.page.tree && nextRequest(answer, { tree: sent.page.tree, encoding: sent.encoding });
  }
  expect(new Set(keys).size).toBe(SIZE * PAGES);
  expect(keys).toHaveLength(SIZE * PAGES);
});

test('a row of page numbers that only a script turns is pressed at the next one', () => {
  const row = (numbers: readonly number[]) => numbers.map((n) => `<li><a href="#">${n}</a></li>`).join('');
  const nextOf = (numbers: readonly number[], page: number) =>
    findPaging(parseTree(whole(`<ul>${row(numbers)}</ul>`), 'http://example.org/'), {
      ...{ contains: () => false, mayContinue: () => true, after: 0, recordCount: 10 },
      page,
    });
  expect(nextOf([1, 2, 3], 2)).toEqual({ kind: 'press', text: '3' });
  expect(nextOf([1, 2, 3], 3)).toBeNull();
  expect(nextOf([2, 5, 10], 1)).toBeNull();
});

test('the days of a calendar are no pages', () => {
  const days = Array.from({ length: 35 }, (_, i) => (i < 3 ? 28 + i : i - 2));
  const week = (n: number) =>
    days
      .slice(7 * n, 7 * n + 7)
      .map((day) => `<td><a href="javascript:__doPostBack('calendar','${day}')">${day}</a></td>`)
      .join('');
  const calendar = `<form method="post">${hidden('__EVENTTARGET', '')}${hidden('__EVENTARGUMENT', '')}<table>${[0, 1, 2, 3, 4].map((n) => `<tr>${week(n)}</tr>`).join('')}</table></form>`;
  const tree = parseTree(whole(calendar), 'http://example.org/');
  const list = { contains: () => false, mayContinue: () => true, after: 0, recordCount: 10, page: 1 };
  expect(findPaging(tree, list)?.kind).not.toBe('form');
});

test('a page of thousands of number buttons is read in proportion', () => {
  const tree = parseTree(
    whole(`<div>${'<button type=button>2</button>'.repeat(16_000)}</div>`),
    'http://a.test/',
  );
  const start = cpuTime();
  findPaging(tree, { contains: () => false, mayContinue: () => true, after: 0, recordCount: 4, page: 1 });
  expect(cpuTime() - start).toBeLessThan(1_000);
});

const LIST = { contains: () => false, mayContinue: () => true, after: 0, recordCount: 3, page: 1 };
const nextOf = (html: string, url = 'https://shop.test/list', list: Partial<typeof LIST> = {}) => {
  const found = findPaging(parseTree(html, url), { ...LIST, ...list });
  return found?.kind === 'link' ? found.url : (found?.kind ?? null);
};

test.each([
  ['Read more', '/news/storm'],
  ['Learn more', '/page/2'],
  ['Next thread', '/threads/next'],
  ['Weiter lesen', '/artikel/page/2'],
  ['Continue reading', '/2026/03/16/a-storm'],
])('“%s” leads to no next page', (caption, href) => {
  expect(nextOf(`<ul><li>One<li>Two<li>Three</ul><a href="${href}">${caption}</a>`)).toBeNull();
});

test.each([
  ['in words of blogs', '/list?paged=2', '← 過去の投稿', 'https://shop.test/list'],
  ['with its objects', '/list?start=20', 'Next 20 results', 'https://shop.test/list'],
  ['by a number without a word', '/list-2.html', 'Next', 'https://shop.test/list.html'],
  ['by a number within the name', '/a-or10-b.html', 'Далее', 'https://shop.test/a-b.html'],
  ['at the host with www', 'https://www.shop.test/list/page/2', '»', 'https://shop.test/list'],
])('a next page is found %s', (_, href, caption, page) => {
  expect(nextOf(`<ul><li>One<li>Two<li>Three</ul><a href="${href}">${caption}</a>`, page)).toBe(
    new URL(href, page).href,
  );
});

test('an address that a script reads from its link is followed', () => {
  expect(nextOf('<a href="javascript:;" data-href="/list/page/2">Next</a>')).toBe(
    'https://shop.test/list/page/2',
  );
});

test('a pager that the last record swallowed is found, links of several records are not', () => {
  const within = { contains: () => true, after: 1_000 };
  const own = (links: string) => nextOf(`<ul><li>One ${links}</ul>`, 'https://shop.test/list', within);
  expect(own('<a href="/list/page/2">»</a>')).toBe('https://shop.test/list/page/2');
  expect(own('<a rel="next" href="/more-of-it">Older</a>')).toBe('https://shop.test/more-of-it');
  expect(own('<a href="/a/page/2">Next</a><a href="/b/page/2">Next</a>')).toBeNull();
});
