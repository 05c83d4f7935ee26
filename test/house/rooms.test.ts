import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../src');

/** What each room may import besides itself; the journey runs downwards. */
const BELOW = ['text', 'topics', 'learning', 'store', 'browser', 'web'];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  text: [],
  learning: [],
  store: [],
  domain: ['text'],
  topics: ['text', 'domain'],
  sites: ['domain', ...BELOW],
  browser: ['setup'],
  web: ['setup'],
  pages: ['domain', 'sites', ...BELOW],
  forms: ['domain', 'sites', 'pages', ...BELOW],
  submissions: ['domain', 'sites', 'pages', 'forms', ...BELOW],
  library: ['domain', 'sites', 'pages', 'forms', 'submissions', ...BELOW],
  knowledge: ['domain', 'sites', 'pages', 'forms', 'submissions', 'library', ...BELOW],
  reports: ['domain', 'sites', 'pages', 'forms', 'submissions', 'library', ...BELOW],
  harvest: ['domain', 'sites', 'pages', 'forms', 'submissions', 'library', 'knowledge', ...BELOW],
  property: ['domain', ...BELOW],
  'air-quality': [
    ...['domain', 'sites', 'pages', 'forms', 'submissions', 'library', 'reports', 'harvest', 'property'],
    ...BELOW,
  ],
  'practice-web': [],
  setup: ['browser'],
};

/** The one place that starts the practice web, by a dynamic import. */
const EXCEPTIONS = new Set(['web/practice.ts -> practice-web']);

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
  readonly targetRoom: string;
}

function importsOf(file: string): Import[] {
  const code = readFileSync(file, 'utf8');
  const found = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(['"])(\.[^'"]+)\1/gm);
  return [...found].flatMap(([, , specifier]) => {
    const target = relative(SOURCE, resolve(dirname(file), specifier!));
    const path = relative(SOURCE, file);
    if (target.startsWith('..')) return [];
    return [{ file: path, room: roomOf(path), target, targetRoom: roomOf(target) }];
  });
}

const roomOf = (path: string): string => (path.includes('/') ? path.split('/')[0]! : '');

const imports = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
  .flatMap((entry) => importsOf(join(entry.parentPath, entry.name)));
const crossing = imports.filter(
  ({ room, targetRoom }) => room !== targetRoom && room !== '' && targetRoom !== '',
);

test('there are imports to look at', () => {
  expect(imports.length).toBeGreaterThan(100);
});

test('rooms import only what lies upstream or below', () => {
  const wrong = crossing
    .filter(({ room }) => room !== 'cli' && room !== 'server')
    .filter(({ room, targetRoom }) => !ALLOWED[room]?.includes(targetRoom))
    .filter(({ file, targetRoom }) => !EXCEPTIONS.has(`${file} -> ${targetRoom}`))
    .map(({ file, target }) => `${file} imports ${target}`);
  expect(wrong).toEqual([]);
});

test('rooms are entered by their doors', () => {
  const wrong = crossing
    .filter(({ targetRoom, target }) => !target.endsWith('.mjs') && target !== `${targetRoom}/index.ts`)
    .map(({ file, target }) => `${file} imports ${target}`);
  expect(wrong).toEqual([]);
});
