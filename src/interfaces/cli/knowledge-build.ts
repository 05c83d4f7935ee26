import { Command } from 'commander';
import { printJson, progress, wholeNumber } from '../terminal/index.ts';

interface Flags {
  corpus: readonly string[];
  category?: string;
  depth: number;
  persons: boolean;
  spotlight?: string;
  fresh?: true;
  storage: string;
  json?: true;
}

export function knowledgeBuildCommand(): Command {
  return new Command('build')
    .description('add documents to the corpus of a domain')
    .argument('<domain>', 'what the corpus is about, such as book, or a name of your own')
    .requiredOption(
      '--corpus <pages>',
      'a folder of HTML and text files, a WARC archive, run or run:N, or a Wikipedia dump (.xml); may be given more than once',
      (one: string, before: readonly string[] | undefined) => [...(before ?? []), one],
    )
    .option('--category <name>', 'the category of a Wikipedia dump')
    .option('--depth <n>', 'levels of subcategories that are taken', wholeNumber(0, 4), 1)
    .option('--no-persons', 'leave out pages of a dump that describe persons')
    .option('--spotlight <url>', 'a DBpedia Spotlight service to link nouns by, …/rest/annotate')
    .option('--fresh', 'delete the knowledge of the domain first')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare knowledge build book --corpus pages/ --corpus run:3\n  fieldfare knowledge build diabetes --corpus enwiki.xml --category Diabetes --depth 1 --no-persons',
    )
    .action(build);
}

async function build(topic: string, flags: Flags): Promise<void> {
  const { openStore } = await import('../../drivers/open/index.ts');
  const knowledge = await import('../../knowledge/index.ts');
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(topic))
    throw new knowledge.KnowledgeError(
      `“${topic}” is no name of a domain: lower-case letters, digits and -, beginning with a letter, at most 40`,
    );
  const onWarning = (message: string) => void process.stderr.write(`warning: ${message}\n`);
  const annotator = await annotatorOf(flags.spotlight, onWarning);
  const store = await openStore(flags.storage, { mode: 'write' });
  try {
    if (flags.fresh) await knowledge.forgetTopic(store, topic);
    const start = performance.now();
    const built = await knowledge.buildKnowledge(store, {
      topic,
      corpora: flags.corpus,
      annotator,
      onWarning,
      onProgress: (read) =>
        progress(`${read} pages read, ${((read * 1_000) / (performance.now() - start)).toFixed(0)} a second`),
      ...(flags.category !== undefined && {
        dump: { category: flags.category, depth: flags.depth, withoutPersons: !flags.persons },
      }),
    });
    progress('');
    const seconds = (performance.now() - start) / 1_000;
    const { documents, linkers } = await store.knowledge.counts(topic);
    if (flags.json) return printJson({ topic, ...built, documents, seconds });
    process.stdout.write(
      `${topic}: ${built.read} ${built.read === 1 ? 'page' : 'pages'} read in ${seconds.toFixed(1)} s: ${built.added} added, ${built.unchanged} unchanged, ${built.bare} without a linked noun; the corpus has ${documents} documents\n`,
    );
    if (documents < knowledge.MIN_DOCUMENTS)
      onWarning(
        `too small to judge pages by: ${knowledge.MIN_DOCUMENTS} documents are the least; add more with --corpus`,
      );
    if (Object.keys(linkers).length > 1)
      onWarning(
        `no page can be judged by documents of several linkers (${Object.keys(linkers).join(', ')}); run this again with one of them`,
      );
  } finally {
    await store.close();
  }
}

/** The embedded annotator, or one that asks a service besides. */
async function annotatorOf(
  spotlight: string | undefined,
  onWarning: (message: string) => void,
): Promise<import('../../knowledge/index.ts').OpenedAnnotator> {
  const { openAnnotator, postToService } = await import('../../knowledge/index.ts');
  if (spotlight === undefined) return openAnnotator();
  const { userAgent } = await import('../../crawl/settings/index.ts');
  return openAnnotator({ endpoint: spotlight, onWarning, post: await postToService(userAgent(undefined)) });
}
