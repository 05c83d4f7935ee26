import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../src');

/** Private words of earlier versions; docs/glossary.md has the standard ones. */
const PRIVATE = [
  'Workshop',
  'furnish',
  'Tally',
  'Silence',
  'SilenceError',
  'rehearse',
  'rehearsal',
  'restoreStandings',
  'standing',
  'foretold',
  'askAgain',
  'asking',
  'rhythm',
  'HostClock',
  'RobotsBook',
  'KnownLinks',
  'RecentLinks',
  'waitingAgain',
  'aloneId',
  'SiteBook',
  'LowQueue',
  'Egress',
  'HandOverDesk',
  'Look',
  'readStraight',
  'GrowingElement',
  'settleTree',
  'GateBook',
  'weigh',
  'FamiliarScripts',
  'spared',
  'deceived',
  'unsteady',
  'guardOf',
  'refusalOf',
  'KeptPage',
  'judgement',
  'judgesItself',
  'ElementBook',
  'Settlement',
  'Stretch',
  'ShelfRow',
  'RegionShelf',
  'lane',
  'soManieth',
];

test('private words are gone as identifiers', () => {
  const words = new RegExp(`\\b(?:${PRIVATE.join('|')})\\b`, 'g');
  const found = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(SOURCE, file), code: readFileSync(file, 'utf8') }))
    .filter(({ path }) => !path.startsWith('practice-web/'))
    .flatMap(({ path, code }) =>
      identifiersOf(code).flatMap((line) => (line.match(words) ?? []).map((word) => `${path}: ${word}`)),
    );
  expect([...new Set(found)]).toEqual([]);
});

/** Lines without comments, strings and regular expressions. */
const identifiersOf = (code: string): string[] =>
  code
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
    .split('\n');
