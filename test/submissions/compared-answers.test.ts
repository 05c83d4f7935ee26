import { expect, test } from 'vitest';
import { HARD_WEB_SITES } from '../../src/practice-web/index.ts';
import { createWorld } from '../../src/practice-web/world.ts';
import { showsMoreOfSame } from '../../src/submissions/answers/page-steps.ts';
import { dropTemplateLines, NO_TEMPLATE } from '../../src/submissions/answers/template.ts';
import type { Answer } from '../../src/submissions/index.ts';
import { requestFor } from '../practice-web/walk.ts';
import { AskedPages, BOX, document, type PageAnswer } from './asked-pages.ts';

const MENU =
  '<ul><li><a href="/news">News</a></li><li><a href="/staff">Our staff</a></li><li><a href="/visit">Visit</a></li></ul>';
const titles = ({ records }: Answer): string[] => records.map(({ title }) => title);
const verdicts = (answers: readonly Answer[]): string[] => answers.map(({ verdict }) => verdict);

test('tabs and log-in links whose addresses carry the question are a part of every answer', () => {
  const tabs = (word: string): string =>
    ['all', 'images', 'files', 'people']
      .map((kind) => `<li><a href="/find?in=${kind}&q=${encodeURIComponent(word)}">Nur ${kind}</a></li>`)
      .join('');
  const foot = (word: string): string =>
    `<p><a href="/login?back=%2Ffind%3Fq%3D${encodeURIComponent(encodeURIComponent(word))}">Anmelden</a> <a href="/join?back=${word}">Konto anlegen</a></p>`;
  const books: Record<string, string[]> = {
    river: ['River of Stones', 'The River', 'Up the River'],
    salt: ['Salt'],
  };
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) => {
    const found = books[word] ?? [];
    const list = found.map(
      (name, i) => `<div><a href="/b/${name.length}${i}">${name}</a><p>Band ${i}, neu</p></div>`,
    );
    const none = '<p>Hier gibt es rein gar nichts.</p>';
    return {
      title: `Suche nach „${word}“`,
      body: `${MENU}${BOX}<ul>${tabs(word)}</ul>${list.length > 0 ? `<h2>Fundsachen</h2>${list.join('')}` : none}${foot(word)}`,
    };
  });
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(site.empty().verdict).toBe('no-hits');
  expect(titles(site.ask('river'))).toEqual(books.river);
  expect(titles(site.ask('salt'))).toEqual(['Salt']);
  expect(site.ask('gone')).toMatchObject({ verdict: 'no-hits', sameAs: 'nonsense' });
});

test.each([
  ['in a language that is known', 'There were no results matching the query.', 'en'],
  ['in another', 'Xejn ma nstab għal dan.', 'mt'],
])('nothing found, %s, outranks links that repeat the query, whatever it is', (_, none, lang) => {
  const books: Record<string, string[]> = { river: ['River of Stones', 'Up the River'], salt: ['Salt'] };
  let visits = 0;
  const page = (body: string, back: string) =>
    document(
      `<h1>Archive</h1><p><a href="/help">Help</a></p>${BOX}<div>${body}</div><h2>Own</h2><ul><li>Not logged in</li><li><a href="/talk">Talk</a></li>
       <li><a href="/w?page=create&back=${encodeURIComponent(`${back}&visit=${++visits}`)}">Create account</a></li></ul><p>Texts can be edited.</p>${MENU}`,
      'Archive',
      lang,
    );
  const site = new AskedPages(page('', 'front'), (word) => {
    const found = books[word];
    const create = `<p>A list of texts that nobody may edit. Create the page "<a href="/w?title=${word}&do=edit&new=1">${word}</a>" here!</p>`;
    const list = found?.map((name, i) => `<li><a href="/b/${i}">${name}</a><p>Volume ${i}</p></li>`);
    return {
      body: page(
        list === undefined ? `<p>${none}</p>${create}` : `<ul>${list.join('')}</ul>`,
        `search=${word}`,
      ),
    };
  });
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(titles(site.ask('river'))).toEqual(books.river);
  for (const word of ['Edit', 'create', 'title', 'page', 'search', 'talk', 'new', 'staff'])
    expect([word, site.ask(word).records.map(({ title }) => title)]).toEqual([word, []]);
  expect(titles(site.ask('salt'))).toEqual(['Salt']);
});

test('tips and the size of an index are said to everyone; the total is what an answer says of itself', () => {
  const tips =
    '<h3>Conseils</h3><ul><li>Un mot : <code>abc</code> trouve abc.</li><li>Deux mots : a et b.</li><li>Une expression : "a b".</li></ul>';
  const site = new AskedPages(
    document(`${BOX}<p>Cet index contient 789 documents et 37 963 mots.</p>${tips}`),
    (word) => ({
      body: `${BOX}<p>Cet index contient 789 documents et 37 963 mots.</p>${
        word === 'sel'
          ? `<p>Total 451 documents pour votre demande.</p><dl>${[1, 2, 3]
              .map(
                (n) =>
                  `<dt>${n}. <a href="/${n % 2 === 0 ? 'livre' : 'guide'}/p${n}.html">Le sel, tome ${n}</a></dt><dd>Note : ${n}0</dd>`,
              )
              .join('')}</dl>`
          : `<p>[ ${word} : 0 ] Que dalle.</p>${tips}`
      }`,
    }),
  );
  const [first, second] = site.nonsense();
  expect(first?.verdict).not.toBe('hits');
  expect(second).toMatchObject({ verdict: first?.verdict });
  expect(first?.statedTotal).not.toBe(789);
  const hits = site.ask('sel');
  expect(hits).toMatchObject({ verdict: 'hits', statedTotal: 451 });
  expect(titles(hits)).toEqual([1, 2, 3].map((n) => `Le sel, tome ${n}`));
});

/** Goods of a shop whose front page lists the first ten. */
const GOODS = Array.from({ length: 30 }, (_, i) => `${['Larch', 'Rowan', 'Elm'][i % 3]} stool ${i + 101}`);
const shop = (goods: readonly string[], head: string, more: string): string => {
  const cards = goods.map(
    (name) =>
      `<li><article><h3><a href="/goods/${name.replaceAll(' ', '-')}/">${name}</a></h3><p class="price">${10 + GOODS.indexOf(name)},00 €</p><p>In stock</p></article></li>`,
  );
  return `${MENU}${BOX}<h1>${head}</h1>${more}<ol>${cards.join('')}</ol><p>All about stools</p>`;
};

test('a wide word may bring what the page of the form lists', () => {
  const welcome = '<p>Welcome to all who sit.</p><p>We are open from nine to five.</p>';
  const front = document(shop(GOODS.slice(0, 10), 'All goods', welcome), 'All goods');
  const site = new AskedPages(front, (word) => {
    const found = GOODS.filter((name) => name.toLowerCase().includes(word.toLowerCase()));
    const title = `Goods by name: ${word}`;
    return found.length === 0
      ? { title, body: `${MENU}${BOX}<h1>${title}</h1><p>Nothing here.</p>` }
      : {
          title,
          body: shop(found.slice(0, 10), title, `<p>${found.length} results</p><p>Cheap ones first</p>`),
        };
  });
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(titles(site.ask('larch'))).toEqual(GOODS.filter((name) => name.startsWith('Larch')));
  expect(titles(site.ask('o'))).toEqual(GOODS.slice(0, 10));
});

test('a pager may add the page to the path', () => {
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) => ({
    title: `Books: ${word}`,
    body:
      word === 'elm'
        ? `${MENU}${BOX}<ol>${Array.from({ length: 9 }, (_, i) => `<li><a href="/b/${i}">Elm book ${i}</a> <span>Ada Marsh</span></li>`).join('')}</ol><ul><li><a href="/find?q=elm">1</a></li><li><a href="/find/1/2?q=elm">2</a></li><li><a href="/find/1/2?q=elm">Next &raquo;</a></li></ul>`
        : `${MENU}${BOX}<p>Nothing here.</p>`,
  }));
  site.nonsense();
  expect(site.ask('elm').paging).toEqual({ kind: 'link', url: 'http://site.test/find/1/2?q=elm' });
});

const PROJECTS = ['alder', 'birch', 'cedar', 'elm', 'larch', 'rowan', 'willow'];
const row = (name: string): string =>
  `<tr><td><a href="/${name}/">${name}</a></td><td><a href="/${name}/">Un árbol llamado ${name}</a></td><td>3 años</td><td><a href="/${name}/hojas">hojas</a> | <a href="/${name}/ramas">ramas</a> | <a href="/${name}/raices">raíces</a> | <a href="/${name}/flor">flor</a></td></tr>`;
const projects = (names: readonly string[]): string =>
  `<table><tr><th>Nombre</th><th>Descripción</th><th>Edad</th></tr>${names.map(row).join('')}</table>`;
const frame = (body: string): string =>
  document(`<h1>Los árboles</h1>${MENU}${BOX}<div>${body}</div><p>Hecho con cariño</p>`, 'Los árboles', 'es');

test.each([
  ['in words', '<p>No se encontró ningún proyecto</p>', 404],
  ['in words that no list knows', '<p>Que no, que no.</p>', 404],
  ['by nothing', '', 200],
])('a form may narrow the list that stands on its own page, and deny %s', (_, none, status) => {
  const site = new AskedPages(frame(projects(PROJECTS)), (word): PageAnswer => {
    const found = PROJECTS.filter((name) => name.includes(word));
    return found.length === 0 ? { body: frame(none), status } : { body: frame(projects(found)) };
  });
  const nonsense = site.nonsense();
  expect(verdicts(nonsense)).toEqual(['no-hits', 'no-hits']);
  expect(nonsense[0]?.onFormPage?.map(({ title }) => title)).toEqual(PROJECTS);
  expect(site.empty().records).toHaveLength(7);
  expect(titles(site.ask('ar'))).toEqual(['cedar', 'larch']);
  expect(titles(site.ask('elm'))).toEqual(['elm']);
  expect(site.ask('oak').verdict).toBe('no-hits');
});

test('rows with a check box to select them are records, check boxes with their names are not', () => {
  const goods = ['Water lily', 'Water fall', 'Green bird', 'Red stream'].map((name, i) => ({
    name,
    price: 20 + i,
  }));
  const row = ({ name, price }: (typeof goods)[number], i: number): string =>
    `<tr><td><input type="checkbox"></td><td>${name}</td><td>${price}.50</td><td>${i + 3} left</td></tr>`;
  const kinds = (word: string): string =>
    ['Plants', 'Stones', 'Birds']
      .map((kind) => `<tr><td><input type="checkbox"></td><td>${kind} ${word.length}</td></tr>`)
      .join('');
  const table = (some: typeof goods): string =>
    `<table><tr><th></th><th>Name</th><th>Price</th><th>Stock</th></tr>${some.map(row).join('')}</table>`;
  const site = new AskedPages(document(`${BOX}${table(goods)}`), (word) => {
    const some = goods.filter(({ name }) => name.toLowerCase().includes(word));
    return {
      body: `${BOX}<table>${kinds(word)}</table>${some.length > 0 ? table(some) : '<p>No goods</p>'}`,
    };
  });
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(titles(site.ask('water'))).toEqual(['Water lily', 'Water fall']);
});

test('a sentence in the place of the records is no record, whatever nonsense gets', () => {
  const row = (name: string, by: string): string => `<li><h3>${name}</h3>${by}</li>`;
  const list = (names: readonly string[]): string =>
    names.map((name) => row(name, '<p>Ada Field</p>')).join('');
  const songs = ['Silver harbour', 'Harbour lights', 'Long winter'];
  const site = new AskedPages(document(`${BOX}<p>Songs</p>`), (word) => {
    const some = songs.filter((name) => name.toLowerCase().includes(word));
    const rows = some.length > 0 ? list(some) : row('No tracks found...', '');
    return { body: word.length > 8 ? `${BOX}<p>No results</p>` : `${BOX}<p>Songs</p><ul>${rows}</ul>` };
  });
  site.nonsense();
  expect(titles(site.ask('harbour'))).toEqual(['Silver harbour', 'Harbour lights']);
  expect(site.ask('island').records).toEqual([]);
  expect(site.ask('island').verdict).not.toBe('hits');
});

test('rows that are left whatever is asked are no records', () => {
  const line = (host: string, hits: number): string =>
    `<tr><td>${host}</td><td>${hits}</td><td>${hits}.5 MB</td></tr>`;
  const hosts = Array.from({ length: 30 }, (_, i) => `192.0.2.${100 + i}`);
  const table = (shown: readonly string[]): string =>
    `<table><tr><th>Host</th><th>Hits</th><th>Size</th></tr>${shown.map((host, i) => line(host, i + 1)).join('')}${
      shown.length < hosts.length ? line('Andere', hosts.length - shown.length) : ''
    }</table>`;
  const site = new AskedPages(
    document(`<h1>Statistik</h1>${BOX}${table(hosts)}<p>Stand gestern</p>`),
    (word) => ({
      body: `<h1>Statistik</h1>${BOX}${table(hosts.filter((host) => host.includes(word)))}<p>Stand gestern</p>`,
    }),
  );
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(titles(site.ask('192.0.2.11'))).toHaveLength(10);
  expect(titles(site.ask('192.0.2.105'))).toEqual(['192.0.2.105']);
});

test('where known words get what nonsense gets, the form ignores what is typed', () => {
  const list = [1, 2, 3, 4].map(
    (n) => `<div><h3><a href="/p/${n}">Product ${n}</a></h3><p>€ ${n}0</p></div>`,
  );
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) => ({
    body: `${MENU}${BOX}<p>You looked for ${word}</p>${list.join('')}`,
  }));
  const [first] = site.nonsense();
  expect(first?.verdict).toBe('not-a-result');
  expect(site.ask('product')).toMatchObject({ verdict: 'not-a-result', sameAs: 'nonsense', records: [] });
});

test('where nonsense gets everything, a part of it is an answer', () => {
  const list = (names: readonly string[]): string =>
    names
      .map((name) => `<article><h3><a href="/r/${name}">${name} soup</a></h3><p>Serves 4</p></article>`)
      .join('');
  const all = ['leek', 'pea', 'bean', 'beet', 'fish', 'onion'];
  const site = new AskedPages(document(BOX), (word) => {
    const found = all.filter((name) => name.includes(word));
    return { body: `${BOX}<main>${list(found.length > 0 ? found : all)}</main>` };
  });
  expect(site.nonsense().some(({ verdict }) => verdict === 'hits')).toBe(false);
  expect(titles(site.ask('be'))).toEqual(['bean soup', 'beet soup']);
});

test('a denial is learnt in any language, beside what is offered instead', () => {
  const offers = (from: number): string =>
    [0, 1, 2]
      .map((n) => `<li><a href="/t/${from + n}">Tetel ${from + n}</a><span>Ar: ${from + n} Ft</span></li>`)
      .join('');
  let shift = 0;
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) => {
    shift += 3;
    const found: Record<string, string> = { tetel: offers(100), ar: offers(200) };
    return {
      body:
        found[word] !== undefined
          ? `${MENU}${BOX}<h2>Lista</h2><ul>${found[word]}</ul>`
          : `${MENU}${BOX}<h2>Lista</h2><p>Semmi, de semmi.</p><ul>${offers(shift)}</ul>`,
    };
  });
  expect(site.nonsense().some(({ verdict }) => verdict === 'hits')).toBe(false);
  expect(site.ask('tetel').verdict).toBe('hits');
  expect(site.ask('ar').verdict).toBe('hits');
  expect(site.ask('massvalami').verdict).toBe('no-hits');
});

test('a record is the same however the question stands in its link', () => {
  const site = new AskedPages(document(BOX), (word) => ({
    body:
      word === 'sea' || word === 'salt'
        ? `${BOX}<ol>${[1, 2, 3].map((n) => `<li><a href="/page?id=n${n}&mark[]=${word}">Sea and salt ${n}</a> <small>part ${n}</small></li>`).join('')}<li><a href="/page?q=home&mark[]=${word}">Home of sea and salt</a> <small>start</small></li></ol>`
        : `${BOX}<p>Nothing found.</p>`,
  }));
  site.nonsense();
  const keys = (word: string): string[] => site.ask(word).records.map(({ key }) => key);
  expect(keys('sea')).toHaveLength(4);
  expect(keys('sea')).toEqual(keys('salt'));
});

test('a link that repeats nothing but the question is the same record for every question', () => {
  const site = new AskedPages(document(BOX), (word) => ({
    body:
      word === 'sea' || word === 'salt'
        ? `${BOX}<ol>${[1, 2, 3].map((n) => `<li><a href="/page/n${n}?mark=${word}">Sea and salt ${n}</a> <small>part ${n}</small></li>`).join('')}</ol>`
        : `${BOX}<p>Nothing found.</p>`,
  }));
  site.nonsense();
  const keys = (word: string): string[] => site.ask(word).records.map(({ key }) => key);
  expect(keys('sea')).toEqual([1, 2, 3].map((n) => `http://site.test/page/n${n}`));
  expect(keys('salt')).toEqual(keys('sea'));
});

test('how many records a page shows, carried on by its links, makes no other records of them', () => {
  const list = (more: string): string =>
    [1, 2, 3]
      .map((n) => `<li><a href="/page/n${n}${more}">Sea ${n}</a> <small>part ${n}</small></li>`)
      .join('');
  const site = new AskedPages(document(BOX), (word) => ({
    at: word === 'salt' ? '/find?q=salt&count=40' : `/find?q=${word}`,
    body:
      word === 'sea' || word === 'salt'
        ? `${BOX}<ol>${list(word === 'salt' ? '?count=40' : '')}</ol>`
        : `${BOX}<p>Nothing found.</p>`,
  }));
  site.nonsense();
  const keys = (word: string): string[] => site.ask(word).records.map(({ key }) => key);
  expect(keys('salt')).toEqual(keys('sea'));
});

test('what an index names is found all the same, where the answer quotes from it', () => {
  const names = Array.from({ length: 30 }, (_, i) => `Leaf ${i}`);
  const index = names.map((name, i) => `<p><a href="/leaf/${i}">${name}</a></p>`).join('');
  const quote = (i: number): string =>
    `<li><a href="/leaf/${i}">Leaf ${i}</a> <cite>A long sentence of leaf ${i}, about rivers and salt in it.</cite></li>`;
  const site = new AskedPages(document(`${BOX}${index}`), (word) => ({
    body:
      word === 'rivers'
        ? `${BOX}<div>Pages 1-4 of 4</div><ul>${[3, 8, 9, 20].map(quote).join('')}</ul>`
        : `${BOX}<div>No pages were found</div>`,
  }));
  site.nonsense();
  expect(site.ask('rivers')).toMatchObject({ verdict: 'hits', records: { length: 4 } });
});

test('other words that a page offers to ask for are no record', () => {
  const none = (word: string): string =>
    `<h1>Treffer für „${word}“</h1><p><b>0</b> gefunden ${word.startsWith('s') ? `Meinten Sie <a href="/find?q=${word}n">„${word}n“</a>?` : ''}</p>`;
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) => ({
    body:
      word === 'fluss'
        ? `${MENU}${BOX}<h1>Treffer</h1><ul>${[1, 2, 3].map((n) => `<li><a href="/b/${n}">Fluss ${n}</a> <i>${n} Bände</i></li>`).join('')}</ul>`
        : `${MENU}${BOX}${none(word)}`,
  }));
  site.nonsense();
  expect(site.ask('fluss').verdict).toBe('hits');
  expect(site.ask('salze')).toMatchObject({ verdict: 'no-hits', records: [] });
});

test('the record is called by its heading, though its address is on another host and its date is a link, too', () => {
  const entry = (n: number, host: string): string =>
    `<div class="entry"><div><h2><a href="${host}"><span>Ein <b>Fluss</b>/Bach ${n}</span></a></h2></div><div>Über Wasser</div><div><a href="/k/x${n}">24. November 20${10 + n} · Link</a></div><div><a href="${host}">${host}</a></div></div>`;
  const site = new AskedPages(document(BOX), (word) => ({
    body:
      word === 'fluss'
        ? `${BOX}<main>${entry(1, 'https://a.example/')}${entry(2, 'https://b.example/')}${entry(3, '/k/x3')}</main>`
        : `${BOX}<main><p>Keine Treffer</p></main>`,
  }));
  site.nonsense();
  expect(titles(site.ask('fluss'))).toEqual([1, 2, 3].map((n) => `Ein Fluss/Bach ${n}`));
});

test.each([
  ['authors', (n: number) => `<p><a href="/by/all/${n % 12}">The long name of writer ${n % 12}</a></p>`],
  [
    'writers and series',
    (n: number) =>
      `<p><a href="/by/all/${n}">The long name of writer ${n}</a></p><p><a href="/series/of/all/${n % 3}">Part of series ${n % 3}</a></p>`,
  ],
])('the picture and title of a card lead to its record, however its %s are linked', (_, more) => {
  const card = (n: number): string =>
    `<div class="card"><div><a href="/b/${n}"><img src="/c/${n}.png"></a></div><div><a href="/b/${n}"><p>River ${n}</p></a>${more(n)}</div></div>`;
  const site = new AskedPages(document(BOX), (word) => ({
    body:
      word === 'river'
        ? `${BOX}<div>${Array.from({ length: 16 }, (_unused, n) => card(n)).join('')}</div>`
        : `${BOX}<p>No results.</p>`,
  }));
  site.nonsense();
  const { records } = site.ask('river');
  expect(records.map(({ url }) => url)).toEqual(
    Array.from({ length: 16 }, (_unused, n) => `http://site.test/b/${n}`),
  );
});

test('rows of a table are told by the link in their first cell, be it but a number', () => {
  const row = (n: number): string =>
    `<tr><td><a href="/t/stones/${n}">${n}</a></td><td>Stone ${n}</td><td><a href="/t/places/here/${n}">Place with a name, no. ${n}</a></td></tr>`;
  const rows = Array.from({ length: 9 }, (_, i) => row(i + 20)).join('');
  const site = new AskedPages(document(BOX), (word) => ({
    body:
      word === 'stone'
        ? `${BOX}<table><tr><th>id</th><th>name</th><th>place</th></tr>${rows}</table>`
        : `${BOX}<p>No results.</p>`,
  }));
  site.nonsense();
  expect(site.ask('stone').records.map(({ url }) => url)[0]).toBe('http://site.test/t/stones/20');
});

test('the only row of a table with a head is a record, the same as in a longer list', () => {
  const goods = [
    ['Cat Nose', 'animals', '24.90 €', '30.4 cm'],
    ['Love Roses', 'flowers', '15.14 €', '15.5 cm'],
    ['Brown Cow', 'animals', '29.52 €', '13.7 cm'],
    ['Dog Grass', 'animals', '21.32 €', '24.0 cm'],
  ];
  const list = (rows: readonly (readonly string[])[]): string =>
    document(
      rows.length === 0
        ? `${MENU}${BOX}<p>No goods found using the current filters.</p>`
        : `${MENU}${BOX}<table><thead><tr>${['Name', 'Kind', 'Price', 'Width'].map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table><p>1-${rows.length} of ${rows.length}</p>`,
      'Goods',
    );
  const site = new AskedPages(
    list(goods),
    (word): PageAnswer => ({
      body: list(goods.filter(([name]) => name!.toLowerCase().includes(word.toLowerCase()))),
    }),
  );
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  const all = site.empty();
  expect(titles(all)).toEqual(goods.map(([name]) => name));
  const one = site.ask('love');
  expect(titles(one)).toEqual(['Love Roses']);
  expect(one.records[0]!.key).toBe(all.records[1]!.key);
  expect(one.records[0]!.fields).toEqual(all.records[1]!.fields);
});

test('a word of the head of a table is no message about the search', () => {
  const row = (name: string): string =>
    `<tr><td>3 días</td><td><a href="/c/${name}">${name}</a></td><td>Ana</td></tr>`;
  const log = (names: readonly string[]): string =>
    document(
      `${MENU}${BOX}<table><tr><th>Edad</th><th>Mensaje</th><th>Autor</th></tr>${names.map(row).join('')}</table>`,
      'cambios',
    );
  const commits = ['edad mínima', 'biblioteca', 'biblioteca menor', 'pruebas', 'más pruebas', 'índice'];
  const home = document(`${MENU}${BOX}<p>Un proyecto</p><p>Ramas: main</p>`, 'cambios');
  const site = new AskedPages(
    home,
    (word): PageAnswer => ({
      body: log(commits.filter((name) => name.includes(word.toLowerCase()))),
      at: `/log?q=${word}`,
    }),
  );
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  site.ask('Edad');
  expect(titles(site.ask('biblioteca'))).toEqual(['biblioteca', 'biblioteca menor']);
});

test('a title may count what is listed', () => {
  const counted = (names: readonly string[], sorted: string): string =>
    document(
      `<h1>Los árboles</h1>${MENU}${BOX}<div>${projects(names)}</div><p>Hecho con cariño</p>`,
      `${names.length * 1_031} árboles ${sorted}`,
      'es',
    );
  const site = new AskedPages(
    counted(PROJECTS, 'por nombre'),
    (word): PageAnswer => ({
      body: counted(
        PROJECTS.filter((name) => name.includes(word)),
        'por nombre',
      ),
    }),
  );
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(site.empty().records).toHaveLength(7);
});

test('a total is no objection, though it names a field, and the list of the form unchanged is the form again', () => {
  const rows = Array.from(
    { length: 9 },
    (_, n) => `<tr><td><a href="/s/${n}">Stone no. ${n}</a></td><td>${n} g</td></tr>`,
  );
  const form =
    '<form action="/"><label>Stone <input name="q"></label><label>Mass <input name="mass"></label><button>Go</button></form>';
  const page = (said: string): string => document(`${form}${said}<table>${rows.join('')}</table>`);
  const said = new AskedPages(page(''), () => ({
    at: '/?q=&mass=',
    body: page('<h3>9 rows sorted by mass</h3>'),
  }));
  expect(said.empty().verdict).toBe('same-form');
  const headed = new AskedPages(page(''), () => ({
    at: '/?q=&mass=',
    body: page('<p>Stone, mass and how to sort these</p>'),
  }));
  expect(headed.empty().verdict).toBe('same-form');
  const refused = new AskedPages(page(''), () => ({
    at: '/?q=&mass=',
    body: page('<p role="alert">Stone: say which one</p>'),
  }));
  expect(refused.empty().verdict).toBe('error-message');
});

test('records without links are records, be they rows, items or one of them', () => {
  const tr = (n: number): string =>
    `<tr><td><img src="/i/${n}"></td><td><div><span class="a">Книга ${n}: роман</span><span class="b">20${10 + n}</span></div></td></tr>`;
  const counts: Record<string, number> = { роман: 5, один: 1 };
  const site = new AskedPages(document(BOX, 'Каталог', 'ru'), (word) => {
    const n = counts[word] ?? 0;
    const list = Array.from({ length: n }, (_, i) => tr(i + 1)).join('');
    return { body: document(`${BOX}<p>Книги 1–${n} из ${n}</p><hr><table>${list}</table>`, 'Каталог', 'ru') };
  });
  expect(site.nonsense().some(({ verdict }) => verdict === 'hits')).toBe(false);
  const many = site.ask('роман');
  expect(many).toMatchObject({ verdict: 'hits', statedTotal: 5 });
  expect(titles(many)[0]).toBe('Книга 1: роман');
  expect(titles(site.ask('один'))).toEqual(['Книга 1: роман']);
});

test('an exact name that leads to its own page is a record, with all its links', () => {
  const links = [1, 2, 3, 4, 5].map((n) => `<a href="/wiki/See_${n}">see also ${n}</a>`).join(', ');
  const site = new AskedPages(document(`${MENU}${BOX}`), (word): PageAnswer => {
    if (word === 'Gneiss')
      return {
        at: '/wiki/Gneiss',
        title: 'Gneiss – Lexikon',
        body: `${MENU}${BOX}<h1>Gneiss</h1><p>Gneiss is a common and widely distributed type of rock, formed by processes that act on igneous or sedimentary rocks.</p><p>It has bands of lighter and of darker minerals.</p><p>${links}</p>`,
      };
    return { title: `Results for ${word}`, body: `${MENU}${BOX}<p>No page matches ${word}.</p>` };
  });
  site.nonsense();
  expect(site.ask('Gneiss')).toMatchObject({
    verdict: 'hits',
    records: [{ key: 'http://site.test/wiki/Gneiss', title: 'Gneiss – Lexikon' }],
  });
});

test('the page of the form, met again for no question, is no answer', () => {
  const home = document(
    `${MENU}${BOX}<h1>Willkommen</h1><p>Schön, dass Sie da sind.</p><h2>Neu</h2>${[1, 2, 3]
      .map((n) => `<div><h3><a href="/n/${n}">Neues ${n}</a></h3><p>vom ${n}. Mai</p></div>`)
      .join('')}`,
    'Start',
  );
  const site = new AskedPages(home, (word) =>
    word === ''
      ? { body: home, at: '/' }
      : {
          title: 'Suche',
          body: `${MENU}${BOX}<h1>Suche</h1><p>Hier steht das Ergebnis.</p><p>Tja.</p><p>Mehr suchen?</p><p>Hilfe zur Suche</p>`,
        },
  );
  site.nonsense();
  expect(site.empty()).toMatchObject({ verdict: 'same-form', sameAs: 'form-page' });
});

test('a form found on an answer page is compared without what that page answers', () => {
  const page = (word: string, found: readonly string[]): string =>
    document(
      `${MENU}<form action="/find"><input name="q" value="${word}"><button>Go</button></form><h1>Results for “${word}”</h1>${
        found.length === 0
          ? '<p>There is nothing of the kind.</p>'
          : `<ul>${found.map((name) => `<li><a href="/x/${name}">${name} stone</a><p>A stone, ${name}.</p></li>`).join('')}</ul>`
      }`,
      `${word} – search`,
    );
  const known: Record<string, string[]> = { stone: ['blue', 'grey', 'red'], blue: ['blue'] };
  const site = new AskedPages(page('stone', ['blue', 'grey', 'red']), (word) => ({
    body: page(word, known[word] ?? []),
  }));
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(titles(site.ask('stone'))).toEqual(['blue stone', 'grey stone', 'red stone']);
  expect(titles(site.ask('blue'))).toEqual(['blue stone']);
});

test('probes of earlier versions, without links and all their lines, still compare', () => {
  const site = new AskedPages(document(BOX), (word) => ({
    body:
      word === 'tea'
        ? `${BOX}<ul>${[1, 2, 3].map((n) => `<li><a href="/t/${n}">Tea no. ${n}</a> <i>£${n}</i></li>`).join('')}</ul>`
        : `${BOX}<p>No results.</p>`,
  }));
  for (const answer of site.nonsense()) {
    const trace = answer.trace as unknown as Record<string, unknown>;
    for (const name of ['all', 'links', 'title', 'path', 'named']) delete trace[name];
  }
  expect(site.ask('tea').records).toHaveLength(3);
  expect(site.ask('coal').verdict).toBe('no-hits');
});

const pager = (turn: string, query = 'q=ice'): AskedPages =>
  new AskedPages(document(BOX), (word) => ({
    at: `/find?${query}`,
    body: document(
      word === 'ice'
        ? `<form action="/find"><input name="q" value="ice"><button>Go</button><ul>${Array.from({ length: 20 }, (_, i) => `<li><a href="/ice/${i}">Ice of kind ${i}</a> <i>${i} g</i></li>`).join('')}</ul><p><a href="/size?n=50">50</a> <a href="/find?q=ice&by=name"><img src="/az.png"></a></p>${turn}</form>`
        : `${BOX}<p>No results.</p>`,
    ),
  }));

test.each([
  ['an icon', '<a href="?p=2&q=ice"><i class="fa"></i></a>', undefined, '/find?p=2&q=ice'],
  ['an icon that counts records', '<a href="?q=ice&s=40"><svg></svg></a>', 'q=ice&s=20', '/find?q=ice&s=40'],
  [
    'a drawing that is called so',
    '<a href="?q=ice&at=x9"><svg><title>Nächste Seite</title></svg></a>',
    undefined,
    '/find?q=ice&at=x9',
  ],
  [
    'a link that leaves out what was sent besides',
    '<a href="?@begin=20&@size=20&q=ice">next &gt;&gt;</a>',
    'columns=name,mass&q=ice&send=Go',
    '/find?@begin=20&@size=20&q=ice',
  ],
  ['how many to show', '<a href="?q=ice&n=20">20</a><a href="?q=ice&n=50">50</a>', undefined, undefined],
  [
    'how many there are of',
    '<a href="?q=ice&n=10">less</a> <a href="?q=ice&n=40">more</a>',
    undefined,
    undefined,
  ],
  [
    'how many more there are of',
    '<a href="?q=ice&n=20">less</a> <a href="?q=ice&n=80">more</a>',
    'q=ice&n=40',
    undefined,
  ],
  [
    'an offset with a way back',
    '<a href="?q=ice&n=0">less</a> <a href="?q=ice&n=40">more</a>',
    'q=ice&n=20',
    '/find?q=ice&n=40',
  ],
  ['how to sort', '<a href="?q=ice&order=2">Weight</a>', undefined, undefined],
])('%s turns pages, or does not', (_, turn, query, url) => {
  const site = pager(turn, query);
  site.nonsense();
  expect(site.ask('ice').paging).toEqual(
    url === undefined ? null : { kind: 'link', url: `http://site.test${url}` },
  );
});

test('what doubles page after page shows more of the same, and turns none', () => {
  const isLarger = (to: number, from: number, page: number): boolean =>
    showsMoreOfSame(`http://site.test/find?n=${to}`, `http://site.test/find?n=${from}`, [], page);
  expect([isLarger(160, 80, 3), isLarger(60, 40, 3), isLarger(40, 20, 2)]).toEqual([true, false, false]);
});

test('the next chapter of a book is no next page of what was found in it', () => {
  const turn =
    '<p><a rel="next" href="/chapter/2">Next</a> <a href="/chapter/2" title="Next chapter"><i></i></a></p>';
  const head = '<title>A book</title><link rel="next" href="/chapter/2">';
  const site = new AskedPages(
    `<html><head>${head}</head><body>${BOX}<a href="/chapter/2">2</a>${turn}</body></html>`,
    (word) => ({
      at: '/',
      body: `<html><head>${head}</head><body>${BOX}${word === 'ice' ? `<ul>${Array.from({ length: 9 }, (_, i) => `<li><a href="/ice/${i}">Ice of kind ${i}</a> <i>${i} g</i></li>`).join('')}</ul>` : '<p>Nothing found.</p>'}${turn}</body></html>`,
    }),
  );
  site.nonsense();
  expect(site.ask('ice')).toMatchObject({ verdict: 'hits', paging: null });
});

test('a row of numbered buttons in the form of the search itself turns pages', () => {
  const site = pager(
    '<input type="submit" name="to" value="1" disabled><input type="submit" name="to" value="2"><input type="submit" name="to" value="3">',
  );
  site.nonsense();
  const { paging } = site.ask('ice');
  expect(paging).toMatchObject({ kind: 'form', controls: [] });
  const label = paging?.kind === 'form' ? paging.form.submits[paging.submit ?? -1]?.label : '';
  expect(label).toBe('2');
});

test.each([
  ['<b>131</b> résultats trouvés, affichage de <b>1</b> à <b>20</b>.', 131],
  ['1..20 out of 68', 68],
  ['1 … 20 von 68', 68],
])('%s states a total', (line, total) => {
  const list = Array.from(
    { length: 20 },
    (_, i) => `<li><a href="/ice/${i}">Ice of kind ${i}</a> <i>${i} g</i></li>`,
  );
  const site = new AskedPages(document(BOX), (word) => ({
    body: word === 'ice' ? `${BOX}<p>${line}</p><ul>${list.join('')}</ul>` : `${BOX}<p>Nothing found.</p>`,
  }));
  site.nonsense();
  expect(site.ask('ice').statedTotal).toBe(total);
});

test('results behind a form page of hundreds of lines are seen, although that page still stands before them', () => {
  const chapters = Array.from({ length: 450 }, (_, i) => {
    const word = [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    return `<p>What ${word} means in this handbook.</p>`;
  }).join('');
  const trees = ['Oak', 'Ash', 'Elm', 'Fir', 'Yew', 'Box', 'Pine', 'Lime', 'Plane', 'Larch'];
  const rows = trees.map((name) => `<li><a href="/tree/${name}">${name}</a> wood</li>`).join('');
  const site = new AskedPages(document(`${BOX}${chapters}`), (word) => ({
    body: `${BOX}${chapters}${word === 'wood' ? `<ul>${rows}</ul>` : '<p>Nothing.</p>'}`,
  }));
  site.nonsense();
  expect(titles(site.ask('wood'))).toEqual(trees);
});

test('a form that stands on a list finds records of that list on a page of its own', () => {
  const row = (name: string): string =>
    `<tr><td><a href="/by?who=ada">Ada</a></td><td><a href="/c?id=${name}">Add ${name}</a></td><td><a href="/c?id=${name}">view</a> | <a href="/diff?id=${name}">diff</a></td></tr>`;
  const names = ['oak', 'ash', 'elm', 'fir', 'yew'];
  const log = `<h1>Log</h1>${names.map((name) => `<h2><a href="/c?id=${name}">Add ${name}</a></h2><p>By Ada in the spring.</p>`).join('')}`;
  const found: Record<string, string[]> = { add: names, short: ['oak', 'ash'], yew: ['yew'] };
  const site = new AskedPages(document(`${MENU}${BOX}${log}`), (word) => {
    const rows = (found[word] ?? []).map(row).join('');
    return { body: `${MENU}${BOX}${rows === '' ? '<p>No match.</p>' : `<table>${rows}</table>`}` };
  });
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(titles(site.ask('short'))).toEqual(['Add oak', 'Add ash']);
  expect(titles(site.ask('add'))).toEqual(names.map((name) => `Add ${name}`));
  // A row alone is one record with several links.
  expect(titles(site.ask('yew'))).toEqual(['Add yew']);
});

test('two suggestions on a long page are an answer, where nonsense is denied at the same place', () => {
  const modules = Array.from(
    { length: 60 },
    (_, i) => `<p>Module ${'abcdefghij'[i % 10]}${'klmnop'[Math.floor(i / 10)]}</p>`,
  );
  const site = new AskedPages(document(`${MENU}${BOX}${modules.join('')}`), (word) => {
    const found = word === 'border' ? ['javax.Border', 'javax.BorderFactory'] : [];
    const list =
      found.map((name) => `<li><a href="/api/${name}">${name}</a> a class</li>`).join('') ||
      '<li>No results found</li>';
    return { body: `${MENU}${BOX}${modules.join('')}<ul>${list}</ul>`, at: '/' };
  });
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(site.ask('border')).toMatchObject({ verdict: 'hits', records: [{}, {}] });
});

test('a link back to the form is no record, where nonsense never leaves the page of the form', () => {
  const said: Record<string, string> = {
    none: '<p>0 results</p><p>No books found.</p>',
    one: '<p>1 results</p><ul><li><a href="/book/3">The Betrothed</a> <span>by Manzoni</span></li></ul>',
  };
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) =>
    said[word] === undefined
      ? { body: `${MENU}${BOX}<p>No results found</p>`, at: '/' }
      : { body: `<h1>Book search</h1><p><a href="/">New search</a></p>${said[word]}`, at: '/list' },
  );
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(site.ask('none')).toMatchObject({ verdict: 'no-hits', records: [] });
  expect(titles(site.ask('one'))).toEqual(['The Betrothed']);
});

test('of a mixed list all is read, although one of its kinds was an answer by itself before', () => {
  const kinds: Record<string, string> = { readme: 'doc', oak: 'ci', ash: 'ci', elm: 'ci' };
  const found: Record<string, string[]> = { list: ['readme'], add: ['readme', 'oak', 'ash', 'elm'] };
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) => {
    const items = (found[word] ?? []).map(
      (name) =>
        `<li><p><a href="/${kinds[name]}/x/${name}">About ${name}</a><br><span>A line of ${name} here</span></p></li>`,
    );
    return {
      body: `${MENU}${BOX}<div>${items.length === 0 ? 'No matches' : `<ol>${items.join('')}</ol>`}</div>`,
    };
  });
  site.nonsense();
  expect(titles(site.ask('list'))).toEqual(['About readme']);
  expect(titles(site.ask('add'))).toHaveLength(4);
});

test('several records alike are read as such, although the answers before showed one each', () => {
  const found: Record<string, string[]> = { oak: ['oak'], ash: ['ash'], tree: ['oak', 'ash', 'elm', 'fir'] };
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) => {
    const items = (found[word] ?? []).map(
      (name) =>
        `<li><p><a href="/wiki?name=${name}">Wiki: ${name}</a><br><span>A line of ${name} here</span></p></li>`,
    );
    return {
      body: `${MENU}${BOX}<div>${items.length === 0 ? 'No matches' : `<ol>${items.join('')}</ol>`}</div>`,
    };
  });
  site.nonsense();
  expect(titles(site.ask('oak'))).toEqual(['Wiki: oak']);
  expect(titles(site.ask('ash'))).toEqual(['Wiki: ash']);
  expect(titles(site.ask('tree'))).toEqual(['Wiki: oak', 'Wiki: ash', 'Wiki: elm', 'Wiki: fir']);
  expect(titles(site.ask('ash'))).toEqual(['Wiki: ash']);
});

test.each([1, 2, 3])('of names that few records share, an answer of two is two: practice web %i', (seed) => {
  const now = new Date('2026-11-01');
  const world = createWorld({ seed, sites: HARD_WEB_SITES, now, clock: () => now.getTime(), kinds: 'hard' });
  const form = world.truth.forms.find(({ kind }) => kind === 'one-or-two')!;
  const host = world.truth.sites.find(({ key }) => key === form.site)!.hosts[0]!;
  const page = (path: string) => String(world.answer(requestFor(`http://${host}${path}`)).body);
  const { name } = form.controls[0]!;
  const site = new AskedPages(
    page('/'),
    (word) => ({ body: page(`${form.action}?${new URLSearchParams({ [name]: word })}`) }),
    name,
  );
  site.nonsense();
  const all = world.rows(form.site).map(({ title }) => title);
  const having = (word: string) => all.filter((title) => title.split(' ').includes(word));
  const words = [...new Set(all.flatMap((title) => title.split(' ')))];
  const [one, two] = [1, 2].map((count) => words.filter((word) => having(word).length === count).slice(0, 4));
  for (const word of [...one!, ...two!, ...one!])
    expect(titles(site.ask(word)).sort()).toEqual(having(word).sort());
  expect(two!.length).toBeGreaterThan(0);
  world.close();
});

test('the time at which a page was made is no message, though answers of one second share it', () => {
  const made = (time: string): string => `<footer>Made by Lists 1.2 at 2026-03-04 ${time} +0000</footer>`;
  const rows = (count: number): string =>
    Array.from(
      { length: count },
      (_, i) => `<tr><td><a href="/c/${i}">Change ${i}</a></td><td>Ada</td></tr>`,
    ).join('');
  const table = (count: number): string =>
    `<table><tr><th>Change</th><th>Author</th></tr>${rows(count)}</table>`;
  const site = new AskedPages(document(`${MENU}${BOX}${table(9)}${made('10:11:12')}`), (word) => ({
    body: `${MENU}${BOX}${table({ rope: 3, wood: 2 }[word] ?? 0)}${made(word === 'rope' ? '10:12:39' : '10:12:40')}`,
  }));
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(['rope', 'wood'].map((word) => site.ask(word).verdict)).toEqual(['hits', 'hits']);
});

test('the page of one record is no list of its paragraphs, though some of them have links', () => {
  const part = (i: number): string =>
    `<dt>Option ${i}</dt><dd>What option ${i} does is told here in a sentence or two${i % 4 === 0 ? `, see <a href="/m?${i}">part ${i}</a>` : ''}.</dd>`;
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) =>
    word === 'mend'
      ? {
          title: 'Page of MEND',
          body: `<h1>MEND</h1><dl>${Array.from({ length: 20 }, (_, i) => part(i)).join('')}</dl>`,
        }
      : { title: 'Nothing', body: `${MENU}${BOX}<p>There is no page of that name in the index.</p>` },
  );
  site.nonsense();
  expect(site.ask('mend').records).toHaveLength(1);
});

test('an answer titled like earlier pages of one record is one, even with a list of links', () => {
  const parts = ['bark', 'root', 'leaf', 'stem', 'seed', 'bud'];
  const links = parts.map((part) => `<li><a href="/m/${part}">${part}</a></li>`).join('');
  const told = '<p>What this page tells at some length, in a sentence or two that no list holds at all.</p>';
  const site = new AskedPages(document(`${MENU}${BOX}`), (word) => {
    if (word === 'pine') return { title: 'Index of pine pages', body: `<h1>Index</h1><ul>${links}</ul>` };
    if (!['mend', 'saw', 'tree'].includes(word))
      return { title: 'Nothing', body: `${MENU}${BOX}<p>There is no page of that name in the index.</p>` };
    const list = word === 'tree' ? `<ul>${links}</ul>` : told;
    return { title: `Page of ${word.toUpperCase()}`, body: `<h1>${word}</h1><p>A word</p>${list}<p>End</p>` };
  });
  site.nonsense();
  expect(['mend', 'saw', 'tree', 'pine'].map((word) => site.ask(word).records.length)).toEqual([1, 1, 1, 6]);
});

test('a message among paragraphs that look like one list is a message, though other records stand below it', () => {
  const books = ['Salt road', 'Salt mill', 'Oak lane', 'Ash mill', 'Yew gate', 'Fir hill', 'Box yard'];
  const line = (name: string): string =>
    `<a href="/b/${name.replaceAll(' ', '-')}">${name}</a>  Ada Marsh  Crime  Kestrel\n`;
  const links = (names: readonly string[]): string[] =>
    names.map((name) => `<a href="/${name}">Our ${name}</a>`);
  const page = (middle: string): string =>
    `<p><b>Archive</b> (Your neighbourhood bookseller)
<p>[${links(['home', 'shelf', 'staff', 'desk']).join('] [')}]
<form action="/quick"><p>Words <input name="w" placeholder="Find books"><input type="image" alt="Find"></form><hr>
<h2>Search results</h2>${middle}<h3>More options</h3>${BOX}<hr>
<h3>News by mail</h3><form action="/mail" method="post"><p>Address <input type="email" name="email"><button>Sign up</button></form>
<p>${links(['news', 'visit', 'clubs', 'gifts', 'links']).join(' ')}`;
  const site = new AskedPages(document(page('<p>Welcome to the archive of the lane.')), (word) => {
    const found = books.filter((name) => word !== '' && name.toLowerCase().includes(word));
    return {
      body: page(
        found.length > 0
          ? `<p>${found.length} books<pre>${found.map(line).join('')}</pre>`
          : `<p>No results. Try fewer words.<h3>More options</h3><p>Shelf <select name=s><option>Any</option></select><h2>Just in</h2><pre>${books.slice(0, 4).map(line).join('')}</pre>`,
      ),
    };
  });
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(titles(site.ask('salt'))).toEqual(['Salt road', 'Salt mill']);
  expect(titles(site.ask('mill'))).toEqual(['Salt mill', 'Ash mill']);
});

test('the foot of a page, which tells how long it took, is no record beside the only one', () => {
  const page = (middle: string, took: string): string =>
    `<div class="header"><div class="title"><h1>Lanes</h1>Search results</div><div class="status"><a href="/login">Login</a></div></div>
<div class="menu">${['home', 'lanes', 'files', 'tags', 'wiki'].map((name) => `<a href="/${name}">${name}</a>`).join('\n')}</div>
<div id="drop"></div><div class="content">${BOX}${middle}</div><div class="footer">Page made in about ${took}s by Lanes 2.21 [3c53b636] 2023-02-26 19:24:24</div>`;
  const item = (word: string): string =>
    `<ol><li><p><a href="/c/${word}">Change of the ${word}</a><br><span>Add ${word} to the lane (user: ada)</span></p></ol>`;
  const site = new AskedPages(document(page('<p>Search all changes of the lane.</p>', '0.001')), (word) => ({
    body: page(
      ['rope', 'wood', 'mast'].includes(word) ? item(word) : '<p>No matches</p>',
      `0.00${word.length}`,
    ),
  }));
  site.nonsense();
  expect(['rope', 'wood', 'mast'].map((word) => titles(site.ask(word)))).toEqual([
    ['Change of the rope'],
    ['Change of the wood'],
    ['Change of the mast'],
  ]);
});

test('what has no link beside a record that has one, and stood on answers to nonsense, is dropped', () => {
  const record = (title: string, link?: string) => ({ key: title, title, fields: [], ...(link && { link }) });
  const shape = { container: '', recordAnchor: '', pattern: '' };
  const list = {
    shape,
    score: 2,
    spans: [],
    records: [record('Rope', 'http://site.test/c/1'), record('Made in 0.004s')],
  };
  const template = { ...NO_TEMPLATE, hasLine: (line: string) => line.startsWith('Made') };
  expect(dropTemplateLines(list, template).records.map(({ title }) => title)).toEqual(['Rope']);
});

test('a menu that waits out of sight is no record, though it is built like one', () => {
  const item = (title: string, facts: string) =>
    `<li><a href="#"><h3>${title}</h3><p>${facts}</p><p>Play</p></a></li>`;
  const menu = `<div><ul>${item('Show album', 'Show artist')}</ul></div>`;
  const found: Record<string, string[]> = {
    love: ['My love', 'Love her', 'Out of love'],
    park: ['The park'],
  };
  const site = new AskedPages(document(`${MENU}${BOX}<p>Type a song.</p>${menu}`), (word) => {
    const list = found[word]?.map((title) => item(title, `Album of ${title.length}`)).join('');
    return {
      body: `${MENU}${BOX}<div><ul>${list ?? '<li>Silence</li>'}</ul></div>${list ? '' : menu}`,
      at: '/',
    };
  });
  site.nonsense();
  expect(titles(site.ask('love'))).toEqual(found.love);
  expect(site.ask('island').verdict).toBe('no-hits');
  expect(titles(site.ask('park'))).toEqual(found.park);
});

test('ways to export an answer are no records, though their addresses are others than after nonsense', () => {
  const page = (word: string, by = '') => {
    const rows = ['Repair the list', 'Close the report', 'Drop the option', 'Move the page']
      .filter((name) => name.includes(word))
      .map((name) => `<tr><td><a href="/issue/${name.length}">${name}</a></td><td>open</td></tr>`);
    const ways = ['atom', 'csv'].map((way) => `<a href="/list.${way}?${by}q=${word}">${way}</a>`);
    return `${MENU}${BOX}<table>${rows.join('') || '<td>Nothing</td>'}</table><p>Also as ${ways.join(' ')}</p>`;
  };
  let asked = 0;
  const site = new AskedPages(document(page('')), (word) => ({
    body: page(word, asked++ < 2 ? 'by=form&' : ''),
  }));
  expect(verdicts(site.nonsense())).toEqual(['no-hits', 'no-hits']);
  expect(titles(site.ask('report'))).toEqual(['Close the report']);
  expect(site.ask('island').verdict).toBe('no-hits');
});

test.each([true, false])(
  'records whose addresses carry the question are found, named by text: %s',
  (named) => {
    const GOODS = [
      'River map',
      'Salt pan',
      'River boat',
      'Oak chair',
      'River stone',
      'Elm stool',
      'Ash bowl',
    ];
    const cards = (word: string, goods: readonly string[]) => {
      const shown = (name: string) => (named ? name : '<img src="/i.png" alt="photo">');
      const at = (name: string) => `/goods/${GOODS.indexOf(name) + 4}?q=${word}`;
      return `<h2>Goods</h2><ul>${goods.map((name) => `<li><a href="${at(name)}">${shown(name)}</a></li>`).join('')}</ul>`;
    };
    const site = new AskedPages(document(`${MENU}${BOX}`), (word) => {
      const goods = GOODS.filter((name) => name.toLowerCase().includes(word));
      const said = goods.length > 0 ? `${goods.length} goods found` : 'No goods found. You may like:';
      return {
        body: `${MENU}${BOX}<p>${said}</p>${cards(word, goods.length > 0 ? goods : named ? GOODS : [])}`,
      };
    });
    site.nonsense();
    expect(site.ask('river').records).toHaveLength(3);
  },
);
