import { expect, test } from 'vitest';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { readDetail } from '../../src/submissions/details/read-detail.ts';

const HERE = 'https://site.test/one';
const json = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;
const read = (body: string, title: string, domain: string | null = null) =>
  readDetail(
    parseTree(`<!doctype html><title>${title} - Site</title><body>${body}`, HERE),
    { title, fields: {} },
    { domain, formPage: undefined },
  ).fields;

const DISH = 'Barley Stew';
const RECIPE = {
  '@type': 'Recipe',
  name: DISH,
  author: { '@type': 'Person', name: 'Ola Berg' },
  recipeCategory: 'Main',
  recipeYield: ['6', '6 bowls'],
  prepTime: 'PT15M',
  cookTime: 'PT1H',
  recipeIngredient: ['200 g barley', '1 onion'],
  recipeInstructions: [
    { '@type': 'HowToStep', text: 'Chop the onion.' },
    { '@type': 'HowToStep', text: 'Cook all of it.' },
  ],
  image: { '@type': 'ImageObject', url: 'https://site.test/stew.jpg', width: 650, height: 400 },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, ratingCount: 12 },
};

test('what a recipe tells machines goes before what its page shows of a step or of the site', () => {
  const fields = read(
    `<h1>${DISH}</h1>${json(RECIPE)}<ul><li><b>Serves</b> <span>1 cup</span></li><li><b>Author</b> <span>Admin</span></li>
     <li><b>Cook time</b> <span>10 min</span></li></ul>`,
    DISH,
  );
  expect(fields).toEqual({
    'aggregate rating': { 'rating count': '12', 'rating value': '4.5' },
    author: 'Ola Berg',
    category: 'Main',
    yields: '6 bowls',
    'prep time': '15 min',
    'cook time': '1 h',
    'total time': '1 h 15 min',
    rating: '4.5',
    ingredients: ['200 g barley', '1 onion'],
    instructions: ['Chop the onion.', 'Cook all of it.'],
    image: ['https://site.test/stew.jpg'],
  });
});

test('a recipe for people alone is read from its labels and its classes, with the times it takes', () => {
  const fields = read(
    `<h1>${DISH}</h1><span class="entry-author">By <a href="/ola">Ola Berg</a></span>
     <div class="recipe-meta"><div><span>Prep Time</span><span>15 minutes</span></div><div><span>Cook Time</span><span>1 hr 5 mins</span></div>
     <div><span>Servings</span><span>6 bowls</span></div></div>
     <span class="recipe-course">Main</span> <span class="recipeCuisine">Nordic</span> <div class="rating-average">4.5</div>`,
    DISH,
  );
  expect(fields).toEqual({
    author: 'Ola Berg',
    'prep time': '15 minutes',
    'cook time': '1 hr 5 mins',
    'total time': '1 h 20 min',
    yields: '6 bowls',
    category: 'Main',
    cuisine: 'Nordic',
    rating: '4.5',
  });
});

test('comments, related things, notices on cookies, menus and prose give no fields', () => {
  const rows = (name: string) =>
    `<ul><li><b>${name}</b> <span>Oak</span></li><li><b>Finish</b> <span>Oil</span></li><li><b>Shade</b> <span>Dark</span></li></ul>`;
  const fields = read(
    `<nav>${rows('Menu')}</nav><main><h1>Oak Chair</h1>${rows('Wood')}
     <p>Note: we had to wait for this one until the winter was over, and then it came in a box.</p>
     <div><b>Why we love it</b><p>It is a chair that we would not want to be without, and neither would you.</p></div>
     <ul><li><a href="/h">Home</a></li></ul><div><b>Discover</b><a href="/a">Shop</a><a href="/b">About us</a><a href="/c">Careers</a></div></main>
     <section id="comments"><p class="author">Troll</p>${rows('Mood')}</section><div class="related-items">${rows('Other')}</div>
     <div class="cookie-consent">${rows('Duration')}</div><ul class="widget_categories"><li class="categories">Beds</li></ul><footer>${rows('Legal')}</footer>`,
    'Oak Chair',
  );
  expect(fields).toEqual({ wood: 'Oak', finish: 'Oil', shade: 'Dark' });
});

test('a table of parts, a count of voices and amounts that are no prices name no fields', () => {
  const fields = read(
    `<h1>${DISH}</h1><h2>Parts</h2><table><thead><tr><th>Amount</th><th>Name</th><th>Use</th></tr></thead><tr><td>1 each</td><td>Barley</td><td>Boil</td></tr></table>
     <dl><dt>Rating</dt><dd>1210 reviews</dd><dt>Cost</dt><dd>163 kcal</dd><dt>½ cup</dt><dd>milk</dd><dt>Level</dt><dd>Easy</dd></dl>
     <table><tr><th>Serves</th><th>Prep time</th><th>Level of skill</th></tr><tr><td>6</td><td>10 min</td><td>None</td></tr></table>`,
    DISH,
  );
  expect(fields).toEqual({
    level: 'Easy',
    yields: '6',
    'prep time': '10 min',
    'total time': '10 min',
    'level of skill': 'None',
  });
});

const PLACE = { '@type': 'PostalAddress', streetAddress: '1 Quay', addressLocality: 'Haven' };

test.each([
  [
    'book',
    {
      '@type': 'Book',
      name: 'Tide',
      author: [{ name: 'Ann Low' }, { name: 'Bo High' }],
      isbn: '9783161484100',
      numberOfPages: 90,
    },
    { author: 'Ann Low, Bo High', isbn: '9783161484100', pages: '90' },
  ],
  [
    'product',
    {
      '@type': 'Product',
      name: 'Tide',
      brand: { '@type': 'Brand', name: 'Quay' },
      sku: 'Q-1',
      offers: [
        { '@type': 'Offer', price: 12.5, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
        { '@type': 'Offer', price: 9, priceCurrency: 'EUR', availability: 'https://schema.org/SoldOut' },
      ],
      additionalProperty: { '@type': 'PropertyValue', name: 'Material', value: 'oak' },
    },
    {
      brand: 'Quay',
      identifier: 'Q-1',
      price: '12.50 EUR',
      material: 'oak',
      offers: [
        { price: '12.5', 'price currency': 'EUR', availability: 'InStock' },
        { price: '9', 'price currency': 'EUR', availability: 'SoldOut' },
      ],
    },
  ],
  [
    'hotel',
    {
      '@type': 'Hotel',
      name: 'Tide',
      address: PLACE,
      priceRange: '€80–120',
      starRating: { '@type': 'Rating', ratingValue: 4 },
      petsAllowed: true,
    },
    { place: '1 Quay, Haven', price: '€80–120', rating: '4', 'pets allowed': 'true' },
  ],
  [
    'job',
    {
      '@type': 'JobPosting',
      title: 'Tide',
      hiringOrganization: { '@type': 'Organization', name: 'Quay', sameAs: 'https://quay.test' },
      datePosted: '2026-03-01',
      jobLocation: { '@type': 'Place', address: PLACE },
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'EUR',
        value: { '@type': 'QuantitativeValue', minValue: 40, maxValue: 50, unitText: 'HOUR' },
      },
    },
    { 'date posted': '2026-03-01', place: '1 Quay, Haven', employer: 'Quay', salary: '40–50 EUR HOUR' },
  ],
  [
    'event',
    {
      '@type': 'MusicEvent',
      name: 'Tide',
      startDate: '2026-05-01T20:00',
      location: { '@type': 'Place', name: 'Quay Hall' },
      performer: { name: 'The Oars' },
    },
    { date: '2026-05-01T20:00', place: 'Quay Hall', artist: 'The Oars' },
  ],
  [
    'home',
    {
      '@type': 'House',
      name: 'Tide',
      address: PLACE,
      numberOfRooms: 5,
      floorSize: { '@type': 'QuantitativeValue', value: 85, unitText: 'm²' },
    },
    { place: '1 Quay, Haven', rooms: '5', area: '85 m²' },
  ],
  [
    'course',
    {
      '@type': 'Course',
      name: 'Tide',
      provider: { '@type': 'Organization', name: 'Quay School' },
      timeRequired: 'PT40H',
      inLanguage: 'en',
    },
    { provider: 'Quay School', duration: '40 h', language: 'en' },
  ],
])('the page of one %s gives its fields, nested ones nested', (_, data, fields) => {
  expect(
    read(`<h1>Tide</h1>${json(data)}<p>Ask us about it: we are happy to help you.</p>`, 'Tide'),
  ).toMatchObject(fields);
});

const terms = (facts: Readonly<Record<string, string>>) =>
  Object.entries(facts)
    .map(([name, value]) => `<div><span>${name}</span><span>${value}</span></div>`)
    .join('');

test.each([
  [
    'job',
    'Tide',
    { Employer: 'Quay Ltd', Salary: '€40–50 per hour', Contract: 'Full time' },
    { employer: 'Quay Ltd', salary: '€40–50 per hour', contract: 'Full time' },
  ],
  [
    'hotel',
    'Tide',
    { 'Check-in': '15:00', Rooms: '24', 'Price per night': '€120' },
    { 'check in': '15:00', rooms: '24', price: '€120' },
  ],
  [
    'home',
    'Tide',
    { Bedrooms: '3', Bathrooms: '1', 'Floor area': '85 m²' },
    { rooms: '3', bathrooms: '1', area: '85 m²' },
  ],
  [
    'course',
    'Tide',
    { Duration: '6 weeks', Level: 'Beginner', Language: 'English' },
    { duration: '6 weeks', level: 'Beginner', language: 'English' },
  ],
  [
    'book',
    'Tide',
    { Publisher: 'Harbour', Pages: '90', Binding: 'Hardcover' },
    { publisher: 'Harbour', pages: '90', format: 'Hardcover' },
  ],
])('a %s for people alone gives what it labels, and no prose', (_, title, shown, fields) => {
  const page = `<main><h1>${title}</h1><div class="score"><b>4.2</b> <i>310 reviews</i></div><div>${terms(shown)}</div>
    <h2>What you should know before you come to see us</h2><p>Bring a coat: it is cold, and you will be out for long.</p></main>`;
  expect(read(page, title)).toEqual({ ...fields, rating: '4.2' });
});

test('names that mean something to machines alone are names like others', () => {
  const car = {
    '@type': 'Car',
    name: 'Tide',
    constructor: [
      { name: 'Quay', url: '#' },
      { name: 'Low', url: '#' },
    ],
  };
  expect(read(json({ ...car, toString: ['a', 'b'] }), 'Tide')).toMatchObject({
    constructor: ['Quay', 'Low'],
  });
});

test('a place that refers to itself ends', () => {
  const place = { '@id': '#p', '@type': 'Place', address: { '@id': '#p' } };
  expect(read(json({ '@type': 'Event', name: 'Tide', location: place }), 'Tide')).not.toHaveProperty('place');
});

const times = (text: string, count: number) => text.repeat(count);
test.each([
  [
    'items',
    (n: number) =>
      json({
        '@graph': Array.from({ length: n / 4 }, (_, i) => ({
          '@type': 'Book',
          '@id': `#${i}`,
          name: `B ${i}`,
          isbn: { '@id': `#${i + 1}` },
        })),
      }),
  ],
  [
    'broken JSON',
    (n: number) => `<script type="application/ld+json">{"a":"${times('" {/*', n * 4)}</script>`,
  ],
  ['named elements', (n: number) => times('<i class="author category">Ann Low</i>', n)],
  [
    'distinct categories',
    (n: number) => Array.from({ length: n }, (_, i) => `<a rel="category">C ${i}</a>`).join(''),
  ],
  [
    'cells in two rows',
    (n: number) => `<table><tr>${times('<th>Aa</th>', n)}</tr><tr>${times('<td>5</td>', n)}</tr></table>`,
  ],
  ['rows of labels', (n: number) => `<table>${times('<tr><td>Aa</td><td>Bb</td></tr>', n)}</table>`],
  ['asides around headings', (n: number) => times('<div class="related">', 400) + times('<h1>x</h1>', n)],
  ['terms within terms', (n: number) => times('<dl><dt>Aa</dt><dd>', n)],
  ['microdata', (n: number) => `<div itemscope>${times('<b itemprop="name">x</b>', n)}</div>`],
])('a page of many %s takes time in proportion to its length', (_, make) => {
  const spent = (count: number): number => {
    const tree = parseTree(make(count), HERE);
    const before = process.cpuUsage().user;
    readDetail(tree, { title: 'Foo', fields: {} }, { domain: null, formPage: undefined });
    return (process.cpuUsage().user - before) / 1_000;
  };
  spent(1_000);
  expect(spent(16_000)).toBeLessThan(1_500);
});
