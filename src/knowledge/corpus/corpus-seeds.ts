import { createHash } from 'node:crypto';
import type { KnowledgeReader } from '../../storage/index.ts';
import { KnowledgeError } from '../knowledge-error.ts';

/**
 * Draws pages of a corpus to start a crawl from (paper 003: seeds from random pages of the corpus), by the digests of their
 * addresses: the same corpus gives the same pages. Documents that were read from files have no address.
 * @throws {KnowledgeError} where no document of the corpus has one
 */
export async function corpusSeeds(
  knowledge: KnowledgeReader,
  topic: string,
  count: number,
): Promise<string[]> {
  const addresses: { readonly url: string; readonly digest: string }[] = [];
  for await (const { source } of knowledge.documents(topic)) {
    const url = addressOf(source);
    if (url !== undefined) addresses.push({ url, digest: createHash('sha256').update(url).digest('hex') });
  }
  if (addresses.length === 0)
    throw new KnowledgeError(
      `the corpus of ${topic} has no page with an address to start from; build it from an archive, a run or a dump: fieldfare knowledge build ${topic} --corpus …`,
    );
  return addresses
    .sort((a, b) => (a.digest < b.digest ? -1 : 1))
    .slice(0, count)
    .map(({ url }) => url);
}

/** Address of a document by its source; pages of a dump are those of the English Wikipedia, which alone can be linked. */
function addressOf(source: string): string | undefined {
  if (/^https?:\/\//.test(source)) return source;
  const title = /^wiki:(.+)$/s.exec(source)?.[1];
  return title && `https://en.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`;
}
