/**
 * Serves documentation-like pages on loopback: run as a child process, prints its port, ends with its parent.
 * `pages-server.ts PAGES SCRIPTED_EVERY ADDRESS`: at 0.0.0.0 every address of 127.0.0.0/8 is a site with the same pages.
 */
import { createServer } from 'node:http';

const WORDS =
  'array buffer channel class closure collection compile condition constant constructor default element exception execute expression field file format function generic handle index inherit initial instance integer interface iterator key language library literal loop macro match memory method module mutable name null object operator option order output package parameter parse path pattern pointer process property protocol query range record reference release return scope sequence server signal static stream string structure syntax system table template thread type union value variable vector version'.split(
    ' ',
  );

/** Seeded so that every arm crawls the same bytes. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const form = (action: string): string =>
  `<form class="search" action="${action}" method="get"><input name="q" type="text"><input type="submit" value="Go"></form>`;
const quoted = (html: string): string => `'${html.replace(/</g, '\\x3c')}'`;

/**
 * Headers that scripts build, four kinds of them. Two do on one page in five, by its address, something else than on the others: all of their text is the same
 * on every page.
 */
const HEADERS: readonly string[] = [
  `<div id="box"></div><script>document.getElementById('box').innerHTML=${quoted(form('/search'))};</script>`,
  `<div id="top"></div><script>const form = document.createElement('form');
form.setAttribute('action', /45.html$/.test(location.pathname) ? '/find/advanced' : '/find');
const box = document.createElement('input'); box.name = 'q'; box.type = 'text'; box.placeholder = 'Search';
const go = document.createElement('button'); go.textContent = 'Go';
form.append(box, go); document.getElementById('top').append(form);</script>`,
  `<site-search></site-search><script>customElements.define('site-search', class extends HTMLElement {
connectedCallback() { this.innerHTML = ${quoted(form('/lookup'))}; } });</script>`,
  `<div id="panel"></div><script>const panel = document.getElementById('panel'); panel.innerHTML = ${quoted(form('/query'))};
if (/75.html$/.test(location.pathname)) panel.innerHTML += ${quoted(form('/archive'))};</script>`,
];

/** @param header what it has in the place of a search form; undefined for a form in its markup */
function page(number: number, count: number, header: string | undefined): string {
  const next = random(number + 1);
  const word = () => WORDS[Math.floor(next() * WORDS.length)] ?? '';
  const words = (n: number) => Array.from({ length: n }, word).join(' ');
  const links = Array.from({ length: 40 }, (_, i) => {
    const to = i === 0 ? (number + 1) % count : Math.floor(next() * count);
    // The first page is the front page and has no other address, so that there are as many addresses as pages.
    const href = to === 0 ? '/' : `/docs/${WORDS[to % WORDS.length]}-${to}.html`;
    return `<li class="toctree-l1"><a class="reference internal" href="${href}">${words(3)}</a></li>`;
  }).join('\n');
  const body = Array.from(
    { length: 12 },
    () =>
      `<div class="section"><h2>${words(3)}</h2><p>${words(55)} <code>${word()}()</code> ${words(40)}</p></div>`,
  ).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words(4)}</title>
<link rel="stylesheet" href="/style.css"></head><body><div class="nav"><ul>${links}</ul>${header ?? form('/search')}</div>
<div class="body" role="main"><h1>${words(3)}</h1>${body}</div><div class="footer">${words(20)}</div></body></html>`;
}

const count = Number(process.argv[2] ?? 400);
const scriptedEvery = Number(process.argv[3] ?? 0);
const bodies = Array.from({ length: count }, (_, i) => {
  const scripted = scriptedEvery > 0 && i % scriptedEvery === 0;
  return Buffer.from(page(i, count, scripted ? HEADERS[(i / scriptedEvery) % HEADERS.length] : undefined));
});

const server = createServer((request, response) => {
  const match = /-(\d+)\.html$/.exec(request.url ?? '');
  const body = request.url === '/' ? bodies[0] : match === null ? undefined : bodies[Number(match[1])];
  if (body === undefined) return response.writeHead(404).end();
  return response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
    .end(body);
});
server.listen(0, process.argv[4] ?? '127.0.0.1', () => {
  const address = server.address();
  const sizes = bodies.map((body) => body.length).sort((a, b) => a - b);
  process.send?.({ port: typeof address === 'object' ? address?.port : 0, median: sizes[count >> 1] });
});
process.on('disconnect', () => process.exit());
