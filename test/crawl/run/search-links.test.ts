import { expect, test } from 'vitest';
import { searchLinks } from '../../../src/crawl/run/search-links.ts';
import { extractForms } from '../../../src/forms/index.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';

const NO_FORM = { forms: [] };
const linked = (...anchors: string[]) =>
  searchLinks(
    anchors.map((anchor, i) => [`https://a.test/${i}`, anchor, '']),
    NO_FORM,
  ).map(([, anchor]) => anchor);

test.each([
  'Search',
  'Library catalogue',
  'Erweiterte Suche',
  'Recherche avancée',
  'Búsqueda avanzada',
  'Pesquisa',
  'Catalogo online',
  'Uitgebreid zoeken',
  'Расширенный поиск',
  'Tìm kiếm nâng cao',
  '馆藏目录',
  '蔵書検索',
  'البحث',
  'खोज',
])('“%s” leads to a search', (anchor) => {
  expect(linked('Home', anchor, 'About us', 'Research')).toEqual([anchor]);
});

test('three links are followed at most, those of few words first; a title that speaks of searching is none', () => {
  expect(
    linked('In search of lost time, volume two', 'Search the archive', 'Find', 'Advanced search', 'Search'),
  ).toEqual(['Find', 'Search', 'Advanced search']);
});

test('an icon is known by its address, and another site is left alone', () => {
  const links = [
    ['https://a.test/catalogue.php', '', ''],
    ['https://b.test/search', 'Search', '', 2],
  ] as const;
  expect(searchLinks(links, NO_FORM).map(([url]) => url)).toEqual(['https://a.test/catalogue.php']);
});

test('where the page has a box for words, none is followed; a list to choose from is none', () => {
  const pageWith = (fields: string) =>
    extractForms(
      parseTree(`<form action="/s">${fields}<button>Search</button></form>`, 'https://a.test/'),
    ).map((form) => ({ form, verdict: { searchable: true } })) as unknown as Parameters<
      typeof searchLinks
    >[1]['forms'];
  const links = [['https://a.test/s', 'Search', '']] as const;
  expect(searchLinks(links, { forms: pageWith('<input name="q">') })).toEqual([]);
  expect(
    searchLinks(links, { forms: pageWith('<select name="kind"><option>Maps<option>Letters</select>') }),
  ).toHaveLength(1);
});
