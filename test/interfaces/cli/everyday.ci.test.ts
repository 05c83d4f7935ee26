import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { loadDomain } from '../../../src/foundation/domain/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere, startCli } from './run-cli.ts';

const folder = temporaryFolder('everyday-');
const storage = join(folder, 'storage');

let harvested: { out: string; err: string; code: number | null };
beforeAll(async () => {
  const config = join(folder, 'options.yaml');
  writeFileSync(
    config,
    `all:\n  storage: ${storage}\nharvest:\n  max-pages: 500\n  max-submissions: 3\n  no-text: false\n`,
  );
  harvested = await startCli([
    ...['harvest', 'book', '--web', 'practice:sites=12', '--config', config, '--max-pages', '20'],
    ...['--emit', 'records'],
  ]).done;
}, 120_000);

test('--emit records prints each record once, and nothing else, on standard output', async () => {
  const records = harvested.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.length).toBeGreaterThan(5);
  for (const record of records)
    expect(Object.keys(record)).toEqual(['formId', 'site', 'title', 'url', 'fields']);
  const exported = await runHere(['export', 'records', '--storage', storage]);
  const kept = exported.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const named = (rows: { site: string; title: string; url: string | null }[]) =>
    rows.map(({ site, title, url }) => [site, url, title].join(' ')).sort();
  expect(named(records)).toEqual(named(kept));
  expect(harvested.err).toContain('Report: ');
});

test('options of a file hold where none is typed', async () => {
  const [line] = (await runHere(['runs', '--storage', storage, '--json'])).out.split('\n');
  const run = JSON.parse(line!);
  expect(run).toMatchObject({ id: 1, domains: ['book'], reason: { code: 'max-pages', detail: '20' } });
  expect(run.pages).toBe(20);
});

test.each([
  ['harvst:\n  max-pages: 3', '"harvst" is no command with options; did you mean "harvest"?'],
  ['harvest:\n  max-pags: 3', 'harvest: "max-pags" is no option of harvest; did you mean "max-pages"?'],
  ['harvest:\n  max-pages: many', 'max-pages: '],
  ['harvest:\n  max-pages: [', 'cannot read the options of '],
  ['harvest:\n  novelty: 3\n', 'novelty: '],
  ['- a', 'expected options by command'],
])('a file with a mistake is refused before anything begins: %s', async (text, message) => {
  const file = join(folder, 'wrong.yaml');
  writeFileSync(file, text);
  const { code, err } = await runHere(['harvest', 'book', '--web', 'practice', '--config', file]);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).toContain(file);
});

test('runs lists what each run found; report writes its report again', async () => {
  const { out } = await runHere(['runs', '--storage', storage]);
  expect(out).toMatch(/^Run {2}Kind +Started.*\n +1 {2}harvest {2}\d{4}-.* book .* budget .*\n1 run\n$/);
  const file = join(storage, 'runs/1/report.html');
  rmSync(file);
  const { out: again } = await runHere(['report', '--storage', storage]);
  expect(again).toContain(file);
  expect(readFileSync(file, 'utf8')).toContain('<!doctype html>');
  for (const [list, begins] of [
    ['forms', 'formId,site,'],
    ['records', 'site,key,'],
  ] as const) {
    expect(readFileSync(file, 'utf8')).toContain(`href="${list}.csv"`);
    expect(readFileSync(join(storage, `runs/1/${list}.csv`), 'utf8').startsWith(begins)).toBe(true);
  }
  expect((await runHere(['report', '7', '--storage', storage])).err).toContain('there is no run 7');
});

test('init writes a domain file that loads, and overwrites none', async () => {
  const file = join(folder, 'recipe.yaml');
  const words = ['recipe', 'cooking time', 'oven,dough', 'servings'];
  const { code, out } = await runHere([
    ...['init', 'recipe', ...words, '--seed', 'https://cook.test/', '--out', file],
  ]);
  expect([code, out]).toEqual([0, expect.stringContaining('5 terms')]);
  const domain = loadDomain(file);
  expect(domain.terms).toEqual({ recipe: 3, 'cooking time': 3, oven: 2, dough: 2, servings: 2 });
  expect(domain.seeds).toEqual(['https://cook.test/']);
  const [, schema] = /\$schema=(.*)/.exec(readFileSync(file, 'utf8'))!;
  expect([isAbsolute(schema!), existsSync(join(dirname(file), schema!))]).toEqual([false, true]);
  const again = await runHere(['init', 'recipe', 'a', '--out', file]);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('exists')]);
});

test('init takes the words of an example page, without those that every site has', async () => {
  const page = join(folder, 'page.html');
  const sentence =
    '<p>Knead the dough, bake the dough in the oven; a sauce of tomatoes. Search, log in, next page.</p>';
  writeFileSync(page, `<title>Pizza dough</title>${sentence.repeat(3)}`);
  const file = join(folder, 'pizza.yaml');
  expect((await runHere(['init', 'pizza', '--from', page, '--out', file])).code).toBe(0);
  const terms = Object.keys(loadDomain(file).terms);
  expect(terms[0]).toBe('dough');
  expect(terms).toEqual(expect.arrayContaining(['oven', 'sauce', 'tomatoes']));
  for (const word of ['the', 'search', 'in']) expect(terms).not.toContain(word);
});

test('cron expressions are checked before anything begins', async () => {
  const { code, err } = await runHere(['harvest', 'book', '--web', 'practice', '--cron', '0 3 * *']);
  expect([code, err]).toEqual([2, expect.stringContaining('--cron: expected five fields')]);
});

/** The files of a ZIP whose entries are stored as they are. */
function storedFiles(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const size = zip.readUInt32LE(at + 24);
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(name, zip.subarray(start, start + size));
    at += 46 + name.length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

test('a WACZ holds the archive, its index, the pages with search forms, and digests that are right', async () => {
  const file = join(folder, 'run[1].wacz');
  expect((await runHere(['export', '--format', 'wacz', '--out', file, '--storage', storage])).code).toBe(0);
  const files = storedFiles(readFileSync(file));
  const { resources } = JSON.parse(String(files.get('datapackage.json')));
  expect(resources.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(['archive/exchanges.warc.gz', 'pages/pages.jsonl']),
  );
  for (const { path, hash } of resources)
    expect([path, hash]).toEqual([
      path,
      `sha256:${createHash('sha256').update(files.get(path)!).digest('hex')}`,
    ]);
  const [, ...pages] = String(files.get('pages/pages.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const forms = (await runHere(['export', 'forms', '--storage', storage])).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const searched = forms.filter(({ searchable }) => searchable).map(({ page }) => page);
  expect(new Set(pages.map(({ url }) => url))).toEqual(new Set(searched));
  const archive = files.get('archive/exchanges.warc.gz')!;
  const lines = String(files.get('indexes/index.cdx')).trim().split('\n');
  const line = lines.find((entry) => entry.includes(`"url":"${searched[0]}"`))!;
  const { offset, length } = JSON.parse(line.slice(line.indexOf('{')));
  const record = gunzipSync(archive.subarray(Number(offset), Number(offset) + Number(length))).toString(
    'latin1',
  );
  expect(record).toContain(`WARC-Target-URI: ${searched[0]}`);
});

test('a word that must not be there is searched with, and a mistyped option is refused', async () => {
  const { err } = await runHere(['search', 'garden', '-paperback', '--storage', storage]);
  expect(err).not.toContain('unknown option');
  expect(await runHere(['search', 'garden', '--facet', '--storage', storage])).toMatchObject({
    code: 2,
    err: expect.stringContaining("unknown option '--facet'"),
  });
});

test('a resumed run counts the sites that it reached before', async () => {
  const reached = (text: string) => Number(/relevant sites reached +(\d+) of/.exec(text)?.[1]);
  const before = reached(harvested.err);
  expect(before).toBeGreaterThan(1);
  const resumed = await startCli(['harvest', '--resume', '--storage', storage, '--max-pages', '22']).done;
  expect(resumed.code).toBe(0);
  expect(reached(resumed.out)).toBeGreaterThanOrEqual(before);
}, 120_000);
