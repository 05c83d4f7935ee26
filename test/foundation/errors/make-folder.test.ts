import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../src/foundation/errors/index.ts';

const ROOM = new URL('../../../src/foundation/errors/index.ts', import.meta.url).href;

test('a folder is made with those above it, and one that is there stays', () => {
  const root = mkdtempSync(join(tmpdir(), 'make-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
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
