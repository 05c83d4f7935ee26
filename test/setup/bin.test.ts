import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isNodeNewEnough } from '../../src/setup/node-version.mjs';
import { VERSION } from '../../src/version.ts';
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
