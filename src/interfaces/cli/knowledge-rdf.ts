import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fileFault, whileOpen } from '../../foundation/errors/index.ts';
import { off, oneOf } from '../../foundation/options/index.ts';
import type { SparqlEngine } from '../../knowledge/index.ts';
import type { Store } from '../../storage/index.ts';
import { command, type FlagsOf, inStore, printJson, text, whole, withStore } from '../terminal/index.ts';

const inKnowledge = { ...inStore, storage: inStore.storage.describe('<dir> folder of the knowledge') };

const exportOptions = z.object({
  format: oneOf(['turtle', 'nquads']).default('turtle').describe('<name> format of the file'),
  out: text.describe('<file> write to this file').meta({ defaultText: 'standard output' }),
  ...inKnowledge,
});

export const knowledgeExportCommand = command({
  options: exportOptions,
  help: 'Example:\n  fieldfare knowledge export book --format nquads --out book.nq',
  run: exportKnowledge,
});

async function exportKnowledge(
  { format, out, storage }: FlagsOf<typeof exportOptions>,
  topic: string,
): Promise<void> {
  const { exportRdf } = await import('../../knowledge/index.ts');
  await withStore(storage, 'read', async ({ knowledge }) => {
    const file = out === undefined ? undefined : await open(out, 'w');
    try {
      for await (const piece of exportRdf(knowledge, topic, format)) {
        if (file !== undefined) await file.write(piece);
        else if (!process.stdout.write(piece))
          await new Promise((resume) => process.stdout.once('drain', resume));
      }
    } finally {
      await file?.close();
    }
  });
}

export const knowledgeImportCommand = command({
  options: z.object({
    as: text.describe('<domain> all of it into this domain'),
    ...inKnowledge,
    json: off.describe('print the outcome as JSON'),
  }),
  help: 'Example:\n  fieldfare knowledge import book.ttl --as library',
  async run({ storage, as, json }, file: string) {
    const { importRdf } = await import('../../knowledge/index.ts');
    const imported = await withStore(storage, 'write', (store) => importRdf(store, file, as));
    if (json) return printJson(imported);
    for (const [topic, documents] of Object.entries(imported.topics))
      process.stdout.write(`${topic}: ${documents} documents taken in\n`);
  },
});

const FORMATS = {
  json: { bindings: 'application/sparql-results+json', graph: 'application/n-triples' },
  xml: { bindings: 'application/sparql-results+xml', graph: 'application/rdf+xml' },
  csv: { bindings: 'text/csv', graph: 'text/turtle' },
  tsv: { bindings: 'text/tab-separated-values', graph: 'text/turtle' },
} as const;

const limits = {
  domain: z
    .array(z.string())
    .optional()
    .describe('<name...> knowledge of these domains')
    .meta({ defaultText: 'all' }),
  timeout: whole(1, 3_600).default(10).describe('<seconds> time for one query'),
  rows: whole(1, 10_000_000).default(10_000).describe('most rows to return'),
  ...inKnowledge,
};
const queryOptions = z.object({
  expression: text.describe('the query itself').meta({ flag: '-e, --expression <query>' }),
  noun: text.describe('<word> n, N and idf of a noun, by listings 1 and 2 of Hernandez and others 2020'),
  format: oneOf(['json', 'xml', 'csv', 'tsv']).default('csv').describe('<name> format of the result'),
  ...limits,
});

export const knowledgeQueryCommand = command({
  options: queryOptions,
  help: 'Examples:\n  fieldfare knowledge query --noun algol\n  fieldfare knowledge query -e "SELECT * WHERE { ?s ?p ?o } LIMIT 5" --format json',
  run: query,
});

async function query(flags: FlagsOf<typeof queryOptions>, file: string | undefined): Promise<void> {
  const { KnowledgeError } = await import('../../knowledge/index.ts');
  await withStore(flags.storage, 'read', async (store) => {
    return whileOpen(engineOf(store, flags), async (engine) => {
      if (flags.noun !== undefined) return await idfBySparql(engine, flags.noun);
      const text = flags.expression ?? (file === undefined ? undefined : await queryFile(file));
      if (text === undefined) throw new KnowledgeError('no query; give a file, -e QUERY or --noun WORD');
      process.stdout.write(await engine.query(text, FORMATS[flags.format]));
      process.stdout.write('\n');
    });
  });
}

async function queryFile(file: string): Promise<string> {
  const { KnowledgeError } = await import('../../knowledge/index.ts');
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KnowledgeError(
      `the query ${file} cannot be read: ${fileFault(error)}; give the query itself with -e`,
    );
  });
}

async function idfBySparql(engine: SparqlEngine, noun: string): Promise<void> {
  const { allDocuments, documentsWithNoun, idf } = await import('../../knowledge/index.ts');
  const count = async (text: string) => Number((await engine.query(text, FORMATS.csv)).split(/\r?\n/)[1]);
  const [having, all] = [await count(documentsWithNoun(noun.toLowerCase())), await count(allDocuments())];
  printJson({ noun, documentsWithNoun: having, documents: all, idf: idf(all, having) });
}

async function engineOf(
  { knowledge }: Store,
  { domain, timeout, rows }: FlagsOf<z.ZodObject<typeof limits>>,
): Promise<SparqlEngine> {
  const { SparqlEngine, loadKnowledge } = await import('../../knowledge/index.ts');
  const { triplesOfAll } = await import('../../app/index.ts');
  const topics = domain ?? (await knowledge.topics());
  // A domain that nothing is known of is told before anything is served.
  for (const topic of topics) await loadKnowledge(knowledge, topic);
  return new SparqlEngine(() => triplesOfAll(knowledge, topics), { timeoutMs: timeout * 1_000, rows });
}
