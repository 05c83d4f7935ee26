import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { plainLines, plainText, printable } from '../../../src/foundation/text/index.ts';
import { changesText } from '../../../src/interfaces/cli/changes.ts';

const HOSTILE = 'a\u001b[2J\u009b1m\u202eb\u2066c\u200fd\u0000\r\ne';

test('nothing of a page’s text steers a terminal or turns its direction', () => {
  expect(printable(HOSTILE)).toBe('a [2J 1m b c d e');
  expect(plainText(' a\nb ')).toBe(' a b ');
  expect(plainLines('a\u001b\n\u202eb')).toBe('a \n b');
});

test('what changed is told without the marks of a page', () => {
  const none = { count: 0, examples: [] };
  const rows = { new: none, gone: none, notRevisited: 0 };
  const text = changesText({
    ...{ run: 2, since: 1, novelDocuments: null, pages: { ...rows, new: { count: 1, examples: [HOSTILE] } } },
    records: { ...rows, changed: none },
    forms: { ...rows, changed: none, same: 0, notSeenAgain: 0 },
  } as unknown as Parameters<typeof changesText>[0]);
  expect(text).toContain('new page: a [2J 1m b c d e');
  expect(text).not.toMatch(/\p{Cf}/u);
});

test('one place alone says which characters are taken out', () => {
  const source = resolve(import.meta.dirname, '../../../src');
  const files = readdirSync(source, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
  const copies = files.filter((file) =>
    /\\u202[a-e]|\\p\{Cf\}|\\u009f\]/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(copies).toEqual(['foundation/text/plain-text.ts']);
});
