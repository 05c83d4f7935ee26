import { Command, InvalidArgumentError } from 'commander';
import { plainLines, plainText, printable } from '../../foundation/text/index.ts';
import type { LibraryDocument, SearchPage, SearchResult } from '../../library/index.ts';

interface Flags {
  storage: string;
  in?: string[];
  limit: number;
  all?: true;
  expand?: true;
  facets?: true;
  like?: number;
  show?: number;
  categories?: true;
  json?: true;
}

export function searchCommand(): Command {
  return (
    new Command('search')
      .description('search the library: the documents of all runs')
      .argument('[words...]', 'what to look for')
      // A word that must not be there looks like an option to the parser.
      .allowUnknownOption()
      .option('--in <categories>', 'only these categories, such as sports,travel', list)
      .option('--limit <n>', 'results wanted', whole, 10)
      .option('--all', 'show duplicates, too')
      .option('--expand', 'accept synonyms (WordNet) of the words')
      .option('--facets', 'count what was found by domain, category, language, site and kind')
      .option('--like <id>', 'documents similar to this one', whole)
      .option('--show <id>', 'print this document, its new sentences marked', whole)
      .option('--categories', 'list the categories and how many documents each has')
      .option('--storage <dir>', 'folder of runs and results', 'storage')
      .option('--json', 'print what was found as JSON')
      .addHelpText('after', HELP)
      .action(run)
  );
}

const HELP = `
  words           all of them, stemmed (gardens finds garden)
  "a phrase"      in this order           gard*            words that begin with gard
  -without        must not be there       one OR other     either
  title:word text:word url:word           only there
  site:example.org domain:book category:travel language:en kind:record run:3 date:2026-01..2026-03
  author:austen   a field of records

Examples:
  fieldfare search first edition -paperback
  fieldfare search 'title:"silver river" language:en' --facets
  fieldfare search ball --in sports,education --limit 20
  fieldfare search --like 12`;

const list = (value: string): string[] => value.split(',').map((name) => name.trim().toLowerCase());

function whole(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('expected a whole number above 0');
  return number;
}

async function run(words: string[], flags: Flags, command: Command): Promise<void> {
  const unknown = words.find((word) => word.startsWith('--'));
  if (unknown !== undefined) command.error(`error: unknown option '${unknown}'`);
  const { openStore } = await import('../../drivers/open/index.ts');
  const library = await import('../../library/index.ts');
  const { listCategories, moreLikeThis, readDocument, SearchError, searchLibrary } = library;
  const query = words.join(' ');
  if (query === '' && !flags.like && !flags.show && !flags.categories && !flags.in)
    throw new SearchError('no query; give words, --like ID, --show ID or --categories');
  const store = await openStore(flags.storage, { mode: 'read' });
  const print = (found: unknown, text: () => string) =>
    process.stdout.write(`${flags.json ? JSON.stringify(found) : text()}\n`);
  try {
    if (flags.categories) {
      const found = await listCategories(store);
      return void print(found, () =>
        found.map(({ name, count }) => `${name.padEnd(16)} ${count}`).join('\n'),
      );
    }
    if (flags.show !== undefined) {
      const document = await readDocument(store, flags.show);
      return void print(document, () => shownDocument(document));
    }
    const options = {
      limit: flags.limit,
      novelOnly: flags.all !== true,
      expand: flags.expand === true,
      facets: flags.facets === true,
      ...(flags.in && { categories: flags.in }),
    };
    const page =
      flags.like === undefined
        ? await searchLibrary(store, query, options)
        : await moreLikeThis(store, flags.like, options);
    const isEmpty = page.total === 0 && (await store.documents.count({}, ['state'])).length === 0;
    print(page, () => (isEmpty ? EMPTY : shownPage(page)));
  } finally {
    await store.close();
  }
}

const EMPTY = 'the library is empty: add a run with "fieldfare novelty", or harvest with --novelty page';

const bold = (text: string): string => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[22m` : `»${text}«`);

function shownPage({ results, total, facets }: SearchPage): string {
  const found = total === 0 ? 'nothing found' : `${total >= 10_000 ? 'at least 10000' : total} found`;
  const lines = [found, ...results.map(shownResult)];
  for (const [name, values] of Object.entries(facets ?? {})) {
    if (values.length > 0)
      lines.push(`${name}: ${values.map(({ value, count }) => `${plainText(value)} ${count}`).join(' · ')}`);
  }
  return lines.join('\n');
}

function shownResult(result: SearchResult): string {
  const { id, title, url, kind, language, category, novel, snippet } = result;
  const facts = [kind, language, category ?? '', novel ? '' : 'duplicate'].filter((fact) => fact !== '');
  const text = snippet
    .map((part) => (part.hit ? bold(plainLines(part.text)) : plainLines(part.text)))
    .join('');
  return `\n${printable(title) || '(no title)'}  [${id}]\n  ${printable(url)}  ${facts.join(', ')}\n  ${text.replace(/\s+/g, ' ')}`;
}

function shownDocument({
  title,
  url,
  state,
  similarity,
  like,
  fields,
  textOf,
  parts,
}: LibraryDocument): string {
  const repeats = like === null ? '' : `; most like ${printable(like)} (${similarity.toFixed(2)})`;
  const text = parts
    .map((part) => (part.isNew ? bold(plainLines(part.text)) : plainLines(part.text)))
    .join('');
  const record = Object.entries(fields ?? {}).map(
    ([name, value]) => `  ${printable(name)}: ${plainText(value)}`,
  );
  const pointer = textOf === null ? [] : [`its own text is not kept; this is that of ${printable(textOf)}`];
  return [printable(title), printable(url), `${state}${repeats}`, ...pointer, ...record, '', text].join('\n');
}
