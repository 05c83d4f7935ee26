import { expect, test } from 'vitest';
import { CONCEPTS, PACKS, wordListFingerprint, wordsFor } from '../../../src/foundation/language/index.ts';
import { runCli } from './run-cli.ts';

test('doctor --languages prints how many words each language has of each concept', async () => {
  const { code, out } = await runCli(['doctor', '--languages']);
  expect(code).toBe(0);
  const lines = out.split('\n');
  expect(lines[0]?.split(/\s+/)).toEqual(['concept', ...PACKS.keys(), 'all']);
  // Names of concepts may have a space within.
  const rows = lines.slice(1, lines.indexOf('')).map((line) => [
    ...Object.keys(CONCEPTS)
      .filter((name) => line.startsWith(`${name} `))
      .slice(-1),
    ...line
      .trim()
      .split(/\s+/)
      .slice(-PACKS.size - 1),
  ]);
  expect(rows.map(([concept]) => concept)).toEqual(Object.keys(CONCEPTS));
  const login = rows.find(([concept]) => concept === 'form/login') ?? [];
  expect(login.at(-1)).toBe(String(wordsFor('form/login').length));
  expect(login[1 + [...PACKS.keys()].indexOf('de')]).toBe('3');
  expect(login[1 + [...PACKS.keys()].indexOf('ta')]).toBe('·');
  expect(out).toContain(`All together: ${wordListFingerprint()}`);
});

test('doctor --languages --json tells the same to programs', async () => {
  const { out } = await runCli(['doctor', '--languages', '--json']);
  const { fingerprint, languages } = JSON.parse(out);
  expect(fingerprint).toBe(wordListFingerprint());
  expect(languages).toHaveLength(PACKS.size);
  expect(languages[0]).toMatchObject({ code: 'en', name: 'English', words: { 'field/fax': 3 } });
});
