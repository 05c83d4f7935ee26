import { z } from 'zod';
import { count, OptionsError, off } from '../../foundation/options/index.ts';
import { plainLines, plainText, printable } from '../../foundation/text/index.ts';
import type { LibraryDocument, SearchPage, SearchResult } from '../../library/index.ts';
import { command, type FlagsOf, inStore, withStore } from '../terminal/index.ts';

const HELP = `  words           all of them, stemmed (gardens finds garden)
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

const options = z.object({
  in: z
    .array(z.string().toLowerCase())
    .optional()
    .describe('<categories> only these categories, such as sports,travel')
    .meta({ commas: true }),
  limit: count.default(10).describe('results wanted'),
  all: off.describe('show duplicates, too'),
  expand: off.describe('accept synonyms (WordNet) of the words'),
  facets: off.describe('count what was found by domain, category, language, site and kind'),
  like: count.optional().describe('<id> documents similar to this one'),
  show: count.optional().describe('<id> print this document, its new sentences marked'),
  categories: off.describe('list the categories and how many documents each has'),
  ...inStore,
  json: off.describe('print what was found as JSON'),
});

export const searchCommand = command({ options, help: HELP, run });

async function run(flags: FlagsOf<typeof options>, words: readonly string[]): Promise<void> {
  const unknown = words.find((word) => word.startsWith('--'));
  if (unknown !== undefined) throw new OptionsError(`unknown option '${unknown}'`);
  const library = await import('../../library/index.ts');
  const { listCategories, moreLikeThis, readDocument, SearchError, searchLibrary } = library;
  const query = words.join(' ');
  if (query === '' && !flags.like && !flags.show && !flags.categories && !flags.in)
    throw new SearchError('no query; give words, --like ID, --show ID or --categories');
  const print = (found: unknown, text: () => string) =>
    process.stdout.write(`${flags.json ? JSON.stringify(found) : text()}\n`);
  await withStore(flags.storage, 'read', async (store) => {
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
      novelOnly: !flags.all,
      expand: flags.expand,
      facets: flags.facets,
      ...(flags.in && { categories: flags.in }),
    };
    const page =
      flags.like === undefined
        ? await searchLibrary(store, query, options)
        : await moreLikeThis(store, flags.like, options);
    const isEmpty = page.total === 0 && (await store.documents.count({}, ['state'])).length === 0;
    print(page, () => (isEmpty ? EMPTY : shownPage(page)));
  });
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
  const facts = [kind, language, category ?? '', novel === false ? 'duplicate' : ''].filter(
    (fact) => fact !== '',
  );
  const text = snippet
    .map((part) => (part.hit ? bold(plainLines(part.text)) : plainLines(part.text)))
    .join('');
  return `\n${printable(title) || '(no title)'}  [${id ?? `run ${result.runId}`}]\n  ${printable(url)}  ${facts.join(', ')}\n  ${text.replace(/\s+/g, ' ')}`;
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
