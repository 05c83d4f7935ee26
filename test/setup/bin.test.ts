import { execFileSync, spawnSync } from 'node:child_process';
import fs, { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path, { delimiter, join } from 'node:path';
import { expect, it, test } from 'vitest';
import { isNodeNewEnough } from '../../src/setup/node-version.mjs';
import { VERSION } from '../../src/version.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bareEnvironment, projectRoot, start } from './checkout.ts';

const bin = path.join(projectRoot, 'src/setup/bin.mjs');

/** A Node of this machine that is too old for us, where there is one. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (file) => fs.existsSync(file) && !isNodeNewEnough(execFileSync(file, ['--version'], { encoding: 'utf8' })),
);

it('knows which versions of Node run Fieldfare', () => {
  const enough = ['v22.18.0', '22.20.1', '23.6.0', '24.0.0', '26.10.0'];
  const tooOld = ['18.19.0', 'v20.20.2', '22.17.9', '23.0.0', '23.5.0'];
  expect(enough.filter(isNodeNewEnough)).toEqual(enough);
  expect(tooOld.filter(isNodeNewEnough)).toEqual([]);
});

it.runIf(oldNode)('says which Node it needs when started with an older one', async () => {
  const { code, out, err } = await start(oldNode!, [bin], { cwd: projectRoot, env: bareEnvironment() }).ended;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^fieldfare needs Node 22\.18 or newer .*, this is \d+\.\d+\.\d+; .*nodejs\.org\n$/);
});

if (!oldNode) console.log('skipped: no Node older than 22.18 on this machine to start the program with');

it('is alone on standard output when npm starts it, so that exports can be piped', async () => {
  const env = { ...bareEnvironment(), FIELDFARE_BROWSER: 'none' };
  const { code, out } = await start('npm', ['start', '--', '--version'], { cwd: projectRoot, env }).ended;
  expect({ code, out }).toEqual({ code: 0, out: `${VERSION}\n` });
});

it('starts the CLI', async () => {
  const { code, out } = await start(process.execPath, [bin, '--version'], {
    cwd: projectRoot,
    env: bareEnvironment(),
  }).ended;
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

// What `.ci/run` says of tests that pass at the second try alone, with an npm that answers as told.

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
        {
          status: 'failed',
          fullName: 'waits for the clock',
          failureMessages: ['Error: too late\n    at clock.ts:1'],
        },
        { status: 'passed', fullName: 'adds' },
      ],
    },
  ],
};

test('a test that passes at the second try is named as flaky with its cause before the last line, and fails nothing', () => {
  const { lines, status } = runWith([failing, { numPassedTests: 2, numFailedTests: 0, success: true }]);
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^flaky: .*test\/b\.test\.ts: waits for the clock: Error: too late$/),
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
