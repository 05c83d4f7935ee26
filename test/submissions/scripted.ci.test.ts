import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { findFormTriggers } from '../../src/foundation/browser/index.ts';
import { parseTree, unpackTree } from '../../src/foundation/dom/index.ts';
import {
  type LedgerEntry,
  memoryLedger,
  openSearches,
  READING,
  submitForm,
} from '../../src/submissions/index.ts';
import { type AnswerReader, Sender } from '../../src/submissions/sending/sender.ts';
import type { FilledForm } from '../../src/submissions/types/submission.ts';
import { type BrowserSite, browserSite } from './browser-site.ts';

const CITIES: Readonly<Record<string, readonly string[]>> = {
  Punjab: ['Amritsar', 'Ludhiana', 'Jalandhar'],
  Bavaria: ['Munich', 'Augsburg'],
};
const HOTELS = Object.values(CITIES).flatMap((cities) =>
  cities.flatMap((city) =>
    [1, 2, 3, 4].map((n) => ({ city, path: `/hotel/${city}-${n}`, title: `Hotel ${city} ${n}` })),
  ),
);
const page = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><h1>${title}</h1>${body}`;
const list = (hotels: typeof HOTELS) =>
  hotels
    .map(({ path, title, city }) => `<li><a href="${path}">${title}</a> <span>Rooms in ${city}</span></li>`)
    .join('');

/** A filter without a condition, until a column is chosen of a menu. */
const UNFILTERED = page(
  'Hotels',
  `<form action="/filtered"><button type="button" aria-haspopup="true" onclick="menu.hidden=!menu.hidden">Add Filter</button>
<ul id="menu" hidden><li><a href="#" onclick="return add('opened')">Opened</a></li><li><a href="#" onclick="return add('title')">Title</a></li></ul>
<div id="rows"></div><button>Apply</button></form>
<script>function add(c){rows.innerHTML+='<div>'+c+' <select name="op_'+c+'"><option value="eq">Equal to</option><option value="ne">Not equal to</option><option value="like">Contains</option></select><input name="is_'+c+'"></div>';menu.hidden=true;return false}</script>`,
);

/** As above, where no column names records, and the first one is a list. */
const UNNAMED = page(
  'Hotels',
  `<form action="/filtered"><button type="button" aria-haspopup="true" onclick="menu.hidden=!menu.hidden">Add Filter</button>
<ul id="menu" hidden><li><a href="#" onclick="return add('town')">Town</a></li><li><a href="#" onclick="return add('street')">Street</a></li></ul>
<div id="rows"></div><button>Apply</button></form>
<script>function add(c){rows.innerHTML+=c==='town'?'<select name="is_town"><option>Munich</option><option>Amritsar</option></select>':'<select name="op_street"><option value="eq">Equal to</option><option value="ne">Not equal to</option><option value="like">Contains</option></select><input name="is_street">';menu.hidden=true;return false}</script>`,
);

/** A filter over the list below it: a choice of a column adds its condition, a link sends it. */
const ADDING = page(
  'Hotels',
  `<form id="f" action="/narrowed" onsubmit="for(const o of cols.options)o.selected=true"><input type="hidden" name="set" value="1"><div id="rows"></div>
<select id="add_filter" onchange="addRow(this)"><option value=""></option><option value="opened">Opened</option><option value="subject">Subject</option></select>
<select name="columns" id="cols" multiple hidden><option>title</option><option>city</option></select>
<a href="#" onclick="f.requestSubmit();return false">Anwenden</a> <a href="/adding">Reset</a></form><ul>${list(HOTELS.slice(0, 4))}</ul>
<script>function addRow(l){fetch('/acted',{method:'POST'});const c=l.value;rows.innerHTML+='<div><input type="checkbox" name="on" value="'+c+'" checked> '+c+' <select name="op_'+c+'"><option value="~">contains</option><option value="=">is</option><option value="!">is not</option></select><input name="v_'+c+'"></div>';l.value=''}</script>`,
);

/** No form, no word of searching at the box; choices of one group; pages are turned by pictures, three hotels each. */
const pictured = (next: string) =>
  page(
    'Hotels',
    `<div id="at"><label>Name or street <input id="box"></label>
<div><label><input type="radio" name="town" value="" readonly checked> Any town</label>${[...new Set(HOTELS.map(({ city }) => city))].map((city) => `<label><input type="radio" name="town" value="${city}" readonly> ${city}</label>`).join('')}</div>
<button id="go">Search hotels</button></div><p id="said"></p><div id="found"></div>
<div><button class="last-page" id="back" disabled><svg></svg></button><button ${next} id="on" disabled><svg></svg></button></div>
<script>const all=${JSON.stringify(HOTELS)};let some=[],at=0;
function draw(){said.textContent=some.length?(at+1)+'–'+Math.min(at+3,some.length)+' of '+some.length:'No hotel matches';
found.innerHTML=some.slice(at,at+3).map(h=>'<h3><a href="'+h.path+'">'+h.title+'</a></h3><p>Rooms in '+h.city+'</p>').join('');on.disabled=at+3>=some.length}
go.onclick=()=>{const t=document.querySelector('[name=town]:checked').value;some=all.filter(h=>(!t||h.city===t)&&h.title.toLowerCase().includes(box.value.toLowerCase()));at=0;draw()};
on.onclick=()=>{at+=3;draw()}</script>`,
  );

/** State first; the script fetches its cities; both must be chosen. */
const DEPENDENT = page(
  'Hotels',
  `<form action="/find"><label>State <select name="state" required><option value="">Choose a state</option>${Object.keys(
    CITIES,
  )
    .map((state) => `<option>${state}</option>`)
    .join('')}</select></label>
<label>City <select name="city" required><option value="">Choose a city</option></select></label><button>Search hotels</button></form>
<script>document.forms[0].state.onchange=function(){fetch('/cities?state='+this.value).then(r=>r.json()).then(function(l){var c=document.forms[0].city;c.length=1;l.forEach(function(x){c.add(new Option(x,x))})})}</script>`,
);
/** The same, where the script posts for the cities, and posts the form as it stands by itself. */
const SAVING = DEPENDENT.replace(
  "fetch('/cities?state='+this.value)",
  "var f=this.form;f.method='post';f.action='/saved';f.target='kept';f.submit();f.method='get';f.action='/find';f.target='';var d=new FormData(f);[d,new URLSearchParams(d)].forEach(function(body){fetch('/saved',{method:'POST',body:body})});d.append('__EVENTTARGET','state');fetch('/cities?state='+this.value,{method:'POST',body:d})",
)
  .replace('<form', '<iframe name="kept"></iframe><form')
  .replace('<button', '<input type="search" aria-label="Name"><button');
let saved = 0;
/** Which cities there are depends on state and class together: neither alone brings them. */
const CLASSES = ['Budget', 'Luxury'];
const classOf = (title: string) => CLASSES[Number(title.at(-1)) > 2 ? 1 : 0];
const TWOFOLD = page(
  'Hotels by class',
  `<form action="/classed">${[
    ['state', ['Bavaria']] as const,
    ['class', CLASSES] as const,
    ['city', []] as const,
  ]
    .map(
      ([name, values]) =>
        `<label>${name} <select name="${name}" required><option value="">Choose a ${name}</option>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`,
    )
    .join('')}<button>Search hotels</button></form>
<script>var f=document.forms[0];f.state.onchange=f.elements['class'].onchange=function(){f.city.length=1;if(f.state.value&&f.elements['class'].value)fetch('/cities?state='+f.state.value).then(r=>r.json()).then(function(l){l.forEach(function(x){f.city.add(new Option(x,x))})})}</script>`,
);
/** No form element, in a shadow root; the script asks for data and draws it. */
const SHADOW = page(
  'Hotel search',
  `<hotel-search></hotel-search><div id="out"></div><script>customElements.define('hotel-search',class extends HTMLElement{connectedCallback(){
var r=this.attachShadow({mode:'open'});r.innerHTML='<div role="search"><select name="city"><option value="">Any city</option>${Object.values(
    CITIES,
  )
    .flat()
    .map((city) => `<option>${city}</option>`)
    .join(
      '',
    )}</select><input type="search" name="q" placeholder="Search hotels"><button type="button">Search</button></div>';
r.querySelector('button').onclick=function(){fetch('/api/hotels?city='+encodeURIComponent(r.querySelector('select').value)+'&q='+encodeURIComponent(r.querySelector('input').value)).then(x=>x.json()).then(function(d){document.getElementById('out').innerHTML='<p>'+d.total+' hotels found</p><ul>'+d.items.map(i=>'<li><a href="'+i.path+'">'+i.title+'</a> <span>Rooms in '+i.city+'</span></li>').join('')+'</ul>'})}}})</script>`,
);

const SHOWN = 5;
/** No script on the form's page; the answer's page shows the first few and a button that fetches the next ones. */
const ROOMS = page(
  'Rooms',
  '<form action="/listed"><label>Stars <select name="stars"><option value="">Any</option><option>3</option><option>4</option></select></label><button>Search hotels</button></form>',
);
const listed = (scrolled: boolean) =>
  page(
    'Rooms found',
    `<p>${HOTELS.length} hotels found</p><div${scrolled ? ' style="height:150px;overflow:auto"' : ''}><ul>${list(HOTELS.slice(0, SHOWN))}</ul><div id="rest"></div>
${scrolled ? '<div id="end" style="height:400px">…</div></div>' : '<button type="button" id="more">Show more</button>'}
<script>var n=1;function load(){n++;fetch('/api/listed'+location.search+'&page='+n).then(x=>x.json()).then(function(d){d.items.forEach(function(i){var a=document.createElement('p');a.innerHTML='<a href="'+i.path+'">'+i.title+'</a> '+i.city;document.getElementById('rest').append(a)})})}
${scrolled ? "new IntersectionObserver(function(s){if(s[0].isIntersecting)load()}).observe(document.getElementById('end'))" : "document.getElementById('more').onclick=load"}</script>`,
  );

/** Posts JSON with a token of the page, which the server takes for one search of the visitor it gave it to. */
const RATES = (token: string) =>
  page(
    'Rates',
    `<meta name="csrf-token" content="${token}"><form action="/none" onsubmit="return false"><label>City <select name="city"><option value="">Any city</option>${[...new Set(HOTELS.map(({ city }) => city))].map((city) => `<option>${city}</option>`).join('')}</select></label>
<label>Hotel <input type="search" name="q" placeholder="Search hotels"></label><button>Search hotels</button></form><div id="out"></div>
<script>document.forms[0].addEventListener('submit',function(e){e.preventDefault();var f=new FormData(this);function go(n){fetch('/api/rates',{method:'POST',headers:{'content-type':'application/json','x-csrf-token':document.querySelector('meta[name=csrf-token]').content},body:JSON.stringify({filters:{city:f.get('city'),q:f.get('q')},page:n})}).then(x=>x.json()).then(function(d){if(n===1)document.getElementById('out').innerHTML='<p>'+d.total+' hotels found</p>';d.items.forEach(function(i){var p=document.createElement('p');p.innerHTML='<a href="'+i.path+'">'+i.title+'</a> <span>Rooms in '+i.city+'</span>';document.getElementById('out').append(p)});if(n*5<d.total&&n<2){var b=document.createElement('button');b.type='button';b.textContent='Show more';b.onclick=function(){b.remove();go(n+1)};document.getElementById('out').append(b)}})}go(1)})</script>`,
  );
/** Searches an index that the page holds, as one types; in the second page what was found before stays above it. */
const indexed = (stays: boolean, says = "''") =>
  page(
    'Find a hotel',
    `<label>Hotel <input type="search" id="box" placeholder="Search hotels"></label><p id="says"></p><ul id="out"></ul>
<script>var all=${JSON.stringify(HOTELS)};document.getElementById('box').addEventListener('keyup',function(){var q=this.value.toLowerCase();setTimeout(function(){
var hits=all.filter(function(h){return q&&h.title.toLowerCase().includes(q)});says.textContent=${says};document.getElementById('out').innerHTML=${stays ? "document.getElementById('out').innerHTML+" : ''}(hits.map(function(h){return '<li><a href="'+h.path+'">'+h.title+'</a> <span>Rooms in '+h.city+'</span></li>'}).join('')||'<li>No hotel found</li>')},30)})</script>`,
  );
/** Leads to a page that draws what its address asks for; the second one looks only at what the form left in the browser. */
const guided = (stores: boolean) =>
  page(
    'Handbook',
    `<form action="${stores ? '/stored' : '/drawn'}" role="search"><label>Hotel <input type="search" name="q" placeholder="Search hotels"></label><button>Search</button></form>
<script>${stores ? 'document.forms[0].onsubmit=function(){sessionStorage.word=this.q.value}' : ''}</script>`,
  );
const drawn = (stored: boolean) =>
  page(
    'Found',
    `<ul id="out"></ul><script>var all=${JSON.stringify(HOTELS)};var q=(${stored ? 'sessionStorage.word' : "new URLSearchParams(location.search).get('q')"}||'').toLowerCase();setTimeout(function(){
var hits=all.filter(function(h){return q&&h.title.toLowerCase().includes(q)});document.getElementById('out').innerHTML=hits.map(function(h){return '<li><a href="'+h.path+'">'+h.title+'</a> <span>Rooms in '+h.city+'</span></li>'}).join('')||'<li>No hotel found</li>'},30)</script>`,
  );
/** Shows three more of what was found for each press. */
const GROWING = page(
  'Find a hotel',
  `<label>Hotel <input type="search" id="box" placeholder="Search hotels"></label><ul id="out"></ul><p id="end"></p>
<script>var all=${JSON.stringify(HOTELS)},n=3;function draw(){var q=document.getElementById('box').value.toLowerCase(),hits=all.filter(function(h){return q&&h.title.toLowerCase().includes(q)});
document.getElementById('out').innerHTML=hits.slice(0,n).map(function(h){return '<li><a href="'+h.path+'">'+h.title+'</a> <span>Rooms in '+h.city+'</span></li>'}).join('')||'<li>No hotel found</li>';
document.getElementById('end').innerHTML=n<hits.length?'<button type="button" onclick="n+=3;draw()">Show more</button>':''}
document.getElementById('box').addEventListener('keyup',function(){n=3;setTimeout(draw,30)})</script>`,
);
/** The filter is folded away; the page gives the focus to the search of its head whenever it can. */
const FOLDED = page(
  'Contributions',
  `<header><form action="/find" role="search"><input type="search" name="city" id="head" placeholder="Search"><button>Search</button></form></header>
<div id="fold"><form action="javascript:find()" id="filter"><label>Hotel <input name="q" placeholder="Search hotels"></label> <label>Stars <input name="stars"></label><button>Search hotels</button></form></div>
<script>document.getElementById('fold').style.display='none';function find(){location='/indexed?q='+document.forms[1].q.value}
document.getElementById('head').focus()</script>`,
);
/** Nothing but buttons and a folded box; one of them builds the search, the others do something. */
const CLOSED = page(
  'Welcome',
  `<header><button type="button" onclick="fetch('/acted?logout')">Log out</button> <button type="button" aria-expanded="false" data-toggle="modal" onclick="fetch('/acted?buy')">Buy now</button>
<a href="#" onclick="fetch('/acted?delete');return false" aria-haspopup="true">Delete my searches</a>
<button type="button" class="icon-search" aria-controls="town" aria-expanded="false" aria-label="Search">⌕</button><i style="opacity:0"><input id="town"></i></header><main></main>
<script>document.querySelector('.icon-search').onclick=function(){this.setAttribute('aria-expanded','true');document.getElementById('town').remove();document.querySelector('main').innerHTML='<form action="/find" role="search"><label>City <select name="city">${[
    ...new Set(HOTELS.map(({ city }) => city)),
  ]
    .map((city) => `<option>${city}</option>`)
    .join('')}</select></label><button>Search hotels</button></form>'}</script>`,
);
/**
 * A client whose first page has nothing but links without an address. What they show is kept in the hash of the address: a
 * list with an icon, then a box; records are pictures.
 */
const ENTRANCE = `<!doctype html><title>Hotels</title><h1>Hotels</h1><main></main><script>var main=document.querySelector('main');
function draw(){var at=new URLSearchParams(location.hash.slice(1)),view=at.get('view');
if(!view)main.innerHTML='<p>Choose a shelf</p><a title="Donate to us" data-go="act">♥</a> <a role="button" href="javascript: void(0)" data-go="list">All houses</a>';
if(view==='find')main.innerHTML='<div><input type="search" name="words" placeholder="Words to search for"> <a role="button" href="javascript: void(0)" title="Search" data-go="found">⌕</a></div>';
if(view==='list')main.innerHTML='<header><a title="Add a hotel" data-go="act"><svg></svg></a> <a title="Search the hotels" data-go="find"><svg></svg></a></header>';
if(view!=='list'||!at.has('words'))return;
fetch('/api/hotels?q='+encodeURIComponent(at.get('words'))).then(r=>r.json()).then(function(d){main.innerHTML+=(d.total?'<p>Hotels for '+at.get('words')+'</p>':'<p>No hotel for '+at.get('words')+'</p>')+'<div>'+d.items.map(i=>'<a title="'+i.title+'" href="/entrance#hotel='+encodeURIComponent(i.path)+'&view=one"><img alt=""></a>').join('')+'</div>'})}
function go(to){if(to==='act')return fetch('/acted?link');location.hash=to==='found'?'view=list&words='+encodeURIComponent(main.querySelector('input').value):'view='+to}
main.addEventListener('click',function(e){var a=e.target.closest('[data-go]');if(a)go(a.dataset.go)});main.addEventListener('keydown',function(e){if(e.key==='Enter')go('found')});addEventListener('hashchange',draw);draw()</script>`;
/** The only link on the page changes something on the server. */
const WRITES = page(
  'Index',
  `<a href="#" onclick="fetch('/acted?post',{method:'POST'});fetch('/acted?put',{method:'PUT'});return false">Build anew</a><script></script>`,
);
/** What should not have been pressed. */
const acted: string[] = [];
/** Bodies that were posted, and by whom; tokens with the visitor they belong to, and the search they served. */
const posted: { readonly body: string; readonly accepted: boolean; readonly byBrowser: boolean }[] = [];
const tokens = new Map<string, { readonly visitor: string; search?: string }>();
let visitors = 0;

/** How often an answer's page was asked for. */
let shown = 0;

async function rates(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  const { filters, page: number } = JSON.parse(body) as {
    filters: { city: string; q: string };
    page: number;
  };
  const search = JSON.stringify(filters);
  const token = tokens.get(String(request.headers['x-csrf-token']));
  const visitor = /visitor=(\d+)/.exec(request.headers.cookie ?? '')?.[1];
  const accepted = token !== undefined && token.visitor === visitor && (token.search ?? search) === search;
  if (accepted) token.search = search;
  posted.push({ body, accepted, byBrowser: request.headers['sec-fetch-mode'] !== undefined });
  if (!accepted) return { status: 419, body: { message: 'Page expired' } };
  const found = HOTELS.filter(
    ({ city, title }) =>
      (filters.city || city) === city && title.toLowerCase().includes(filters.q.toLowerCase()),
  );
  // No search shows more than two pages.
  const items = found.slice(0, 2 * SHOWN).slice((number - 1) * SHOWN, number * SHOWN);
  return { status: 200, body: { total: found.length, items } };
}

function ratesPage(request: IncomingMessage, response: ServerResponse): string {
  const visitor = /visitor=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? String(++visitors);
  const token = `token-${tokens.size}-${visitor}-0123456789abcdef`;
  tokens.set(token, { visitor });
  response.setHeader('set-cookie', `visitor=${visitor}; Path=/`);
  return RATES(token);
}

let site: BrowserSite;

beforeAll(async () => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const [city, words] = [searchParams.get('city') ?? '', (searchParams.get('q') ?? '').toLowerCase()];
    const found = HOTELS.filter(
      (hotel) => (city || hotel.city) === city || (city === '' && hotel.title.toLowerCase().includes(words)),
    );
    const html = (body: string) => response.setHeader('content-type', 'text/html').end(body);
    const json = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (pathname === '/closed') return html(CLOSED);
    if (pathname === '/entrance') return html(ENTRANCE);
    if (pathname === '/unnamed') return html(UNNAMED);
    if (pathname === '/unfiltered') return html(UNFILTERED);
    if (pathname === '/drawn-label') return html(pictured('aria-label="Go to next page"'));
    if (pathname === '/drawn-class') return html(pictured('class="next-page"'));
    if (pathname === '/adding') return html(ADDING);
    if (pathname === '/narrowed') {
      const word = searchParams.getAll('on').includes('subject') ? (searchParams.get('v_subject') ?? '') : '';
      const matching = HOTELS.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()));
      return html(page('Results', `<p>${matching.length} hotels found</p><ul>${list(matching)}</ul>`));
    }
    if (pathname === '/filtered') {
      const [how, title] = [searchParams.get('op_title'), (searchParams.get('is_title') ?? '').toLowerCase()];
      const matching = HOTELS.filter((hotel) =>
        how === 'like' ? hotel.title.toLowerCase().includes(title) : hotel.title.toLowerCase() === title,
      );
      return html(page('Results', `<p>${matching.length} hotels found</p><ul>${list(matching)}</ul>`));
    }
    if (pathname === '/saving') return html(SAVING);
    if (pathname === '/saved') return html(String(++saved));
    if (pathname === '/writes') return html(WRITES);
    if (pathname === '/folded') return html(FOLDED);
    if (pathname === '/acted') {
      acted.push(request.url ?? '');
      return html('done');
    }
    if (pathname === '/rates') return html(ratesPage(request, response));
    if (pathname === '/api/rates')
      return void rates(request).then(({ status, body }) => {
        response.statusCode = status;
        json(body);
      });
    if (pathname === '/cities') return json(CITIES[searchParams.get('state') ?? ''] ?? []);
    if (pathname === '/api/hotels') return json({ total: found.length, items: found });
    if (pathname === '/indexed' || pathname === '/piling') {
      shown++;
      return html(indexed(pathname === '/piling'));
    }
    if (pathname === '/guided' || pathname === '/storing') {
      shown++;
      return html(guided(pathname === '/storing'));
    }
    if (pathname === '/passages') return html(indexed(false, "3*hits.length+' results'"));
    if (pathname === '/drawn' || pathname === '/stored') return html(drawn(pathname === '/stored'));
    if (pathname === '/growing') return html(GROWING);
    if (pathname === '/shadow') return html(SHADOW);
    if (pathname === '/twofold') return html(TWOFOLD);
    if (pathname === '/classed') {
      const classed = HOTELS.filter(
        (hotel) => hotel.city === city && classOf(hotel.title) === searchParams.get('class'),
      );
      return html(page('Results', `<p>${classed.length} hotels found</p><ul>${list(classed)}</ul>`));
    }
    if (pathname === '/rooms') return html(ROOMS);
    if (pathname === '/scrolled') return html(ROOMS.replace('/listed', '/endless'));
    if (pathname === '/listed' || pathname === '/endless') {
      shown++;
      return html(listed(pathname === '/endless'));
    }
    if (pathname === '/api/listed') {
      const from = (Number(searchParams.get('page')) - 1) * SHOWN;
      return json({ total: HOTELS.length, items: HOTELS.slice(from, from + SHOWN) });
    }
    if (pathname === '/find' && city !== '')
      return html(page('Results', `<p>${found.length} hotels found</p><ul>${list(found)}</ul>`));
    return html(DEPENDENT);
  });
  site = await browserSite(server);
}, 60_000);

afterAll(() => site.close());

async function ask(path: string, text: boolean) {
  return askForm(path, await site.form(path), text);
}

const bodyOf = ({ body = '' }: LedgerEntry['request']) => Buffer.from(body, 'base64').toString();
/** What the ledger was told that a browser was about to post, and whether it had arrived by then. */
const held: { readonly body: string; readonly arrived: boolean }[] = [];

async function askForm(path: string, form: Form, text: boolean, maxSubmissions = 30) {
  const ledger = {
    ...memoryLedger(),
    recordPost: async ({ request }: LedgerEntry) => {
      const body = bodyOf(request);
      held.push({ body, arrived: posted.some((one) => one.body === body) });
    },
  };
  const options = {
    maxSubmissions,
    maxAnswerPages: 20,
    detailPages: 0,
    text,
    maxRetries: 0,
    now: new Date(0),
  };
  const task = { form, page: site.origin + path, domain: 'hotel', sources: { siteWords: ['hotel'] } };
  let seen = 0;
  for await (const event of submitForm(task, site.out, ledger, READING, {
    ...options,
    signal: new AbortController().signal,
  }))
    if (event.type === 'form-done') seen = event.estimate.seen;
  return { seen, entries: ledger.entries };
}

test('choices that come once another is made are followed, and the form is sent with both', async () => {
  const { seen, entries } = await ask('/', false);
  expect(seen).toBe(HOTELS.length);
  const asked = entries.map(({ request }) => request.url).filter((url) => url.includes('/find?state='));
  expect(asked).toContain(`${site.origin}/find?state=Punjab&city=Amritsar`);
  expect(asked).toContain(`${site.origin}/find?state=Bavaria&city=Augsburg`);
}, 60_000);

test('filling a form for the choices of a list lets its page post for them, and not the form', async () => {
  const form = await site.form('/saving');
  const read = READING.readAnswer as AnswerReader;
  const how = { form, read, ledger: memoryLedger(), maxRetries: 0, signal: new AbortController().signal };
  const sender = new Sender({ ...how, page: `${site.origin}/saving`, out: site.out });
  const controls = [{ position: 0, name: 'state', values: ['Punjab'] }];
  const filled = await sender.formAfterFilling({ controls } as unknown as FilledForm);
  expect(filled?.controls[1]?.options.map(({ value }) => value)).toEqual(['', ...(CITIES.Punjab ?? [])]);
  expect(saved).toBe(0);
}, 60_000);

test('choices that come only once two others are made are followed, too', async () => {
  const { seen, entries } = await ask('/twofold', false);
  expect(seen).toBe(8);
  const asked = entries.map(({ request }) => request.url);
  expect(asked).toContain(`${site.origin}/classed?state=Bavaria&class=Luxury&city=Augsburg`);
  expect(asked).toContain(`${site.origin}/classed?state=Bavaria&class=Budget&city=Munich`);
}, 60_000);

test('a box without a form in a shadow root is asked through its own script, and what that asked is noted', async () => {
  const { seen, entries } = await ask('/shadow', true);
  expect(seen).toBe(HOTELS.length);
  expect(
    entries.some(
      ({ sentBy, request }) => sentBy === 'browser' && request.url.startsWith(`${site.origin}/api/hotels?`),
    ),
  ).toBe(true);
}, 60_000);

test.each([
  ['that a button makes longer', '/rooms'],
  ['that grows on scrolling', '/scrolled'],
])(
  'a list %s is shown to the browser once, and then gone through by the script’s own requests',
  async (_, path) => {
    shown = 0;
    const { seen, entries } = await ask(path, false);
    expect(seen).toBe(HOTELS.length);
    // Once over HTTP, once by the browser; the page after the last one has nothing new.
    expect(shown).toBe(2);
    expect(entries.slice(1).map(({ request }) => request.url)).toEqual(
      [2, 3, 4, 5].map((n) => `${site.origin}/api/listed?stars=&page=${n}`),
    );
  },
  60_000,
);

test('a page that answers in place is typed into again once that has brought what a new page brings', async () => {
  shown = 0;
  const { seen, entries } = await ask('/indexed', true);
  expect(seen).toBe(HOTELS.length);
  // One look is the test's own; without a page used again there would be one more than questions.
  expect(shown).toBeLessThan(entries.length);
}, 60_000);

test.each([
  ['is opened alone once it has shown what the form brought', '/guided', true],
  ['is left where it shows nothing without the form', '/storing', false],
])(
  'the address of an answer %s',
  async (_, path, direct) => {
    shown = 0;
    const { seen, entries } = await ask(path, true);
    expect(seen).toBe(HOTELS.length);
    expect(entries.every(({ sentBy }) => sentBy === 'browser')).toBe(true);
    expect(entries.length).toBeGreaterThan(8);
    // The test's own look, one over HTTP, two of nonsense and the first word.
    expect(shown <= 5).toBe(direct);
  },
  120_000,
);

test('a list that a button makes ever longer is read less often the longer it is', async () => {
  const { seen, entries } = await askForm('/growing', await site.form('/growing'), true, 4);
  expect(seen).toBe(HOTELS.length);
  const of = (word: string) =>
    entries.filter(({ filled }) => filled.controls.some(({ values }) => values.includes(word)));
  // 3, 6, 12 and all 20 records; each press by itself would be seven pages.
  expect(of('hotel')).toHaveLength(4);
}, 120_000);

test('a folded form is sent, and nothing is typed into the box of another form that has the focus', async () => {
  const tree = parseTree(FOLDED, `${site.origin}/folded`);
  const filter = extractForms(tree).find(({ controls }) => controls.some(({ name }) => name === 'stars'))!;
  const { entries } = await askForm('/folded', filter, true, 4);
  const asked = entries.map(({ request }) => request.url).filter((url) => url.includes('/find?'));
  expect(entries.length).toBeGreaterThan(2);
  expect(asked).toEqual([]);
  expect(entries.some(({ request }) => request.url.includes('/indexed?q='))).toBe(true);
}, 60_000);

test('where totals count passages, no list is scrolled after two that had ended, and each is read to its end', async () => {
  const { entries } = await askForm('/passages', await site.form('/passages'), true, 6);
  const hits = entries.flatMap(({ filled, page: at, answer }) =>
    answer?.verdict === 'hits' ? [{ word: JSON.stringify(filled.controls), at, answer }] : [],
  );
  expect(hits.every(({ answer }) => answer.statedTotal === 3 * answer.records.length)).toBe(true);
  expect(hits.filter(({ at }) => at === 2)).toHaveLength(2);
  const last = [...new Map(hits.map(({ word, answer }) => [word, answer.paging])).values()];
  expect(last.length).toBeGreaterThan(2);
  expect(last).toEqual(last.map(() => null));
}, 60_000);

test('a page in which earlier answers stay is shown anew for each question', async () => {
  shown = 0;
  const { seen, entries } = await askForm('/piling', await site.form('/piling'), true, 5);
  expect(seen).toBe(HOTELS.length);
  expect(shown).toBeGreaterThan(entries.length);
}, 60_000);

test('what a script posts as JSON is posted by us for other questions, with the token of the page as it is then', async () => {
  const { seen, entries } = await ask('/rates', true);
  expect(seen).toBe(HOTELS.length);
  const ours = posted.filter(({ byBrowser }) => !byBrowser);
  expect(ours.length).toBeGreaterThan(3);
  // Nonsense teaches nothing, twice; then the first list, and its second page.
  expect(posted.length - ours.length).toBe(4);
  expect(posted.every(({ accepted }) => accepted)).toBe(true);
  // No POST is made twice; each is in the ledger, with its body.
  expect(new Set(posted.map(({ body }) => body)).size).toBe(posted.length);
  const bodies = entries.map(({ request }) => bodyOf(request));
  expect(bodies.toSorted()).toEqual(posted.map(({ body }) => body).toSorted());
  // The browser's own were written down before they left.
  const theirs = posted.flatMap(({ body, byBrowser }) => (byBrowser ? [{ body, arrived: false }] : []));
  expect(held).toEqual(theirs);
}, 60_000);

const openedOn = (path: string) =>
  site.pages.visit('127.0.0.1', site.origin + path, async (open) =>
    openSearches(open, await findFormTriggers(open.session), false),
  );

function formBehind({ by, packed }: Awaited<ReturnType<typeof openSearches>>[number]): Form {
  const form = extractForms(unpackTree(packed))[0]!;
  return { ...form, where: { ...form.where, openedBy: by } };
}

test('a form that a press builds is found, and pressed for again when it is sent; nothing that acts is pressed', async () => {
  const opened = await openedOn('/closed');
  expect(opened.map(({ by }) => by)).toMatchObject([{ tag: 'button', says: '⌕', classes: 'icon-search' }]);
  const { seen, entries } = await askForm('/closed', formBehind(opened[0]!), false);
  expect(seen).toBe(HOTELS.length);
  expect(entries.map(({ request }) => request.url)).toContain(`${site.origin}/find?city=Augsburg`);
  // The first question shows how the form is sent; the others need no browser.
  expect(new Set(entries.slice(1).map(({ sentBy }) => sentBy))).toEqual(new Set(['http']));
  expect(acted).toEqual([]);
}, 60_000);

test('a search behind two presses of an application is found, and its pictures are read as records', async () => {
  const [opened, ...others] = await openedOn('/entrance');
  expect(others).toEqual([]);
  const by = { tag: 'a', says: 'Search the hotels', after: { tag: 'a', says: 'All houses' } };
  expect(opened).toMatchObject({ by });
  const form = formBehind(opened!);
  const { seen, entries } = await askForm('/entrance', form, true);
  expect(seen).toBe(HOTELS.length);
  expect(entries.length).toBeGreaterThan(2);
  expect(acted).toEqual([]);
}, 60_000);

test.each(['label', 'class'])(
  'a search without a form is asked by its words and its choices, and its pages are turned by a picture with a %s',
  async (kind) => {
    const { seen, entries } = await ask(`/drawn-${kind}`, true);
    expect(seen).toBe(HOTELS.length);
    expect(Math.max(...entries.map(({ page: at }) => at))).toBe(Math.ceil(HOTELS.length / 3));
    const chosen = entries.flatMap(({ filled }) => filled.controls).filter(({ name }) => name === 'town');
    expect(chosen.length).toBeGreaterThan(0);
  },
  60_000,
);

test('conditions that a menu adds are found, and typed under “contains”', async () => {
  const [opened, ...others] = await openedOn('/unfiltered');
  expect(others).toEqual([]);
  expect(opened).toMatchObject({
    by: { tag: 'a', says: 'Title', after: { tag: 'button', says: 'Add Filter' } },
  });
  const form = formBehind(opened!);
  const { seen, entries } = await askForm('/unfiltered', form, true);
  expect(seen).toBe(HOTELS.length);
  expect(entries.map(({ request }) => request.url)).toContain(
    `${site.origin}/filtered?op_title=like&is_title=hotel`,
  );
}, 60_000);

test('where the first column of a menu brings a list, a further one is looked for that brings a box', async () => {
  const after = { tag: 'button', says: 'Add Filter' };
  expect((await openedOn('/unnamed')).map(({ by }) => by)).toMatchObject([
    { tag: 'a', says: 'Town', after },
    { tag: 'a', says: 'Street', after },
  ]);
}, 60_000);

test('a condition that a list adds is found, stays on, and is sent by the link whose script submits', async () => {
  const [opened, ...others] = await openedOn('/adding');
  expect(others).toEqual([]);
  expect(opened).toMatchObject({ by: { tag: 'option', says: 'Subject', id: 'add_filter' } });
  const form = formBehind(opened!);
  const { entries } = await askForm('/adding', form, true);
  const asked = entries.filter(({ request }) => /on=subject&op_subject=%7E&v_subject=./.test(request.url));
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.map(({ answer }) => answer?.verdict)).toContain('hits');
  // What its script chooses on sending is sent by later questions, too.
  const urls = asked.map(({ request }) => request.url);
  expect(urls.filter((url) => !url.includes('columns=title&columns=city'))).toEqual([]);
  expect(asked.map(({ sentBy }) => sentBy)).toContain('http');
  expect(acted).toEqual([]);
}, 60_000);

test('a press that does not say that it searches changes nothing on the server', async () => {
  expect(await openedOn('/writes')).toEqual([]);
  expect(acted).toEqual([]);
}, 60_000);
