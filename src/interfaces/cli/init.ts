import { z } from 'zod';
import { OptionsError, texts } from '../../foundation/options/index.ts';
import { command, type FlagsOf, liveWeb, text } from '../terminal/index.ts';

const options = z.object({
  from: text.describe('<page> take the words from this page, an address or an HTML file'),
  web: liveWeb.describe('<web> where an address is: live, practice or replay:FILE'),
  seed: texts.describe('<url> an address to start from'),
  out: text.describe('<file> the file to write').meta({ defaultText: 'NAME.yaml' }),
});

export const initCommand = command({
  options,
  help: 'The file names its JSON Schema, so that editors complete and check it.\n\nExamples:\n  fieldfare init recipe recipe ingredients "cooking time" servings oven dough vegetarian dessert bake sauce\n  fieldfare init recipe --from https://www.example.org/recipes --seed https://www.example.org/\n  fieldfare harvest ./recipe.yaml',
  run,
});

/** Fewer terms tell hardly any page from another. */
const FEW = 5;

async function run(flags: FlagsOf<typeof options>, name: string, words: readonly string[]): Promise<void> {
  const { existsSync, writeFileSync } = await import('node:fs');
  const { dirname, isAbsolute, relative, resolve } = await import('node:path');
  const { fileURLToPath } = await import('node:url');
  const { draftDomain, parseDomain } = await import('../../foundation/domain/index.ts');
  const file = flags.out ?? `${name}.yaml`;
  if (existsSync(file))
    throw new OptionsError(`${file} exists; give another place with --out, or remove it first`);
  const terms = [
    ...(await termsOf(words)),
    ...(flags.from === undefined ? [] : await ofPage(flags.from, flags.web)),
  ];
  if (terms.length === 0)
    throw new OptionsError('expected about ten words of the domain, or an example page with --from');
  const schema = fileURLToPath(new URL('../../../domains/domain.schema.json', import.meta.url));
  const near = relative(dirname(resolve(file)), schema);
  const text = draftDomain({
    name,
    terms,
    seeds: flags.seed,
    schema: near.startsWith('..') || isAbsolute(near) ? near : `./${near}`,
  });
  parseDomain(text, file);
  writeFileSync(file, text, { flag: 'wx' });
  const few = terms.length < FEW ? `; ${FEW} or more would tell its pages from others` : '';
  process.stdout.write(
    `${file}: ${terms.length === 1 ? '1 term' : `${terms.length} terms`}${few}\nNext: fieldfare harvest ./${relative('.', file)}${flags.seed.length === 0 ? ' --seeds FILE' : ''}\n`,
  );
}

/** Words of the command line; - stands for lines of standard input. */
async function termsOf(words: readonly string[]): Promise<string[]> {
  if (words.length !== 1 || words[0] !== '-') return words.flatMap((word) => word.split(','));
  const { text } = await import('node:stream/consumers');
  return (await text(process.stdin)).split(/[\n,]/);
}

async function ofPage(page: string, web: string): Promise<readonly string[]> {
  const { termsOfPage } = await import('../../app/index.ts');
  return termsOfPage(page, { web });
}
