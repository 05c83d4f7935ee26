import { z } from 'zod';
import { off, on } from '../../foundation/options/index.ts';
import type { OpenedAnnotator } from '../../knowledge/index.ts';
import {
  command,
  type FlagsOf,
  inStore,
  printJson,
  progress,
  text,
  whole,
  withStore,
} from '../terminal/index.ts';

const options = z.object({
  corpus: z
    .array(z.string(), 'expected pages')
    .describe(
      '<pages> a folder of HTML and text files, a WARC archive, run or run:N, or a Wikipedia dump (.xml)',
    ),
  category: text.describe('<name> the category of a Wikipedia dump'),
  depth: whole(0, 4).default(1).describe('levels of subcategories that are taken'),
  persons: on
    .describe('take pages of a dump that describe persons')
    .meta({ help: 'leave out pages of a dump that describe persons' }),
  spotlight: text.describe('<url> a DBpedia Spotlight service to link nouns by, …/rest/annotate'),
  fresh: off.describe('delete the knowledge of the domain first'),
  ...inStore,
  json: off.describe('print the outcome as JSON'),
});

export const knowledgeBuildCommand = command({
  options,
  help: 'Examples:\n  fieldfare knowledge build book --corpus pages/ --corpus run:3\n  fieldfare knowledge build diabetes --corpus enwiki.xml --category Diabetes --depth 1 --no-persons',
  run: build,
});

async function build(flags: FlagsOf<typeof options>, topic: string): Promise<void> {
  const knowledge = await import('../../knowledge/index.ts');
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(topic))
    throw new knowledge.KnowledgeError(
      `“${topic}” is no name of a domain: lower-case letters, digits and -, beginning with a letter, at most 40`,
    );
  const onWarning = (message: string) => void process.stderr.write(`warning: ${message}\n`);
  const annotator = await annotatorOf(flags.spotlight, onWarning);
  await withStore(flags.storage, 'write', async (store) => {
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
        `too small to judge pages by: at least ${knowledge.MIN_DOCUMENTS} documents are needed; add more with --corpus`,
      );
    if (Object.keys(linkers).length > 1)
      onWarning(
        `no page can be judged by documents of several linkers (${Object.keys(linkers).join(', ')}); run this again with one of them`,
      );
  });
}

/** The embedded annotator, or one that asks a service besides. */
async function annotatorOf(
  spotlight: string | undefined,
  onWarning: (message: string) => void,
): Promise<OpenedAnnotator> {
  const { openAnnotator, postToService } = await import('../../knowledge/index.ts');
  if (spotlight === undefined) return openAnnotator();
  const { userAgent } = await import('../../crawl/settings/index.ts');
  return openAnnotator({ endpoint: spotlight, onWarning, post: await postToService(userAgent(undefined)) });
}
