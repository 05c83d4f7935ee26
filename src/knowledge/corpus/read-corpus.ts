import { opendir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { replayTransport } from '../../foundation/http/index.ts';
import { headerValue } from '../../foundation/warc/index.ts';
import { findRun, openArchive } from '../../library/index.ts';
import type { Store } from '../../storage/index.ts';
import { KnowledgeError } from '../knowledge-error.ts';
import { type CorpusPage, MAX_BYTES, MAX_PAGE_TEXT, pageOfHtml } from './corpus-page.ts';
import { type DumpChoice, dumpPages } from './wikipedia-dump.ts';
import { fileFault } from '../../foundation/errors/index.ts';

export interface CorpusOptions {
  /** Holds the runs that a corpus names. */
  readonly store?: Store;
  /** Selects the pages of a run about this topic. */
  readonly topic: string;
  /** Selects the pages of a Wikipedia dump. */
  readonly dump?: DumpChoice;
  /** Receives one line for each page left out. */
  readonly onWarning: (message: string) => void;
}

const HTML = /\.(?:x?html?|xht)$/i;
const TEXT = /\.(?:txt|md|text)$/i;
const DUMP = /\.xml(?:\.gz)?$/i;
const ARCHIVE = /\.warc(?:\.gz)?$/i;

/**
 * Yields the pages of a corpus.
 * @param spec a folder of HTML and text files, one such file, a WARC archive, a Wikipedia dump (`.xml`), `run` or `run:N`
 * @throws {KnowledgeError} when there is nothing of the kind; {WarcError} when it is no archive
 */
export async function* readCorpus(spec: string, options: CorpusOptions): AsyncGenerator<CorpusPage> {
  const run = /^run(?::(\d+))?$/.exec(spec);
  if (run !== null) return yield* pagesOfRun(spec, run[1], options);
  const info = await stat(spec).catch((error: NodeJS.ErrnoException) => {
    throw new KnowledgeError(
      `the corpus ${spec} cannot be read (${fileFault(error)}); give a folder, a WARC archive, a Wikipedia dump (.xml) or run:N`,
    );
  });
  if (info.isDirectory()) yield* pagesOfFolder(spec, options);
  else if (ARCHIVE.test(spec)) yield* pagesOfArchive(spec, options);
  else if (DUMP.test(spec)) yield* dumpPages(spec, options.dump, options.onWarning);
  else if (HTML.test(spec) || TEXT.test(spec)) yield await pageOfFile(spec, basename(spec));
  else if (/\.bz2$/i.test(spec))
    throw new KnowledgeError(`${spec} is compressed with bzip2; unpack it first: bunzip2 ${spec}`);
  else
    throw new KnowledgeError(
      `${spec} is no corpus: expected a folder, .html, .txt, .warc, .warc.gz, or a Wikipedia dump as .xml or .xml.gz`,
    );
}

async function* pagesOfFolder(folder: string, { onWarning }: CorpusOptions): AsyncGenerator<CorpusPage> {
  const files: string[] = [];
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isFile() && (HTML.test(entry.name) || TEXT.test(entry.name)))
      files.push(join(entry.parentPath, entry.name));
  }
  for (const file of files.sort()) {
    try {
      yield await pageOfFile(file, relative(folder, file).split(sep).join('/'));
    } catch (error) {
      onWarning(`${file} is left out: ${(error as Error).message}`);
    }
  }
}

async function pageOfFile(file: string, source: string): Promise<CorpusPage> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new KnowledgeError(`larger than ${MAX_BYTES} bytes`);
  const body = await readFile(file);
  if (HTML.test(file)) return pageOfHtml(body, undefined, source);
  return { source, title: basename(file), text: body.toString('utf8').slice(0, MAX_PAGE_TEXT) };
}

async function* pagesOfArchive(file: string, { onWarning }: CorpusOptions): AsyncGenerator<CorpusPage> {
  const transport = await replayTransport(file);
  try {
    for (const warning of transport.warnings) onWarning(warning);
    for (const url of (await transport.seeds?.()) ?? []) {
      try {
        const { headers, body } = await transport.send({ method: 'GET', url, headers: [] });
        yield pageOfHtml(await collected(body), headerValue(headers, 'content-type'), url);
      } catch (error) {
        onWarning(`${url} is left out: ${(error as Error).message}`);
      }
    }
  } finally {
    await transport.close();
  }
}

async function collected(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_BYTES) throw new KnowledgeError(`larger than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Yields the pages that the run classified as on topic, as the server sent them. */
async function* pagesOfRun(
  spec: string,
  id: string | undefined,
  { store, topic, onWarning }: CorpusOptions,
): AsyncGenerator<CorpusPage> {
  if (store === undefined) throw new KnowledgeError(`the corpus ${spec} is a run, and no store is open`);
  const run = await findRun(store, id);
  const archive = await openArchive(store, run.id);
  for await (const page of store.figures.addresses(run.id)) {
    const { url, exchange_offset: offset, exchange_length: length } = page;
    if (page.domain !== topic || page.rendered_by === 'none' || offset === null) continue;
    try {
      const { headers, body } = await archive.exchange(offset, length ?? 0);
      yield pageOfHtml(body, headerValue(headers, 'content-type'), url);
    } catch (error) {
      onWarning(`${url} is left out: ${(error as Error).message}`);
    }
  }
}
