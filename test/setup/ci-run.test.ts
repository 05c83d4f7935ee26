/** What `.ci/run` says of tests that pass at the second try alone, with an npm that answers as told. */

import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Each call of `npm test` writes the next report; every other script passes. */
function runWith(reports: readonly object[]) {
  const folder = temporaryFolder('ci-run-');
  mkdirSync(join(folder, '.ci'));
  copyFileSync(join(ROOT, '.ci/run'), join(folder, '.ci/run'));
  reports.forEach((report, i) => {
    writeFileSync(join(folder, `${i}.json`), JSON.stringify(report));
  });
  const npm = `#!/bin/sh
[ "$1" = test ] || exit 0
for word; do case $word in --outputFile.json=*) file=\${word#*=};; esac; done
n=$(cat calls 2>/dev/null || echo 0)
echo $((n + 1)) >calls
cp "$n.json" "$file"
grep -q '"success":true' "$n.json"
`;
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), npm);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` };
  const { stdout, status } = spawnSync(join(folder, '.ci/run'), ['test'], { cwd: folder, env });
  return { lines: stdout.toString().trim().split('\n'), status };
}

const failing = {
  ...{ numPassedTests: 6, numFailedTests: 1, success: false },
  testResults: [
    {
      name: 'test/b.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'waits for the clock' },
        { status: 'passed', fullName: 'adds' },
      ],
    },
  ],
};

test('a test that passes at the second try is named as flaky before the last line, and fails nothing', () => {
  const { lines, status } = runWith([failing, { numPassedTests: 2, numFailedTests: 0, success: true }]);
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^flaky: .*test\/b\.test\.ts: waits for the clock$/),
    '12 passed, 0 failed',
  ]);
  expect(status).toBe(0);
});

test('one that fails twice has failed, and is not called flaky', () => {
  const { lines, status } = runWith([failing, failing]);
  expect(lines.at(-1)).toBe('11 passed, 1 failed');
  expect(lines.filter((line) => line.startsWith('flaky'))).toEqual([]);
  expect(status).toBe(1);
});
