import { Command } from 'commander';
import { printable } from '../../foundation/text/index.ts';
import type { CommonNoun, CorpusFacts } from '../../knowledge/index.ts';
import { printJson, wholeNumber } from '../terminal/index.ts';

interface ShowFlags {
  nouns: number;
  storage: string;
  json?: true;
}

export function knowledgeShowCommand(): Command {
  return new Command('show')
    .description('show the knowledge of domains: documents, nouns, range of idf, commonest nouns')
    .argument('[domain]', 'one domain (default: all that something is known of)')
    .option('--nouns <n>', 'how many nouns', wholeNumber(0, 10_000), 20)
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  fieldfare knowledge show book --nouns 50')
    .action(show);
}

export function knowledgeForgetCommand(): Command {
  return new Command('forget')
    .description('delete the knowledge of a domain')
    .argument('<domain>')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .addHelpText('after', '\nExample:\n  fieldfare knowledge forget book')
    .action(async (topic: string, { storage }: { storage: string }) => {
      const { openStore } = await import('../../drivers/open/index.ts');
      const { forgetTopic } = await import('../../knowledge/index.ts');
      const store = await openStore(storage, { mode: 'write' });
      try {
        const documents = await forgetTopic(store, topic);
        process.stdout.write(
          `${documents} ${documents === 1 ? 'document' : 'documents'} about ${topic} deleted\n`,
        );
      } finally {
        await store.close();
      }
    });
}

async function show(topic: string | undefined, flags: ShowFlags): Promise<void> {
  const { openStore } = await import('../../drivers/open/index.ts');
  const { commonestNouns, corpusFacts, KnowledgeError } = await import('../../knowledge/index.ts');
  const store = await openStore(flags.storage, { mode: 'read' });
  try {
    const topics = topic === undefined ? await store.knowledge.topics() : [topic];
    if (topics.length === 0)
      throw new KnowledgeError(
        'there is no knowledge yet; run "fieldfare knowledge build DOMAIN --corpus FOLDER"',
      );
    const shown = [];
    for (const name of topics) {
      const nouns = await commonestNouns(store.knowledge, name, flags.nouns);
      shown.push({ ...(await corpusFacts(store.knowledge, name)), commonest: nouns });
    }
    if (flags.json) printJson({ topics: shown });
    else process.stdout.write(`${shown.map(shownTopic).join('\n\n')}\n`);
  } finally {
    await store.close();
  }
}

function shownTopic(facts: CorpusFacts & { readonly commonest: readonly CommonNoun[] }): string {
  const { topic, documents, sentences, nouns, linkedNouns, meanings, mean, deviation, linkers } = facts;
  const average = (all: number) => (all / documents).toFixed(2);
  const range = `[${(mean - deviation).toFixed(2)}, ${(mean + deviation).toFixed(2)}]`;
  const by = Object.entries(linkers).map(([linker, count]) => `${printable(linker)} ${count}`);
  return [
    `${topic}: ${documents} ${documents === 1 ? 'document' : 'documents'}, ${sentences} ${sentences === 1 ? 'sentence' : 'sentences'}`,
    `  nouns         ${nouns} (${average(nouns)} a document)`,
    `  linked        ${linkedNouns} (${average(linkedNouns)} a document), ${meanings} different; by ${by.join(', ')}`,
    `  μ ${mean.toFixed(2)}  σ ${deviation.toFixed(2)}  a page is on topic from ${range}`,
    ...facts.commonest.map(
      ({ anchor, uri, documents: n, idf }) =>
        `  ${idf.toFixed(2).padStart(6)}  ${String(n).padStart(6)}  ${printable(anchor)}  ${printable(uri)}`,
    ),
  ].join('\n');
}
