import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pickDate } from '../../src/submissions/sending/pick-date.ts';
import { type BrowserSite, browserSite } from './browser-site.ts';

/** `draw()` shows the month that `at` is in; `cell(d, inside)` makes a day; the chosen day is in the title of the page. */
const page = (lang: string, html: string, code: string): string =>
  `<!doctype html><html lang="${lang}"><title>none</title><input data-fieldfare="1" id="box" readonly>${html}
<script>var at=new Date(Date.UTC(2026,10,1)),cal=document.getElementById('cal'),days=document.getElementById('days');
function month(){return at.toLocaleDateString('${lang}',{month:'long',timeZone:'UTC'})}
function turn(n){at=new Date(Date.UTC(at.getUTCFullYear(),at.getUTCMonth()+n,1));draw()}
function pick(d){document.title=at.getUTCFullYear()+'-'+(at.getUTCMonth()+1)+'-'+d;box.value=d;cal.hidden=true}
function count(n){return new Date(Date.UTC(at.getUTCFullYear(),at.getUTCMonth()+n+1,0)).getUTCDate()}
${code}</script>`;

const PAGES: Readonly<Record<string, string>> = {
  /** Lists for month and year, weeks counted at the side, days as links without an address. */
  '/lists': page(
    'en',
    '<div id="cal" hidden><select id="m"></select><select id="y"></select><table id="days"></table></div>',
    `for(let i=0;i<12;i++){at.setUTCMonth(i);m.add(new Option(month().slice(0,3),i))}at.setUTCMonth(10);for(let i=2000;i<2031;i++)y.add(new Option(i,i));
m.onchange=()=>{at.setUTCMonth(m.value);draw()};y.onchange=()=>{at.setUTCFullYear(y.value);draw()};box.onclick=()=>{cal.hidden=false;draw()};
function draw(){m.value=at.getUTCMonth();y.value=at.getUTCFullYear();days.innerHTML='';let row;for(let d=1;d<=count(0);d++){if(d%7===1){row=days.insertRow();row.insertCell().textContent=44+d%9}const a=document.createElement('a');a.href='#';a.textContent=d;a.onclick=()=>pick(d);row.insertCell().append(a)}}`,
  ),
  /** Opened by the focus; days of the months beside it in the grid; arrows without a word; the year in a box. */
  '/arrows': page(
    'fr',
    '<div id="cal" hidden><span class="nav next" onmousedown="turn(1)"><svg width="9" height="9"></svg></span><b id="name"></b><input type="number" id="y"><span class="nav prev" onmousedown="turn(-1)"><svg width="9" height="9"></svg></span><div id="days"></div></div>',
    `box.onfocus=()=>{cal.hidden=false;draw()};
function draw(){document.getElementById('name').textContent=month();y.value=at.getUTCFullYear();days.innerHTML='';for(let d=-2;d<=count(0)+5;d++){const s=document.createElement('span'),inside=d>0&&d<=count(0);s.textContent=d<1?count(-1)+d:inside?d:d-count(0);s.onclick=()=>{if(inside)pick(d)};days.append(s,' ')}}`,
  ),
  /** Two months under one head, side by side. */
  '/two': page(
    'en',
    '<div id="cal" hidden><div><button type="button" class="prev" onclick="turn(-1)">‹</button><b id="name"></b><button type="button" class="next" onclick="turn(1)">›</button></div><div id="days"></div></div>',
    `box.onclick=()=>{cal.hidden=false;draw()};
function draw(){const first=month()+' '+at.getUTCFullYear();at.setUTCMonth(at.getUTCMonth()+1);document.getElementById('name').textContent=first+' – '+month()+' '+at.getUTCFullYear();at.setUTCMonth(at.getUTCMonth()-1);days.innerHTML='';for(const n of[0,1]){const p=document.createElement('p');for(let d=1;d<=count(n);d++){const i=document.createElement('span');i.textContent=d;i.onclick=()=>{at.setUTCMonth(at.getUTCMonth()+n);pick(d)};p.append(i,' ')}days.append(p)}}`,
  ),
  /** The day is taken by a button of the calendar; one outside of it does something else. */
  '/taken': page(
    'de',
    '<button type="button" onclick="document.title=`saved`">Übernehmen</button><section><div id="cal" hidden><b id="name"></b><div id="days"></div><p><button type="button" onclick="cal.hidden=true">Abbrechen</button><button type="button" onclick="pick(one)">Übernehmen</button></p></div></section>',
    `let one;box.onclick=()=>{cal.hidden=false;draw()};
function draw(){document.getElementById('name').textContent=month()+' '+at.getUTCFullYear();days.innerHTML=Array.from({length:count(0)},(_,d)=>'<span onclick="one='+(d+1)+'">'+(d+1)+'</span>').join(' ')}`,
  ),
  /** An archive: its days lead to pages. */
  '/archive': page(
    'en',
    '<div><b>November 2026</b><div id="cal"></div></div>',
    `cal.innerHTML=Array.from({length:30},(_,d)=>'<a href="/day/'+(d+1)+'">'+(d+1)+'</a>').join(' ')`,
  ),
  /** What turns it would send the form around it. */
  '/sends': page(
    'en',
    '<form action="/sent"><div id="cal" hidden><button class="next">›</button><button class="prev">‹</button><b id="name"></b><div id="days"></div></div></form>',
    `box.onclick=()=>{cal.hidden=false;draw()};function draw(){document.getElementById('name').textContent=month()+' '+at.getUTCFullYear();days.innerHTML=Array.from({length:count(0)},(_,d)=>'<span>'+(d+1)+'</span>').join(' ')}`,
  ),
};

let site: BrowserSite;
const asked: string[] = [];
beforeAll(async () => {
  site = await browserSite(
    createServer(({ url = '/' }, response) => {
      asked.push(url);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(PAGES[url] ?? '');
    }),
  );
});
afterAll(() => site?.close());

const picked = (path: string, date: string): Promise<readonly [boolean, string]> =>
  site.pages.visit('127.0.0.1', site.origin + path, async ({ session, page: shown }) => {
    const done = await pickDate(session, 1, new Date(date));
    return [done, await shown.title()] as const;
  });

test.each([
  ['/lists', '2013-02-28', '2013-2-28'],
  ['/lists', '2026-12-31', '2026-12-31'],
  ['/arrows', '2025-05-01', '2025-5-1'],
  ['/arrows', '2027-01-31', '2027-1-31'],
  ['/arrows', '2026-11-29', '2026-11-29'],
  ['/taken', '2026-11-29', '2026-11-29'],
  ['/two', '2027-01-15', '2027-1-15'],
  ['/two', '2026-12-31', '2026-12-31'],
])('the calendar at %s is turned to %s', async (path, date, title) => {
  expect(await picked(path, date)).toEqual([true, title]);
});

test.each(['/archive', '/sends'])('nothing at %s is followed or sent', async (path) => {
  expect(await picked(path, '2026-10-05')).toEqual([false, 'none']);
  expect(asked.filter((one) => /day|sent/.test(one))).toEqual([]);
});
