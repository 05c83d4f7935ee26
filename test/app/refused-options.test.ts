import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { harvest } from '../../src/app/index.ts';

test('a run that cannot begin says why, and leaves no store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'refused-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ended = async (options: Partial<Parameters<typeof harvest>[0]>) => {
    const storage = join(folder, 'storage');
    const run = harvest({ domains: ['book'], web: 'practice:sites=2', render: 'never', storage, ...options });
    const error = await (async () => {
      for await (const _ of run);
    })().catch((reason: unknown) => reason);
    return { error: String(error), isMade: existsSync(storage) };
  };
  expect(await ended({ workersOnly: true })).toEqual({
    error: expect.stringContaining('several processes cannot write to a store in a folder'),
    isMade: false,
  });
  expect(await ended({ archive: import.meta.filename })).toEqual({
    error: expect.stringContaining('it is a file, not a folder'),
    isMade: false,
  });
});
