import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { runCli } from '../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder('fieldfare-knowledge-cli-');
const storage = join(folder, 'storage');
const knowledge = (...args: string[]) => runCli(['knowledge', ...args, '--storage', storage]);

beforeAll(async () => {
  await mkdir(join(folder, 'corpus'));
  for (let i = 0; i < 6; i++)
    await writeFile(
      join(folder, 'corpus', `${i}.html`),
      `<title>Dish ${i}</title><p>Fry onions, garlic and butter with salt, pepper, flour and water in a pan.`,
    );
});

test('a corpus is built, with a Spotlight service that is down, and pages are judged with reasons', async () => {
  const built = await knowledge(
    ...['build', 'cooking', '--corpus', join(folder, 'corpus')],
    ...['--spotlight', 'http://127.0.0.1:9/rest/annotate'],
  );
  expect(built.err).toMatch(
    /^warning: the Spotlight service at .* does not answer .*; going on with the embedded linker\n$/,
  );
  expect(built.out).toMatch(/^cooking: 6 pages read in .* 6 added, 0 unchanged/);
  await writeFile(
    join(folder, 'other.html'),
    '<p>The minister and judges debated a law on elections, parliament, votes, a treaty, the army and the press of the court.',
  );
  const [judged, queried, broken] = await Promise.all([
    knowledge('judge', join(folder, 'other.html')),
    knowledge('query', '--noun', 'garlic'),
    writeFile(join(folder, 'bad.ttl'), '<a> <b>').then(() => knowledge('import', join(folder, 'bad.ttl'))),
  ]);
  expect(judged.out).toContain('cooking: off topic — its nouns are rarer in the corpus');
  expect(judged.out).toContain('in no document of the corpus');
  expect(JSON.parse(queried.out)).toEqual({ noun: 'garlic', documentsWithNoun: 6, documents: 6, idf: 0 });
  expect([broken.code, broken.err]).toEqual([
    2,
    expect.stringMatching(/^fieldfare: .*bad\.ttl: Parser error at line 1 .*\n$/),
  ]);
});

test('a harvest from pages of a corpus that has no addresses says what to do', async () => {
  await knowledge('build', 'cooking', '--corpus', join(folder, 'corpus'));
  const file = join(folder, 'cooking.yaml');
  await writeFile(file, 'name: cooking\ndescription: Recipes.\nterms: { recipe: 1 }\n');
  const { code, err } = await runCli(['harvest', file, '--seeds', 'corpus:3', '--storage', storage]);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('the corpus of cooking has no page with an address to start from'),
  ]);
});

test('what other commands import of knowledge loads no text package, no WordNet and no RDF store', async () => {
  const door = new URL('../../src/knowledge/index.ts', import.meta.url).href;
  const program = `
    import { createRequire } from 'node:module';
    const { cache } = createRequire(${JSON.stringify(door)});
    const loaded = () => /wink|oxigraph/.test(Object.keys(cache).join());
    const { embeddedAnnotator } = await import(${JSON.stringify(door)});
    const before = [loaded(), process.memoryUsage().arrayBuffers > 20e6];
    embeddedAnnotator().annotate(['A book.']);
    console.log(JSON.stringify([...before, loaded(), process.memoryUsage().arrayBuffers > 20e6]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(JSON.parse(stdout)).toEqual([false, false, true, true]);
});
