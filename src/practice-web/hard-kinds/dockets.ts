/** Dockets of courts: 40,000 cases, lists that end after 100, and a first and a last day to ask by. */

import type { Catalog, Field } from '../catalogs/catalog.ts';
import { day } from '../catalogs/catalog.ts';
import { person } from '../catalogs/people.ts';
import { FIRST_ID } from '../database.ts';
import type { Random } from '../seeded.ts';
import type { Choice, ControlSpec, FormSpec, SiteKind } from '../site.ts';
import { type AnswerPage, asking, hardKind, json } from './kit.ts';

const CASES = 40_000;
const CAP = 100;
const PAGE_SIZE = 50;
const YEARS = 20;

const same = (label: string): Field['labels'] => ({ en: [label], de: [label], fr: [label], es: [label] });
const COURTS = Array.from({ length: 12 }, (_, at) => `District ${at + 1}`);
const TYPES = ['Appeal', 'Bankruptcy', 'Civil', 'Criminal'];

/** Of 10,000 cases so many were filed on two days, which lie so many days back. */
const CROWDED = [
  [1_000, 60],
  [3_001, 145],
] as const;

/** Cases are numbered within some days of their filing. */
const LATE = 40;

/** A working day of the last twenty years, by the number of the case; or one of two days on which hundreds filed. */
function filed(random: Random, id: number, now: Date): string {
  const lot = random.int(0, 9_999);
  const crowded = CROWDED.find(([, below]) => lot < below)?.[0];
  const place = Math.min(CASES - 1, Math.max(0, id - FIRST_ID + random.int(-LATE, LATE)));
  const back = crowded ?? 1 + Math.floor((YEARS * 365 * place) / CASES);
  const weekday = new Date(now.getTime() - back * 86_400_000).getUTCDay();
  return day(now, -back - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0));
}

const cases: Catalog = {
  subject: 'case',
  plural: { en: ['cases'], de: ['Verfahren'], fr: ['affaires'], es: ['casos'] },
  fields: [
    {
      column: 'title',
      kind: 'text',
      labels: same('Parties'),
      names: ['parties'],
      make: (random) => `${person(random)} v. ${person(random)}`,
    },
    {
      column: 'filed',
      kind: 'date',
      labels: same('Filed'),
      names: ['filed'],
      make: (random, { id }, now) => filed(random, Number(id), now),
    },
    {
      column: 'court',
      kind: 'choice',
      labels: same('Court'),
      names: ['court'],
      values: COURTS,
      make: (random) => random.pick(COURTS),
    },
    {
      column: 'type',
      kind: 'choice',
      labels: same('Type of case'),
      names: ['type'],
      values: TYPES,
      make: (random) => random.pick(TYPES),
    },
  ],
  sentences: [
    'The clerk enters cases on the day on which they are filed.',
    'Sealed matters are left out of the public index.',
    'Copies are certified at the counter, between nine and noon.',
    'The calendar of hearings for {month} is posted in the hall.',
  ],
  pools: { month: ['March', 'July', 'November'] },
  taglines: ['Public index of cases', 'The docket of the courts'],
};

const choice = (column: string, values: readonly string[], label: string): ControlSpec => ({
  name: column,
  type: 'select',
  label,
  choices: [
    { value: '', label: 'All', any: true },
    ...values.map((value): Choice => ({ value, label: value, means: value })),
  ],
  match: { how: 'equals', column },
});

/** How a form asks for a day: its controls, and the day that they were given, as `2001-02-28` or empty. */
interface Dates {
  readonly controls: (draft: { readonly now: Date }) => readonly ControlSpec[];
  readonly read: (given: URLSearchParams, end: 'from' | 'to') => string;
}

const ENDS = [
  ['from', 'Filed from'],
  ['to', 'Filed to'],
] as const;

const typed = (placeholder: string, order: (parts: readonly string[]) => readonly string[]): Dates => ({
  controls: () => ENDS.map(([name, label]) => ({ name, type: 'text', label, placeholder })),
  read: (given, end) => {
    const parts = (given.get(end) ?? '').split(/[./]/);
    return parts.length === 3 ? order(parts).join('-') : '';
  },
});

const DATE_INPUTS: Dates = {
  controls: () => ENDS.map(([name, label]) => ({ name, type: 'date', label })),
  read: (given, end) => given.get(end) ?? '',
};

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2001, month, 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
);
const two = (text: string | null): string => (text ?? '').padStart(2, '0');

/** A day is put together from three lists. */
const SIX_LISTS: Dates = {
  controls: ({ now }) =>
    ENDS.flatMap(([end, label]) => {
      const list = (
        part: string,
        caption: string,
        labels: readonly string[],
        coded = false,
      ): ControlSpec => ({
        name: `${end}_${part}`,
        type: 'select',
        label: caption,
        choices: [
          { value: '', label: '–', any: true },
          ...labels.map((text, at): Choice => ({ value: coded ? String(at + 1) : text, label: text })),
        ],
      });
      const years = Array.from({ length: YEARS + 6 }, (_, at) => String(now.getUTCFullYear() - at));
      return [
        list(
          'day',
          label,
          Array.from({ length: 31 }, (_, at) => String(at + 1)),
        ),
        list('month', 'Month', MONTHS, true),
        list('year', 'Year', years),
      ];
    }),
  read: (given, end) => {
    const year = given.get(`${end}_year`) ?? '';
    return year === '' ? '' : [year, two(given.get(`${end}_month`)), two(given.get(`${end}_day`))].join('-');
  },
};

/** The database is asked by days as it has them, whatever the form calls them. */
const asked =
  ({ read }: Dates): NonNullable<AnswerPage['asks']> =>
  (form, given) => {
    const days = ENDS.map(
      ([name], at): ControlSpec => ({
        name,
        type: 'date',
        label: name,
        match: { how: at === 0 ? 'at-least' : 'at-most', column: 'filed' },
      }),
    );
    const whole = new URLSearchParams(given);
    for (const [name] of ENDS) whole.set(name, read(given, name));
    const other = form.controls.filter(({ match }) => match !== undefined);
    return [{ ...form, controls: [...other, ...days] }, whole];
  };

interface Docket {
  readonly name: string;
  readonly summary: string;
  readonly dates: Dates;
  readonly total: boolean;
  readonly sorted: boolean;
  readonly markup?: (drawn: string, form: FormSpec) => string;
}

const docket = ({ name, summary, dates, total, sorted, markup }: Docket): SiteKind =>
  hardKind({
    name,
    summary: `${summary}; lists end after ${CAP} of ${CASES} cases`,
    catalog: cases,
    records: [CASES, CASES],
    cap: CAP,
    rank: sorted ? 'filed' : 'title',
    columns: ['title'],
    box: { label: 'Party' },
    controls: (draft) => [
      ...dates.controls(draft),
      choice('court', COURTS, 'Court'),
      choice('type', TYPES, 'Type of case'),
    ],
    page: {
      empty: 'all',
      size: PAGE_SIZE,
      asks: asked(dates),
      ...(!total && { total: () => '' }),
    },
    ...(markup && { markup }),
    truth: () => ({
      pageSize: PAGE_SIZE,
      total: total ? 'exact' : 'none',
      reach: { untouched: CAP, bounded: CASES, any: CASES },
    }),
  });

const PICKER = 'DD.MM.YYYY';
const API = '/api/cases';
/** Cases of the docket that is a client's: of five months, and a few of the crowded days. */
const FEW_CASES = 700;

/** The chosen days are kept by the script alone; a box shows what was clicked, and takes nothing. */
const CALENDAR = `var days={from:'',to:''},end,shown,box,cal=$('cal');function $(id){return document.getElementById(id)}
function two(n){return(n<10?'0':'')+n}
function draw(){$('month').textContent=shown.toLocaleString('en',{month:'long',year:'numeric',timeZone:'UTC'});var g=$('days');g.textContent='';var last=new Date(Date.UTC(shown.getUTCFullYear(),shown.getUTCMonth()+1,0)).getUTCDate(),row;
for(var d=1-(shown.getUTCDay()+6)%7;d<=last;d++){if((d+(shown.getUTCDay()+6)%7)%7===1||!row)row=g.insertRow();var c=row.insertCell();if(d>0)(function(d){var b=document.createElement('button');b.type='button';b.textContent=d;b.onclick=function(){var m=two(shown.getUTCMonth()+1),y=shown.getUTCFullYear();days[end]=y+'-'+m+'-'+two(d);box.value=two(d)+'.'+m+'.'+y;cal.hidden=true};c.append(b)})(d)}}
document.querySelectorAll('.day').forEach(function(b){b.onclick=function(){box=b;end=b.dataset.end;var at=days[end]?new Date(days[end]):new Date();shown=new Date(Date.UTC(at.getUTCFullYear(),at.getUTCMonth(),1));cal.hidden=false;draw()}});
cal.querySelectorAll('[data-by]').forEach(function(b){b.onclick=function(){shown=new Date(Date.UTC(shown.getUTCFullYear(),shown.getUTCMonth()+Number(b.dataset.by),1));draw()}});
$('wipe').onclick=function(){days[end]='';box.value='';cal.hidden=true};
$('show').onclick=function(){fetch('${API}?party='+encodeURIComponent($('party').value)+'&from='+days.from+'&to='+days.to).then(function(r){return r.json()}).then(function(d){$('count').textContent=d.total+' cases';var t=$('cases');t.textContent='';d.items.forEach(function(i){var r=t.insertRow(),a=document.createElement('a');a.href=i.h;a.textContent=i.t;r.insertCell().append(a);i.d.forEach(function(x){r.insertCell().textContent=x})})})}`;

const TURNS = [
  [-12, 'year back', '«'],
  [-1, 'month back', '‹'],
  [1, 'month on', '›'],
  [12, 'year on', '»'],
] as const;

const drawnDocket = hardKind({
  name: 'docket-drawn',
  summary: `days are clicked in a drawn calendar, which alone knows them; a script fetches ${CAP} of ${FEW_CASES} cases at most`,
  catalog: cases,
  records: [FEW_CASES, FEW_CASES],
  cap: CAP,
  rank: 'title',
  columns: ['title'],
  box: { name: 'party', type: 'text', label: 'Party', unnamed: true },
  controls: () => ENDS.map(([name, label]) => ({ name, type: 'text', label, placeholder: PICKER })),
  form: { action: API, appears: 'formless', results: 'client' },
  truth: () => ({
    pageSize: CAP,
    nothingAsked: 'hits',
    reach: { untouched: CAP, bounded: FEW_CASES, any: FEW_CASES },
  }),
  markup: (_drawn, form) =>
    `<div role="search"><label>Party <input type="text" id="party"></label> ${ENDS.map(([name, label]) => `<label>${label} <input type="text" name="${name}" class="day" data-end="${name}" placeholder="${PICKER}" readonly></label>`).join(' ')} <button type="button" id="show">${form.submit.label}</button></div><div id="cal" role="dialog" hidden>${TURNS.map(([by, label, sign]) => `<button type="button" data-by="${by}" aria-label="${label}">${sign}</button>`).join(' ')} <b id="month"></b><table id="days"></table><button type="button" id="wipe">Clear</button></div><p id="count"></p><table><tbody id="cases"></tbody></table><script>(function(){${CALENDAR}})()</script>`,
  answer(request, tools, form) {
    if (request.path !== API) return null;
    const dated = asked(DATE_INPUTS)(form, request.query);
    const { rows, total, outcome } = tools.search(...asking({ size: CAP }, ...dated));
    const items = rows.map((row) => {
      const { href, title, facts } = tools.entry(row);
      return { h: href, t: title, d: facts.map(([, value]) => value) };
    });
    return json({ total, items }, { form: form.key, outcome });
  },
});

export const DOCKETS: readonly SiteKind[] = [
  docket({
    name: 'docket-total',
    summary: 'date inputs; the number of cases is stated',
    dates: DATE_INPUTS,
    total: true,
    sorted: false,
  }),
  docket({
    name: 'docket-sorted',
    summary: 'days are typed as MM/DD/YYYY; the latest cases come first, and no number is stated',
    dates: typed('MM/DD/YYYY', ([month = '', date = '', year = '']) => [year, two(month), two(date)]),
    total: false,
    sorted: true,
  }),
  docket({
    name: 'docket-lists',
    summary: 'days are put together from six lists; in no order, and no number is stated',
    dates: SIX_LISTS,
    total: false,
    sorted: false,
  }),
  docket({
    name: 'docket-calendar',
    summary: 'days are written by a calendar into boxes that take no keys; the number of cases is stated',
    dates: typed(PICKER, ([date = '', month = '', year = '']) => [year, two(month), two(date)]),
    total: true,
    sorted: false,
    markup: (drawn) =>
      `${drawn.replaceAll(`placeholder="${PICKER}"`, `placeholder="${PICKER}" readonly data-calendar`)}<script>for (const box of document.querySelectorAll('[data-calendar]')) box.addEventListener('click', () => { box.value = new Date().toLocaleDateString('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' }) })</script>`,
  }),
];

/** Those of version 8. */
export const DRAWN_DOCKETS: readonly SiteKind[] = [drawnDocket];
