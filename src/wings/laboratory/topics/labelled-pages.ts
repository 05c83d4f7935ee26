import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replayTransport } from '../../../foundation/http/index.ts';
import { headerValue } from '../../../foundation/warc/index.ts';
import {
  type Annotation,
  type CorpusPage,
  contentOf,
  embeddedAnnotator,
  KnowledgeError,
  pageOfHtml,
} from '../../../knowledge/index.ts';

export interface LabelledPage extends CorpusPage {
  readonly topic: string;
  /** Pages of one site always stay in the same fold. */
  readonly site: string;
  /** The archive it is from, without its ending. */
  readonly archive: string;
  readonly annotation: Annotation;
  /** Processor time that annotating it took. */
  readonly ms: number;
}

export interface LabelledPages {
  readonly pages: readonly LabelledPage[];
  /** Pages that could not be read, by archive. */
  readonly errors: ReadonlyMap<string, number>;
}

const INDEX = 'pages.jsonl';
const rowSchema = z.object({
  warc: z.string().regex(/^[\w.-]+\.warc(?:\.gz)?$/, 'expected the name of an archive in the same folder'),
  url: z.string(),
  site: z.string().nullish(),
  topic: z.string(),
});

/**
 * Reads a folder of archives with a `pages.jsonl`: lines of `{warc, url, site, topic}`.
 * @throws {KnowledgeError} when there is no such index, or one of its lines is wrong
 */
export async function labelledPages(
  folder: string,
  onProgress: (done: number, all: number) => void,
): Promise<LabelledPages> {
  const rows = await indexOf(folder);
  const annotator = embeddedAnnotator();
  const pages: LabelledPage[] = [];
  const errors = new Map<string, number>();
  for (const [archive, own] of Map.groupBy(rows, ({ warc }) => warc)) {
    const transport = await replayTransport(join(folder, archive));
    const name = archive.replace(/\.warc(?:\.gz)?$/, '');
    for (const { url, site, topic } of own) {
      try {
        const { headers, body } = await transport.send({ method: 'GET', url, headers: [] });
        const parts = await Array.fromAsync(body);
        const page = pageOfHtml(Buffer.concat(parts), headerValue(headers, 'content-type'), url);
        const before = process.cpuUsage();
        const annotation = annotator.annotate(contentOf(page));
        const { user, system } = process.cpuUsage(before);
        const ms = (user + system) / 1_000;
        pages.push({ ...page, topic, site: site ?? url, archive: name, annotation, ms });
      } catch {
        errors.set(name, (errors.get(name) ?? 0) + 1);
      }
      onProgress(pages.length, rows.length);
    }
    await transport.close();
  }
  return { pages, errors };
}

async function indexOf(folder: string): Promise<z.infer<typeof rowSchema>[]> {
  const file = join(folder, INDEX);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new KnowledgeError(
      `${folder} has no ${INDEX}; expected a folder of archives with one, a line {"warc", "url", "site", "topic"} a page`,
    );
  });
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [rowSchema.parse(JSON.parse(line))];
    } catch (error) {
      const why =
        error instanceof z.ZodError
          ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
          : (error as Error).message;
      throw new KnowledgeError(`${file}, line ${i + 1}: ${why}`);
    }
  });
}
