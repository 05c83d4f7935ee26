/** Searches that applications draw, and forms that take a pick, a session or a second step before they answer. */

import { redirect } from '../answer.ts';
import { book } from '../catalogs/book.ts';
import { fieldOf } from '../catalogs/catalog.ts';
import { hotel } from '../catalogs/hotel.ts';
import { music } from '../catalogs/music.ts';
import { premiere } from '../catalogs/premiere.ts';
import { product } from '../catalogs/product.ts';
import { company, forum, manual, news, recipe, weblog } from '../catalogs/reading.ts';
import { attributes, escapeHtml } from '../html.ts';
import { isSubmission } from '../query.ts';
import { token } from '../seeded.ts';
import type { SiteKind } from '../site.ts';
import { script } from './client.ts';
import { type AnswerPage, asking, type HardSite, hardKind, json, listPage, markup } from './kit.ts';
import { tailed } from './subjects.ts';

const API = '/api/list';

/** `get(text, page, then)` fetches a page of records, `fill(list, items, tag)` shows it, `$` is an element by its id. */
const CLIENT = `function $(id){return document.getElementById(id)}
function get(text,page,then){if(!text.trim())return then({total:0,last:1,items:[]});fetch('${API}?words='+encodeURIComponent(text)+'&page='+page).then(function(r){return r.json()}).then(then)}
function fill(list,items,tag){list.textContent='';items.forEach(function(i){list.appendChild(row(i,tag))})}
function entered(box,then){box.addEventListener('keydown',function(e){if(e.key==='Enter')then()})}
function counted(d){return d.total?d.total+' in all':'Not in our drawers'}`;

interface DrawnSite extends Pick<HardSite, 'name' | 'summary' | 'catalog' | 'cap'> {
  readonly html: (label: string, search: string) => string;
  readonly code: string;
  /** Records that one request brings. */
  readonly size?: number;
}

/** A page whose script makes the search and fetches what it shows. */
const drawn = ({ html, code, size = 10, ...site }: DrawnSite): SiteKind =>
  hardKind({
    ...site,
    records: [60, 180],
    box: { name: 'words', type: 'text', unnamed: true },
    form: { action: API, appears: 'formless', results: 'client' },
    truth: () => ({ nothingAsked: 'no-hits', pageSize: size }),
    markup: (_drawn, form) =>
      `${html(escapeHtml(form.controls[0]?.label ?? ''), escapeHtml(form.submit.label))}${script(`${CLIENT}\n${code}`)}`,
    answer(request, tools, form) {
      if (request.path !== API) return null;
      const { rows, total, outcome } = tools.search(...asking({ size }, form, request.query));
      const items = rows.map((row) => {
        const { href, title, facts } = tools.entry(row);
        return { h: href, t: title, d: facts.map(([, value]) => value).join(', ') };
      });
      return json(
        { total, last: Math.max(1, Math.ceil(total / size)), items },
        { ...(outcome.page === 1 ? { form: form.key } : {}), outcome },
      );
    },
  });

const entersFirst = drawn({
  name: 'enter-opens-first',
  summary: 'records are listed under the box as one types; Enter opens the page of the first',
  catalog: hotel,
  cap: 10,
  html: (label) =>
    `<div class="seek"><input type="text" id="at" autocomplete="off" placeholder="${label}"><ul id="hits"></ul></div>`,
  code: `var first,timer;$('at').addEventListener('input',function(){clearTimeout(timer);timer=setTimeout(function(){get($('at').value,1,function(d){first=d.items[0];fill($('hits'),d.items)})},120)});
entered($('at'),function(){if(first)location.href=first.h})`,
});

const buttonSays = drawn({
  name: 'button-says-it',
  summary: 'no form, and no word of a search at the box: the button beside it says it',
  catalog: tailed(company),
  html: (_label, search) =>
    `<div class="bar"><input type="text" id="part" placeholder="Firm or town"> <button type="button" id="go">${search}</button></div><div id="out"></div>`,
  code: `function go(){get($('part').value,1,function(d){fill($('out'),d.items,'p');var n=document.createElement('b');n.textContent=counted(d);$('out').prepend(n)})}
$('go').addEventListener('click',go);entered($('part'),go)`,
});

const sideResults = drawn({
  name: 'side-results',
  summary: 'a panel at the side opens with the records; the page stays as it is',
  catalog: tailed(manual),
  size: 60,
  html: (label) =>
    `<div role="search"><input type="search" id="look" aria-label="${label}"></div><aside class="sidebar" id="panel" hidden><h4 id="count"></h4><ul id="hits"></ul></aside>`,
  code: `entered($('look'),function(){get($('look').value,1,function(d){$('panel').hidden=false;$('count').textContent=counted(d);fill($('hits'),d.items)})})`,
});

const routes = drawn({
  name: 'hash-routes',
  summary: 'pages are routes behind the hash; one of them draws the box, and each page of a list is another',
  catalog: premiere,
  html: () => '<nav><a href="#/">Start</a> <a href="#/programme">Programme</a></nav><div id="view"></div>',
  code: `function search(){var m=/^#\\/programme(?:\\/([^\\/]*)\\/(\\d+))?$/.exec(location.hash),v=$('view');if(!m){v.innerHTML='<p>Doors open at six.</p>';return}
v.innerHTML='<input type="search" id="film" placeholder="Search films"> <button type="button" id="go">Go</button><h4 id="count"></h4><ol id="hits"></ol><p id="turn"></p>';
function go(){location.hash='#/programme/'+encodeURIComponent($('film').value)+'/1'}$('go').addEventListener('click',go);entered($('film'),go);
if(!m[1])return;var text=decodeURIComponent(m[1]),page=Number(m[2]);$('film').value=text;get(text,page,function(d){$('count').textContent=counted(d);fill($('hits'),d.items);
for(var n=1;n<=d.last;n++){var a=document.createElement('a');a.textContent=n;a.href='#/programme/'+m[1]+'/'+n;if(n===page)a.setAttribute('aria-current','page');$('turn').append(a,' ')}})}
addEventListener('hashchange',search);search()`,
});

/** A table that a script draws, with `turns(page, last, go)` as what turns its pages. */
const table = (turns: string): Pick<DrawnSite, 'html' | 'code'> => ({
  html: (label, search) =>
    `<div class="tools"><input type="search" id="filter" placeholder="${label}"> <button type="button" id="go">${search}</button></div><p id="count"></p><table><tbody id="rows"></tbody></table><div id="turn" class="pages"></div>`,
  code: `function button(text,page){var b=document.createElement('button');b.type='button';b.innerHTML=text;b.onclick=function(){go(page)};return b}
function turns(page,last){${turns}}
function go(page){get($('filter').value,page,function(d){$('count').textContent=counted(d);$('rows').textContent='';d.items.forEach(function(i){var r=row(i,'tr'),c=[document.createElement('td'),document.createElement('td')];c[0].append(r.firstChild);c[1].append(r.lastChild);r.append(c[0],c[1]);$('rows').append(r)});$('turn').textContent='';if(d.last>1)turns(page,d.last)})}
$('go').addEventListener('click',function(){go(1)});entered($('filter'),function(){go(1)})`,
});

const drawnPages = drawn({
  name: 'drawn-pages',
  summary: 'a script draws a table and the numbered buttons that turn its pages',
  catalog: tailed(forum),
  ...table(
    `for(var n=1;n<=last;n++){var b=button(n,n);if(n===page)b.setAttribute('aria-current','true');$('turn').append(b)}`,
  ),
});

const PICTURE = (way: string): string =>
  `<svg width="12" height="12" viewBox="0 0 12 12"><path d="${way}"/></svg>`;

const pictureButtons = drawn({
  name: 'picture-buttons',
  summary: 'pages of a drawn table are turned by buttons that are pictures without a word',
  catalog: tailed(recipe),
  ...table(
    `[[-1,'back','${PICTURE('M8 1L3 6l5 5')}'],[1,'on','${PICTURE('M4 1l5 5-5 5')}']].forEach(function(w){var b=button(w[2],page+w[0]);b.className='turn-'+w[1];b.disabled=page+w[0]<1||page+w[0]>last;$('turn').append(b)});$('turn').firstChild.after(' '+page+' / '+last+' ')`,
  ),
});

const virtualTable = drawn({
  name: 'virtual-table',
  summary: 'of a long table a script draws the rows in sight alone; scrolling it draws others',
  catalog: music,
  size: 180,
  html: (label) =>
    `<div class="tools"><input type="search" id="filter" placeholder="${label}"></div><p id="count"></p><div id="frame" style="height:320px;overflow-y:auto"><div id="whole" style="position:relative"></div></div>`,
  code: `var items=[];function draw(){var from=Math.max(0,Math.floor($('frame').scrollTop/32)-1);$('whole').style.height=items.length*32+'px';fill($('whole'),items.slice(from,from+12),'div');[].forEach.call($('whole').children,function(r,n){r.setAttribute('role','row');r.style.cssText='position:absolute;height:32px;top:'+(from+n)*32+'px'})}
$('frame').addEventListener('scroll',draw);entered($('filter'),function(){get($('filter').value,1,function(d){items=d.items;$('count').textContent=counted(d);$('frame').scrollTop=0;draw()})})`,
});

const PICK = `${CLIENT}
var timer;$('part').addEventListener('input',function(){clearTimeout(timer);$('who').value='';timer=setTimeout(function(){fetch('/api/names?part='+encodeURIComponent($('part').value)).then(function(r){return r.json()}).then(function(names){$('names').textContent='';names.forEach(function(n){var o=document.createElement('li');o.setAttribute('role','option');o.textContent=n;o.addEventListener('click',function(){$('part').value=$('who').value=n;$('names').hidden=true});$('names').append(o)});$('names').hidden=!names.length})},120)})`;

const suggestionPicked = hardKind({
  name: 'suggestion-picked',
  summary: 'the form takes a title or an author picked among the suggestions, and nothing else',
  catalog: book,
  records: [100, 300],
  columns: ['title', 'author'],
  box: { name: 'part', type: 'text', unnamed: true },
  controls: () => [{ name: 'who', type: 'hidden', label: '' }],
  form: { action: '/by' },
  truth: () => ({ channel: 'browser' }),
  markup: (_drawn, form) =>
    `<form action="${form.action}"><label for="part">Title or author</label> <input id="part" type="text" role="combobox" aria-controls="names" aria-autocomplete="list" autocomplete="off"><ul id="names" role="listbox" hidden></ul><input type="hidden" name="who" id="who"> <button>${escapeHtml(form.submit.label)}</button></form>${script(PICK)}`,
  page: {
    asks: (form, given) => {
      const picked = new URLSearchParams(given);
      picked.set('part', given.get('who') ?? '');
      return [form, picked];
    },
  },
  answer(request, tools) {
    if (request.path !== '/api/names') return null;
    const part = (request.query.get('part') ?? '').trim().toLowerCase();
    const names = new Set(tools.rows().flatMap(({ author, title }) => [title, String(author)]));
    return json([...names].filter((name) => part !== '' && name.toLowerCase().includes(part)).slice(0, 6));
  },
});

const namelessBoxes = hardKind({
  name: 'nameless-boxes',
  summary: 'two boxes without name, id or form, for two columns; a script writes the address of the answer',
  catalog: tailed(news),
  records: [80, 250],
  columns: ['title'],
  box: { name: 'headline', type: 'text', label: 'Headline', unnamed: true },
  controls: () => [
    {
      name: 'by',
      type: 'text',
      label: 'Author',
      unnamed: true,
      match: { how: 'words', columns: ['author'] },
    },
  ],
  form: { action: '/find', appears: 'formless' },
  truth: () => ({ channel: 'browser' }),
  markup: (_drawn, form) =>
    `<div class="two">${form.controls.map(({ label }) => `<label>${label} <input type="text"></label>`).join(' ')} <button type="button">${escapeHtml(form.submit.label)}</button></div>${script(`var boxes=document.querySelectorAll('.two input');function go(){location.href='${form.action}?headline='+encodeURIComponent(boxes[0].value)+'&by='+encodeURIComponent(boxes[1].value)}
document.querySelector('.two button').addEventListener('click',go);boxes.forEach(function(b){b.addEventListener('keydown',function(e){if(e.key==='Enter')go()})})`)}`,
});

const nounButton = hardKind({
  name: 'noun-button',
  summary: 'the button names what is searched by a noun that is a deed elsewhere: "Search the register"',
  catalog: tailed(weblog),
  records: [80, 250],
  form: { submit: { how: 'button', label: 'Search the register' } },
});

/** A session that is in the addresses until a cookie holds it. */
const sessionOf = (seed: string): string => token(`${seed}:jsession`, 16).toUpperCase();

const sessionInAddress = hardKind({
  name: 'session-in-address',
  summary: 'addresses carry `;jsessionid=` or a cookie does; without either one is sent to the start again',
  catalog: tailed(manual),
  records: [80, 250],
  shown: false,
  form: ({ seed }) => ({ action: `/find;jsessionid=${sessionOf(seed)}` }),
  pages: () => [{ path: '/catalogue', title: 'Catalogue', linkedFrom: 'nav', forms: ['main'] }],
  answer(request, tools, form) {
    const session = sessionOf(tools.identity.seed);
    const [path, parameter] = request.path.split(';');
    if (path !== '/catalogue' && path !== '/find') return null;
    const carried = parameter === `jsessionid=${session}`;
    if (!carried && request.cookie?.includes(`JSESSIONID=${session}`) !== true) {
      const start = redirect(`/catalogue;jsessionid=${session}`);
      return { ...start, headers: { ...start.headers, 'set-cookie': `JSESSIONID=${session}; Path=/` } };
    }
    if (path === '/find' && isSubmission(form, request.query))
      return listPage({}, form, request.query, tools);
    return tools.page({ title: tools.words.search, blocks: [{ kind: 'form', form: form.key }] });
  },
});

const CONDITIONS = `var add=document.getElementById('add'),rows=document.getElementById('conditions');
add.addEventListener('change',function(){var c=add.value;if(!c)return;add.value='';var d=document.createElement('div');d.innerHTML='<label>'+c+' <select name="op_'+c+'"><option value="has">contains</option><option value="no">does not contain</option></select> <input type="text" name="v_'+c+'"></label>';rows.append(d);d.querySelector('input').focus()})`;

const BUILT = ['title', 'brand', 'category'] as const;

const conditionsFromList = hardKind({
  name: 'conditions-from-list',
  summary: 'a form without a box: a list adds a condition with its comparison and box by a script',
  catalog: product,
  records: [100, 300],
  columns: ['title'],
  box: { name: 'v_title', type: 'text' },
  controls: () => [
    {
      name: 'add_filter',
      type: 'select',
      label: 'Add filter',
      choices: BUILT.map((one) => ({ value: one, label: one })),
    },
  ],
  form: { action: '/articles', appears: 'click' },
  page: {
    empty: 'all',
    forms: ['main'],
    asks: (form, given) => [
      {
        ...form,
        controls: BUILT.map((column) => ({
          name: `v_${column}`,
          type: 'text',
          label: column,
          match: { how: 'words', columns: [column] },
        })),
      },
      given,
    ],
  },
  markup: (_drawn, form) =>
    `<form action="${form.action}"><div id="conditions"></div><select id="add" name="add_filter" aria-label="Add filter"><option value="">Add filter</option>${BUILT.map((one) => `<option>${one}</option>`).join('')}</select> <button>Apply</button></form><script>${CONDITIONS}</script>`,
});

const STEP = '/find/shelf';
const SHELVES = ['All shelves', ...(fieldOf(recipe, 'section').values ?? [])].map((label, at) => ({
  value: String(at),
  label,
  any: at === 0,
  means: label,
}));
const onShelf: AnswerPage['asks'] = (form, given) => [
  {
    ...form,
    controls: [
      ...form.controls,
      {
        name: 'shelf',
        type: 'select',
        label: '',
        choices: SHELVES,
        match: { how: 'equals', column: 'section' },
      },
    ],
  },
  given,
];

const secondForm = hardKind({
  name: 'second-form',
  summary: 'what was typed leads to a second form, which keeps it and takes a choice; then the list comes',
  catalog: tailed(recipe),
  records: [100, 300],
  form: { action: '/find' },
  answer(request, tools, form) {
    const { query, path } = request;
    if (path === STEP) return listPage({ asks: onShelf }, { ...form, action: STEP }, query, tools);
    const box = form.controls[0];
    const typed = (query.get(box?.name ?? '') ?? '').trim();
    if (path !== form.action || typed === '') return null;
    const step = `<form action="${STEP}"><input${attributes({ type: 'hidden', name: box?.name, value: typed })}><p>Which shelf shall we look in?</p><select name="shelf">${SHELVES.map((one) => `<option value="${one.value}">${one.label}</option>`).join('')}</select> <button>Continue</button></form>`;
    return {
      ...tools.page({ title: 'One more question', blocks: [markup(step)] }),
      form: form.key,
      outcome: tools.outcome(form, query, 'pending'),
    };
  },
});

export const DRAWN_CLIENTS: readonly SiteKind[] = [
  entersFirst,
  suggestionPicked,
  namelessBoxes,
  sessionInAddress,
  buttonSays,
  nounButton,
  conditionsFromList,
  sideResults,
  routes,
  drawnPages,
  virtualTable,
  pictureButtons,
  secondForm,
];
