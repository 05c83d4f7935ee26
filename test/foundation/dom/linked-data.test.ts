import { expect, test } from 'vitest';
import { type LinkedItem, linkedDataOf, parseTree } from '../../../src/foundation/dom/index.ts';

const read = (html: string) => linkedDataOf(parseTree(html, 'https://shop.test/b/7')).items;
const script = (code: string) => `<script type="application/ld+json">${code}</script>`;
/** Items as plain objects. */
const plain = ({ types, properties }: LinkedItem, depth = 0): unknown =>
  Object.fromEntries([
    ['is', types.join()],
    ...[...properties].map(([name, values]) => [
      name,
      values.map((value) => (typeof value === 'string' || depth > 3 ? value : plain(value, depth + 1))),
    ]),
  ]);

test.each([
  ['a trailing comma', '{"@type":"Book","name":"Tide","isbn":["1","2",],}'],
  ['a missing comma', '{"@type":"Book" "name":"Tide","isbn":["1","2"]}'],
  ['comments', '/* x */{"@type":"Book",// y\n"name":"Tide","isbn":["1",/* z */"2"]}'],
  ['a hiding comment', '<!--\n{"@type":"Book","name":"Tide","isbn":["1","2"]}\n//-->'],
  ['CDATA', '//<![CDATA[\n{"@type":"Book","name":"Tide","isbn":["1","2"]}\n//]]>'],
  ['single quotes', "{'@type':'Book','name':'Tide','isbn':['1','2']}"],
  [
    'character references',
    '{&quot;@type&quot;:&quot;Book&quot;,&quot;name&quot;:&quot;Tide&quot;,&quot;isbn&quot;:[&quot;1&quot;,&quot;2&quot;]}',
  ],
  ['a cut end', '{"@type":"Book","name":"Tide","isbn":["1","2"'],
  ['a bracket too many', '{"@type":"Book","name":"Tide","isbn":["1","2"]}}'],
])('JSON-LD with %s is read', (_, code) => {
  expect(read(script(code)).map((item) => plain(item))).toEqual([
    { is: 'Book', name: ['Tide'], isbn: ['1', '2'] },
  ]);
});

test('texts of JSON-LD keep their line breaks and quotes, and lose markup and character references', () => {
  const code = `{"@type":"Book","name":"The "Tide"","description":"one\n\ttwo","about":"<p>Salt &amp; sea</p>"}`;
  expect(read(script(code)).map((item) => plain(item))).toEqual([
    { is: 'Book', name: ['The "Tide"'], description: ['one\n\ttwo'], about: ['Salt & sea'] },
  ]);
});

test('references are resolved across scripts, and may form a circle', () => {
  const [book] = read(
    script('{"@type":"Book","@id":"#b","author":{"@id":"#a"},"publisher":{"@id":"#none"}}') +
      script('{"@type":"Person","@id":"#a","name":"Ann","knows":{"@id":"#b"}}'),
  );
  const author = book?.properties.get('author')?.[0] as LinkedItem;
  expect([author.types, author.properties.get('name')]).toEqual([['Person'], ['Ann']]);
  expect(author.properties.get('knows')?.[0]).toBe(book);
});

test('RDFa Lite and microdata with itemref are read', () => {
  expect(
    read(`<div vocab="https://schema.org/" typeof="Book"><h1 property="name">Tide</h1>
      <p property="author" typeof="Person"><a property="name" href="/ann">Ann</a></p></div>
      <div itemscope itemtype="https://schema.org/Offer" itemref="cost none"><i itemprop="name">New</i></div>
      <p id="cost">for <b itemprop="price" content="4.50">4,50</b></p>`).map((item) => plain(item)),
  ).toEqual([
    { is: 'Book', name: ['Tide'], author: [{ is: 'Person', name: ['Ann'] }] },
    { is: 'Offer', name: ['New'], price: ['4.50'] },
  ]);
});
