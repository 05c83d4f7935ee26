/** How a question is delivered in a browser, and what comes back: pages that answer otherwise than by a new document. */

import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenPage } from '../../src/foundation/browser/index.ts';
import { elementsOf, textOf } from '../../src/foundation/dom/index.ts';
import { openSocket } from '../../src/practice-web/socket.ts';
import { memoryLedger, READING, submitForm } from '../../src/submissions/index.ts';
import type { Sending } from '../../src/submissions/planning/submit-control.ts';
import { CHANNEL_PLAN_VERSION, type ChannelPlan } from '../../src/submissions/sending/ledger.ts';
import type { BrowserDelivery } from '../../src/submissions/sending/live-answer.ts';
import { visibleLines } from '../../src/submissions/sending/page-difference.ts';
import { queryInBrowser } from '../../src/submissions/sending/query-in-browser.ts';
import { type AnswerReader, Sender } from '../../src/submissions/sending/sender.ts';
import type { FilledForm } from '../../src/submissions/types/submission.ts';
import { type BrowserSite, browserSite } from './browser-site.ts';

const TREES = ['Silver birch', 'Downy birch', 'Sessile oak', 'Cork oak', 'Field maple', 'Norway spruce'];
const found = (words: string) =>
  TREES.filter((tree) => words !== '' && tree.toLowerCase().includes(words.toLowerCase()));
const [OAKS, MAPLES] = [found('oak'), found('maple')];
const slug = (tree: string) => `/trees/${tree.toLowerCase().replace(' ', '-')}`;
const CATALOGUE = `var TREES=${JSON.stringify(TREES)};function look(w){return TREES.filter(function(t){return w&&t.toLowerCase().indexOf(w.toLowerCase())>=0})}
function items(l){return l.map(function(t){return '<li><a href="/trees/'+t.toLowerCase().replace(' ','-')+'">'+t+'</a></li>'}).join('')}`;
const page = (body: string, script = '') =>
  `<!doctype html><title>Arboretum</title><h1>Arboretum</h1>${body}<script>${CATALOGUE}\n${script}</script>`;
const BOX = '<input id="box" type="search" placeholder="Search trees" aria-label="Search trees">';

const DRAWN = '<form action="/drawn-answer"><input name="q" type="search"><button>Search</button></form>';

/** Pages by path; a function gets the query. */
const PAGES: Readonly<Record<string, (parameters: URLSearchParams) => string>> = {
  // The index comes a moment after the page, the list a second after the index.
  '/late': () =>
    page(`<form action="/late-answer"><input name="q" type="search"><button>Search</button></form>`),
  '/late-answer': () =>
    page(
      `<form action="/late-answer"><input name="q" type="search"><button>Search</button></form><p id="say" role="status"></p><ul id="out"></ul><script src="/slow-index.js" defer></script>`,
      `var q=new URLSearchParams(location.search).get('q');document.getElementById('say').textContent='Looking through the index…';
function ready(){setTimeout(function(){var l=look(q);document.getElementById('say').textContent=l.length+' trees';document.getElementById('out').innerHTML=items(l)},1200)}`,
    ),
  // A list under the box while it has the focus; Enter goes to its first entry.
  '/drop-down': (parameters) =>
    page(
      `<div>${BOX}<ul id="list" role="listbox" hidden></ul></div>`,
      `var b=document.getElementById('box'),l=document.getElementById('list'),t;
b.addEventListener('input',function(){clearTimeout(t);t=setTimeout(function(){fetch('/suggest?w='+encodeURIComponent(b.value)).then(r=>r.json()).then(function(a){l.hidden=false;l.innerHTML=a.length?a.map(x=>'<li role="option"><a href="/trees/'+x.toLowerCase().replace(' ','-')+'">'+x+'</a></li>').join(''):'<li>No tree of that name</li>'})},300)});
b.addEventListener('blur',function(){l.hidden=true});
b.addEventListener('keydown',function(e){var a=l.querySelector('a');if(e.key!=='Enter'||!a)return;${
        parameters.has('routed')
          ? `history.pushState(0,'',a.href);document.body.innerHTML='<h1>'+a.textContent+'</h1><p>It grows in woods.</p>'`
          : parameters.has('finds')
            ? `history.pushState(0,'','/r/8f3a');fetch('/suggest?all&w='+b.value).then(r=>r.json()).then(function(a){document.body.innerHTML='<p>All trees</p><ul>'+items(a)+'</ul>'})`
            : 'location.href=a.href'
      }})`,
    ),
  // Enter takes the first suggestion while there is one; the form sends only what was taken.
  '/takes': () =>
    page(
      `<form action="/plain-answer"><input name="q" type="hidden"><input id="box" type="search"><ul id="list" role="listbox"></ul></form>`,
      `var b=document.getElementById('box'),l=document.getElementById('list');function take(x){document.forms[0].q.value=x;b.value='';l.innerHTML=''};b.addEventListener('input',function(){fetch('/suggest?w='+b.value).then(r=>r.json()).then(function(a){l.innerHTML=a.map(x=>'<li role="option">'+x+'</li>').join('')})});
b.addEventListener('keydown',function(e){if(e.key==='Enter'&&l.firstChild){e.preventDefault();take(l.firstChild.textContent)}});l.addEventListener('click',function(e){take(e.target.textContent)})`,
    ),
  // The first button empties the box, the second searches.
  '/clear-first': () =>
    page(
      `<form action="javascript:void 0"><input name="q" type="search"><button id="no" type="submit">Clear</button><button id="go" type="button">Search</button></form><ul id="out"></ul>`,
      `document.getElementById('no').onclick=function(e){e.preventDefault();document.forms[0].q.value='';document.getElementById('out').innerHTML=''};
document.forms[0].addEventListener('submit',function(e){e.preventDefault()});
document.getElementById('go').onclick=function(){document.getElementById('out').innerHTML=items(look(document.forms[0].q.value))||'<li>Nothing grows here</li>'}`,
    ),
  // Two buttons that say nothing of searching, of which one empties the box; Enter searches.
  '/icons': () =>
    page(
      `<div role="search">${BOX}<button id="no">●</button><button id="how">?</button></div><ul id="out"></ul>`,
      `var b=document.getElementById('box'),o=document.getElementById('out');document.getElementById('no').onclick=function(){b.value='';o.innerHTML=''};
document.getElementById('how').onclick=function(){o.innerHTML='<li>Type a word and press Enter</li>'};
b.addEventListener('keyup',function(e){if(e.key==='Enter')o.innerHTML=items(look(b.value))||'<li>Nothing grows here</li>'})`,
    ),
  // Rows of a table stay or go as one types; a nameless box for a column stands before that for words.
  '/rows': () =>
    page(
      `<label><input type="checkbox" class="column" checked>Name</label><input type="search" placeholder="Find"><table>${TREES.map((tree) => `<tr><td><a href="${slug(tree)}">${tree}</a></td></tr>`).join('')}</table>`,
      `document.querySelector('[placeholder]').oninput=function(){var w=this.value.toLowerCase();document.querySelectorAll('tr').forEach(function(r){r.style.display=r.textContent.toLowerCase().indexOf(w)<0?'none':''})}`,
    ),
  // The state is behind the hash.
  '/hash': () =>
    page(
      `<form onsubmit="location.hash='#/find/'+encodeURIComponent(this.q.value);return false"><input name="q" type="search"><button>Search</button></form><main></main>`,
      `addEventListener('hashchange',function(){document.querySelector('main').innerHTML='<ul>'+items(look(decodeURIComponent(location.hash.split('/')[2])))+'</ul>'})`,
    ),
  // Results come one after another, for longer than any pause between them.
  '/stream': () =>
    page(
      `<form onsubmit="go(this.q.value);return false"><input name="q" type="search"><button>Search</button></form><p aria-live="polite" id="say"></p><ol id="out"></ol>`,
      `function go(w){var l=look(w),i=0,s=document.getElementById('say'),o=document.getElementById('out');s.textContent='Searching…';setTimeout(function next(){if(i<l.length){o.insertAdjacentHTML('beforeend',items([l[i++]]));setTimeout(next,1100)}else s.textContent='Found '+l.length},1100)}`,
    ),
  // A pager leaves numbers out, and descriptions are cut short: nothing more is to come.
  '/cut': () =>
    page(
      '<ul id="out"></ul>',
      `onkeydown=function(){document.getElementById('out').innerHTML=items(TREES)+'<li><b>1</b> <b>2</b> <span>…</span> <b>9</b></li>';TREES.forEach(t=>document.getElementById('out').insertAdjacentHTML('beforeend','<li>A '+t+' of…</li>'))}`,
    ),
  // Choices join the form as soon as something is typed.
  '/grows': () =>
    page(
      `<form action="javascript:void 0" role="search"><input type="text" placeholder="Search"><span id="more"></span></form><ul id="out"></ul>`,
      `var b=document.querySelector('input');b.oninput=function(){document.getElementById('more').innerHTML='<button type="button" id="no">Clear</button><label><input type="checkbox" name="kind" value="broad">broad leaves</label><label><input type="checkbox" name="kind" value="needle">needles</label>';document.getElementById('no').onclick=function(){b.value='';document.getElementById('out').innerHTML=''};document.getElementById('out').innerHTML=items(look(b.value))}`,
    ),
  // Out of view until a button is pressed, which also loads what answers.
  '/folded': () =>
    page(
      `<header><a href="/trees/oak" class="help">Help</a><button type="button" id="open" aria-expanded="false" aria-label="Search"></button></header>
<div id="fold" style="display:none"><form onsubmit="return false"><input name="q" type="search"></form></div><ul id="out"></ul>`,
      `document.getElementById('open').onclick=function(){document.getElementById('fold').style.display='';document.querySelector('input').oninput=function(){document.getElementById('out').innerHTML=items(look(this.value))}}`,
    ),
  // Asks by a socket, which answers a little later.
  '/socket': () =>
    page(
      `<form onsubmit="s.send(this.q.value);return false"><input name="q" type="search"><button>Search</button></form><ul id="out"></ul>`,
      `var s=new WebSocket('ws://'+location.host+'/socket');s.onmessage=function(m){var l=JSON.parse(m.data);document.getElementById('out').innerHTML=items(l)||'<li>Nothing grows here</li>'}`,
    ),
  // A socket brings all of the page, a while after it was opened.
  '/brought': () =>
    page(
      '',
      `var s=new WebSocket('ws://'+location.host+'/socket');s.onopen=function(){setTimeout(function(){s.send('oak')},800)};s.onmessage=function(){document.body.innerHTML='<form><input type="search" name="q"></form>'}`,
    ),
  // A socket that says something all the time, or nothing.
  '/live': (parameters) =>
    page(
      '<br>'.repeat(150),
      `var s=new WebSocket('ws://'+location.host+'/socket');${parameters.has('ticks') ? `s.onopen=function(){setInterval(function(){s.send('oak')},100)}` : ''}`,
    ),
  // The same answer with and without scripts, which do something else on every page.
  '/plain': () =>
    page(`<form action="/plain-answer"><input name="q" type="search"><button>Search</button></form>`),
  // Suggestions as one types; what is sent brings a page of its own.
  '/suggests': () =>
    page(
      `<form action="/plain-answer"><input name="q" type="search"><button>Search</button><ul id="list"></ul></form>`,
      `document.querySelector('input').addEventListener('input',function(){fetch('/suggest?w='+this.value).then(r=>r.json()).then(function(a){document.getElementById('list').innerHTML=a.map(x=>'<li>'+x+'?</li>').join('')})})`,
    ),
  // Takes a suggestion that was pressed and nothing else; only words of a tree have one.
  '/picks': () =>
    page(
      `<form action="/plain-answer"><input type="text" role="combobox" aria-label="Tree"><ul id="list" role="listbox"></ul><input type="hidden" name="q"><button>Search</button></form>`,
      `document.querySelector('input').addEventListener('input',function(){fetch('/suggest?w='+this.value).then(r=>r.json()).then(function(a){document.getElementById('list').innerHTML=a.map(x=>'<li role="option" onclick="document.forms[0].q.value=this.textContent">'+x+'</li>').join('')})})`,
    ),
  '/plain-answer': (parameters) =>
    page(
      `<p>Results</p><ul>${found(parameters.get('q') ?? '')
        .map((tree) => `<li><a href="${slug(tree)}">${tree}</a></li>`)
        .join('')}</ul>`,
    ),
  // The server says that there is nothing; what there is its script draws.
  '/drawn': (parameters) =>
    parameters.has('scripted')
      ? page(DRAWN)
      : `<!doctype html><title>Arboretum</title><h1>Arboretum</h1>${DRAWN}`,
  '/drawn-answer': (parameters) => {
    const word = parameters.get('q') ?? '';
    const none = found(word).length === 0;
    return page(
      none ? `${DRAWN}<p>No trees found</p>` : `${DRAWN}<table><tbody></tbody></table>`,
      none
        ? ''
        : `look('${word}').forEach(function(t){document.querySelector('tbody').insertAdjacentHTML('beforeend','<tr><td><a href="/trees/'+t.toLowerCase().replace(' ','-')+'">'+t+'</a></td><td>grown here</td></tr>')})`,
    );
  },
  // Rows of a long list are in the page only while they are in view: of a box, or of the whole page.
  '/recycled': (parameters) => {
    const whole = parameters.has('whole');
    return page(
      `<form onsubmit="draw(this.q.value);return false"><input name="q" type="search"><button>Search</button></form><p id="say"></p><div id="view"${whole ? '' : ' style="height:260px;overflow:auto"'}><div id="all" style="position:relative"></div></div><p>All of our woods</p>`,
      `var some=[],box=${whole ? 'document.scrollingElement' : "document.getElementById('view')"},all=document.getElementById('all');
function draw(w){some=[];for(var i=0;i<70;i++)if(w&&('Wood '+i+' of birch').indexOf(w)>=0)some.push(i);document.getElementById('say').textContent=some.length?'${parameters.has('counted') ? "'+some.length+' woods" : 'Woods'}':'No woods found';all.style.height=some.length*${whole ? 60 : 40}+'px';box.scrollTop=0;rows()}
function rows(){var h=${whole ? 60 : 40},from=Math.max(0,Math.floor((box.scrollTop-${whole ? 'all.offsetTop' : 0})/h)-1);all.innerHTML=some.slice(from,from+Math.ceil(box.clientHeight/h)+2).map(function(n,i){return '<div style="position:absolute;height:'+h+'px;top:'+(from+i)*h+'px"><a href="/wood/'+n+'">Wood '+n+' of birch</a> <span>'+n*3+' trees</span></div>'}).join('')}
(${whole ? 'window' : 'box'}).addEventListener('scroll',function(){requestAnimationFrame(rows)})`,
    );
  },
  '/still': () => `<form action="/still-answer"><input name="q" type="search"><button>Search</button></form>`,
  '/still-answer': () => '<p>See our catalogue</p>',
  // The server answers only a key that an attribute works out.
  '/attribute': () =>
    `<form action="/keyed" onsubmit="this.key.value=this.q.value.length"><input name="q" type="search"><input type="hidden" name="key" value="0"><button>Search</button></form>`,
  '/keyed': (parameters) => {
    const word = parameters.get('q') ?? '';
    const trees = parameters.get('key') === String(word.length) ? found(word) : [];
    return `<p>${trees.length} trees found</p><ul>${trees.map((tree) => `<li><a href="${slug(tree)}">${tree}</a></li>`).join('')}</ul>`;
  },
  '/xhtml': () =>
    `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Arboretum</title></head><body><form action="/plain-answer"><p><select name="kind"><option value="all">all</option><option value="broad">broad</option></select><input type="checkbox" name="exact" value="1"/><input type="text" name="q"/><input type="submit" value="Search"/></p></form></body></html>`,
};

const asked: string[] = [];

function answer(path: string, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(path, 'http://x');
  asked.push(path);
  if (pathname === '/suggest') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(found(searchParams.get('w') ?? '')));
  } else if (pathname === '/slow-index.js') {
    response.setHeader('content-type', 'text/javascript');
    setTimeout(() => response.end('ready()'), 300);
  } else {
    response.setHeader('content-type', pathname === '/xhtml' ? 'application/xhtml+xml' : 'text/html');
    response.end(PAGES[pathname]?.(searchParams) ?? page('<p>A tree</p>'));
  }
}

let site: BrowserSite;

beforeAll(async () => {
  const server = createServer((request, response) => answer(request.url ?? '/', response));
  server.on('upgrade', (request, socket) =>
    openSocket(request, socket, (text) => JSON.stringify(found(text))),
  );
  site = await browserSite(server);
}, 60_000);

afterAll(() => site.close());

/** Types a word into the first open box of a page and sends it; other controls get the values that are given. */
async function ask(path: string, word: string, others: Readonly<Record<string, string>> = {}) {
  const url = site.origin + path;
  const form = await site.form(path);
  const controls = form.controls.flatMap(({ name, domain }, position) => {
    const value = domain === 'open' ? word : others[name];
    if (value === undefined) return [];
    return [
      { position, name, label: name, meaning: 'query' as const, values: [value], source: 'page' as const },
    ];
  });
  let delivered: BrowserDelivery | undefined;
  asked.length = 0;
  await queryInBrowser(
    site.pages,
    { site: '127.0.0.1', url, form, filled: { controls } },
    async (came) => {
      delivered = came;
      return null;
    },
    async () => true,
  );
  const answered = delivered!;
  const lines = visibleLines(answered.page.tree!);
  return { ...answered, shown: TREES.filter((tree) => lines.has(tree)) };
}

test('a list under the box is the answer where Enter only goes to its first entry', async () => {
  expect((await ask('/drop-down?routed', 'birch')).shown).toEqual(['Silver birch', 'Downy birch']);
  const { shown, sends, page: came, formPage } = await ask('/drop-down', 'birch');
  expect(shown).toEqual(['Silver birch', 'Downy birch']);
  expect(sends).toEqual({ by: 'typing' });
  expect(came.url).toBe(`${site.origin}/drop-down`);
  const hiddenIn = (tree: typeof formPage) =>
    [...elementsOf(tree.root)].find(({ attributes }) => attributes.role === 'listbox')?.hidden;
  expect([hiddenIn(formPage), hiddenIn(came.tree!)]).toEqual(['attribute', undefined]);
}, 30_000);

test('a list that says that there is nothing is the answer, too', async () => {
  const { page: came, sends } = await ask('/drop-down', 'qzxvwkjp');
  expect(textOf(came.tree!.root)).toContain('No tree of that name');
  expect(sends).toEqual({ by: 'typing' });
}, 30_000);

test.each<[string, string, string, readonly string[], Sending]>([
  ['what a script adds a second later is part of it', 'late', 'oak', OAKS, { by: 'press', submit: 0 }],
  ['a button that empties the box sends nothing', 'clear-first', 'oak', OAKS, { by: 'press', submit: 1 }],
  ['where no button says that it searches, Enter is tried', 'icons', 'maple', MAPLES, { by: 'enter' }],
  ['a table narrowed as one types is the answer', 'rows', 'spruce', ['Norway spruce'], { by: 'typing' }],
  ['a form that gets more controls while used is the same', 'grows', 'oak', OAKS, { by: 'typing' }],
  ['Enter takes a suggestion', 'takes', 'sessile', ['Sessile oak'], { by: 'enter', picks: true }],
  ['an address may say no word of its answer', 'drop-down?finds', 'oak', OAKS, { by: 'enter' }],
  ['a form out of view is brought into view first', 'folded', 'maple', MAPLES, { by: 'typing' }],
])(
  '%s',
  async (_, path, word, shown, sends) => {
    expect(await ask(`/${path}`, word)).toMatchObject({ shown, sends });
  },
  30_000,
);

test('an answer behind the hash has it in its address', async () => {
  const { shown, page: came } = await ask('/hash', 'birch');
  expect(shown).toEqual(['Silver birch', 'Downy birch']);
  expect(came.url).toBe(`${site.origin}/hash#/find/birch`);
}, 30_000);

test('what a socket brings is the answer, where sockets are let through', async () => {
  const shut = site.proxy.admitSockets(new URL(site.origin).host);
  const { shown, observed } = await ask('/socket', 'oak');
  expect((await site.form('/brought')).controls).toMatchObject([{ name: 'q' }]);
  shut();
  expect(shown).toEqual(['Sessile oak', 'Cork oak']);
  expect(observed.kind).toBe('nothing');
  expect(await site.form('/brought')).toBeUndefined();
}, 40_000);

test('a socket that says nothing lets its page be held, and one that never stops is not heard out', async () => {
  const shut = site.proxy.admitSockets(new URL(site.origin).host);
  const began = performance.now();
  const heldAfter = async (path: string) => {
    const owner = {};
    const work = async ({ hold }: OpenPage) => hold();
    await site.pages.visit('127.0.0.1', site.origin + path, work, { owner });
    return site.pages.revisit(owner, async () => true);
  };
  expect(await heldAfter('/live')).toBe(true);
  expect(await heldAfter('/live?ticks')).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(3_900);
  shut();
}, 30_000);

test('a run that goes on chooses no suggestion that was chosen before', async () => {
  const [form, ledger] = [await site.form('/picks'), memoryLedger()];
  const read: AnswerReader = (page, seen) =>
    READING.readAnswer(page, { ...seen, form, domain: null, probes: { nonsense: [], earlier: [] } });
  const how = { form, ledger, read, maxRetries: 0 };
  const sends = { by: 'press', submit: 0, picks: true } as const;
  const plan = { by: 'browser', version: CHANNEL_PLAN_VERSION, sends } as const;
  const sender = () =>
    new Sender({
      ...{ ...how, plan, page: `${site.origin}/picks`, out: site.out },
      signal: new AbortController().signal,
    });
  const send = (one: Sender, word: string) => {
    const query = { id: word, purpose: 'query', bound: [], why: '' } as const;
    const controls = [{ position: 0, name: '', values: [word] }];
    return one.sendQuery(
      query,
      { form, controls, purpose: 'query', template: { binding: [0] } } as unknown as FilledForm,
      () => false,
    );
  };
  await send(sender(), 'birch');
  const resumed = sender();
  for (const word of ['birch', 'birc']) await send(resumed, word);
  const birches = ledger.entries.map(({ finalUrl = '' }) => finalUrl.split('?')[1]);
  expect(birches).toEqual(['q=Silver+birch', 'q=Downy+birch']);
}, 30_000);

test('results that stream in are waited for while a status line says that more are to come', async () => {
  const { page: came, shown } = await ask('/stream', 'oak');
  expect(shown).toEqual(['Sessile oak', 'Cork oak']);
  expect(textOf(came.tree!.root)).toContain('Found 2');
}, 30_000);

test('dots of a pager and of texts cut short announce nothing', async () => {
  const ms = await site.pages.visit('127.0.0.1', `${site.origin}/cut`, async (open) => {
    const settled = await open.mark();
    await open.page.keyboard.press('a');
    const began = performance.now();
    expect(await settled({ patienceMs: 2_000, mostMs: 8_000 })).toMatchObject({ changed: true, cut: false });
    return performance.now() - began;
  });
  expect(ms).toBeLessThan(4_000);
}, 30_000);

test('suggestions are not taken for what sending brings', async () => {
  const { shown, observed, sends } = await ask('/suggests', 'birch');
  expect(asked.some((path) => path.startsWith('/suggest?'))).toBe(true);
  const request = { url: `${site.origin}/plain-answer?q=birch` };
  expect(observed).toMatchObject({ kind: 'navigation', request });
  expect(sends).toEqual({ by: 'press', submit: 0 });
  expect(shown).toEqual(['Silver birch', 'Downy birch']);
}, 30_000);

/** Asks a form what can be typed, all by the plan: the words that are known, after nonsense. */
async function askAll(path: string, known: readonly string[], maxSubmissions = 6) {
  const ledger = memoryLedger();
  const form = await site.form(path);
  const task = {
    form,
    page: site.origin + path,
    domain: null,
    sources: { valuesFor: () => known.map((value) => ({ value, source: 'given' as const })) },
  };
  const options = { maxSubmissions, maxAnswerPages: 20, detailPages: 0, text: true, maxRetries: 0 };
  for await (const event of submitForm(task, site.out, ledger, READING, {
    ...options,
    now: new Date(0),
    signal: new AbortController().signal,
  }))
    expect(event.type).not.toBe('form-skipped');
  return ledger.entries.map(({ filled, sentBy, plan, answer }) => ({
    purpose: filled.purpose,
    sentBy,
    records: answer?.records.length,
    titles: answer?.records.map(({ title }) => title),
    ...(plan !== undefined && { plan }),
  }));
}

const isDecided = ({ plan }: { readonly plan?: ChannelPlan }) =>
  plan !== undefined && !('unconfirmed' in plan);

test('probes alone decide nothing; a query decides for HTTP where scripts add nothing to its answer', async () => {
  const entries = await askAll('/plain', ['oak', 'birch', 'e']);
  const decisive = entries.findIndex(isDecided);
  expect(entries[decisive]).toMatchObject({ plan: { by: 'http' }, sentBy: 'browser', purpose: 'query' });
  const later = entries.slice(decisive + 1);
  expect(later.length).toBeGreaterThan(0);
  expect(later.every(({ sentBy }) => sentBy === 'http')).toBe(true);
}, 60_000);

test('queries without hits decide nothing, and few of them go to the browser', async () => {
  const entries = await askAll('/plain', ['zebra', 'gnu', 'okapi', 'yak', 'emu', 'ibex'], 9);
  expect(entries.find(isDecided)).toBeUndefined();
  const [probe, ...queries] = entries.filter(({ sentBy }) => sentBy === 'browser');
  expect(probe?.purpose).toBe('nonsense-probe');
  expect(queries.length).toBeLessThanOrEqual(3);
  expect(entries.at(-1)?.sentBy).toBe('http');
}, 60_000);

test.each(['/drawn', '/drawn?scripted'])(
  'hits that only a script of the answer draws are found after words without hits, from %s',
  async (path) => {
    const entries = await askAll(path, ['zebra', 'oak', 'birch'], 6);
    expect(entries.slice(0, 2).some(({ sentBy }) => sentBy === 'http')).toBe(true);
    expect(entries.find(isDecided)).toMatchObject({ plan: { by: 'browser' }, purpose: 'query' });
    expect(entries.filter(({ records }) => records === found('birch').length).length).toBeGreaterThan(1);
  },
  60_000,
);

test('a plain form whose answers run no script never goes to the browser, whatever it finds', async () => {
  const entries = await askAll('/still', ['zebra', 'oak', 'birch']);
  expect(new Set(entries.map(({ sentBy }) => sentBy))).toEqual(new Set(['http']));
}, 60_000);

test('what an attribute does as a form is sent counts as a script, without any script element', async () => {
  asked.length = 0;
  const entries = await askAll('/attribute', ['oak', 'birch']);
  expect(asked).toContain('/keyed?q=oak&key=3');
  expect(asked.filter((path) => path.startsWith('/keyed?q=birch')).every((path) => path.endsWith('=5'))).toBe(
    true,
  );
  expect(entries.some(({ records }) => records === 2)).toBe(true);
}, 60_000);

test('the browser asks where scripts bring all of an answer, although they add nothing to that to nonsense', async () => {
  const entries = await askAll('/late', ['oak', 'birch', 'e'], 5);
  expect(entries.find(isDecided)?.plan?.by).toBe('browser');
  const queries = entries.filter(({ purpose }) => purpose === 'query');
  expect(queries.length).toBeGreaterThan(1);
  expect(queries.every(({ sentBy }) => sentBy === 'browser')).toBe(true);
}, 90_000);

test.each(['/recycled', '/recycled?counted', '/recycled?whole'])(
  'rows that leave the page while it is scrolled are kept, from %s',
  async (path) => {
    const entries = await askAll(path, ['birch'], 3);
    const titles = new Set(entries.flatMap(({ titles = [] }) => titles));
    expect([...titles].filter((title) => /^Wood \d+ of birch$/.test(title))).toHaveLength(70);
    expect(entries.length).toBeLessThan(30);
  },
  60_000,
);

test('the browser asks where a box has no name: words without a suggestion do not decide', async () => {
  asked.length = 0;
  const entries = await askAll('/picks', ['zebra', 'oak'], 4);
  expect(new Set(entries.map(({ sentBy }) => sentBy))).toEqual(new Set(['browser']));
  expect(asked).toContain('/plain-answer?q=Sessile+oak');
}, 60_000);

test('controls of an XHTML document are filled, chosen and ticked', async () => {
  await ask('/xhtml', 'oak', { kind: 'broad', exact: '1' });
  expect(asked).toContain('/plain-answer?kind=broad&exact=1&q=oak');
}, 30_000);
