/** Searches that scripts answer: from an index, by a socket, in a list under the box, later, or in the address's hash. */

import type { Answer } from '../answer.ts';
import { book } from '../catalogs/book.ts';
import { hotel } from '../catalogs/hotel.ts';
import { music } from '../catalogs/music.ts';
import { premiere } from '../catalogs/premiere.ts';
import { company, forum, manual, news, recipe } from '../catalogs/reading.ts';
import { attributes, escapeHtml, scriptJson } from '../html.ts';
import type { SiteKind, SiteTools } from '../site.ts';
import { indexFile, itemsOf, script } from './client.ts';
import { hardKind, json, markup } from './kit.ts';
import { tailed } from './subjects.ts';

const INDEX = '/assets/index.json';

/** The page of a search whose list a script makes. */
const shell = (tools: SiteTools, html: string): Answer =>
  tools.page({ title: tools.words.search, blocks: [{ kind: 'form', form: 'main' }, markup(html)] });

const streamed = hardKind({
  name: 'streamed-results',
  summary:
    'the answer says "searching" and fills with records a second later, from an index that a script fetches',
  catalog: tailed(manual),
  records: [60, 180],
  form: { results: 'client' },
  answer(request, tools, form) {
    if (request.path === INDEX) return indexFile(tools);
    if (request.path !== form.action) return null;
    const typed = request.query.get(form.controls[0]?.name ?? '') ?? '';
    const page = shell(
      tools,
      `<p id="state" aria-live="polite">${typed ? 'Searching…' : ''}</p><ol id="found"></ol>${script(`var text=new URLSearchParams(location.search).get(${scriptJson(form.controls[0]?.name)})||'',state=document.getElementById('state'),list=document.getElementById('found');
if(text)fetch('${INDEX}').then(function(r){return r.json()}).then(function(items){var hits=find(items,text),at=0;setTimeout(function next(){if(at<hits.length){list.appendChild(row(hits[at++]));state.textContent='Searching… '+at;setTimeout(next,15)}else state.textContent=at?'Done: '+at+' pages have your words.':'Done. Your words are on none of our pages.'},900)})`)}`,
    );
    if (!request.query.has(form.controls[0]?.name ?? '')) return page;
    return { ...page, form: form.key, outcome: tools.outcome(form, request.query, 'pending') };
  },
});

/** Options of a list box that come as one types. */
const LISTBOX = (path: string): string =>
  `var box=document.getElementById('seek'),list=document.getElementById('seek-list'),timer;
function close(){list.hidden=true;box.setAttribute('aria-expanded','false')}
function open(items){list.textContent='';items.forEach(function(i){var o=document.createElement('li');o.setAttribute('role','option');o.textContent=i.t;o.title=i.d;o.addEventListener('click',function(){location.href=i.h});list.appendChild(o)});
if(!items.length){var none=document.createElement('li');none.textContent='–';list.appendChild(none)}list.hidden=false;box.setAttribute('aria-expanded','true')}
box.addEventListener('input',function(){clearTimeout(timer);var text=box.value.trim();if(!text)return close();timer=setTimeout(function(){fetch('${path}?part='+encodeURIComponent(text)).then(function(r){return r.json()}).then(open)},250)});
box.addEventListener('blur',function(){setTimeout(close,300)})`;

const LIST_LENGTH = 8;

const listbox = hardKind({
  name: 'listbox-as-you-type',
  summary:
    'a combobox without a form: records are options of a list that opens under the box as one types, eight at most',
  catalog: hotel,
  records: [50, 150],
  cap: LIST_LENGTH,
  box: { name: 'part', type: 'text', unnamed: true },
  form: { action: '/api/parts', appears: 'formless', results: 'client' },
  truth: () => ({ nothingAsked: 'no-hits', pageSize: LIST_LENGTH }),
  markup: (_drawn, form) =>
    `<div class="seek"><input id="seek" type="text" role="combobox" autocomplete="off" aria-autocomplete="list" aria-expanded="false" aria-controls="seek-list"${attributes({ placeholder: form.controls[0]?.label })}><ul id="seek-list" role="listbox" hidden></ul></div><script>(function(){${LISTBOX(form.action)}})()</script>`,
  answer(request, tools, form) {
    if (request.path !== form.action) return null;
    const { rows, outcome } = tools.search(form, request.query);
    const texts = (row: (typeof rows)[number]) => [row.city, row.country, row.kind].join(', ');
    return json(
      rows.map((row) => ({ t: row.title, d: texts(row), h: tools.entry(row).href })),
      { form: form.key, outcome },
    );
  },
});

const FACETS = `function facets(hits){var counts={};hits.forEach(function(i){counts[i.s]=(counts[i.s]||0)+1});side.textContent='';Object.keys(counts).sort().forEach(function(s){var l=document.createElement('label'),c=document.createElement('input');c.type='checkbox';c.checked=chosen.indexOf(s)>=0;c.onchange=function(){chosen=c.checked?chosen.concat(s):chosen.filter(function(x){return x!==s});show(8)};l.appendChild(c);l.appendChild(document.createTextNode(s+' ('+counts[s]+') '));side.appendChild(l)})}`;

const IN_PLACE = `var box=document.querySelector('.place input'),clear=document.querySelector('.place button'),told=document.querySelector('.place p'),side=document.querySelector('.place fieldset'),list=document.querySelector('.place ol'),chosen=[],items,timer;
${FACETS}
function show(most){var text=box.value.trim();if(!text){told.textContent='';list.textContent='';side.hidden=true;return}
var hits=find(items,text);facets(hits);side.hidden=!hits.length;var kept=hits.filter(function(i){return !chosen.length||chosen.indexOf(i.s)>=0});
told.textContent=kept.length?kept.length+' for '+text:'Nothing here for '+text;list.textContent='';kept.slice(0,most).forEach(function(i){list.appendChild(row(i))});
if(kept.length>most){var more=document.createElement('li'),b=document.createElement('button');b.textContent='Show more';b.onclick=function(){show(most+8)};more.appendChild(b);list.appendChild(more)}}
function load(){return items?Promise.resolve():fetch('${INDEX}').then(function(r){return r.json()}).then(function(all){items=all})}
box.addEventListener('focus',load);box.addEventListener('input',function(){clearTimeout(timer);timer=setTimeout(function(){load().then(function(){show(8)})},200)});
clear.addEventListener('click',function(){box.value='';chosen=[];show(0)})`;

const inPlace = hardKind({
  name: 'results-in-place',
  summary:
    'a button that empties the box stands before it; results and boxes to tick appear below as one types',
  catalog: tailed(recipe),
  records: [60, 180],
  box: { name: 'text', type: 'text', unnamed: true },
  form: { appears: 'formless', results: 'client' },
  markup: (_drawn, form) =>
    `<div class="place"><button type="button">Clear</button> <input${attributes({ type: 'text', placeholder: form.controls[0]?.label })}><p></p><fieldset hidden></fieldset><ol></ol></div>${script(IN_PLACE)}`,
  answer(request, tools) {
    if (request.path !== INDEX) return null;
    const rows = tools.rows();
    return json(itemsOf(tools).map((item, at) => ({ ...item, s: rows[at]?.section })));
  },
});

const ROUTES = `var view=document.getElementById('view'),box=document.getElementById('ask'),items;
function route(){var m=/^#\\/find\\/(.*)$/.exec(location.hash);if(!m)return;var text=decodeURIComponent(m[1]);box.value=text;
(items?Promise.resolve(items):fetch('${INDEX}').then(function(r){return r.json()})).then(function(all){items=all;var hits=find(all,text);view.textContent='';var h=document.createElement('h4');h.textContent=hits.length?hits.length+' films':'No film of that kind';view.appendChild(h);var l=document.createElement('ul');hits.forEach(function(i){l.appendChild(row(i))});view.appendChild(l)})}
document.getElementById('asking').addEventListener('submit',function(e){e.preventDefault();location.hash='#/find/'+encodeURIComponent(box.value)});addEventListener('hashchange',route);route()`;

const hashState = hardKind({
  name: 'hash-state',
  summary: 'what is asked goes into the hash of the address, and a script shows the list',
  catalog: premiere,
  records: [60, 180],
  box: { name: 'ask', type: 'search' },
  form: { action: '/', results: 'client' },
  markup: (_drawn, form) =>
    `<form id="asking"><input id="ask" name="ask" type="search"${attributes({ 'aria-label': form.controls[0]?.label })}> <button>${escapeHtml(form.submit.label)}</button></form><div id="view"></div>${script(ROUTES)}`,
  answer: (request, tools) => (request.path === INDEX ? indexFile(tools) : null),
});

const TALK = `var box=document.getElementById('say'),list=document.getElementById('said'),line,waiting=[];
function show(data){list.textContent='';var p=document.createElement('p');p.textContent=data.total?data.total+' records':'Silence.';list.appendChild(p);data.items.forEach(function(i){list.appendChild(row(i,'div'))});
if(data.items.length+10*(data.page-1)<data.total){var b=document.createElement('button');b.textContent='Next ten';b.onclick=function(){say(data.page+1)};list.appendChild(b)}}
function say(page){var text=JSON.stringify({words:box.value,page:page});if(line&&line.readyState===1)return line.send(text);waiting.push(text);if(line)return;line=new WebSocket((location.protocol==='https:'?'wss://':'ws://')+location.host+'/live');line.onopen=function(){waiting.splice(0).forEach(function(t){line.send(t)})};line.onmessage=function(e){show(JSON.parse(e.data))};line.onclose=function(){line=undefined}}
document.getElementById('say-go').addEventListener('click',function(){say(1)});box.addEventListener('keydown',function(e){if(e.key==='Enter')say(1)})`;

const saidSchema = (message: string): { words: string; page: number } | undefined => {
  try {
    const { words, page } = JSON.parse(message) as Record<string, unknown>;
    return typeof words === 'string' && typeof page === 'number' ? { words, page } : undefined;
  } catch {
    return undefined;
  }
};

const socket = hardKind({
  name: 'websocket',
  summary: 'what is asked and what is answered go through a web socket',
  catalog: music,
  records: [60, 200],
  box: { name: 'words', type: 'text', unnamed: true },
  form: { action: '/live', appears: 'formless', results: 'client' },
  markup: (_drawn, form) =>
    `<div role="search"><input id="say" type="text"${attributes({ 'aria-label': form.controls[0]?.label })}> <button type="button" id="say-go">${escapeHtml(form.submit.label)}</button></div><div id="said" aria-live="polite"></div>${script(TALK)}`,
  converse(message, tools, form) {
    const asked = saidSchema(message);
    if (!asked) return null;
    const given = new URLSearchParams({ words: asked.words, page: String(asked.page) });
    const { rows, total, outcome } = tools.search(form, given);
    const heard = asked.words.trim() !== '';
    const items = rows.map((row) => ({
      t: row.title,
      d: `${row.artist}, ${row.label}`,
      h: tools.entry(row).href,
    }));
    return json(
      { total: heard ? total : 0, page: asked.page, items: heard ? items : [] },
      { ...(asked.page === 1 ? { form: form.key } : {}), outcome },
    );
  },
});

const HINTS = (name: string): string =>
  `var box=document.querySelector('[name="${name}"]'),list=document.getElementById('hints'),timer;box.setAttribute('autocomplete','off');
box.addEventListener('input',function(){clearTimeout(timer);timer=setTimeout(function(){if(!box.value){list.textContent='';return}fetch('/api/hints?start='+encodeURIComponent(box.value)).then(function(r){return r.json()}).then(function(t){list.textContent='';t.forEach(function(x){var b=document.createElement('button');b.type='button';b.textContent=x;b.onclick=function(){box.value=x;list.textContent=''};list.appendChild(b)})})},150)})`;

const suggestBeside = hardKind({
  name: 'suggestions-beside',
  summary: 'a plain form whose box also fetches suggestions as one types; they are no answer',
  catalog: book,
  records: [100, 300],
  markup: (drawn, form) =>
    `${drawn}<div id="hints"></div><script>(function(){${HINTS(form.controls[0]?.name ?? '')}})()</script>`,
  answer(request, tools) {
    if (request.path !== '/api/hints') return null;
    const start = (request.query.get('start') ?? '').toLowerCase();
    const titles = [...new Set(tools.rows().map(({ title }) => title))];
    return json(titles.filter((title) => start !== '' && title.toLowerCase().startsWith(start)).slice(0, 5));
  },
});

/** Pages of more than four million characters: as large as it takes to be cut. */
const LARGE = 4_200_000;

const hugePage = hardKind({
  name: 'huge-page',
  summary:
    'one page of more than four million characters holds all records; its script makes the box, which has no name',
  catalog: tailed(company),
  records: [60, 160],
  box: { name: 'text', type: 'search', unnamed: true },
  form: { appears: 'script', results: 'client' },
  markup: () => '<div id="app"></div>',
  answer(request, tools) {
    if (request.path !== '/') return null;
    const plain = tools.usual('/');
    const items = itemsOf(tools);
    const each = Math.ceil(LARGE / items.length / 60);
    const stored = items.map((item, at) => ({
      ...item,
      note: `${item.t}, kept with all its drafts and remarks, sheet ${at}. `.repeat(each),
    }));
    const start = `var items=JSON.parse(document.getElementById('store').textContent),app=document.getElementById('app'),box=document.createElement('input'),list=document.createElement('div');
box.type='search';box.setAttribute('aria-label',${scriptJson(tools.words.keyword)});app.appendChild(box);app.appendChild(list);
box.addEventListener('input',function(){list.textContent='';if(!box.value.trim())return;var hits=find(items,box.value),h=document.createElement('h4');h.textContent=hits.length+' matches';list.appendChild(h);hits.slice(0,50).forEach(function(i){list.appendChild(row(i,'p'))})})`;
    return {
      ...plain,
      body: `${String(plain.body)}<script type="application/json" id="store">${scriptJson(stored)}</script>${script(start)}`,
    };
  },
});

const PARTIAL = `var form=document.getElementById('partial'),panel=document.getElementById('panel');
form.addEventListener('submit',function(e){e.preventDefault();var d=new URLSearchParams(new FormData(form));fetch(form.action,{method:'POST',headers:{'x-part':'panel'},body:d}).then(function(r){return r.text()}).then(function(t){panel.innerHTML=t})})`;

const partialUpdate = hardKind({
  name: 'partial-update',
  summary: 'a form is posted by a script, which gets a piece of markup and puts it into the page',
  catalog: tailed(forum),
  records: [60, 200],
  box: { name: 'words', type: 'text' },
  form: { method: 'POST', action: '/part', results: 'client' },
  markup: (_drawn, form) =>
    `<form id="partial" method="post" action="${form.action}"><input${attributes({ name: 'words', type: 'text', 'aria-label': form.controls[0]?.label })}> <button>${escapeHtml(form.submit.label)}</button></form><div id="panel"></div>${script(PARTIAL)}`,
  answer(request, tools, form) {
    if (request.path !== form.action || request.method !== 'POST') return null;
    const { rows, total, outcome } = tools.search(form, request.body);
    const heard = outcome.asked.length > 0;
    const list = tools.drawn({ kind: 'entries', entries: rows.map((row) => tools.entry(row)) });
    const body =
      heard && total > 0 ? `<p>${total} in all, ten at most shown</p>${list}` : '<p>Not a thread.</p>';
    const told = heard ? outcome : tools.outcome(form, request.body, 'no-hits');
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body,
      resource: 'data',
      form: form.key,
      outcome: told,
    };
  },
  cap: 10,
  truth: () => ({ nothingAsked: 'no-hits' }),
});

const OVERLAY = `var o=document.getElementById('layer');document.getElementById('opens').addEventListener('click',function(){o.hidden=false;o.querySelector('input').focus()});addEventListener('keydown',function(e){if(e.key==='Escape')o.hidden=true});
var box=o.querySelector('input'),out=o.querySelector('output');box.addEventListener('keydown',function(e){if(e.key!=='Enter')return;e.preventDefault();fetch('${INDEX}').then(function(r){return r.json()}).then(function(all){var hits=find(all,box.value);out.textContent='';hits.forEach(function(i){out.appendChild(row(i,'div'))});if(!hits.length)out.textContent='We have not written about that.'})})`;

const overlay = hardKind({
  name: 'search-in-overlay',
  summary: 'a magnifier opens a layer with a box; results appear in the layer',
  catalog: tailed(news),
  records: [60, 180],
  box: { name: 'text', type: 'text', unnamed: true },
  form: { appears: 'hidden', results: 'client' },
  markup: (_drawn, form) =>
    `<button type="button" id="opens" aria-label="${escapeHtml(form.submit.label)}" aria-haspopup="dialog">🔍</button><div id="layer" role="dialog" hidden><input type="text"${attributes({ placeholder: form.controls[0]?.label })}><output></output></div>${script(OVERLAY)}`,
  answer: (request, tools) => (request.path === INDEX ? indexFile(tools) : null),
});

export const SCRIPTED: readonly SiteKind[] = [
  streamed,
  listbox,
  inPlace,
  hashState,
  socket,
  suggestBeside,
  hugePage,
  partialUpdate,
  overlay,
];
