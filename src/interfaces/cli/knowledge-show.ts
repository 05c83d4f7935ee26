import { z } from 'zod';
import { off } from '../../foundation/options/index.ts';
import { printable } from '../../foundation/text/index.ts';
import type { CommonNoun, CorpusFacts } from '../../knowledge/index.ts';
import type { Store } from '../../storage/index.ts';
import { command, inStore, printJson, whole, withStore } from '../terminal/index.ts';

export const knowledgeShowCommand = command({
  options: z.object({
    nouns: whole(0, 10_000).default(20).describe('how many nouns'),
    ...inStore,
    json: off.describe('print one JSON object'),
  }),
  help: 'Example:\n  fieldfare knowledge show book --nouns 50',
  async run({ storage, nouns, json }, topic: string | undefined) {
    const { commonestNouns, corpusFacts } = await import('../../knowledge/index.ts');
    await withStore(storage, 'read', async ({ knowledge }) => {
      const shown = [];
      for (const name of topic === undefined ? await knownTopics(knowledge) : [topic]) {
        const commonest = await commonestNouns(knowledge, name, nouns);
        shown.push({ ...(await corpusFacts(knowledge, name)), commonest });
      }
      if (json) printJson({ topics: shown });
      else process.stdout.write(`${shown.map(shownTopic).join('\n\n')}\n`);
    });
  },
});

/** @throws {KnowledgeError} where nothing is known */
export async function knownTopics(knowledge: Store['knowledge']): Promise<readonly string[]> {
  const topics = await knowledge.topics();
  if (topics.length > 0) return topics;
  const { KnowledgeError } = await import('../../knowledge/index.ts');
  throw new KnowledgeError(
    'there is no knowledge yet; run "fieldfare knowledge build DOMAIN --corpus FOLDER"',
  );
}

export const knowledgeForgetCommand = command({
  options: z.object(inStore),
  help: 'Example:\n  fieldfare knowledge forget book',
  async run({ storage }, topic: string) {
    const { forgetTopic } = await import('../../knowledge/index.ts');
    const documents = await withStore(storage, 'write', (store) => forgetTopic(store, topic));
    process.stdout.write(
      `${documents} ${documents === 1 ? 'document' : 'documents'} about ${topic} deleted\n`,
    );
  },
});

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
