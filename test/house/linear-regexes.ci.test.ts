/** No regular expression of ours takes more than linear time over what a page says; of those, the files that changed are tried. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { changedFiles } from '../../.ci/changed.mjs';

const SOURCE = resolve(import.meta.dirname, '../../src');
/** Programs of their own, which read no page. */
const APART = /^(?:practice-web|setup)[\\/]/;
/** Time for one expression; most take a few milliseconds. */
const CHECK_MS = 2_000;

/** Expressions that recheck calls polynomial. They read what a user types; none that reads a page may be added. */
const TYPED: ReadonlySet<string> = new Set([
  'knowledge/sparql/query-shape.ts /<[^<>"{}|^`\\\\\\s]*>|"""(?:(?!""")(?:\\\\.|[^\\\\]))*"""|\'\'\'(?:(?!\'\'\')(?:\\\\.|[^\\\\]))*\'\'\'|"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|#[^\\n]*|[{}]|[?$@:]?[A-Za-z_][\\w:.-]*|\\d+/gs',
]);

interface Regex {
  readonly name: string;
  readonly pattern: string;
  readonly flags: string;
}

function regexesOf(file: string): Regex[] {
  const found: Regex[] = [];
  const { program } = parseSync(file, readFileSync(join(SOURCE, file), 'utf8'));
  JSON.stringify(program, (_, value: unknown) => {
    const { regex } = (value ?? {}) as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) found.push({ ...regex, name: `${file} /${regex.pattern}/${regex.flags}` });
    return typeof value === 'bigint' ? String(value) : value;
  });
  return found;
}

test('expressions are linear', async () => {
  const files = readdirSync(SOURCE, { recursive: true })
    .map(String)
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts') && !APART.test(file));
  const repeating = files.flatMap(regexesOf).filter(({ pattern }) => /[*+]|,\}/.test(pattern));
  expect(repeating.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  const changed = changedFiles();
  const isTried = ({ name }: Regex) => changed === undefined || changed.has(`src/${name.split(' ')[0]}`);
  const untyped = repeating.filter((one) => !TYPED.has(one.name) && isTried(one));
  // The same expression may stand in several files.
  const different = new Map(untyped.map((one) => [`/${one.pattern}/${one.flags}`, one]));
  for (const { name, pattern, flags } of different.values()) {
    const { status } = await check(pattern, flags, { timeout: CHECK_MS });
    if (status === 'vulnerable') wrong.push(name);
  }
  expect(wrong).toEqual([]);
  expect([...TYPED].filter((typed) => !repeating.some(({ name }) => name === typed))).toEqual([]);
}, 3_600_000);
