/** What code looks at again is a code: no sentence that is stored or thrown is searched for words. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../src');
/** Migrations read what earlier versions wrote; the practice web is a program of its own, with a search of its own. */
const APART = /^(?:practice-web\/|drivers\/sqlite\/earlier-stores\.ts$)/;

/** A name under which a reason goes about. */
const REASON = String.raw`\b\w*[rR]eason`;
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'a pattern as an operator of the query builder': /['"](?:not )?(?:like|ilike|glob|match|regexp)['"]\s*,/,
  'a pattern in SQL':
    /\b(?:\w*reason\w*|\w+_code|\w*detail|trouble|why)\}? (?:not )?(?:like|ilike|glob|regexp)\b/,
  'a regular expression over a reason': new RegExp(String.raw`\.(?:test|exec)\([^)]*${REASON}\b`),
  'a method of strings on a reason': new RegExp(
    String.raw`${REASON}\b\??\.(?:startsWith|endsWith|includes|indexOf|match|matchAll|search|replace|replaceAll|split|slice|substring)\(`,
  ),
};

interface Finding {
  readonly file: string;
  readonly what: string;
  readonly line: string;
}

const findingsIn = (file: string, code: string): Finding[] =>
  code
    .split('\n')
    .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/)/.test(line))
    .flatMap((line) =>
      Object.entries(FORBIDDEN).flatMap(([what, pattern]) =>
        pattern.test(line) ? [{ file, what, line: line.trim() }] : [],
      ),
    );

test('no pattern is matched against a reason', () => {
  const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !APART.test(relative(SOURCE, file)));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => findingsIn(relative(SOURCE, file), readFileSync(file, 'utf8')))).toEqual([]);
});

/** `pg` gives a time-out no code. */
const TIME_OUTS = join('postgres', 'fault.ts');

test('errors of stores are not told by their message', () => {
  const folder = join(SOURCE, 'drivers');
  const told = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== TIME_OUTS)
    .filter((file) =>
      /\.(?:test|exec)\((?:String\(error\)|\w+\.message|text)\)|message\.(?:includes|startsWith|match)\(/.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
    );
  expect(told).toEqual([]);
});

test.each([
  [".where('reason', 'like', prefix)"],
  ["sql`update link set state = 1 where reason_detail like 'page budget%'`"],
  ["(row.render_reason ?? '').replace(/^audit: /, '') || row.render_reason?.replace('a', 'b')"],
  ['if (/^robots/.test(link.reason)) return;'],
  ["if (run.statusReason.startsWith('stopped')) return;"],
])('%s would be found', (line) => {
  expect(findingsIn('', line)).not.toEqual([]);
});
