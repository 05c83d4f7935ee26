import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map(String),
);
const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))].map(
  (name) => (name === 'README.md' ? name : `docs/${name}`),
);

/** Names of files and of folders of the project between back-ticks; placeholders stand in capitals. */
const PATH = /`((?:src|test|docs)\/[a-z0-9./-]+|[a-z0-9./-]+\.(?:ts|mjs))`/g;

test('the docs name files and folders that exist', () => {
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(PATH)]
      .map(([, path]) => path!)
      .filter(
        (path) => !existsSync(join(ROOT, path)) && !files.some((file) => `/${file}`.endsWith(`/${path}`)),
      )
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the docs link to pages that exist', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !existsSync(resolve(ROOT, page, '..', target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

/** The anchor that code hosts give a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test('links to a part of a page name a heading of it', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
      .filter(([, target, anchor]) => {
        const file = target === '' ? join(ROOT, page) : resolve(ROOT, page, '..', target!);
        if (!existsSync(file)) return false;
        const headings = readFileSync(file, 'utf8').matchAll(/^#{1,6} +(.+)$/gm);
        return ![...headings].some(([, heading]) => anchorOf(heading!) === anchor);
      })
      .map(([, target, anchor]) => `${page}: ${target}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

test('the README says of every dependency what it does', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { dependencies, devDependencies } = manifest as Record<string, Record<string, string>>;
  const rows = readme.split('\n').filter((line) => line.startsWith('| '));
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !rows.some((row) => row.split('|')[1]!.includes(`\`${name}\``)),
  );
  expect(missing).toEqual([]);
});

/** Pages that are looked up, not read. */
const REFERENCE = ['architecture', 'decisions', 'glossary', 'options', 'papers'].map(
  (name) => `docs/${name}.md`,
);
const TWO_SCREENS = 60;

test('a page shows a command within two screens', () => {
  const without = pages
    .filter((page) => !REFERENCE.includes(page))
    .filter((page) => {
      const start = readFileSync(join(ROOT, page), 'utf8').split('\n').slice(0, TWO_SCREENS);
      return !start.some((line) => /^(?: {4}|\$ )(?:fieldfare|npm) /.test(line));
    });
  expect(without).toEqual([]);
});
