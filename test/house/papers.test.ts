import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { programFor, withSubcommands } from '../../src/interfaces/cli/program.ts';
import { MUTATIONS } from '../full/mutations.ts';
import { type Row, readPage } from '../papers/make.ts';
import { OUTPUTS } from '../papers/outputs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs', 'papers.md'), 'utf8');

/** Titles of a test file: strings that a function follows. */
function titlesOf(file: string): string[] {
  const text = readFileSync(join(ROOT, 'test', file), 'utf8');
  const title = /(['"`])((?:(?!\1)[^\n])*)\1,\s*(?:\{[^}]*\},\s*)?(?:async\s*)?(?:\(|function)/g;
  return [...text.matchAll(title)].map(([, , words = '']) => words);
}

/** `folder/name.test.ts` "part of a title", "part of another"; † says that it failed when the formula was broken. */
const NAMED_TEST = /`(?:test\/)?([a-z0-9/.-]+\.test\.ts)`((?:,? "[^"]+"(?: †)?)*)/g;

test('docs/papers.md names tests that exist', () => {
  const missing = [...page.matchAll(NAMED_TEST)].flatMap(([whole, file = '', parts = '']) => {
    if (!existsSync(join(ROOT, 'test', file))) return [whole];
    const titles = titlesOf(file);
    return [...parts.matchAll(/"([^"]+)"/g)]
      .filter(([, part = '']) => !titles.some((title) => title.includes(part)))
      .map(([, part]) => `${file}: ${part}`);
  });
  expect(missing).toEqual([]);
});

test('breaks of formulas name code that exists', () => {
  const missing = MUTATIONS.filter(
    ([file, find]) => !readFileSync(join(ROOT, 'src', file), 'utf8').includes(find),
  );
  expect(missing).toEqual([]);
});

test('every item of docs/papers.md has a test, or says in its verdict that it is not there', () => {
  const cells = page
    .split('\n')
    .filter((line) => /^\| \d+[a-z]? \|/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.trim()));
  expect(cells.length).toBeGreaterThan(60);
  const bare = cells.filter(
    (row) => !row.join(' ').includes('.test.ts`') && !/^(?:not there|not offered)/.test(row.at(-1) ?? ''),
  );
  expect(bare).toEqual([]);
});

test('every row of docs/papers.md quotes an output, or says why there is none', async () => {
  const { rows } = await readPage();
  const ids = new Set(rows.map(({ id }) => id));
  expect(Object.keys(OUTPUTS).filter((id) => !ids.has(id))).toEqual([]);
  const measured = ({ line }: Row) => line.includes('`npm run bench');
  const bare = rows.filter((row) => {
    const says = row.output.startsWith('no output: ') || measured(row);
    return OUTPUTS[row.id] === undefined ? !says : says;
  });
  expect(bare.map(({ id, output }) => `${id}: ${output}`)).toEqual([]);
});

/** Parses a command as it is typed, without running it. */
async function parse(line: string): Promise<void> {
  const args = [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const whole = await programFor(args);
  for (const command of withSubcommands(whole))
    command.configureOutput({ writeErr: () => {}, outputError: () => {} }).action(() => {});
  await whole.parseAsync(args, { from: 'user' });
}

test('docs/papers.md names commands, flags and choices that exist', async () => {
  const lines = new Set([...page.matchAll(/`fieldfare ([^`]+)`/g)].map(([, line = '']) => line));
  const wrong: string[] = [];
  for (const line of lines)
    await parse(line).catch((error: Error) => wrong.push(`${line}: ${error.message}`));
  expect(lines.size).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('a wrong flag, a wrong choice and a missing command are found', async () => {
  await expect(parse('harvest book --max-page 3')).rejects.toThrow("unknown option '--max-page'");
  await expect(parse('harvest book --strategy best')).rejects.toThrow(/best/);
  await expect(parse('harvests book')).rejects.toThrow('harvests');
  await expect(parse('evaluate form')).rejects.toThrow();
});
