import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import {
  alternatives,
  CONCEPTS,
  type Concept,
  fingerprintOf,
  PACKS,
  wordListFingerprint,
  wordsByLanguage,
  wordsFor,
  wordsOfPack,
} from '../../../src/foundation/language/index.ts';
import type { LanguagePack } from '../../../src/foundation/language/language-pack.ts';
import { packIn } from '../../../src/foundation/language/pack-files.ts';

const SOURCE = resolve(import.meta.dirname, '../../../src');
const concepts = Object.keys(CONCEPTS) as Concept[];

describe('a language pack', () => {
  const folder = join(SOURCE, 'languages');
  const files = readdirSync(folder).map((file) => file.replace('.yaml', ''));

  it('is loaded because its file is there', () => expect([...PACKS.keys()].sort()).toEqual(files.sort()));

  it.each([...PACKS])('%s has words of known concepts only', (_, { words }) => {
    expect(Object.keys(words).filter((concept) => !(concept in CONCEPTS))).toEqual([]);
  });

  it.each([...PACKS])('%s has a name and no empty list', (_, pack) => {
    expect(pack.name).not.toBe('');
    const listed = Object.keys(pack.words) as Concept[];
    expect(listed.filter((concept) => wordsOfPack(pack, concept).length === 0)).toEqual([]);
  });

  it.each(files)('%s has no key twice', (code) => {
    expect(() => parse(readFileSync(join(folder, `${code}.yaml`), 'utf8'))).not.toThrow();
  });

  it('with a mistake is refused by file and key', () => {
    const text = 'name: Polish\nwords:\n  form/serach: szukaj\n';
    expect(() => packIn(text, 'pl.yaml')).toThrow('languages/pl.yaml: words.form/serach: no such concept');
    expect(() => packIn('words: {}', 'pl.yaml')).toThrow('languages/pl.yaml: name: expected');
  });

  it('comes in one order: English first, the order of the folder does not matter', () => {
    expect([...PACKS.keys()].slice(0, 8)).toEqual(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ar']);
  });
});

describe('a concept', () => {
  it.each(concepts)('%s has words', (concept) => expect(wordsFor(concept)).not.toEqual([]));

  it('of patterns holds whole regular expressions, each of which can stand alone', () => {
    const patterns = concepts.filter((concept) => CONCEPTS[concept].startsWith('pattern'));
    expect(patterns.length).toBeGreaterThan(10);
    for (const concept of patterns)
      for (const source of wordsFor(concept)) expect(() => new RegExp(source, 'iu'), concept).not.toThrow();
  });

  it('is used by code: by its name, or by the name of its group', () => {
    const code = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.startsWith('foundation/language/'))
      .map((path) => readFileSync(join(SOURCE, path), 'utf8'));
    const isUsed = (concept: Concept): boolean => {
      const [group = '', name = ''] = concept.split('/');
      return code.some(
        (text) =>
          text.includes(`'${concept}'`) ||
          (text.includes(`\`${group}/\${`) &&
            (text.includes(`namesOf('${group}')`) || text.includes(`'${name}'`))),
      );
    };
    expect(concepts.filter((concept) => !isUsed(concept))).toEqual([]);
  });
});

test('words of a concept are those of all languages, each as often as languages have it', () => {
  const inAll = [...wordsByLanguage('form/find').values()].flat();
  expect(wordsFor('form/find')).toEqual(inAll);
  expect(inAll.filter((word) => word === '*finder*')).toHaveLength(2);
  expect(alternatives('option/every').split('|')).toContain('alle[rs]?');
});

describe('the fingerprint of packs', () => {
  const pack = (words: LanguagePack['words']): LanguagePack => ({ name: 'Test', words });
  const one = fingerprintOf([pack({ 'form/go': 'go, ok' })]);

  it('changes with a word', () => expect(fingerprintOf([pack({ 'form/go': 'go, okay' })])).not.toBe(one));

  it('changes when a word goes to another concept', () =>
    expect(fingerprintOf([pack({ 'form/find': 'go, ok' })])).not.toBe(one));

  it('stays the same whatever the order and the layout of the words', () => {
    expect(fingerprintOf([pack({ 'form/go': '\n  ok,\n  go\n' })])).toBe(one);
    expect(fingerprintOf([pack({ 'form/go': 'go' }), pack({ 'form/go': 'ok' })])).toBe(one);
  });

  it('stays the same with words that no model reads', () =>
    expect(fingerprintOf([pack({ 'form/go': 'go, ok', 'fact/format': 'format' })])).toBe(one));

  it('is that of all packs where nothing else is said', () =>
    expect(wordListFingerprint()).toBe(fingerprintOf(PACKS.values())));
});
