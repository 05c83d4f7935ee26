import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { harvest } from '../../src/app/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('a run that cannot begin says why, and leaves no store', async () => {
  const folder = temporaryFolder('refused-');
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
