/** Lists the commands, as `--help` shows them. */

import { LABORATORY_COMMANDS } from '../../wings/laboratory/commands/index.ts';
import type { CommandEntry } from '../terminal/index.ts';

const RUN = { '[run]': 'which run (default: the latest harvest)' };
const PAGE = { '<page>': 'an address, or an HTML file' };

const KNOWLEDGE: readonly CommandEntry[] = [
  {
    name: 'build',
    description: 'add documents to the corpus of a domain',
    args: { '<domain>': 'what the corpus is about, such as book, or a name of your own' },
    load: async () => (await import('./knowledge-build.ts')).knowledgeBuildCommand,
  },
  {
    name: 'show',
    description: 'show the knowledge of domains: documents, nouns, range of idf, commonest nouns',
    args: { '[domain]': 'one domain (default: all domains with knowledge)' },
    load: async () => (await import('./knowledge-show.ts')).knowledgeShowCommand,
  },
  {
    name: 'judge',
    description: 'tell whether a page is about the topic of a corpus, and why',
    args: PAGE,
    load: async () => (await import('./knowledge-judge.ts')).knowledgeJudgeCommand,
  },
  {
    name: 'export',
    description: 'write the knowledge of a domain as RDF',
    args: { '<domain>': '' },
    load: async () => (await import('./knowledge-rdf.ts')).knowledgeExportCommand,
  },
  {
    name: 'import',
    description: 'read knowledge from RDF of the same schema: Turtle (.ttl), N-Triples (.nt), N-Quads (.nq)',
    args: { '<file>': '' },
    load: async () => (await import('./knowledge-rdf.ts')).knowledgeImportCommand,
  },
  {
    name: 'query',
    description: 'query knowledge with SPARQL',
    args: { '[file]': 'a file with the query' },
    load: async () => (await import('./knowledge-rdf.ts')).knowledgeQueryCommand,
  },
  {
    name: 'forget',
    description: 'delete the knowledge of a domain',
    args: { '<domain>': '' },
    load: async () => (await import('./knowledge-show.ts')).knowledgeForgetCommand,
  },
];

export const COMMANDS: Readonly<Record<string, readonly CommandEntry[]>> = {
  'Harvest:': [
    {
      name: 'harvest',
      description: 'find the search forms of one or more domains, fill them, and keep the records',
      args: {
        '[domains...]':
          'book, flight, hotel, music, premiere, product, property, or the path of a domain file',
      },
      load: async () => (await import('./harvest.ts')).harvestCommand,
    },
    {
      name: 'worker',
      description: 'work on the runs of a store in PostgreSQL, together with other workers',
      load: async () => (await import('./worker.ts')).workerCommand,
    },
    {
      name: 'init',
      description: 'write the file of a domain of your own, from about ten words or an example page',
      args: {
        '<name>': 'name of the domain: lower-case letters, digits and -',
        '[words...]':
          'typical words and phrases of its pages, the most typical first (- reads them from standard input, one per line)',
      },
      load: async () => (await import('./init.ts')).initCommand,
    },
    {
      name: 'compare',
      description:
        'run several strategies on the same web with the same budget, and compare them in a report',
      args: { '<domains...>': 'book, flight, hotel, …, or the path of a domain file' },
      load: async () => (await import('./compare.ts')).compareCommand,
    },
    {
      name: 'air-quality',
      description:
        'collect air quality of a region for each division, with property prices; report, map and clusters',
      args: { '<region>': 'punjab, or the path of a region file' },
      load: async () => (await import('./air-quality.ts')).airQualityCommand,
    },
    {
      name: 'property',
      description:
        'asking prices of a region with the PM2.5 of its divisions, the value of your own property, comparable homes with cleaner air',
      args: { '<region>': 'punjab, or the path of a region file' },
      load: async () => (await import('./property.ts')).propertyCommand,
    },
  ],
  'One page:': [
    {
      name: 'inspect',
      description: 'show the forms of one page, the verdict on each, and why',
      args: PAGE,
      load: async () => (await import('./inspect.ts')).inspectCommand,
    },
    {
      name: 'classify',
      description:
        'classify the forms of HTML pages: JSON lines in, JSON lines out, for programs in other languages',
      args: {
        '[files...]': 'HTML files; without files, lines {"html": …, "url": …} from standard input',
      },
      load: async () => (await import('./classify.ts')).classifyCommand,
    },
    {
      name: 'plan',
      description: 'show which queries the search forms of a page would get, and why; nothing is sent',
      args: PAGE,
      load: async () => (await import('./plan.ts')).planCommand,
    },
    {
      name: 'submit',
      description: 'query the search forms of one page, and keep the records',
      args: { '[page]': 'the address of the page' },
      load: async () => (await import('./submit.ts')).submitCommand,
    },
    {
      name: 'query',
      description: 'call a verified search form with values, and print the records that come back',
      args: {
        '<form>': 'the id of a form, a site, or the address of a page',
        '[values...]':
          'values to search for, such as title=garden; without values, the parameters of the form are listed',
      },
      load: async () => (await import('./query.ts')).queryCommand,
    },
  ],
  'Results:': [
    {
      name: 'runs',
      description: 'list the runs of a storage folder: what they looked for, how they ended, what they found',
      load: async () => (await import('./runs.ts')).runsCommand,
    },
    {
      name: 'status',
      description: 'show the progress of a run: stops, rendering, hosts that block it',
      args: RUN,
      load: async () => (await import('./status.ts')).statusCommand,
    },
    {
      name: 'scope',
      description: 'show or change which addresses a run reads, while it goes on, too',
      args: RUN,
      load: async () => (await import('./scope.ts')).scopeCommand,
    },
    {
      name: 'report',
      description: 'write the summary and the HTML report of a run again',
      args: RUN,
      load: async () => (await import('./report.ts')).reportCommand,
    },
    {
      name: 'open',
      description: 'open the report of a run in the browser of this machine',
      args: RUN,
      load: async () => (await import('./report.ts')).openCommand,
    },
    {
      name: 'export',
      description: 'write what a run found as JSON lines, CSV, Parquet, WARC or WACZ',
      args: {
        '[kind]': 'forms, pages, sites, submissions, records, things, details or documents (default: forms)',
      },
      load: async () => (await import('./export.ts')).exportCommand,
    },
    {
      name: 'changes',
      description: 'show what is new, gone or changed since an earlier run',
      args: RUN,
      load: async () => (await import('./changes.ts')).changesCommand,
    },
    {
      name: 'forget',
      description: 'delete a run, or a site from every run, with its archive records',
      args: { '<what>': 'the number of a run, or a site such as example.org' },
      load: async () => (await import('./forget.ts')).forgetCommand,
    },
    {
      name: 'search',
      description: 'search the library: the documents of all runs',
      args: { '[words...]': 'what to look for' },
      // A word that must not be there looks like an option to the parser.
      anyArgument: true,
      load: async () => (await import('./search.ts')).searchCommand,
    },
    {
      name: 'novelty',
      description:
        'find the novel pages of a run, and take them into the library; or judge texts given as files',
      args: { '[files...]': 'plain texts, judged in this order, each against those before it' },
      load: async () => (await import('./novelty.ts')).noveltyCommand,
    },
    {
      name: 'knowledge',
      description: 'tell what pages are about, by a knowledge schema built from example pages',
      commands: KNOWLEDGE,
    },
  ],
  'Server:': [
    {
      name: 'serve',
      description: 'serve runs and their results: web UI, REST with OpenAPI, live events',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
    {
      name: 'mcp',
      description: 'serve language models over standard input and output (Model Context Protocol)',
      load: async () => (await import('./mcp.ts')).mcpCommand,
    },
    {
      name: 'cluster',
      description:
        'show who works on the runs of a database: workers, leases, queues, dead letters, pages a minute',
      load: async () => (await import('./cluster.ts')).clusterCommand,
    },
  ],
  'Classifiers:': [
    ...LABORATORY_COMMANDS,
    {
      name: 'elements',
      description:
        'show and edit the form element table of a domain: labels of fields and the values they take',
      args: { '<domain>': 'name of a domain, or the path of a domain file' },
      load: async () => (await import('./elements.ts')).elementsCommand,
    },
    {
      name: 'models',
      description: 'list the models that a storage folder uses, with date and scores, and roll them back',
      load: async () => (await import('./models.ts')).modelsCommand,
      commands: [
        {
          name: 'rollback',
          description: 'return to the previous model, or to the shipped one',
          args: { '<kind>': 'which model: forms, neighbours, domains or rankers' },
          load: async () => (await import('./models.ts')).rollbackCommand,
        },
      ],
    },
  ],
  'Testing:': [
    {
      name: 'practice-web',
      description: 'serve the embedded web of test sites with known truth',
      load: async () => (await import('./practice-web.ts')).practiceWebCommand,
    },
    {
      name: 'practice-score',
      description: 'score the crawl of any program on the practice web',
      load: async () => (await import('./practice-crawler-score.ts')).practiceScoreCommand,
    },
    {
      name: 'doctor',
      description: 'show what is installed, what is missing and how to get it',
      load: async () => (await import('./doctor.ts')).doctorCommand,
    },
  ],
};

/** Walks over commands and those below them, with their whole names: `train forms`. */
export const namedEntries = (
  entries: readonly CommandEntry[] = Object.values(COMMANDS).flat(),
  parent = '',
): (readonly [name: string, entry: CommandEntry])[] =>
  entries.flatMap((entry) => {
    const name = `${parent}${entry.name}`;
    return [[name, entry] as const, ...namedEntries(entry.commands ?? [], `${name} `)];
  });
