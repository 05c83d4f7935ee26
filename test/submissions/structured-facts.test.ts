import { expect, test } from 'vitest';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { readDetail } from '../../src/submissions/details/read-detail.ts';
import { structuredFacts } from '../../src/submissions/details/structured-facts.ts';

const HERE = 'https://shop.test/b/7';
const tree = (html: string) => parseTree(html, HERE);
const json = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const of = (html: string, title = 'The Long Ship') => structuredFacts(tree(html), title).fields;

const BOOK = {
  '@type': 'Book',
  name: 'The Long Ship',
  author: [
    { '@type': 'Person', name: 'A. Writer' },
    { '@type': 'Person', name: 'B. Drawer' },
  ],
  publisher: { '@type': 'Organization', name: 'Harbour Press' },
  isbn: '9783161484100',
  datePublished: '1994',
  numberOfPages: 320,
  offers: { '@type': 'Offer', price: 12.5, priceCurrency: 'EUR' },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.5', bestRating: 5 },
};
const FIELDS = {
  author: 'A. Writer, B. Drawer',
  publisher: 'Harbour Press',
  isbn: '9783161484100',
  pages: '320',
  price: '12.50 EUR',
  rating: '4.5 / 5',
  year: '1994',
};

test('JSON-LD gives typed fields: alone, in a graph by reference, under full names', () => {
  expect(of(json({ '@context': 'https://schema.org', ...BOOK }))).toEqual(FIELDS);
  const graph = [
    { '@type': 'WebSite', name: 'Shop', publisher: { '@id': '#us' } },
    { '@type': 'Organization', '@id': '#us', name: 'Shop' },
    { '@id': '#house', '@type': 'Organization', name: 'Harbour Press' },
    { ...BOOK, publisher: { '@id': '#house' } },
  ];
  expect(of(json({ '@context': 'https://schema.org', '@graph': graph }))).toEqual(FIELDS);
  expect(
    of(json({ '@type': 'WebPage', mainEntity: { ...BOOK, '@type': ['Product', 'schema:Book'] } })),
  ).toEqual(FIELDS);
});

test('microdata and Open Graph do as well', () => {
  expect(
    of(`<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">The Long Ship</h1>
      <a itemprop="brand" itemscope itemtype="https://schema.org/Brand"><b itemprop="name">Harbour</b></a>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR"><span itemprop="price" content="12.50">12,50 €</span></div>
      <time itemprop="releaseDate" datetime="2026-02-01">1 February</time></div>`),
  ).toEqual({ brand: 'Harbour', price: '12.50 EUR', date: '2026-02-01' });
  expect(
    of(
      '<meta property="og:title" content="The Long Ship"><meta property="book:author" content="A. Writer"><meta property="product:price:amount" content="9.99"><meta property="product:price:currency" content="USD">',
    ),
  ).toEqual({ author: 'A. Writer', price: '9.99 USD' });
});

test('of several things it takes the one called as the record is, and none where that is not clear', () => {
  const other = { ...BOOK, name: 'Another', isbn: '9780306406157' };
  expect(of(json([other, BOOK])).isbn).toBe('9783161484100');
  expect(of(json([other, BOOK]), 'A third')).toEqual({});
  expect(of(json([other]), 'A third').isbn).toBe('9780306406157');
});

test('bad or hostile data is passed over', () => {
  const loop = { '@type': 'Book', '@id': '#a', name: 'The Long Ship', author: { '@id': '#a' } };
  expect(of(json({ '@graph': [loop] })).author).toBe('The Long Ship');
  for (const code of [
    '{"@type":"Book"',
    `${'['.repeat(100_000)}`,
    '"x"',
    '{"@type":{"a":1},"name":[[["x"]]]}',
  ])
    expect(of(`<script type="application/ld+json">${code}</script>`)).toEqual({});
  const many = Array.from({ length: 5_000 }, (_, i) => ({ '@type': 'Book', name: `Book ${i}` }));
  expect(of(json(many))).toEqual({});
  expect(
    of(json({ ...BOOK, author: { __proto__: { name: 'x' }, constructor: 'y' } })).author,
  ).toBeUndefined();
});

test('a record page that tells its facts to machines alone is read, and completes the record', () => {
  const page = tree(`<title>Shop</title>${json(BOOK)}<p>Ask at the desk for this one.</p>`);
  const reading = readDetail(
    page,
    { title: 'The Long Ship', fields: { author: 'A. Writer', price: 'EUR 13.00' } },
    { domain: 'book', formPage: undefined },
  );
  expect(reading).toMatchObject({ named: true, confirmed: ['author'], differing: ['price'] });
  expect(reading.added).toEqual(['publisher', 'isbn', 'pages', 'rating', 'year']);
});

test('what a list shows and the page shows agrees, however machines are told it', () => {
  const page = tree(
    `<h1>The Long Ship</h1>${json({ ...BOOK, datePublished: '1994-05-01' })}<p>12,50 € since 1 May 1994</p>`,
  );
  const fields = { price: '12,50 €', date: '1 May 1994' };
  expect(
    readDetail(page, { title: 'The Long Ship', fields }, { domain: 'book', formPage: undefined }),
  ).toMatchObject({
    confirmed: ['price', 'date'],
    differing: [],
  });
});

test('what people are shown goes before what machines are told', () => {
  const page = tree(`<h1>The Long Ship</h1>${json(BOOK)}<dl><dt>Publisher</dt><dd>Inland House</dd></dl>`);
  const { fields } = readDetail(
    page,
    { title: 'The Long Ship', fields: {} },
    { domain: 'book', formPage: undefined },
  );
  expect([fields.publisher, fields.isbn]).toEqual(['Inland House', '9783161484100']);
});

const shop = (html: string, url = HERE) =>
  readDetail(parseTree(html, url), { title: '', fields: {} }, { domain: 'product', formPage: undefined })
    .fields;

test('the thing that the heading of a page names is described, not what is like it', () => {
  const lamp = (name: string, price: number) => json({ '@type': 'Product', name, offers: { price } });
  expect(shop(`<h1>Lamp Vega</h1>${lamp('Lamp Nova', 10)}${lamp('Lamp Vega', 25)}`)).toMatchObject({
    price: '25',
  });
});

test.each([
  ['<div class="product-availability">Only 2 left in stock.</div>', 'InStock'],
  ['<p id="stock">Nicht auf Lager</p>', 'OutOfStock'],
  ['<span class="sold-out-label">品切れ</span>', 'OutOfStock'],
  ['<link itemprop="availability" href="http://schema.org/InStock">', 'InStock'],
  ['<form action="/cart"><button>Ajouter au panier</button></form>', 'InStock'],
  ['<div class="store-availability">Not available in your store</div>', undefined],
  ['<p>A box for your stock of tea.</p>', undefined],
])('whether a thing is to be had is read outside of offers: %s', (shown, availability) => {
  expect(shop(`<h1>Lamp</h1><span class="price">€25</span>${shown}`).availability).toBe(availability);
});

test('the number of a thing comes from its offer, a named attribute or the address that the page repeats', () => {
  const price = '<h1>Lamp</h1><span class="price">€25</span>';
  expect(
    shop(json({ '@type': 'Product', name: 'Lamp', mpn: 'V-1', offers: { price: 25, sku: '771' } })),
  ).toMatchObject({ identifier: '771', mpn: 'V-1' });
  expect(shop(json({ '@type': 'Product', name: 'Lamp', gtin13: '4006381333931' }))).toMatchObject({
    gtin: '4006381333931',
    identifier: '4006381333931',
  });
  expect(shop(`${price}<input type="hidden" name="productId" value="114768">`).identifier).toBe('114768');
  expect(shop(`${price}<p>Item 7215216655</p>`, 'https://shop.test/d/lamp/7215216655.html').identifier).toBe(
    '7215216655',
  );
  expect(shop(price, 'https://shop.test/d/lamp/7215216655.html').identifier).toBeUndefined();
});

test('offers within offers have the price; an old price and a tax have not', () => {
  const offers = {
    '@type': 'AggregateOffer',
    offers: [{ '@type': 'Offer', price: '12.99', priceCurrency: 'GBP' }],
  };
  expect(shop(json({ '@type': 'Product', name: 'Lamp', offers })).price).toBe('12.99 GBP');
  expect(
    shop(
      '<h1>Lamp</h1><span class="cart-price">€0</span><span class="tax-price">€3</span><span class="price">€25</span>',
    ).price,
  ).toBe('€25');
});
