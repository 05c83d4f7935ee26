import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/foundation/errors/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const ROOM = new URL('../../../src/foundation/errors/index.ts', import.meta.url).href;

test('a folder is made with those above it, and one that is there stays', () => {
  const root = temporaryFolder('make-folder-');
  for (let i = 0; i < 2; i++) makeFolder(join(root, 'a', 'b'));
  expect(existsSync(join(root, 'a', 'b'))).toBe(true);
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'))).toThrow('is no folder');
  expect(() => makeFolder(join(root, 'file', 'below'))).toThrow();
});

// In a process of its own: what never ends there cannot be timed out here.
test.runIf(existsSync('/proc/self'))(
  'where no folder can be made it fails, and does not try for ever',
  () => {
    const code = `import { makeFolder } from ${JSON.stringify(ROOM)}; makeFolder('/proc/fieldfare/storage');`;
    const { stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      timeout: 30_000,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
    });
    expect(signal).toBeNull();
    expect(stderr).toContain('ENOENT');
  },
  40_000,
);
