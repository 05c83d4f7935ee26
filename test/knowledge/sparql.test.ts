import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { storeAnnotated } from '../../src/knowledge/corpus/store-corpus.ts';
import {
  allDocuments,
  answerSparql,
  documentsWithNoun,
  exportRdf,
  importRdf,
  type RdfFormat,
  SparqlEngine,
  triplesOfTopic,
} from '../../src/knowledge/index.ts';
import { PREFIX_LINES } from '../../src/knowledge/rdf/vocabulary.ts';
import { shapeOf } from '../../src/knowledge/sparql/query-shape.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const JSON_TYPE = 'application/sparql-results+json';
const CSV = { bindings: 'text/csv', graph: 'text/turtle' };

const folder = temporaryFolder('fieldfare-sparql-');
let store: SqliteStore;
let engine: SparqlEngine;

/** Twenty documents; `algol` in four of them, and a title that would break quotes. */
async function fill(topic: string): Promise<void> {
  await store.transaction(async (trx) => {
    for (let i = 0; i < 20; i++) {
      const anchors = ['compiler', `program ${i}`, ...(i % 5 === 0 ? ['algol'] : [])];
      const nouns = anchors.map((anchor) => ({
        anchor,
        posTag: 'NN' as const,
        neTag: 'O' as const,
        uri: anchor.startsWith('program') ? null : `http://kb.test/${anchor}`,
        count: i + 1,
      }));
      await storeAnnotated(trx, topic, {
        source: `http://a.test/${i}`,
        title: `Title “${i}” "\\ \n\u0007 <x> é`,
        digest: String(i),
        linker: 'embedded',
        annotation: { sentences: i, nouns },
      });
    }
  });
}

beforeAll(async () => {
  store = await openStore(join(folder, 'storage'), { mode: 'write' });
  await fill('computing');
  engine = new SparqlEngine(() => triplesOfTopic(store.knowledge, 'computing'), {
    timeoutMs: 2_000,
    rows: 100,
  });
});

afterAll(async () => {
  await engine.close();
  await store.close();
});

const value = async (query: string): Promise<string> =>
  (await engine.query(query, CSV)).split(/\r?\n/)[1] ?? '';

async function rdf(topic: string, format: RdfFormat): Promise<string> {
  const pieces = await Array.fromAsync(exportRdf(store.knowledge, topic, format));
  return pieces.join('');
}

test('the two listings of paper 003, made valid, count the documents with a noun and all of them', async () => {
  expect(await value(documentsWithNoun('algol'))).toBe('4');
  expect(await value(documentsWithNoun('algol', 'http://kb.test/algol'))).toBe('4');
  expect(await value(documentsWithNoun('algol', 'http://kb.test/star'))).toBe('0');
  expect(await value(documentsWithNoun('"} ; DROP'))).toBe('0');
  expect(await value(allDocuments())).toBe('20');
});

test.each(['turtle', 'nquads'] as const)('what goes out as %s comes in again the same', async (format) => {
  const file = join(folder, `out.${format === 'turtle' ? 'ttl' : 'nq'}`);
  const before = await rdf('computing', format);
  await writeFile(file, before);
  const topic = `copy-${format}`;
  expect(await importRdf(store, file, topic)).toEqual({ topics: { [topic]: 20 } });
  expect(await rdf(topic, format)).toBe(before.replaceAll(/(:|")computing(:|"|>)/g, `$1${topic}$2`));
  expect(before).toContain('sfwc');
});

test('nouns that differ in case only come in as one', async () => {
  const file = join(folder, 'cases.ttl');
  const noun = (anchor: string, i: number) =>
    `<urn:e${i}> sfwc:inDocument <urn:d> ; nif:anchorOf "${anchor}" ; itsrdf:taIdentRef <urn:algol> .`;
  await writeFile(
    file,
    `${PREFIX_LINES}<urn:d> a sfwc:Document .\n${['Algol', 'algol'].map(noun).join('\n')}\n`,
  );
  await importRdf(store, file, 'cases');
  expect(await store.knowledge.linkedNouns('cases')).toMatchObject([{ anchor: 'algol', documents: 1 }]);
});

test('RDF that does not parse is named by line and column, RDF of another schema by what it lacks', async () => {
  const read = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return importRdf(store, join(folder, name));
  };
  await expect(read('bad.ttl', '@prefix a: <http://a/> .\na:b a:c oops .\n')).rejects.toThrow(
    /bad\.ttl: Parser error at line 2 between columns 9 and 13/,
  );
  await expect(read('bad.nq', '<http://a> <http://b> "x"\n')).rejects.toThrow(/line 2 column 1/);
  await expect(read('other.ttl', '<http://a> <http://b> "x" .')).rejects.toThrow(/holds no sfwc:Document/);
  await expect(read('a.json', '{}')).rejects.toThrow(/expected Turtle \(\.ttl\)/);
  await expect(importRdf(store, join(folder, 'none.ttl'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
  await expect(read('nameless.ttl', '<urn:d> a <http://sfwcrawler.com/core#Document> .')).rejects.toThrow(
    /no topic with an rdfs:label; name one with --as/,
  );
});

describe('limits', () => {
  test('LIMIT is lowered or given, wherever it stands, and not where it does not', () => {
    const limited = (query: string) => shapeOf(query, 100).limited.replace(/\s+/g, ' ').trim();
    expect(limited('SELECT * { ?s ?p ?o } LIMIT 5')).toBe('SELECT * { ?s ?p ?o } LIMIT 5');
    expect(limited('SELECT * { ?s ?p ?o } limit 500 offset 3')).toBe(
      'SELECT * { ?s ?p ?o } limit 100 offset 3',
    );
    expect(limited('SELECT * { { SELECT * { ?s ?p ?o } LIMIT 3 } }')).toMatch(/\} \} LIMIT 100$/);
    expect(limited('SELECT ?limit { ?s ?p "LIMIT 7" } # LIMIT 9')).toMatch(/# LIMIT 9 LIMIT 100$/);
    expect(shapeOf('SELECT * { ?s ?p ?o } # LIMIT 9', 100).limited).toMatch(/9\nLIMIT 100 $/);
    expect(limited('SELECT * { ?s ?p ?o } VALUES ?o { 1 }')).toBe(
      'SELECT * { ?s ?p ?o } LIMIT 100 VALUES ?o { 1 }',
    );
    expect(shapeOf('PREFIX select: <http://insert/> CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }', 1).form).toBe(
      'construct',
    );
    for (const update of [
      'INSERT DATA { <a:b> <a:b> 1 }',
      'prefix a: <b:> delete where {}',
      'DROP ALL',
      'LOAD <x:y>',
    ])
      expect(shapeOf(update, 1).form).toBe('update');
  });

  test('rows, time and updates', async () => {
    const rows = await engine.query('SELECT ?s { ?s ?p ?o }', CSV);
    expect(rows.trim().split(/\r?\n/)).toHaveLength(101);
    const endless = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }';
    await expect(engine.query(endless, CSV)).rejects.toMatchObject({ code: 'timeout' });
    // The thread that was ended is followed by another.
    expect(await value(allDocuments())).toBe('20');
    await expect(engine.query('CLEAR ALL', CSV)).rejects.toMatchObject({ code: 'update' });
    await expect(engine.query('SELECT * WHERE { ?s ?p }', CSV)).rejects.toThrow(/^error at 1:25: /);
    await expect(
      engine.query('SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }', CSV),
    ).rejects.toThrow(/not supported/);
  });
});

describe('the endpoint', () => {
  const URL = 'http://127.0.0.1/api/knowledge/sparql';
  const answered = (url: string, init?: RequestInit): Promise<Response> =>
    answerSparql(engine, new Request(url, init)).catch(
      ({ message, httpStatus }: Error & { httpStatus: number }) =>
        new Response(message, { status: httpStatus }),
    );
  const ask = (parameters: Record<string, string>, init?: RequestInit) =>
    answered(`${URL}?${new URLSearchParams(parameters)}`, init);
  const post = (type: string, body: string, headers: Record<string, string> = {}) =>
    answered(URL, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
  const typeOf = (response: Response) => response.headers.get('content-type')?.split(';')[0];

  test('answers GET and both kinds of POST, in the type that the client accepts', async () => {
    const get = await ask({ query: allDocuments() });
    expect([get.status, typeOf(get)]).toEqual([200, JSON_TYPE]);
    expect(await get.json()).toMatchObject({ results: { bindings: [{ total: { value: '20' } }] } });
    const form = await post(
      'application/x-www-form-urlencoded',
      String(new URLSearchParams({ query: allDocuments() })),
      { accept: 'text/csv;q=.5, text/tab-separated-values' },
    );
    expect([typeOf(form), await form.text()]).toEqual(['text/tab-separated-values', '?total\n20\n']);
    const direct = await post('application/sparql-query; charset=utf-8', allDocuments(), {
      accept: 'application/xml',
    });
    expect(await direct.text()).toContain('<sparql xmlns="http://www.w3.org/2005/sparql-results#">');
    const graph = await ask({ query: 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o } LIMIT 1' });
    expect(typeOf(graph)).toBe('text/turtle');
    const yes = await ask({ query: 'ASK { ?s ?p ?o }' }, { headers: { accept: JSON_TYPE } });
    expect(await yes.json()).toMatchObject({ boolean: true });
  });

  test('refuses what it should, in one line', async () => {
    const cases: [Promise<Response>, number, RegExp][] = [
      [ask({ query: 'SELECT * WHERE { ?s ?p' }), 400, /^error at 1:\d+: /],
      [ask({}), 400, /expected one parameter “query”/],
      [ask({ query: 'DROP ALL' }), 403, /updates are refused/],
      [ask({ update: 'DROP ALL' }), 403, /updates are refused/],
      [post('application/sparql-update', 'DROP ALL'), 403, /updates are refused/],
      [post('text/plain', allDocuments()), 415, /expected application\/sparql-query/],
      [post('application/sparql-query', 'x'.repeat(200_000)), 413, /too long/],
      [ask({ query: allDocuments() }, { headers: { accept: 'image/png' } }), 406, /expected one of/],
      [ask({ query: allDocuments() }, { headers: { accept: 'text/turtle' } }), 406, /gives bindings/],
      [answered(URL, { method: 'DELETE' }), 405, /GET or POST/],
    ];
    for (const [response, status, line] of cases) {
      const { status: got, ...rest } = await response.then(async (r) => ({
        status: r.status,
        text: await r.text(),
      }));
      expect([got, rest.text]).toEqual([status, expect.stringMatching(line)]);
      expect(rest.text.trim().split('\n')).toHaveLength(1);
    }
  });
});

test('the documented example is what an export looks like', async () => {
  const docs = await readFile(new URL('../../docs/knowledge.md', import.meta.url), 'utf8');
  for (const name of [
    ...['sfwc:hasTopic', 'sfwc:inDocument', 'nif:anchorOf', 'itsrdf:taIdentRef', 'sfwc:idfValue'],
  ]) {
    expect(docs).toContain(name);
    expect(await rdf('computing', 'turtle')).toContain(name);
  }
});
