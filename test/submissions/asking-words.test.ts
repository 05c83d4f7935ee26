import { expect, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { askableWords } from '../../src/submissions/planning/askable-words.ts';
import { commonWords } from '../../src/submissions/planning/common-words.ts';
import { wordsNear } from '../../src/submissions/planning/near-words.ts';
import type { Outcome, Query } from '../../src/submissions/planning/query.ts';
import { QueryOrder } from '../../src/submissions/planning/query-order.ts';
import { type FormFields, readFields } from '../../src/submissions/planning/read-fields.ts';
import { RecordWords } from '../../src/submissions/planning/record-words.ts';
import { type SitePage, SiteWords } from '../../src/submissions/planning/site-words.ts';
import type { FieldSources } from '../../src/submissions/planning/text-plan.ts';
import type { ResultRecord } from '../../src/submissions/types/answer.ts';

const words = (text: string): string[] => askableWords(text).map(({ word }) => word);

test('words are asked as they are written, in any script, and none that an engine takes for more', () => {
  expect(words('SaltMarshOfYork')).toEqual(['SaltMarshOfYork', 'Salt', 'Marsh', 'York']);
  expect(words('Détails of the Straße: NOT "here", author:Müller -x')).toEqual([
    'Détails',
    'Straße',
    'author',
    'Müller',
  ]);
  expect(words('Книга о Ленинграде')).toEqual(['Книга', 'Ленинграде']);
  expect(words('図書館の本を探す')).toContain('図書館');
  expect(words('도서 검색')).toEqual(['도서', '검색']);
});

test('labels of fields are no words of the records', () => {
  const found = new RecordWords();
  found.learn([
    { key: '1', title: 'Dipper', fields: { colour: 'brown' }, text: 'Dipper colour: brown' },
    { key: '2', title: 'Colour plate', fields: { year: '1920' }, text: 'Colour plate year: 1920' },
  ]);
  expect(['brown', 'colour', 'year'].map((word) => found.has(word))).toEqual([true, true, false]);
});

test('where nothing is known, words and letters of the page’s own language, and a wildcard', () => {
  const german = commonWords(
    'Die Suche ist für alle da, die etwas suchen und nicht wissen, wo die Bücher stehen.',
  );
  expect(german).toContain('die');
  expect(german).not.toContain('und');
  expect(german.at(-1)).toBe('*');
  expect(commonWords('Поиск по каталогу библиотеки').filter((word) => /^[а-я]$/.test(word))).toHaveLength(2);
});

const menu = ['Home', 'Help desk', 'Recent changes'].map((text, i) => ({
  url: `http://a.test/menu${i}`,
  text,
}));
const site: SitePage[] = [
  ...['Oak table', 'Oak chair', 'Pine shelf', 'Walnut desk', 'Oak bed', 'Pine bench', 'Elm stool'],
  ...['Ash ladder', 'Fir chest', 'Yew bowl'],
].map((name, i) => ({
  url: `http://a.test/item/${i}`,
  title: `${name} - Furniture museum`,
  links: [...menu, { url: `http://a.test/item/${(i + 1) % 10}`, text: `See item ${i}` }],
}));
const front: SitePage = {
  url: 'http://a.test/',
  title: 'Furniture museum',
  links: [
    ...menu,
    ...site.map(({ url, title }) => ({ url, text: title.split(' - ')[0]! })),
    { url: 'http://a.test/manual/intro', text: 'Varnish handbook' },
    { url: 'http://a.test/manual/more', text: 'Glue handbook' },
  ],
};

test('words of a site are those of what it names, never of its menus or of what frames every page', () => {
  const found = new SiteWords([front, ...site]).wordsFor('http://a.test/');
  expect(found.slice(0, 6)).toEqual(expect.arrayContaining(['Oak', 'Pine', 'table']));
  expect(found).not.toContain('Furniture');
  for (const word of ['Home', 'Help', 'Recent', 'changes']) expect(found).not.toContain(word);
});

test('of a site with several databases those near the form come first', () => {
  const [first] = new SiteWords([front, ...site]).wordsFor('http://a.test/manual/search');
  expect(first).toBe('handbook');
});

test('words of what lies below the form’s own address come before those of its neighbours', () => {
  const links = ['oak', 'elm'].map((text) => ({ url: `http://a.test/glue/${text}`, text: `${text} note` }));
  const notes = {
    url: 'http://a.test/list',
    title: 'Everything',
    links: [
      ...site.map(({ url, title }) => ({ url, text: title })),
      { url: 'http://a.test/notes?name=Casein', text: 'Casein' },
      ...links,
    ],
  };
  const words = new SiteWords([notes, ...site]);
  const rank = (page: string): number => words.wordsFor(page).indexOf('Casein');
  expect(rank('http://a.test/notes')).toBeLessThan(6);
  expect(rank('http://a.test/other')).toBeGreaterThan(6);
});

test('what the page of a form leads to comes before what stands elsewhere on the site', () => {
  const hub = {
    url: 'http://a.test/glue',
    title: 'Glue search',
    links: [
      ...menu,
      { url: 'http://a.test/x/91', text: 'Casein' },
      { url: 'http://a.test/glue/all', text: 'Index' },
      { url: 'http://other.test/', text: 'Elsewhere' },
      { url: 'http://a.test/logout', text: 'Leave' },
    ],
  };
  const words = new SiteWords([front, hub, ...site]);
  const rank = (page: string): number => words.wordsFor(page).indexOf('Casein');
  expect(rank(hub.url)).toBeGreaterThanOrEqual(0);
  expect(rank(hub.url)).toBeLessThan(rank('http://a.test/manual/search'));
  // Neither was read: both may list what is searched. Other sites are not looked at, nor what acts.
  expect(words.unreadNear(hub.url)).toEqual(['http://a.test/x/91', 'http://a.test/glue/all']);
});

const formOf = (inner: string): Form =>
  extractForms(
    parseTree(`<form action="/find" role="search">${inner}<button>Search</button></form>`, 'http://a.test/'),
  )[0]!;
const orderOf = (inner: string, sources: FieldSources): QueryOrder => {
  const fields = readFields(formOf(inner), new Date(0)) as FormFields;
  return new QueryOrder(fields.fields, sources);
};
const typed = (query: Query | undefined): string =>
  query === undefined
    ? 'end'
    : query.purpose === 'empty-probe'
      ? '(nothing)'
      : query.bound.map(({ choice }) => choice.label).join('+');
const denied: Outcome = {
  hits: false,
  complete: true,
  records: 0,
  newRecords: 0,
  requests: 1,
  fingerprint: 'denied',
  verdict: 'no-hits',
};
const found = (fingerprint: string, newRecords: number): Outcome => ({
  hits: true,
  complete: false,
  records: newRecords,
  newRecords,
  requests: 1,
  fingerprint,
  verdict: 'hits',
});
const record = (title: string, text = ''): ResultRecord => ({ key: title, title, fields: {}, text });

/** Asks until the order ends, with an answer for each question. */
function ask(
  order: QueryOrder,
  answer: (asked: string, query: Query) => { outcome: Outcome; records?: ResultRecord[] },
  most = 40,
): string[] {
  const asked: string[] = [];
  for (let query = order.next({}); query !== undefined && asked.length < most; query = order.next({})) {
    asked.push(typed(query));
    const { outcome, records = [] } = answer(typed(query), query);
    order.learn(query, records);
    order.settled(query, outcome, undefined);
  }
  return asked;
}

test('nonsense of different letters but the first, which is rare; then words that are known to be there; then nothing at all', () => {
  const order = orderOf('<input name="q">', { siteWords: ['oak', 'pine', 'walnut'] });
  const asked = ask(order, (word, { purpose }) =>
    purpose === 'nonsense-probe' || word === '(nothing)'
      ? { outcome: denied }
      : { outcome: found(word, 5), records: [record(`Oak table ${word}`, 'Varnished by hand')] },
  );
  const [one = '', two = ''] = asked;
  expect([...one].filter((letter) => two.includes(letter))).toEqual(['q']);
  expect(asked.slice(2, 5)).toEqual(['oak', 'table', '(nothing)']);
});

test('a box that must be filled is never sent empty', () => {
  const order = orderOf('<input name="q" required>', { siteWords: ['oak', 'pine'] });
  expect(ask(order, () => ({ outcome: denied }))).not.toContain('(nothing)');
});

test('a form that shows words what it shows nonsense is asked no further', () => {
  const order = orderOf('<input name="q">', { siteWords: ['oak', 'pine', 'walnut', 'elm'] });
  const asked = ask(order, () => ({ outcome: found('front page', 0), records: [record('Welcome', 'Tips')] }));
  expect(asked).toHaveLength(4);
  expect(order.reason).toEqual({ code: 'ignores-input' });
  expect(asked).not.toContain('tips');
});

test('words that should be found and are not end it soon', () => {
  const order = orderOf('<input name="q">', {
    siteWords: Array.from(
      { length: 90 },
      (_, i) => `oak${'abcdefghijklmnopqrstuvwxyz'[i % 26]}${'abcd'[i % 4]}`,
    ),
  });
  const asked = ask(order, () => ({ outcome: denied }));
  expect(asked.length).toBeLessThan(14);
  expect(order.reason?.code).toBe('no-hits');
});

test('once labels of records brought nothing, words of their titles go first', () => {
  const order = orderOf('<input name="q" required>', { siteWords: ['oak'] });
  const asked = ask(
    order,
    (word, { purpose }) => {
      const hit = purpose === 'query' && word.length > 2 && !/posted|reading/i.test(word);
      return {
        outcome: hit ? found(word, 4) : denied,
        records: hit
          ? ['elm', 'ash', 'fir', 'yew'].map((tree) =>
              record(`${tree} ${word}`, `Posted by Anna ${word}. Continue reading`),
            )
          : [],
      };
    },
    14,
  );
  const labels = asked.filter((word) => /posted|reading|continue/i.test(word));
  expect(asked.indexOf('fir')).toBeLessThan(asked.indexOf(labels[2] ?? ''));
  expect(asked.indexOf('yew')).toBeLessThan(asked.indexOf(labels[2] ?? ''));
});

test('a form that shows itself whatever is sent is left sooner than one that objects', () => {
  const inner = `<input name="q"><label>Wood <select name="wood"><option value="">Any</option>${[
    ...['Oak', 'Pine', 'Elm', 'Ash', 'Fir', 'Yew', 'Box', 'Bay'],
  ]
    .map((wood) => `<option>${wood}</option>`)
    .join('')}</select></label>`;
  const siteWords = ['oak', 'pine', 'walnut', 'elm', 'yew', 'mahogany', 'beech', 'birch', 'alder'];
  const askedOf = (verdict: Outcome['verdict']) =>
    ask(orderOf(inner, { siteWords }), () => ({ outcome: { ...denied, ...(verdict && { verdict }) } }));
  // Two of nonsense, three words, nothing, three choices; an objection is worth five words, and choices until all five are alike.
  expect(askedOf('same-form')).toHaveLength(2 + 3 + 1 + 3);
  expect(askedOf('error-message')).toHaveLength(2 + 5 + 1 + 5);
});

test('a message to a short word is taken for a least length', () => {
  const order = orderOf('<input name="q">', {
    siteWords: ['elm', 'ash', 'fir', 'walnut', 'yew', 'mahogany'],
  });
  const asked = ask(order, (word) => ({
    outcome: { ...denied, verdict: word.length < 4 ? 'error-message' : 'no-hits' },
  }));
  expect(asked.filter((word) => word.length === 3)).toEqual(['elm']);
  expect(asked).toContain('walnut');
});

test('words that stand in the same records as words that failed go after those of other records', () => {
  const order = orderOf('<input name="q" required>', { siteWords: ['oak'] });
  const long = 'abacus abbey abbot acorn acre actor agate album alcove alder almond amber anchor anvil';
  const first = [record('oak', long), record('ash', long), record('pine', 'resin')];
  const asked = ask(
    order,
    (word, { purpose }) => {
      if (purpose === 'nonsense-probe') return { outcome: denied };
      if (word === 'oak') return { outcome: found(word, 3), records: first };
      return word === 'resin'
        ? { outcome: found(word, 1), records: [record('larch')] }
        : { outcome: found('one of the three', 0) };
    },
    12,
  );
  // Two of nonsense and the first word; then the long text, which two records share, gives way to what others have.
  // Between them a letter and a wildcard.
  const whole = asked.slice(3).filter((word) => word.length > 1);
  expect(whole).toEqual('abacus ash pine abbey resin larch abbot'.split(' '));
});

/** Names of one word each, all different, with the endings that many share. */
const SYLLABLES = 'ba de fi go hu ja ke li mo nu pa re si to vu za'.split(' ');
const NAMES = SYLLABLES.flatMap((a, i) =>
  SYLLABLES.slice(0, 8).map((b, j) => `${a}${b}${['son', 'berg', 'man', 'ski', 'dottir'][(i * 3 + j) % 5]}`),
);

/** Types 25 queries into a box over {@link NAMES}. @returns what was typed, and the share that came back */
function askNames(
  matches: (name: string, word: string) => boolean,
  { cap = 1_000, least = 1, statesTotal = false } = {},
): { asked: string[]; share: number } {
  const order = orderOf('<input name="q" required>', { siteWords: NAMES.slice(0, 3) });
  const seen = new Set<string>();
  const asked: string[] = [];
  const limits = cap < NAMES.length ? { cap, size: NAMES.length } : {};
  for (let query = order.next(limits); query && asked.length < 27; query = order.next(limits)) {
    const word = typed(query);
    asked.push(word);
    const all = word.length < least ? [] : NAMES.filter((name) => matches(name, word));
    const hits = all.slice(0, cap);
    const fresh = hits.filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    order.learn(
      query,
      fresh.map((name) => record(name)),
    );
    const none = word.length < least ? ('error-message' as const) : ('no-hits' as const);
    order.settled(
      query,
      hits.length === 0
        ? { ...denied, verdict: none }
        : {
            ...found(hits.join(), fresh.length),
            ...{ records: hits.length, complete: hits.length < cap },
            ...(statesTotal && { statedTotal: all.length }),
          },
      cap < NAMES.length ? cap : undefined,
    );
  }
  return { asked, share: seen.size / NAMES.length };
}

test('where words name one record each, a box that finds parts of words is asked for letters', () => {
  const inside = (name: string, word: string) => name.includes(word);
  // Whole words bring three of the 128: no other name is known before it is found.
  expect(NAMES).toHaveLength(128);
  expect(askNames(inside).share).toBe(1);
  // A box that shows ten of what it finds and states how many there are, and one that wants three letters at least.
  expect(askNames(inside, { cap: 10 }).share).toBeGreaterThan(0.4);
  expect(askNames(inside, { least: 3 }).share).toBeGreaterThan(0.3);
});

test('a letter that is an initial is no part of words: two parts without hits end them', () => {
  const { asked } = askNames((name, word) => name === word || (word === 'a' && name.endsWith('son')));
  const parts = asked.slice(2).filter((word) => !NAMES.includes(word) && word !== '*');
  expect(parts[0]).toBe('a');
  expect(parts).toHaveLength(1 + 2);
});

test('letters that find all records again and none besides go after longer texts', () => {
  const inside = (name: string, word: string) => word.length === 1 || name.includes(word);
  const { asked } = askNames(inside, { cap: 10, statesTotal: true });
  const parts = asked.slice(2).filter((word) => !NAMES.includes(word) && word !== '*');
  expect(parts.filter((word) => word.length === 1)).toHaveLength(2);
});

test('words of every text are asked one after the other while they bring much', () => {
  const texts = ['the gate and me', 'you in the yard', 'me with you', 'all of it', 'with it for all'];
  const order = orderOf('<input name="q" required>', { siteWords: ['gate'] });
  const asked: string[] = [];
  for (let query = order.next({}); query !== undefined && asked.length < 20; query = order.next({})) {
    const word = typed(query);
    asked.push(word);
    const common = ['the', 'you', 'me', 'it', 'all', 'with'].includes(word);
    const isHit = common || word === 'gate' || word.startsWith('song');
    const news = common ? 9 : isHit ? 1 : 0;
    order.learn(
      query,
      Array.from({ length: news }, (_, i) =>
        record(`song${asked.length}x${i}`, texts[(i + asked.length) % 5]),
      ),
    );
    order.settled(query, isHit ? found(word, news) : denied, undefined);
  }
  const first = asked.findIndex((word) => word === 'the' || word === 'you' || word === 'it' || word === 'me');
  expect(asked.slice(first, first + 5).filter((word) => !word.startsWith('song'))).toHaveLength(5);
});

test('a box that finds whole words alone loses a few queries to wide ones, and no more', () => {
  const { asked } = askNames((name, word) => name === word);
  expect(asked.filter((word) => !NAMES.includes(word)).length).toBeLessThanOrEqual(2 + 2);
});

test('of lists that are cut, words that just fill one go before words that stand everywhere', () => {
  const order = orderOf('<input name="q" required>', { siteWords: ['oak'] });
  const trees = ['elm', 'ash', 'fir', 'yew', 'box', 'bay', 'fig', 'nut'];
  const records = Array.from({ length: 40 }, (_, i) =>
    record(`oak ${trees[i % 8]} number${i}`, `varnish ${i % 2 === 0 ? 'glue' : 'wax'}`),
  );
  const next = () => order.next({ cap: 20, size: 400 });
  for (let query = next(), i = 0; query !== undefined && i < 3; i++, query = next()) {
    const hit = query.purpose === 'query';
    if (hit) order.learn(query, records);
    order.settled(query, hit ? found('oak', 40) : denied, 20);
    if (hit) break;
  }
  expect(trees).toContain(typed(next()));
});

test('where three words find nothing, words of pages beside the form have their turn', () => {
  const order = orderOf('<input name="q">', { siteWords: ['one', 'two', 'three', 'four', 'five', 'six'] });
  let read = false;
  const asked: string[] = [];
  for (let query = order.next({}); query !== undefined && asked.length < 9; query = order.next({})) {
    asked.push(typed(query));
    order.settled(query, typed(query) === 'beside' ? found('beside', 3) : denied, undefined);
    if (!read && order.wantsNear) order.text?.learnNear(['beside', 'behind']);
    read ||= order.wantsNear;
  }
  expect(asked.slice(2, 7)).toEqual(['one', 'two', 'three', '(nothing)', 'beside']);
});

test('of pages beside a form a word of each in turn, without what several of them frame their content with', async () => {
  const html = (links: readonly string[]): string =>
    links.map((name) => `<a href="/w/${encodeURIComponent(name)}">${name}</a>`).join(' ');
  const pages = new Map([
    ['http://a.test/list', html(['Home', 'Varnish', 'Shellac'])],
    ['http://a.test/help', html(['Home', 'Syntax'])],
  ]);
  const read = async (url: string) => {
    const body = pages.get(url);
    return body === undefined ? undefined : parseTree(body, url);
  };
  const own = parseTree(html(['Contact']), 'http://a.test/search');
  const words = await wordsNear(own, 'http://a.test/search', [...pages.keys()], read);
  expect(words).toEqual(['Varnish', 'Syntax', 'Shellac']);
});

test('pages that the form’s page alone links to are read before those of a menu', async () => {
  const menu = ['Home', 'News', 'Files', 'People', 'Forum'];
  const at = (name: string): string => `http://a.test/w/${name}`;
  const html = (names: readonly string[]): string =>
    names.map((name) => `<a href="${at(name)}">${name}</a>`).join(' ');
  const asked: string[] = [];
  const read = async (url: string) => {
    asked.push(url);
    return parseTree(html([...menu, ...(url === at('All') ? ['Varnish', 'Shellac'] : ['Legal'])]), url);
  };
  const own = parseTree(html([...menu, 'All']), 'http://a.test/search');
  const near = [...menu, 'All'].map(at);
  const words = await wordsNear(own, 'http://a.test/search', near, read);
  expect(asked.slice(0, 3)).toEqual([at('Home'), at('All'), at('News')]);
  expect(asked).toHaveLength(5);
  expect(words).toEqual(expect.arrayContaining(['Varnish', 'Shellac']));
});

test('where a word of a page beside the form finds something, its other words are asked, too', () => {
  const order = orderOf('<input name="q">', { siteWords: ['one', 'two', 'three'] });
  const asked: string[] = [];
  for (let query = order.next({}); query !== undefined && asked.length < 12; query = order.next({})) {
    asked.push(typed(query));
    order.settled(
      query,
      ['beside', 'behind'].includes(typed(query)) ? found(typed(query), 1) : denied,
      undefined,
    );
    if (order.wantsNear) order.text?.learnNear(['beside', 'behind', 'beyond']);
  }
  expect(asked).toEqual(expect.arrayContaining(['beside', 'behind', 'beyond']));
});

test('where all words of the form’s page were asked before, letters and wildcards still have their turn', () => {
  const order = orderOf('<input name="q">', { siteWords: ['beetles'] });
  const asked = ask(order, (word) => {
    if (word === 'beetles') order.text?.learnPage(['beetles'], ['e', '*']);
    return { outcome: word === 'e' ? found('e', 20) : { ...denied, verdict: 'same-form' } };
  });
  expect(asked).toContain('e');
});
