import { describe, expect, it, test } from 'vitest';
import { type TypedFields, typedValues } from '../../../src/library/records/canonical-fields.ts';
import { Notations } from '../../../src/library/records/notation.ts';
import type { Notation } from '../../../src/library/records/read-number.ts';
import { fieldKind } from '../../../src/submissions/answers/field-kind.ts';
import { typedFields } from '../../../src/submissions/answers/typed-fields.ts';

const typed = (name: keyof TypedFields, value: string | number, notation: Notation = {}): unknown =>
  typedValues({ [name]: value }, notation)[name];

describe('names of fields', () => {
  const named = (label: string, value: string) =>
    Object.keys(typedFields([{ label, value, kind: fieldKind(value) }], 'book'));

  it.each([
    ['formato', 'PDF', 'format'],
    ['Format', 'Hardcover', 'format'],
    ['Idioma', 'Inglés', 'language'],
    ['Sprache', 'Deutsch', 'language'],
    ['Язык', 'русский', 'language'],
    ['Seitenzahl', '320', 'pages'],
    ['Size', '3 MB', 'size'],
    ['Categorized as', 'libs', 'category'],
    ['Genre', 'Crime', 'category'],
  ])('%s of %s is %s', (label, value, name) => expect(named(label, value)).toEqual([name]));

  it('a word of two meanings is left where the language is unknown', () => {
    expect(named('Ár', '4001')).toEqual(['ar']);
    expect(named('Autor', 'A. Low')).toEqual(['author']);
  });

  it('a size without bytes stays an area', () => expect(named('Size', '85 m²')).toEqual(['area']));

  it('a genre and a format are no two categories', () =>
    expect(
      typedFields(
        [
          { label: 'Genre', value: 'Crime', kind: 'text' },
          { label: 'Formato', value: 'EPUB', kind: 'text' },
        ],
        'book',
      ),
    ).toEqual({ category: 'Crime', format: 'EPUB' }));
});

describe('prices', () => {
  it.each([
    ['€12.50', 12.5, 'EUR'],
    ['12,50 €', 12.5, 'EUR'],
    ['£1,234.50', 1234.5, 'GBP'],
    ['1.234,50 EUR', 1234.5, 'EUR'],
    ["CHF 1'250", 1250, 'CHF'],
    ['1.234 zł', 1234, 'PLN'],
    ['₹ 12,34,567', 1234567, 'INR'],
    ['from 9 Kč', 9, 'CZK'],
    ['$20', 20, '$'],
    ['¥1500', 1500, '¥'],
    ['15', 15, null],
  ])('%s', (text, amount, currency) => expect(typed('price', text)).toEqual({ amount, currency }));

  it.each([
    ['₹ 45 Lac', 4_500_000, 'INR'],
    ['₹ 1.25 Cr', 12_500_000, 'INR'],
    ['1 Cr 20 Lac', 12_000_000, null],
    ['₹ 1 लाख', 100_000, 'INR'],
    ['£1.2m', 1_200_000, 'GBP'],
    ['$250k', 250_000, '$'],
    ['1,2 Mio €', 1_200_000, 'EUR'],
    ['1,5 млн руб.', 1_500_000, 'RUB'],
    ['350 tis. Kč', 350_000, 'CZK'],
    ['2 tỷ ₫', 2_000_000_000, 'VND'],
    ['45万円', 450_000, 'JPY'],
    ['3억 5000만원', 350_000_000, 'KRW'],
    ['5¢', 0.05, null],
    ['75p', 0.75, null],
    ['.75 €', 0.75, 'EUR'],
    ['Rs.750', 750, 'Rs'],
    ['35€99', 35.99, 'EUR'],
    ['$119. 95', 119.95, '$'],
    ['12.345 KD', 12.345, 'KWD'],
    ['129,00 € (-15%)', 129, 'EUR'],
    ['£220.00 + £12.00 delivery', 220, 'GBP'],
    ['109€ 109€ 109', 109, 'EUR'],
    ['AED 8000 (USD 2179)', 8000, 'AED'],
    ['30,000원~ 29개 구매', 30_000, 'KRW'],
    ['Was $120.00 Now $60.00', 60, '$'],
    ['statt 20 € nur 15 €', 15, 'EUR'],
    ['Běžná cena 590 Kč', 590, 'CZK'],
  ])('%s', (text, amount, currency) => expect(typed('price', text)).toEqual({ amount, currency }));

  it.each([
    ['$1,200/mo', { amount: 1200, currency: '$', per: 'mo' }],
    ['₹ 4,500 per sq ft', { amount: 4500, currency: 'INR', per: 'sq ft' }],
    ['4,98 € / 100 g', { amount: 4.98, currency: 'EUR', per: '100 g' }],
    ['2,49 € 4,98 €/kg', { amount: 2.49, currency: 'EUR' }],
    ['€10 – €20', { amount: 10, currency: 'EUR', highest: 20 }],
    ['26 bis 50 €', { amount: 26, currency: 'EUR', highest: 50 }],
    ['841,00 zł – 995,00 zł', { amount: 841, currency: 'PLN', highest: 995 }],
    ['₹ 45 – 60 Lac', { amount: 4_500_000, currency: 'INR', highest: 6_000_000 }],
    ['£1-1.2m', { amount: 1_000_000, currency: 'GBP', highest: 1_200_000 }],
  ])('%s is a range, or has a unit', (text, price) => expect(typed('price', text)).toEqual(price));

  it.each([
    ...[
      'free',
      'on request',
      '40% OFF',
      '16.00 ft',
      "5' 10''",
      '15.08.2017',
      'July, 2004',
      '10:30',
      '£5 off',
      'save $5',
    ],
    ...['$ 281.40 $ 265.70', '5 mil. €', '1250€600', 'orders $49+', '45 L', 'chapter 1.2.3'],
  ])('“%s” is no one price', (text) => expect(typed('price', text)).toBeUndefined());
});

describe('dates', () => {
  it.each([
    ['2024-04-23T09:00:00+00:00', '2024-04-23'],
    ['April 23, 2024', '2024-04-23'],
    ['10:00, 1 March 2024', '2024-03-01'],
    ['Sat, 14 Jan 2023 08:38:46 +0000', '2023-01-14'],
    ['23 de abril de 2024', '2024-04-23'],
    ['1. März 2024', '2024-03-01'],
    ['3 août 2021', '2021-08-03'],
    ['31/12/2020', '2020-12-31'],
    ['12/31/2020', '2020-12-31'],
    ['2024年4月23日', '2024-04-23'],
    ['March 2024', '2024-03'],
    ['5 July 2018, 5.45 pm', '2018-07-05'],
    ['7 a.m. 20.07.2021', '2021-07-20'],
    ['8.7.2018', '2018-07-08'],
    ['4 octobre 2015 à 14h40', '2015-10-04'],
    ['2023년 2월 10일 오전 3시', '2023-02-10'],
    ['2019 年 10 月 30 日', '2019-10-30'],
    ['14. svibanj 2022.', '2022-05-14'],
    ['9 листоп 2017', '2017-11-09'],
    ['12 ก.พ. 2020', '2020-02-12'],
    ['29 tháng mười hai, 2013', '2013-12-29'],
    ['3 ян 2016 г.', '2016-01-03'],
    ['24 मई 1997', '1997-05-24'],
  ])('%s', (text, iso) => expect(typed('date', text)).toBe(iso));

  it.each([
    '3/4/2024',
    'June 12-14, 2021',
    '12.-14.06.2021',
    '31 February 2024',
    '12 hours ago',
    '1 March 2024 – 2 April 2024',
  ])('“%s” is no sure date', (text) => expect(typed('date', text)).toBeUndefined());

  it('takes the order of day and month from the other dates of the site', () => {
    const notations = new Notations();
    notations.add('a.test', { date: '25/4/2024' });
    notations.add('b.test', { date: '4/25/2024' });
    notations.add('c.test', { date: '25/4/2024', 'date 2': '4/25/2024' });
    expect(typed('date', '3/4/2024', notations.of('a.test'))).toBe('2024-04-03');
    expect(typed('date', '3/4/2024', notations.of('b.test'))).toBe('2024-03-04');
    expect(typed('date', '3/4/2024', notations.of('c.test'))).toBeUndefined();
  });
});

describe('ISBNs', () => {
  it.each([
    ['978-3-16-148410-0', '9783161484100'],
    ['ISBN: 9780306406157', '9780306406157'],
    ['0-306-40615-2', '9780306406157'],
    ['080442957X', '9780804429573'],
  ])('%s', (text, isbn) => expect(typed('isbn', text)).toBe(isbn));

  it.each(['9783161484101', '0306406153', '12345'])('%s has no right check digit', (text) =>
    expect(typed('isbn', text)).toBeUndefined(),
  );
});

test.each<[keyof TypedFields, string | number, unknown]>([
  ['author', 'A. Writer, B. Drawer', ['A. Writer', 'B. Drawer']],
  ['author', 'Austen, Jane', ['Austen, Jane']],
  ['author', 'Jane Austen & Seth Smith', ['Jane Austen', 'Seth Smith']],
  ['category', 'libs, perl', ['libs', 'perl']],
  ['language', 'Inglés; Español', ['en', 'es']],
  ['language', 'eng', ['en']],
  ['language', 'pt-BR', ['pt']],
  ['language', 'Klingonish', undefined],
  ['year', '(1994)', 1994],
  ['year', '19945', undefined],
  ['rating', '4.5 / 5', { value: 4.5, best: 5 }],
  ['rating', '7,5 von 10', { value: 7.5, best: 10 }],
  ['rating', '43)', undefined],
  ['pages', '1,024 pages', 1024],
  ['pages', 320, 320],
  ['area', '85.5 m²', { value: 85.5, unit: 'm2' }],
  ['area', '1.234 m²', undefined],
  ['area', '51.0K', undefined],
  ['size', '51.0K', { value: 51, unit: 'KB' }],
  ['size', '831 bytes (114 words)', { value: 831, unit: 'bytes' }],
  ['size', '(23,930 bytes)', { value: 23930, unit: 'bytes' }],
  ['duration', 'PT1H30M', 90],
  ['duration', '2 h 5 min', 125],
  ['duration', '5', undefined],
  ['origin', 'Oslo', 'Oslo'],
  ['origin', 'http://wiki.test/?oldid=15', undefined],
])('%s “%s”', (name, text, value) => expect(typed(name, text)).toEqual(value));

test('1.234 m² is read where the site shows which mark decimals have', () => {
  expect(typed('area', '1.234 m²', { decimal: ',' })).toEqual({ value: 1234, unit: 'm2' });
  expect(typed('area', '1.234 m²', { decimal: '.' })).toEqual({ value: 1.234, unit: 'm2' });
});

test('several values of a name are one list, and the first readable of a single one counts', () => {
  const fields = { category: 'Crime', 'category 2': 'Poetry', price: 'free', 'price 2': '3 €', shelf: 'A7' };
  expect(typedValues(fields, {})).toEqual({
    category: ['Crime', 'Poetry'],
    price: { amount: 3, currency: 'EUR' },
  });
});

test.each([
  'https://files.example.org/fonts-1.7',
  'www.example.org/2024-05-01',
  'files.example.org/release-1.7 €',
])('an address has no price, date or number of its own: %s', (address) => {
  const notation = { decimal: undefined, dayFirst: undefined } as unknown as Parameters<
    typeof typedValues
  >[1];
  expect(
    typedValues({ price: address, date: address, pages: address, rating: address, area: address }, notation),
  ).toEqual({});
});
