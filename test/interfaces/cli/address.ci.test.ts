/** An address alone: what can be queried there, and all of it as a file. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli, runHere, startCli } from './run-cli.ts';

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
  const runs = async () => (await runHere(['runs', '--storage', join(folder, 'storage')])).out;
  expect(await runs()).toMatch(/http:\/\/meadow-bookshop\.t\S* .* budget \(more queries are left/);
  const inspected = await runHere(['inspect', 'http://meadow-bookshop.test/', '--web', 'practice:sites=12']);
  expect(inspected.out).toContain(`[${id}]`);
  const refused = await runHere([...on, '--out', join(folder, 'all.xls')]);
  expect(refused).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('.jsonl, .csv, .xlsx or .parquet'),
  });
  const file = join(folder, 'all.jsonl');
  const first = startCli([...on, '--out', file]);
  await first.said(/\n.*\n/);
  first.kill('SIGTERM');
  const cut = await first.done;
  expect(cut).toMatchObject({ code: 143, err: expect.stringContaining('the same command goes on') });
  const some = readFileSync(file, 'utf8').trim().split('\n').length;
  const whole = await runCli([...on, '--out', file]);
  expect(whole).toMatchObject({ code: 0, out: expect.stringContaining(' → ') });
  expect(await runs()).toMatch(/http:\/\/meadow-bookshop\.t\S* .* complete /);
  const seen = Number(/(\d+) records seen/.exec(found.out)?.[1]);
  const records = readFileSync(file, 'utf8').trim().split('\n');
  expect(some).toBeGreaterThanOrEqual(seen);
  expect(records.length).toBeGreaterThan(some);
  expect(new Set(records.map((line) => (JSON.parse(line) as { key: string }).key)).size).toBe(records.length);
}, 240_000);
