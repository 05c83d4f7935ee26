import { open, readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { RdfFormat, SparqlEngine } from '../../knowledge/index.ts';
import type { Store } from '../../storage/index.ts';
import { printJson, wholeNumber } from '../terminal/index.ts';

interface ExportFlags {
  format: RdfFormat;
  out?: string;
  storage: string;
}

export function knowledgeExportCommand(): Command {
  return new Command('export')
    .description('write the knowledge of a domain as RDF')
    .argument('<domain>')
    .addOption(
      new Option('--format <name>', 'format of the file').choices(['turtle', 'nquads']).default('turtle'),
    )
    .option('--out <file>', 'write to this file (default: standard output)')
    .option('--storage <dir>', 'folder of the knowledge', 'storage')
    .addHelpText('after', '\nExample:\n  fieldfare knowledge export book --format nquads --out book.nq')
    .action(exportKnowledge);
}

async function exportKnowledge(topic: string, { format, out, storage }: ExportFlags): Promise<void> {
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

export function knowledgeImportCommand(): Command {
  return new Command('import')
    .description('read knowledge from RDF of the same schema: Turtle (.ttl), N-Triples (.nt), N-Quads (.nq)')
    .argument('<file>')
    .option('--as <domain>', 'all of it into this domain')
    .option('--storage <dir>', 'folder of the knowledge', 'storage')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', '\nExample:\n  fieldfare knowledge import book.ttl --as library')
    .action(async (file: string, flags: { as?: string; storage: string; json?: true }) => {
      const { importRdf } = await import('../../knowledge/index.ts');
      const imported = await withStore(flags.storage, 'write', (store) => importRdf(store, file, flags.as));
      if (flags.json) return printJson(imported);
      for (const [topic, documents] of Object.entries(imported.topics))
        process.stdout.write(`${topic}: ${documents} documents taken in\n`);
    });
}

const FORMATS = {
  json: { bindings: 'application/sparql-results+json', graph: 'application/n-triples' },
  xml: { bindings: 'application/sparql-results+xml', graph: 'application/rdf+xml' },
  csv: { bindings: 'text/csv', graph: 'text/turtle' },
  tsv: { bindings: 'text/tab-separated-values', graph: 'text/turtle' },
} as const;

interface QueryFlags {
  expression?: string;
  noun?: string;
  domain?: readonly string[];
  format: keyof typeof FORMATS;
  timeout: number;
  rows: number;
  storage: string;
}

const shared = (command: Command): Command =>
  command
    .option('--domain <name...>', 'knowledge of these domains (default: all)')
    .option('--timeout <seconds>', 'time for one query', wholeNumber(1, 3_600), 10)
    .option('--rows <n>', 'most rows to return', wholeNumber(1, 10_000_000), 10_000)
    .option('--storage <dir>', 'folder of the knowledge', 'storage');

export function knowledgeQueryCommand(): Command {
  return shared(
    new Command('query')
      .description('query knowledge with SPARQL')
      .argument('[file]', 'a file with the query')
      .option('-e, --expression <query>', 'the query itself')
      .option('--noun <word>', 'n, N and idf of a noun, by listings 1 and 2 of Hernandez and others 2020')
      .addOption(
        new Option('--format <name>', 'format of the result').choices(Object.keys(FORMATS)).default('csv'),
      ),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare knowledge query --noun algol\n  fieldfare knowledge query -e "SELECT * WHERE { ?s ?p ?o } LIMIT 5" --format json',
    )
    .action(query);
}

async function query(file: string | undefined, flags: QueryFlags): Promise<void> {
  const { KnowledgeError } = await import('../../knowledge/index.ts');
  await withStore(flags.storage, 'read', async (store) => {
    const engine = await engineOf(store, flags);
    try {
      if (flags.noun !== undefined) return await idfBySparql(engine, flags.noun);
      const text = flags.expression ?? (file === undefined ? undefined : await queryFile(file));
      if (text === undefined) throw new KnowledgeError('no query; give a file, -e QUERY or --noun WORD');
      process.stdout.write(await engine.query(text, FORMATS[flags.format]));
      process.stdout.write('\n');
    } finally {
      await engine.close();
    }
  });
}

async function queryFile(file: string): Promise<string> {
  const { KnowledgeError } = await import('../../knowledge/index.ts');
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KnowledgeError(`the query ${file} cannot be read (${error.code})`);
  });
}

async function idfBySparql(engine: SparqlEngine, noun: string): Promise<void> {
  const { allDocuments, documentsWithNoun, idf } = await import('../../knowledge/index.ts');
  const count = async (text: string) => Number((await engine.query(text, FORMATS.csv)).split(/\r?\n/)[1]);
  const [having, all] = [await count(documentsWithNoun(noun.toLowerCase())), await count(allDocuments())];
  printJson({ noun, documentsWithNoun: having, documents: all, idf: idf(all, having) });
}

export function knowledgeServeCommand(): Command {
  return shared(
    new Command('serve')
      .description('answer SPARQL queries over HTTP; updates are refused')
      .option('--port <n>', 'port', wholeNumber(0, 65_535), 3030)
      .option('--host <address>', 'address to listen on; anything but loopback lets others ask', '127.0.0.1'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  fieldfare knowledge serve --port 3030\n  curl -G http://127.0.0.1:3030/sparql --data-urlencode "query=SELECT * WHERE { ?s ?p ?o } LIMIT 5"',
    )
    .action(serve);
}

async function serve(flags: QueryFlags & { port: number; host: string }): Promise<void> {
  const { KnowledgeError, serveSparql } = await import('../../knowledge/index.ts');
  await withStore(flags.storage, 'read', async (store) => {
    const engine = await engineOf(store, flags);
    try {
      await engine.ready();
      const endpoint = await serveSparql(engine, flags).catch((error: NodeJS.ErrnoException) => {
        throw new KnowledgeError(
          `cannot listen on ${flags.host}:${flags.port} (${error.code}); give another --port`,
        );
      });
      process.stdout.write(`${endpoint.url}\n`);
      await new Promise<void>((stop) => {
        process.once('SIGINT', stop);
        process.once('SIGTERM', stop);
      });
      await endpoint.close();
    } finally {
      await engine.close();
    }
  });
}

async function engineOf({ knowledge }: Store, { domain, timeout, rows }: QueryFlags): Promise<SparqlEngine> {
  const { SparqlEngine, loadKnowledge } = await import('../../knowledge/index.ts');
  const { triplesOfAll } = await import('../../app/index.ts');
  const topics = domain ?? (await knowledge.topics());
  // A domain that nothing is known of is told before anything is served.
  for (const topic of topics) await loadKnowledge(knowledge, topic);
  return new SparqlEngine(() => triplesOfAll(knowledge, topics), { timeoutMs: timeout * 1_000, rows });
}

async function withStore<T>(
  storage: string,
  mode: 'read' | 'write',
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { openStore } = await import('../../drivers/open/index.ts');
  const store = await openStore(storage, { mode });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
