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
