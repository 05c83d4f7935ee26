import { truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from './run-cli.ts';

const texts = (...names: string[]): string[] =>
  names.map((name) => resolve(import.meta.dirname, '../../papers/files/texts', `${name}.txt`));
const linesOf = (out: string): string[] =>
  out.split('\n').map((line) => line.replace(/\S*\/(?=\w+\S*\.txt)/g, ''));

test('texts given as files are judged in their order, sentence by sentence', async () => {
  const { out, code } = await runHere(['novelty', ...texts('D1', 'D2', 'D3')]);
  expect(code).toBe(0);
  const lines = linesOf(out);
  expect(lines.filter((line) => line.startsWith('D'))).toEqual([
    'D1.txt: novel, 2 of 2 sentences new',
    'D2.txt: novel, 1 of 2 sentences new, most like D1.txt (0.66)',
    'D3.txt: known, 0 of 2 sentences new, most like D1.txt',
  ]);
  expect(lines).toContain('  new    The population of Singapore is approximately 4.86 million.');
  const { out: turned } = await runHere(['novelty', ...texts('D3', 'D1')]);
  expect(linesOf(turned)).toContain('D1.txt: novel, 1 of 2 sentences new, most like D3.txt');
});

test('judged whole, what is new in a duplicate is lost, and the steps can be shown', async () => {
  const { out } = await runHere(['novelty', ...texts('D1', 'D2'), '--mode', 'page', '--explain']);
  expect(linesOf(out)).toContain('D2.txt: known, most like D1.txt (0.66), 31 hashes kept');
  expect(out).toContain('singapore* island* state* located southern tip* malay* peninsula* (5-grams: 48)');
  expect(out).toContain('what is new in a duplicate is lost');
});

test('a file that is missing, binary or too long is named, and nothing else is judged', async () => {
  const folder = temporaryFolder('texts-');
  const [binary, long] = [join(folder, 'binary.txt'), join(folder, 'long.txt')];
  await writeFile(binary, Uint8Array.of(0x89, 0x50, 0, 0xff));
  await writeFile(long, '');
  await truncate(long, 5_000_001);
  for (const [file, message] of [
    [join(folder, 'none.txt'), 'none.txt (ENOENT)'],
    [binary, 'binary.txt (no text in UTF-8)'],
    [long, 'long.txt (longer than 5 MB)'],
    [folder, '(no file)'],
  ] as const) {
    const { code, out, err } = await runHere(['novelty', ...texts('D1'), file]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  }
  const { code, err } = await runHere(['novelty', ...texts('D1'), '--run', '3']);
  expect([code, err]).toEqual([2, expect.stringContaining('--run: is for pages of a run')]);
});
