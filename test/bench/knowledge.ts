/**
 * How fast pages are judged, and how fast SPARQL answers on a million triples.
 *
 * `npm run bench -- knowledge [--json] [--data FOLDER]`; the folder is one of labelled archives (`pages.jsonl`), without it only
 * SPARQL is measured.
 */

import { parseArgs } from 'node:util';
import {
  allDocuments,
  contentOf,
  documentsWithNoun,
  embeddedAnnotator,
  judgeKnowledge,
  modelFrom,
  nounKey,
  SparqlEngine,
} from '../../src/knowledge/index.ts';
import { PREFIXES } from '../../src/knowledge/rdf/vocabulary.ts';
import { labelledPages } from '../../src/wings/laboratory/topics/labelled-pages.ts';

const CSV = { bindings: 'text/csv', graph: 'text/turtle' };
const DOCUMENTS = 1_151;
const NOUNS = 97;
const ROUNDS = 20;

/** A million triples in the shape of the knowledge schema: 1,151 documents, `algol` in 14 of them. */
async function* triples(): AsyncGenerator<string> {
  const { rdf, nif, itsrdf, sfwc } = PREFIXES;
  const type = `<${rdf}type>`;
  for (let d = 0; d < DOCUMENTS; d++) {
    const doc = `<urn:d:${d}>`;
    const lines = [
      `${doc} ${type} <${sfwc}Document> .`,
      `${doc} <http://purl.org/dc/terms/title> "Document ${d}" .`,
    ];
    for (let n = 0; n < NOUNS; n++) {
      const entity = `<urn:e:${d}:${n}>`;
      const anchor = n === 0 && d % 85 === 0 ? 'algol' : `noun${(d * 31 + n * n * 7) % 9_000}`;
      lines.push(
        `${entity} ${type} <${sfwc}Entity> .`,
        `${entity} ${type} <${nif}Word> .`,
        `${entity} <${nif}anchorOf> "${anchor}" .`,
        `${entity} <${nif}posTag> "NN" .`,
        `${entity} <${sfwc}neTag> "O" .`,
        `${entity} <${itsrdf}taIdentRef> <urn:m:${anchor}> .`,
        `${entity} <${sfwc}idfValue> "5.0"^^<http://www.w3.org/2001/XMLSchema#double> .`,
        `${entity} <${sfwc}occurrences> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .`,
        `${entity} <${sfwc}inDocument> ${doc} .`,
      );
    }
    yield `${lines.join('\n')}\n`;
  }
}

/** Listing 1 in the order in which the paper prints its patterns. */
const printedOrder = documentsWithNoun('algol').replace(
  /( {2}\?s nif:anchorOf .*\n)( {2}\?s a sfwc:Entity .*\n)/,
  '$2$1',
);

async function best(engine: SparqlEngine, query: string): Promise<{ ms: number; answer: string }> {
  let ms = Number.POSITIVE_INFINITY;
  let answer = '';
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    answer = await engine.query(query, CSV);
    ms = Math.min(ms, performance.now() - start);
  }
  return { ms, answer: answer.split(/\r?\n/)[1] ?? '' };
}

async function sparql(): Promise<object> {
  const engine = new SparqlEngine(triples);
  const start = performance.now();
  await engine.ready();
  const loadMs = performance.now() - start;
  const count = await engine.query('SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }', CSV);
  const results = {
    triples: Number(count.split(/\r?\n/)[1]),
    loadMs,
    listing1: await best(engine, documentsWithNoun('algol')),
    listing1AsPrinted: await best(engine, printedOrder),
    listing2: await best(engine, allDocuments()),
  };
  await engine.close();
  return results;
}

/** Of this thread alone, where Node can tell (23.9). */
const cpuUsage = process.threadCpuUsage?.bind(process) ?? process.cpuUsage;

/** Processor time of annotation and verdict of each page, when the page before was judged just so. */
async function verdicts(folder: string): Promise<object> {
  const { pages } = await labelledPages(folder, () => undefined);
  const having = new Map<string, number>();
  for (const { annotation } of pages)
    for (const noun of annotation.nouns)
      if (noun.uri !== null) having.set(nounKey(noun), (having.get(nounKey(noun)) ?? 0) + 1);
  const model = modelFrom('bench', pages.length, having);
  const times = pages
    .map((page) => {
      const before = cpuUsage();
      judgeKnowledge(embeddedAnnotator().annotate(contentOf(page)), model);
      const { user, system } = cpuUsage(before);
      return (user + system) / 1_000;
    })
    .sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return {
    pages: times.length,
    meanMs: times.reduce((sum, one) => sum + one, 0) / times.length,
    medianMs: at(0.5),
    p95Ms: at(0.95),
  };
}

export async function knowledgeBench(json: boolean, settings: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...settings],
    options: { data: { type: 'string' }, json: { type: 'boolean' } },
  });
  const results = {
    sparql: await sparql(),
    ...(values.data !== undefined && { verdict: await verdicts(values.data) }),
  };
  process.stdout.write(`${JSON.stringify(results, null, json ? 0 : 2)}\n`);
}
