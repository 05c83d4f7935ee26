import { expect, test } from 'vitest';
import {
  type JudgedForm,
  readTrial,
  runTrial,
  tableOf,
  whyNot,
  withTable,
} from '../bench/real-applications.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const why = whyNot();
if (why !== undefined) console.log(`skipped: the trial on real applications, ${why}`);

const HOUR_MS = 3_600_000;

test.skipIf(why !== undefined)(
  'forms, verdicts, records and coverage hold on applications that nobody here wrote',
  async () => {
    const folder = temporaryFolder('real-applications-');
    const { code, out } = await runTrial(folder);
    const told = code === 0 ? '' : `${out}\n${tableOf(readTrial(folder, out))}`;
    expect(code, told).toBe(0);
  },
  HOUR_MS,
);

const judged = (more: Partial<JudgedForm>): JudgedForm => ({
  ...{ site: 'wiki', form: 'wiki-search', found: true, claimed: true, ids: ['a', 'b'], works: true },
  n: { asked: 12, judged: 10, right: 9, distinct: 40 },
  ...more,
});

test('the table has a row for each form, and the copy that showed most speaks for it', () => {
  const unknown = { state: 'unknown', total: null, low: null, high: null } as const;
  const table = tableOf({
    forms: [
      judged({}),
      judged({ form: 'wiki-filter', found: false, claimed: false, ids: [], works: false, n: {} }),
    ],
    exported: [
      { formId: 'a', outcome: 'inconclusive', coverage: { ...unknown, seen: 3 } },
      {
        formId: 'b',
        outcome: 'verified',
        coverage: { state: 'estimated', seen: 40, total: 52, low: 44, high: 70 },
      },
    ],
    reachable: new Map([['wiki-search', 50]]),
    verdict: '',
  });
  expect(table.split('\n').slice(2)).toEqual([
    '| wiki | wiki-search | yes | **yes** | 9 of 10 | 40 of 50 | verified | estimated: 40 of 52 |',
    '|  | wiki-filter | no | no | 0 of 0 | 0 of ? | not-queried | – |',
  ]);
  const document = 'before\n<!-- table -->\nold\n<!-- end of table -->\nafter\n';
  expect(withTable(document, 'new')).toBe('before\n<!-- table -->\nnew\n<!-- end of table -->\nafter\n');
});
