import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { drawRooms } from '../../src/setup/draw-rooms.mjs';

const SOURCE = resolve(import.meta.dirname, '../../src');

/** Each holds rows; all may import the first. */
const DRIVERS = ['sqlite', ...readdirSync(join(SOURCE, 'drivers'))]
  .filter((name, at, all) => !['sql', 'open'].includes(name) && all.indexOf(name) === at)
  .map((name) => `drivers/${name}`);

/** All rooms, the lowest first: a room imports only rooms that stand before it. */
const ROOMS = [
  'foundation/errors',
  'foundation/options',
  'foundation/language',
  'foundation/text',
  'foundation/learning',
  'foundation/url',
  'foundation/threads',
  'foundation/csv',
  'foundation/object-storage',
  'foundation/warc',
  'foundation/http',
  'foundation/browser',
  'foundation/dom',
  'foundation/domain',
  'foundation/topics',
  'storage',
  'drivers/sql',
  ...DRIVERS,
  'drivers/open',
  'forms',
  'submissions',
  'library',
  'knowledge',
  'crawl/frontier',
  'crawl/strategies',
  'crawl/analysis',
  'crawl/events',
  'crawl/settings',
  'crawl/rendering',
  'crawl/site-locating',
  'crawl/in-site-exploring',
  'crawl/run',
  'interfaces/views',
  'reports',
  'app',
  'interfaces/terminal',
  'wings/cluster',
  'wings/laboratory',
  'wings/air-quality/property',
  'wings/air-quality/wording',
  'wings/air-quality',
  'interfaces/web',
  'interfaces/server',
  'interfaces/web/client',
  'interfaces/cli',
];
/** Programs of their own: nothing of the rooms above in them. */
const APART = ['practice-web', 'setup'];
/** Rooms without a door: what runs in them is started. */
const PROGRAMS = new Set(['interfaces/cli', 'interfaces/web/client']);
const HOUSES_OF_ROOMS = ['foundation', 'drivers', 'crawl', 'interfaces', 'wings'];

/** Paths from one room to another that are meant. */
const EXCEPTIONS = new Set([
  // The one place that starts the practice web, by a dynamic import.
  'foundation/http/practice-transport.ts -> practice-web/index.ts',
  // Classifiers learn from forms of practice webs grown for it, by a dynamic import too.
  'wings/laboratory/models/practice-forms.ts -> practice-web/index.ts',
  // A harvest in a store that several processes share is the cluster's; no other one loads it.
  'app/harvest.ts -> wings/cluster/index.ts',
  // A browser is looked for before anything is installed.
  'setup/bring-browser.mjs -> foundation/browser/locate-browser.mjs',
  'setup/npm.mjs -> foundation/browser/locate-browser.mjs',
  'setup/run.mjs -> foundation/browser/locate-browser.mjs',
  'foundation/browser/find-browser.ts -> setup/setup-lock.mjs',
  // A package carries the web UI and the script of reports bundled.
  'setup/build.mjs -> interfaces/web/bundle.mjs',
  'setup/build.mjs -> reports/bundle.mjs',
]);

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

/** The longest room that a path lies in; '' for the files beside the houses. */
function roomOf(path: string): string {
  const parts = path.split('/');
  if (parts.length === 1) return '';
  const known = ROOMS.filter((room) => path.startsWith(`${room}/`)).sort((a, b) => b.length - a.length);
  if (known[0] !== undefined) return known[0];
  const [house, room] = parts as [string, string];
  const two = `${house}/${room}`;
  return HOUSES_OF_ROOMS.includes(house) ? two : house;
}

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
const crossing = files
  .flatMap(importsOf)
  .filter(({ room, targetRoom }) => room !== targetRoom && room !== '' && targetRoom !== '')
  .filter(({ file, target }) => !EXCEPTIONS.has(`${file} -> ${target}`));

test('every folder is a room that is named here', () => {
  const rooms = new Set(files.map((file) => roomOf(relative(SOURCE, file))).filter((room) => room !== ''));
  expect([...rooms].sort()).toEqual([...ROOMS, ...APART].sort());
});

test('docs/architecture.md has a line for every room', () => {
  const page = readFileSync(join(SOURCE, '../docs/architecture.md'), 'utf8');
  expect([...ROOMS, ...APART].filter((room) => !page.includes(`\`${room}\``))).toEqual([]);
});

test('docs/architecture.svg is as npm run docs draws it', () => {
  expect(readFileSync(join(SOURCE, '../docs/architecture.svg'), 'utf8')).toBe(drawRooms());
});

test('a room imports only rooms below it, types included', () => {
  const wrong = crossing
    .filter(({ room }) => room !== 'interfaces/cli')
    .filter(({ room, targetRoom }) => {
      const [from, to] = [ROOMS.indexOf(room), ROOMS.indexOf(targetRoom)];
      return from < 0 || to < 0 || to > from;
    })
    .map(({ file, target }) => `${file} imports ${target}`);
  expect(wrong).toEqual([]);
});

test('the core imports no wing', () => {
  const wrong = crossing
    .filter(({ room, targetRoom }) => targetRoom.startsWith('wings/') && isCore(room))
    .map(({ file, target }) => `${file} imports ${target}`);
  expect(wrong).toEqual([]);
});

const isCore = (room: string): boolean => !/^(?:wings|interfaces)\//.test(room) && !APART.includes(room);

test('rooms are entered by their doors', () => {
  const wrong = crossing
    .filter(
      ({ targetRoom, target }) =>
        !target.endsWith('.mjs') &&
        target !== `${targetRoom}/index.ts` &&
        // A wing's commands have a door of their own, behind which nothing else is loaded before one of them runs.
        !(targetRoom.startsWith('wings/') && target === `${targetRoom}/commands/index.ts`),
    )
    .map(({ file, target }) => `${file} imports ${target}`);
  expect(wrong).toEqual([]);
});

test('a door opens on nothing that nobody comes for', () => {
  const wanted = new Map<string, Set<string>>();
  const everything = [...files, ...testFiles()];
  for (const file of everything) {
    const code = readFileSync(file, 'utf8');
    for (const [, names, specifier] of code.matchAll(NAMED)) {
      const target = relative(SOURCE, resolve(dirname(file), specifier!));
      const at = wanted.get(target) ?? wanted.set(target, new Set()).get(target)!;
      for (const name of names!.split(',')) at.add(name.replace(/\btype\b|\bas\b.*|:.*/g, '').trim());
    }
    // A whole room taken by one name may use anything of it.
    for (const [, specifier] of code.matchAll(WHOLE)) {
      const target = relative(SOURCE, resolve(dirname(file), specifier!));
      (wanted.get(target) ?? wanted.set(target, new Set()).get(target)!).add('*');
    }
  }
  const unused = ROOMS.filter((room) => !PROGRAMS.has(room)).flatMap((room) => {
    const door = `${room}/index.ts`;
    const asked = wanted.get(door) ?? new Set();
    if (asked.has('*')) return [];
    return exportedBy(join(SOURCE, door)).flatMap((name) => (asked.has(name) ? [] : [`${door}: ${name}`]));
  });
  expect(unused).toEqual([]);
});

/** `{ a, type B } from '…'` of imports and re-exports, and `{ a } = await import('…')`. */
const NAMED = /\{([^{}]*)\}\s*(?:from\s*|=\s*await\s+import\(\s*)['"](\.[^'"]+)['"]/g;
const WHOLE =
  /(?:export\s+(?:type\s+)?\*\s+from\s*|import\s+(?:type\s+)?\*\s+as\s+\w+\s+from\s*|\b(?:const|let)\s+\w+\s*=\s*await\s+import\(\s*|typeof\s+import\(\s*|\bimport\(\s*(?=['"][^'"]+['"]\s*\)\.))['"](\.[^'"]+)['"]/g;

function exportedBy(door: string): string[] {
  const code = readFileSync(door, 'utf8');
  return [...code.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)].flatMap(([, names]) =>
    names!
      .split(',')
      .map((name) =>
        name
          .replace(/\btype\b/, '')
          .replace(/.*\bas\b/, '')
          .trim(),
      )
      .filter((name) => name !== ''),
  );
}

function testFiles(): string[] {
  const folder = resolve(SOURCE, '../test');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}
