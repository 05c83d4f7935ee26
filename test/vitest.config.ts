import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Set by `npm run test:full`: the long kill, fuzz and many-seed runs too. */
const full = process.env.FIELDFARE_TEST_FULL === '1';

export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', ...(full ? [] : ['test/full/**'])],
    // Tests start servers, browsers and processes of their own.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: full ? 600_000 : 60_000,
    hookTimeout: 60_000,
  },
});
