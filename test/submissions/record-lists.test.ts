import { expect, test } from 'vitest';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { readPage } from '../../src/submissions/answers/read-page.ts';
import { addressPattern } from '../../src/submissions/answers/record-anchors.ts';

const MENU = `<header><nav><ul>${['Home', 'About the archive', 'Opening hours', 'Contact']
  .map((name, i) => `<li><a href="/m/${i}">${name}</a></li>`)
  .join('')}</ul></nav></header>`;
const FOOT = '<footer><p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></footer>';
const NAMES = ['Oak lane', 'Elm court', 'Ash mill', 'Yew gate', 'Fir hill', 'Box yard', 'Bay bridge'];
const YEARS = NAMES.map((_, i) => String(1961 + 3 * i));

/** The records of the first list of a page, read without probes. */
const first = (body: string, url = 'http://archive.test/find?q=wood') => {
  const [list] = readPage(parseTree(`<body>${MENU}${body}${FOOT}</body>`, url)).lists;
  return (list?.records ?? []).map(({ title, link, fields }) => ({
    title,
    link,
    fields: Object.fromEntries(fields.map(({ label, value }) => [label, value])),
    values: fields.map(({ value }) => value),
  }));
};
const titles = (body: string): string[] => first(body).map(({ title }) => title);
const text = (body: string): string[] => first(body).map(({ title, values }) => [title, ...values].join(' '));

test('heads, sums and notes of a table whose cells are all alike are no records, and its columns are named', () => {
  const rows = NAMES.map(
    (name, i) => `<tr><td>K-${100 + i}</td><td>${name}</td><td>Ada Marsh</td><td>${i}.50</td></tr>`,
  );
  const heads = ['Permit', 'Place', 'Holder', 'Fee'].map((head) => `<td><b>${head}</b></td>`).join('');
  const records = first(
    `<table><tr>${heads}</tr>${rows.join('')}<tr><td colspan=3><b>All ${rows.length}</b></td><td><b>21.00</b></td></tr><tr><td colspan=4>Fees of today.</td></tr></table>`,
  );
  expect(records.map(({ title }) => title)).toEqual(NAMES);
  expect(records[1]?.fields).toEqual({
    Permit: 'K-101',
    Place: 'Elm court',
    Holder: 'Ada Marsh',
    Fee: '1.50',
  });
  expect(first(`<table><tr>${heads}</tr><tr><td colspan=4>Nothing to show.</td></tr></table>`)).toEqual([]);
});

test('a row is called by its words, also where signs of vowels part its letters', () => {
  const names = ['কামাল দাস', 'কুমারী দেশ', 'কামিল দোষ', 'হীরা সাহা', '王伟'];
  const rows = names.map((name, i) => `<tr><td>${name}</td><td>Ward ${i}</td></tr>`);
  expect(titles(`<table><tr><th>Name</th><th>Ward</th></tr>${rows.join('')}</table>`)).toEqual(names);
});

test('a cell that reaches over several rows is a value of each of them, and shifts no column', () => {
  const rows = NAMES.slice(0, 6).map((name, i) => {
    const shared = i % 3 === 0 ? `<th scope=row rowspan=3>Owner ${i}</th>` : '';
    return `<tr>${shared}<td><a href="/p/${i}">${name}</a></td><td>${YEARS[i]}</td></tr>`;
  });
  const records = first(
    `<table><thead><tr><th>Owner</th><th>Place</th><th>Year</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
  expect(records.map(({ fields }) => fields)).toEqual(
    [0, 0, 0, 3, 3, 3].map((owner, i) => ({ Owner: `Owner ${owner}`, Year: YEARS[i] })),
  );
  expect(records.map(({ title }) => title)).toEqual(NAMES.slice(0, 6));
});

test('a row over all columns gives its value to the rows below, and a pressed row leads to its address', () => {
  const row = (i: number): string =>
    `<tr onclick="window.location='/r/${i}'"><td>${11 + i}</td><td>${NAMES[i]}</td></tr>`;
  const group = (name: string): string => `<tr><td colspan=2>${name}</td></tr>`;
  const records = first(
    `<table><tr><th>No.</th><th>Place</th></tr>${group('North')}${row(0)}${row(1)}${row(2)}${group('South')}${row(3)}${row(4)}</table>`,
  );
  expect(
    records.map(({ title, link, values }) => [
      title,
      link,
      values.find((value) => value === 'North' || value === 'South'),
    ]),
  ).toEqual([
    ['Oak lane', 'http://archive.test/r/0', 'North'],
    ['Elm court', 'http://archive.test/r/1', 'North'],
    ['Ash mill', 'http://archive.test/r/2', 'North'],
    ['Yew gate', 'http://archive.test/r/3', 'South'],
    ['Fir hill', 'http://archive.test/r/4', 'South'],
  ]);
});

test('lists that headings part are one list', () => {
  const part = (from: number, to: number): string =>
    `<ul class="cases">${NAMES.slice(from, to)
      .map((name, i) => `<li><a href="/c/${from + i}.pdf">${name}</a>, decided ${YEARS[from + i]}</li>`)
      .join('')}</ul>`;
  expect(titles(`<h2>May</h2>${part(0, 2)}<h2>June</h2>${part(2, 5)}<h2>July</h2>${part(5, 7)}`)).toEqual(
    NAMES,
  );
});

test('records are told by how they are built, whatever kinds of pages they lead to', () => {
  const cards = NAMES.map(
    (name, i) =>
      `<div class="card"><h3><a href="${['/sale/', '/ad/click/x/', '/item/'][i % 3]}${i}">${name}</a></h3><p>Built ${YEARS[i]}, of wood and stone</p></div>`,
  );
  expect(titles(`<div class="grid">${cards.join('')}</div>`)).toEqual(NAMES);
  // The first two stand in a box of their own.
  expect(
    titles(`<div><div>${cards.slice(0, 2).join('')}</div></div><div>${cards.slice(2).join('')}</div>`),
  ).toEqual(NAMES);
});

test('paragraphs that empty lines part are records', () => {
  const lines = NAMES.map(
    (name, i) =>
      `Posted in ${YEARS[i]}<br><a href="/files/${i}.pdf">${name} v. the town</a>, case ${i}00<br><br>`,
  );
  const records = text(`<main><p>${lines.join('')}</p></main>`);
  expect(records).toHaveLength(NAMES.length);
  for (const [i, record] of records.entries())
    for (const word of [NAMES[i], YEARS[i]]) expect(record).toContain(word);
});

test('siblings that begin with the same kind of element are one record', () => {
  const records = text(
    `<main>${NAMES.map((name, i) => `<h3>${name}</h3><p>Filed in ${YEARS[i]}</p><p>A house of ${i + 2} rooms</p>`).join('')}</main>`,
  );
  expect(records.map((record) => record.replace(/\s+/g, ' '))).toEqual(
    NAMES.map((name, i) => `${name} Filed in ${YEARS[i]} A house of ${i + 2} rooms`),
  );
});

test('an archive by month beside it is not the list', () => {
  const months = Array.from(
    { length: 30 },
    (_, i) => `<li><a href="/archive/${i}">March ${1990 + i}</a> (${i + 3})</li>`,
  );
  const found = NAMES.map(
    (name, i) =>
      `<li><a href="/c/${i}">${name}</a><p>A wood house built in ${YEARS[i]} by the river.</p></li>`,
  );
  expect(titles(`<main><ul>${found.join('')}</ul></main><aside><ul>${months.join('')}</ul></aside>`)).toEqual(
    NAMES,
  );
});

test('a long list with several links a row is read', () => {
  const rows = Array.from(
    { length: 600 },
    (_, i) =>
      `<tr><td><a href="/case/${i}">Case ${i} of ${NAMES[i % 7]}</a></td><td><a href="/by/${i % 9}">Judge ${i % 9}</a></td><td><a href="/doc/${i}.pdf">PDF</a></td></tr>`,
  );
  const records = first(`<table>${rows.join('')}</table>`);
  expect(records).toHaveLength(600);
  expect(records[599]).toMatchObject({ title: 'Case 599 of Fir hill', link: 'http://archive.test/case/599' });
});

test('links in the heads of a table sort it, and are no records beside a single row', () => {
  const heads = ['Place', 'Holder', 'Fee'].map((name) => `<th><a href="/p?sort=${name}">${name}</a></th>`);
  const row = '<tr><td><a href="/p/1">Oak lane</a></td><td>Ada Marsh</td><td>1.50</td></tr>';
  const records = readPage(
    parseTree(
      `<body>${MENU}<table><tr>${heads.join('')}</tr>${row}</table>${FOOT}</body>`,
      'http://a.test/p?q=oak',
    ),
  ).lists.flatMap(({ records: all }) => all.map(({ title }) => title));
  expect(records.filter((title) => ['Place', 'Holder', 'Fee'].includes(title))).toEqual([]);
});

test('addresses whose parameters semicolons part have patterns of their own', () => {
  const pattern = (query: string): string => addressPattern(`http://a.test/?${query}`, 'http://a.test/');
  expect(pattern('p=x;a=item;h=1')).toBe(pattern('p=y;a=item;h=2'));
  expect(pattern('p=x;a=item;h=1')).not.toBe(pattern('p=x;a=search;s=Ada;st=author'));
});

test('links drawn as icons, such as those that sort, are no records beside a few cards', () => {
  const sorts = [
    ...['by title', 'by title, last first', 'by author', 'by author, last first'],
    ...['newest first', 'oldest first'],
  ];
  const tools = sorts.map(
    (how, i) =>
      `<a class="tool" title="Sort ${how}" href="/find/o${i}?q=wood"><span class="icon"></span></a>`,
  );
  const cards = NAMES.slice(0, 4).map(
    (name, i) =>
      `<div class="card"><div class="cover"><a href="/book/${200 + i}"><img src="/c/${i}.jpg" alt="${name}"></a></div><div class="meta"><a href="/book/${200 + i}"><p>${name}</p></a><p><a href="/author/${i}">Ada Marsh ${i}</a></p></div></div>`,
  );
  const body = `<main><h2>4 results for wood</h2><div>${tools.join('')}</div><div class="row">${cards.join('')}</div></main>`;
  expect(titles(body)).toEqual(NAMES.slice(0, 4));
});

test('rows without names that a script draws are records', () => {
  const rows = [1, 2, 3].map((n) => [`WF/0${n}`, `${n} Harbour Road`, `Kiosk ${n}`, `0${n}/02/2019`]);
  const heads = ['Number', 'Address', 'Proposal', 'Lodged'].map((head) => `<th>${head}</th>`).join('');
  const drawn = (script: string) =>
    first(`<table id=t><thead><tr>${heads}</tr></thead><tbody></tbody></table><script>${script}</script>`);
  for (const script of [
    `var rows = ${JSON.stringify(rows)}; fill(rows)`,
    `$('#t').DataTable({ paging: false, data: ${JSON.stringify(rows)} })`,
  ]) {
    const records = drawn(script);
    expect(records.map(({ title }) => title)).toEqual(['WF/01', 'WF/02', 'WF/03']);
    expect(records[0]?.values).toContain('Kiosk 1');
  }
});

test('data that a script draws into an empty page are its records, unless the page shows them or has a list', () => {
  const data = NAMES.map((name, i) => ({
    text: `Long words ${i}`,
    title: `K-10${i} &bull; ${name}`,
    link: `/r/${i}`,
  }));
  const script = `<script>var menu = {bad: 1}; const found = ${JSON.stringify(data)}; draw(found);</script>`;
  const records = first(`<form><input name=q></form><div id=data></div>${script}`);
  expect(records.map(({ title }) => title)).toEqual(NAMES);
  expect(records[1]).toMatchObject({ link: 'http://archive.test/r/1', values: ['K-101', 'Long words 1'] });
  expect(
    titles(`<script type="application/json">${JSON.stringify({ page: { items: data } })}</script>`),
  ).toEqual(NAMES);
  const own = YEARS.map((year) => `<li><a href="/y/${year}">Wood of ${year}</a> <p>Cut in ${year}</p></li>`);
  expect(titles(`<ul id=results>${own.join('')}</ul>${script}`)).toEqual(
    YEARS.map((year) => `Wood of ${year}`),
  );
  expect(titles(`<script>var cut = ${JSON.stringify(data).slice(0, -9)}</script>`)).toEqual([]);
});

test('JSON that a page shows to people is read as JSON, and its links to further pages are no records', () => {
  const shown = (results: unknown[]) => {
    const pages = { next: 'http://archive.test/find?page=3', previous: 'http://archive.test/find?page=1' };
    const json = JSON.stringify({ count: 40, ...pages, results }, null, 2);
    const linked = json.replaceAll('&', '&amp;').replace(/http:[^"]+/g, '<a href="$&" rel=nofollow>$&</a>');
    return `<h1>Find</h1><pre><b>GET</b> /find?page=2</pre><div><pre>HTTP 200 OK\nAllow: GET\n\n${linked}</pre></div>`;
  };
  const data = NAMES.map((name, i) => ({ url: `http://archive.test/p/${i}`, name, since: YEARS[i] }));
  expect(first(shown(data))[2]).toMatchObject({
    title: NAMES[2],
    link: 'http://archive.test/p/2',
    fields: { since: YEARS[2] },
  });
  expect([data, data.slice(0, 1), []].map((some) => first(shown(some)).length)).toEqual([7, 1, 0]);
});

test('a list that is hidden while the page says that it is loading is read, a hidden menu is not', () => {
  const rows = NAMES.map((name, i) => `<tr><td>K-${i}</td><td><a href="/r/${i}">${name}</a></td></tr>`);
  const hidden = `<div style="display:none"><table>${rows.join('')}</table></div>`;
  const notice = '<div id="tableLoading"><span class="spinner-border"></span> Loading results…</div>';
  expect(titles(`<main>${notice}${hidden}</main>`)).toEqual(NAMES);
  expect(text(`<main><p>Nothing to load here</p>${hidden}</main>`).join(' ')).not.toContain(NAMES[0]);
});

test('bold type that is never closed parts no list, and a bold line heads the records below it', () => {
  const group = (day: number, names: readonly string[]): string =>
    `<font><b>Filed on November ${day}, 2024:</b><ul>${names.map((name, i) => `<li><a href="/r/${day}${i}">${name}</a> - heard</li>`).join('')}</ul>`;
  const page = `<main>${group(4, NAMES.slice(0, 3))}${group(7, NAMES.slice(3, 5))}${group(9, NAMES.slice(5))}</main>`;
  const records = first(page);
  expect(records.map(({ title }) => title)).toEqual(NAMES);
  expect(records.map(({ values }) => values.at(-1))).toEqual(
    [4, 4, 4, 7, 7, 9, 9].map((day) => `November ${day}, 2024`),
  );
});

test('notes before lines that breaks part are no records', () => {
  const lines = [...NAMES, ...NAMES].map(
    (name, i) =>
      `Filed 02/${10 + i}/12, No. 10-40${i}<br><a href="/opinions/${i}.pdf">${name} ${i}</a><br>Oak county<br><br>`,
  );
  const notes =
    'As of February 24, 2012<br><br><a href="http://reader.test/">Trouble with files?</a><br>Read this<br><br>';
  expect(titles(`<main><p>${notes}${lines.join('')}</p></main>`)).toEqual(
    [...NAMES, ...NAMES].map((name, i) => `${name} ${i}`),
  );
});

test('documents that all records link to are a column, by the title of their icon', () => {
  const items = NAMES.map(
    (name, i) =>
      `<li><h3><a href="/item/${i}">${name}</a></h3><p>Held in ${YEARS[i]}</p><a href="/${i}/document.do" title="Download the PDF version"><span class="icon"></span></a></li>`,
  );
  expect(first(`<ul>${items.join('')}</ul>`)[2]).toMatchObject({
    link: 'http://archive.test/item/2',
    fields: { 'Download the PDF version': 'http://archive.test/2/document.do' },
  });
});

test('the title of a record, and words that one record alone has before a colon, name no field', () => {
  const records = first(
    `<ul>${NAMES.map(
      (name, i) =>
        `<li><a href="/p/${i}">${name}</a><p>Felled by hand in the year ${i}: see note ${i}</p><p>Name of the owner: Ada ${i}</p><p>${name}: a wood</p></li>`,
    ).join('')}</ul>`,
  );
  expect(records[1]?.fields).toMatchObject({ 'Name of the owner': 'Ada 1' });
  expect(records[1]?.values).toContain('Felled by hand in the year 1: see note 1');
  expect(Object.keys(records[1]?.fields ?? {})).toEqual(['', 'Name of the owner']);
});

test('a title above lines that each have a name is one record, not as many as lines', () => {
  const record = '<p><a href="/h/1">Harbour house</a><br>Country: France<br>City: Brest<br>Kind: Inn</p>';
  const lists = readPage(
    parseTree(`<body>${MENU}${record}${FOOT}</body>`, 'http://archive.test/find?q=wood'),
  ).lists;
  expect(lists.filter(({ records }) => records.some(({ title }) => title.startsWith('City')))).toEqual([]);
});

test('links to the pages of a list are no records of it, whatever their path', () => {
  const groups = NAMES.slice(0, 5).map(
    (name, i) => `<h4>Kind ${i}</h4><ul><li><a href="/w/${i}">${name}</a></li></ul>`,
  );
  const pager = (path: string): string =>
    `<ul>${[2, 3].map((page) => `<li><a href="${path}page=${page}">${page}</a></li>`).join('')}<li><a href="${path}page=2">Next</a></li></ul>`;
  for (const path of ['/results/c3RhdGU?', '/find?q=wood&'])
    expect(titles(`<main>${groups.join('')}${pager(path)}</main>`)).toEqual(NAMES.slice(0, 5));
});

test('a cell over two columns has its value in both', () => {
  const rows = Array.from(
    { length: 6 },
    (_, i) =>
      `<tr><td><a href="/${i}">Ship ${i}</a></td>${i === 2 ? '<td colspan="2">in dock</td>' : `<td>Port ${i}</td><td>Quay ${i}</td>`}<td>${i + 10}</td></tr>`,
  );
  const heads = ['Ship', 'From', 'Berth', 'Crew'].map((name) => `<th>${name}</th>`).join('');
  const { lists } = readPage(
    parseTree(`<table><tr>${heads}</tr>${rows.join('')}</table>`, 'https://port.test/'),
  );
  const said = Object.fromEntries(
    (lists[0]?.records[2]?.fields ?? []).map(({ label, value }) => [label, value]),
  );
  expect(said).toMatchObject({ From: 'in dock', Berth: 'in dock', Crew: '12' });
});

test.each(['javascript:open(3)', 'data:text/plain,x'])(
  'a record whose link is %s is kept without an address',
  (href) => {
    const items = NAMES.map(
      (name, i) =>
        `<li><h3><a href="${i === 3 || i === 5 ? href : `/r/${i}`}">${name}</a></h3><p>Built in ${YEARS[i]}</p></li>`,
    );
    const records = first(`<p>${NAMES.length} results</p><ul>${items.join('')}</ul>`);
    expect(records.map(({ title }) => title)).toEqual(NAMES);
    expect(records[3]?.link).toBeUndefined();
    expect(records[4]?.link).toMatch(/\/r\/4$/);
  },
);
