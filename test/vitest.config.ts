import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Set by `npm run test:full`: the long kill, fuzz and many-seed runs too. */
const full = process.env.FIELDFARE_TEST_FULL === '1';

/** Begun first: one that began last would keep one core waiting for it. Vitest knows only how large a file is. */
const LONG = ['harvest/kill', 'browser/page-pool', 'setup/package', 'practice-web/kinds', 'pages/capture'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.includes(`/test/${name}.`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', ...(full ? [] : ['test/full/**'])],
    // Tests start servers, browsers and processes of their own.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    testTimeout: full ? 600_000 : 60_000,
    hookTimeout: 60_000,
  },
});
