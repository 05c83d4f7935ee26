import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * `usual`: what `npm test` runs. `ci`: files named `*.ci.test.ts` alone, which `.ci/run` adds (kills, fuzz, many pages,
 * packages). `full`: everything, with the runs of `test/full` that take minutes each, and with those cases of other files that
 * ask for FIELDFARE_TEST_FULL: long variants of what a shorter case beside them tries in every tier.
 */
const tier = process.env.FIELDFARE_TEST_TIER ?? 'usual';
const full = tier === 'full';
const FILES = { usual: 'test/**/*.test.ts', ci: 'test/**/*.ci.test.ts', full: 'test/**/*.test.ts' };
const NOT_USUAL = tier === 'usual' ? ['test/**/*.ci.test.ts'] : [];

/** Begun first: one that began last would keep one core waiting for it. Vitest knows only how large a file is. */
const LONG = [
  'wings/cluster/shared-runs',
  'wings/cluster/workers',
  'wings/cluster/shared-run-budgets',
  'interfaces/web/web-ui',
  'crawl/run/archive',
  'crawl/run/kill',
  'foundation/browser/page-pool',
  'setup/package',
  'practice-web/kinds',
  'foundation/dom/capture',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.includes(`/test/${name}.`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Rooms whose files of the first tier share processes, where every module is read once a process: their tests call functions and
 * leave nothing behind in them. What harvests, or has servers, threads or environment variables, has a process of its own.
 */
const SHARED = [
  'foundation/{csv,dom,domain,errors,language,learning,options,text,topics,url}',
  '{forms,reports,storage}',
].map((rooms) => `test/${rooms}/**/*.test.ts`);
const include = [FILES[tier as keyof typeof FILES] ?? FILES.usual];
const exclude = ['test/bench/**', ...(full ? [] : ['test/full/**']), ...NOT_USUAL];

export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  test: {
    setupFiles: ['test/own-temporary-folder.ts'],
    // Tests start servers, browsers and processes of their own.
    pool: 'forks',
    // Files of the second tier wait half of their time: for clocks, kills and pages.
    maxWorkers: tier === 'ci' ? 3 : 2,
    sequence: { sequencer: LongFirst },
    testTimeout: full ? 600_000 : 60_000,
    hookTimeout: 60_000,
    projects:
      tier === 'usual'
        ? [
            { extends: true, test: { name: 'shared', include: SHARED, exclude, isolate: false } },
            { extends: true, test: { name: 'apart', include, exclude: [...exclude, ...SHARED] } },
          ]
        : [{ extends: true, test: { name: tier, include, exclude } }],
  },
});
