/** An address alone: what can be queried there, and all of it as a file. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

test('an address alone finds the forms, shows records, and harvests them into a file', async () => {
  const folder = temporaryFolder('address-');
  const on = [
    ...['http://meadow-bookshop.test/', '--web', 'practice:sites=12', '--storage', join(folder, 'storage')],
  ];
  const found = await runCli(on);
  expect(found).toMatchObject({ code: 0, err: expect.stringContaining('nonsense probe') });
  expect(found.out).toMatch(/^[0-9a-f]{16} {2}http:\/\/meadow-bookshop\.test\/ {2}\d+ records seen$/m);
  expect(found.out).toMatch(/^fieldfare query [0-9a-f]{16} \S+=… {2,}calls it$/m);
  const id = /^[0-9a-f]{16}/m.exec(found.out)?.[0];
  const inspected = await runCli(['inspect', 'http://meadow-bookshop.test/', '--web', 'practice:sites=12']);
  expect(inspected.out).toContain(`[${id}]`);
  const refused = await runCli([...on, '--out', join(folder, 'all.xls')]);
  expect(refused).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('.jsonl, .csv, .xlsx or .parquet'),
  });
  const file = join(folder, 'all.jsonl');
  const whole = await runCli([...on, '--out', file]);
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining(' → ') });
  const seen = Number(/(\d+) records seen/.exec(found.out)?.[1]);
  const records = readFileSync(file, 'utf8').trim().split('\n');
  expect(records.length).toBeGreaterThan(seen);
  expect(new Set(records.map((line) => (JSON.parse(line) as { key: string }).key)).size).toBe(records.length);
}, 240_000);
