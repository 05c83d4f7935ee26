import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { KnowledgeError } from '../knowledge-error.ts';
import { type CorpusPage, MAX_PAGE_TEXT } from './corpus-page.ts';
import { categoriesOf, describesPerson, isRedirect, plainText } from './wikitext.ts';

/** Selects the pages of a Wikipedia dump for the corpus (paper 003, table 2). */
export interface DumpChoice {
  /** Category without its prefix: `Diabetes`. */
  readonly category: string;
  /** Levels of subcategories to include. */
  readonly depth: number;
  /** Leave out pages that describe persons. */
  readonly withoutPersons: boolean;
}

/** Pages of a category by level (paper 003, table 12): the category's own at 0. Each page counts at its nearest level. */
type LevelCounts = readonly number[];

interface DumpPage {
  readonly title: string;
  readonly namespace: number;
  readonly text: string;
}

const ARTICLE = 0;
const CATEGORY = 14;
/** Characters of a page's wikitext that are read. */
const MAX_WIKITEXT = 200_000;
const MAX_LEVEL = 4;

/**
 * Yields the articles of a category and its subcategories. Reads the dump twice: category pages may follow the articles.
 * @param file MediaWiki's XML export, as Special:Export and dumps.wikimedia.org give it; `.xml` or `.xml.gz`
 * @throws {KnowledgeError} when the file is no such export, or has no such category
 */
export async function* dumpPages(
  file: string,
  choice: DumpChoice | undefined,
  onWarning: (message: string) => void,
): AsyncGenerator<CorpusPage> {
  if (choice === undefined)
    throw new KnowledgeError(`${file} is a Wikipedia dump; say which category of it with --category NAME`);
  const levels = await categoryLevels(file, choice.category);
  const known = new Set([...levels].filter(([, level]) => level <= choice.depth).map(([name]) => name));
  let persons = 0;
  for await (const page of readDump(file)) {
    if (page.namespace !== ARTICLE || isRedirect(page.text)) continue;
    if (!categoriesOf(page.text).some((name) => known.has(name))) continue;
    if (choice.withoutPersons && describesPerson(page.text)) {
      persons++;
      continue;
    }
    yield {
      source: `wiki:${page.title}`,
      title: page.title,
      text: plainText(page.text).slice(0, MAX_PAGE_TEXT),
    };
  }
  if (persons > 0) onWarning(`${persons} pages that describe persons are left out`);
}

/** Articles of a category by level. */
export async function levelCounts(file: string, category: string): Promise<LevelCounts> {
  const levels = await categoryLevels(file, category);
  const counts = Array.from({ length: MAX_LEVEL + 1 }, () => 0);
  for await (const page of readDump(file)) {
    if (page.namespace !== ARTICLE || isRedirect(page.text)) continue;
    const nearest = Math.min(...categoriesOf(page.text).map((name) => levels.get(name) ?? MAX_LEVEL + 1));
    if (nearest <= MAX_LEVEL) counts[nearest] = (counts[nearest] ?? 0) + 1;
  }
  return counts;
}

/** Categories at or below one, with how many levels below; at most four. */
async function categoryLevels(file: string, category: string): Promise<ReadonlyMap<string, number>> {
  const children = new Map<string, string[]>();
  const names = new Set<string>();
  for await (const page of readDump(file)) {
    const above = categoriesOf(page.text);
    for (const name of above) names.add(name);
    if (page.namespace !== CATEGORY) continue;
    const own = page.title.slice(page.title.indexOf(':') + 1);
    names.add(own);
    for (const name of above) children.set(name, [...(children.get(name) ?? []), own]);
  }
  const root = category.replaceAll('_', ' ').trim();
  if (!names.has(root)) throw new KnowledgeError(`${file} has no category “${root}”`);
  const levels = new Map([[root, 0]]);
  let wave = [root];
  for (let level = 1; level <= MAX_LEVEL && wave.length > 0; level++) {
    wave = wave.flatMap((name) => children.get(name) ?? []).filter((name) => !levels.has(name));
    for (const name of wave) levels.set(name, level);
  }
  return levels;
}

/** The pages of a dump in order. @throws {KnowledgeError} when it is no MediaWiki export */
async function* readDump(file: string): AsyncGenerator<DumpPage> {
  let pages: DumpPage[] = [];
  const reader = pageParser((page) => pages.push(page));
  const source = createReadStream(file);
  const stream = file.endsWith('.gz') ? source.pipe(createGunzip()) : source;
  source.on('error', (error) => stream.destroy(error));
  stream.setEncoding('utf8');
  try {
    for await (const chunk of stream) {
      reader.write(chunk as string);
      yield* pages;
      pages = [];
    }
  } catch (error) {
    throw new KnowledgeError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  reader.end();
  if (!reader.isExport)
    throw new KnowledgeError(`${file} is no Wikipedia dump: it has no <mediawiki> element`);
}

interface PageParser {
  write(chunk: string): void;
  end(): void;
  readonly isExport: boolean;
}

function pageParser(onPage: (page: DumpPage) => void): PageParser {
  let isExport = false;
  let field = '';
  let [title, namespace, text] = ['', '', ''];
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (name === 'mediawiki') isExport = true;
        if (name === 'page') [title, namespace, text] = ['', '', ''];
        field = name;
      },
      ontext: (data) => {
        if (field === 'title') title += data;
        else if (field === 'ns') namespace += data;
        else if (field === 'text' && text.length < MAX_WIKITEXT) text += data;
      },
      onclosetag: (name) => {
        field = '';
        if (name === 'page') onPage({ title: title.trim(), namespace: Number(namespace), text });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return {
    write: (chunk) => parser.write(chunk),
    end: () => parser.end(),
    get isExport() {
      return isExport;
    },
  };
}
