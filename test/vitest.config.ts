import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Set by `npm run test:full`: the long kill, fuzz and many-seed runs too. */
const full = process.env.FIELDFARE_TEST_FULL === '1';

/** Files that count processes, change the environment or end what they started with their own process. */
const ALONE = ['browser', 'cli', 'full', 'harvest', 'practice-web', 'setup', 'web'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  test: {
    // Tests start servers, browsers and processes of their own.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: full ? 600_000 : 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, exclude: full ? [] : ['test/full/**'] } },
      // One after the other in the same two processes: what each would load anew (half a second) is loaded once.
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: ALONE, isolate: false },
      },
    ],
  },
});
