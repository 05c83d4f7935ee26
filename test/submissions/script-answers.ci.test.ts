/** Forms whose answers scripts make in the browser: what they fetch beside the list, and what submits them. */

import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryLedger, READING, submitForm } from '../../src/submissions/index.ts';
import { type BrowserSite, browserSite } from './browser-site.ts';

const PARTS = ['River', 'Harbour'];
const MOST_FETCHED = 50;
const DOCUMENTS = Array.from({ length: 140 }, (_, i) => ({
  path: `/document/${i}`,
  title: `${PARTS[i % 2]} chapter ${i}`,
}));

const page = (body: string) => `<!doctype html><title>Handbook</title><h1>Handbook</h1>${body}`;
const FORM =
  '<form action="/found"><label>Words <input type="search" name="q"></label><button>Search</button></form>';
/** Finds words in an index; then fetches a piece of each record by `piece`, in its address. */
const FOUND = (piece: string) =>
  page(`<p id="said">Searching</p><ul id="out"></ul><script>
var q=new URLSearchParams(location.search).get('q').toLowerCase();
var hits=${JSON.stringify(DOCUMENTS)}.filter(function(one){return q&&one.title.toLowerCase().includes(q)});
var all=hits.slice();(function next(){var one=all.shift();
if(!one){document.getElementById('said').textContent=hits.length?hits.length+' pages found':'No pages found';return}
var li=document.createElement('li');li.innerHTML='<a href="'+one.path+'">'+one.title+'</a>';document.getElementById('out').append(li);
fetch(one.path+'?as=${piece}').then(function(r){return r.text()}).then(function(t){
var p=document.createElement('p');p.textContent=t.replace(/<[^>]*>/g,'');li.append(p)});setTimeout(next,5)})()</script>`);
/** Denies nonsense at once, and has not shown anything yet when other answers are read. */
const LATE = `<!doctype html><title>Search the river handbook</title><h1>What you are looking for</h1><p>One moment</p><p>Whole words are found</p>
<p>Chapters are listed first</p><p id="said"></p><script>
var q=new URLSearchParams(location.search).get('q').toLowerCase();
if(!${JSON.stringify(PARTS)}.some(function(one){return one.toLowerCase()===q}))document.getElementById('said').textContent='No pages were found'</script>`;
/** Answers while one types; on the first visits it is slow, so that the key pressed next seems to bring the answer. */
const TYPED = (delay: number) =>
  page(`<form action="/none" onsubmit="return false"><label>Words <input type="search" id="box"></label></form><ul id="out"></ul>
<script>document.getElementById('box').addEventListener('input',function(){var q=this.value.toLowerCase();setTimeout(function(){
document.getElementById('out').innerHTML=${JSON.stringify(DOCUMENTS.slice(0, 12))}.filter(function(one){return q&&one.title.toLowerCase().includes(q)})
.map(function(one){return '<li><a href="'+one.path+'">'+one.title+'</a> <span>A chapter</span></li>'}).join('')||'<li>No pages found</li>'},${delay})})</script>`);
/** Visits to the page that is slow at first: two read the form, then two probes and the first word. */
const SLOW_VISITS = 5;
const SLOW_MS = 1_400;

/** Fetches rows as data that say nothing of how many there are; a button fetches more of them. */
const MORE =
  page(`<div><label>Words <input type="search" id="box"></label><button id="go">Search</button></div><p id="said"></p><ul id="out"></ul><button id="more" hidden>Show more</button>
<script>var at=0,out=document.getElementById('out'),more=document.getElementById('more');function load(){
fetch('/rows?q='+encodeURIComponent(document.getElementById('box').value)+(at?'&from='+at:'')).then(function(r){return r.json()}).then(function(d){
d.forEach(function(one){var li=document.createElement('li');li.innerHTML='<a href="'+one.path+'">'+one.title+'</a> <span>A chapter</span>';out.append(li)});
at+=d.length;more.hidden=d.length<20;document.getElementById('said').textContent=at?'':'No pages found'})}
document.getElementById('go').onclick=function(){at=0;out.innerHTML='';load()};more.onclick=load</script>`);

let fetched: string[] = [];
let visits = 0;

let site: BrowserSite;

beforeAll(async () => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', site.origin);
    const send = (text: string, type = 'text/html') =>
      response.writeHead(200, { 'content-type': type }).end(text);
    const piece = url.searchParams.get('as');
    if (piece !== null) {
      fetched.push(`${request.headers.referer} ${url.pathname}`);
      return send(`<p>About chapter ${url.pathname.slice(10)}`, piece);
    }
    if (url.pathname === '/typed') return send(TYPED(++visits > SLOW_VISITS ? 20 : SLOW_MS));
    if (url.pathname === '/more') return send(MORE);
    if (url.pathname === '/rows') {
      const words = (url.searchParams.get('q') ?? '').toLowerCase();
      const from = Number(url.searchParams.get('from') ?? 0);
      const hits = DOCUMENTS.filter(({ title }) => words !== '' && title.toLowerCase().includes(words));
      return send(JSON.stringify(hits.slice(from, from + 20)), 'application/json');
    }
    if (url.pathname === '/found-late') return send(LATE);
    if (url.pathname === '/found') return send(FOUND('text/html'));
    if (url.pathname === '/found-data') return send(FOUND('text/plain'));
    return send(
      page(`${FORM.replace('/found', url.pathname.replace('form', 'found'))}<script>var ready=1</script>`),
    );
  });
  site = await browserSite(server);
}, 60_000);

afterAll(() => site.close());

async function ask(path: string, maxSubmissions: number, maxAnswerPages = 5) {
  fetched = [];
  const ledger = memoryLedger();
  const task = {
    form: await site.form(path),
    page: site.origin + path,
    domain: null,
    sources: { siteWords: ['River', 'Harbour', 'chapter'] },
  };
  const options = { maxSubmissions, maxAnswerPages, detailPages: 0, text: true, maxRetries: 0 };
  const signal = new AbortController().signal;
  for await (const event of submitForm(task, site.out, ledger, READING, {
    ...options,
    now: new Date(0),
    signal,
  }))
    expect(event.type).not.toBe('form-skipped');
  return ledger.entries;
}

const wordOf = ({ filled }: Awaited<ReturnType<typeof ask>>[number]) => filled.controls[0]?.values[0];
const fetchedFor = (word: string) => fetched.filter((one) => one.includes(`q=${word} `)).length;

test('a script that fetches the page of each record shows the whole list, and few of these pages are fetched', async () => {
  const answers = await ask('/form', 3);
  const found = answers.find((one) => wordOf(one) === 'River');
  expect(found?.answer?.records).toHaveLength(DOCUMENTS.length / 2);
  expect(found?.answer?.records.some(({ text }) => text.includes('About chapter'))).toBe(true);
  // Once through the form, and once to see whether its address alone shows the same.
  expect(fetchedFor('River')).toBe(2 * MOST_FETCHED);
}, 120_000);

test('what a script fetches as data is fetched to the last', async () => {
  await ask('/form-data', 3);
  // For each of the two looks at that answer.
  expect(fetchedFor('River')).toBe(2 * (DOCUMENTS.length / 2));
}, 120_000);

test('typing is what submits a form whose button only seemed to, while the page was slow', async () => {
  const answers = await ask('/typed', 6);
  const sends = answers.flatMap(({ plan }) => plan?.sends?.by ?? []);
  expect(sends).toEqual(['enter', 'typing']);
}, 120_000);

test('an answer that a script is late to show is not taken for the record of a page that HTTP brings, too', async () => {
  const answers = await ask('/form-late', 4);
  expect(answers.map(({ plan }) => plan?.by)).not.toContain('replay');
  expect(answers.at(-1)?.sentBy).toBe('browser');
}, 120_000);

test('“show more” is followed to the end where the request of its script is sent by us', async () => {
  const answers = await ask('/more', 8, 100);
  const keysOf = (word: string) =>
    new Set(
      answers
        .filter((one) => wordOf(one) === word)
        .flatMap(({ answer }) => answer?.records.map(({ key }) => key) ?? []),
    ).size;
  expect(answers.some(({ sentBy, page }) => sentBy === 'http' && page > 1)).toBe(true);
  expect([keysOf('River'), keysOf('Harbour')]).toEqual([DOCUMENTS.length / 2, DOCUMENTS.length / 2]);
}, 120_000);
