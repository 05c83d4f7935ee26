/** Breaks of formulas, one edit each, and the test file that has to fail with it. */

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

export type Mutation = readonly [file: string, find: string, replacement: string, test: string];

const TOPICS = 'foundation/topics';
const STRATEGIES = 'crawl/strategies';
const LEARNING = 'wings/laboratory/learning';
const GMM = 'wings/air-quality/gaussian-mixture';
const OWN = `${STRATEGIES}/papers-own-crawlers.test.ts`;
const NOVELTY = 'library/novelty/paper.test.ts';

export const MUTATIONS: readonly Mutation[] = [
  [`${TOPICS}/term-vector.ts`, '1 + Math.log10(frequency)', '1 + Math.log(frequency)', TOPICS],
  [`${TOPICS}/term-vector.ts`, 'norm(a) * norm(b)', 'norm(a) * norm(a)', TOPICS],
  [`${TOPICS}/feature-space.ts`, 'Math.log10(1 + this.all / all)', 'Math.log10(this.all / all)', TOPICS],
  [`${TOPICS}/feature-space.ts`, 'sum / said', 'sum / 3', TOPICS],
  [`${TOPICS}/feature-space.ts`, 'Math.sqrt(different.size)', 'different.size', TOPICS],
  [`${TOPICS}/feature-space.ts`, '.slice(0, this.top)', '.slice(0, this.top + 1)', TOPICS],
  [`${TOPICS}/anchor-relevance.ts`, 'w2 * counts.link', 'w2 * counts.content', TOPICS],
  [`${TOPICS}/anchor-relevance.ts`, '2 * relevant > read', '2 * relevant >= read', TOPICS],
  [`${STRATEGIES}/ranking-reward.ts`, ')) / 3;', ')) / 2;', STRATEGIES],
  [`${STRATEGIES}/ranking-reward.ts`, 'HALF_FREQUENCY = 2', 'HALF_FREQUENCY = 1', STRATEGIES],
  [`${STRATEGIES}/ranking-reward.ts`, '(1 - w) *', 'w * w *', STRATEGIES],
  [`${STRATEGIES}/path-learning.ts`, 'DISCOUNT = 0.4', 'DISCOUNT = 0.5', STRATEGIES],
  [`${STRATEGIES}/site-evidence.ts`, '(run.bytes / run.pages)', 'run.bytes', OWN],
  [`${STRATEGIES}/rebuild-pace.ts`, 'this.due *= 2', 'this.due *= 3', OWN],
  [`${STRATEGIES}/rebuild-pace.ts`, '2 * this.due', 'this.due', OWN],
  [`${STRATEGIES}/smartcrawler.ts`, 'LOW_PRIORITY = 2', 'LOW_PRIORITY = 1', OWN],
  [`${STRATEGIES}/ichw.ts`, 'explores: () => true', 'explores: ({ step }) => step === 1', OWN],
  [`${STRATEGIES}/ichw.ts`, '* DISCOUNT ** level', '', OWN],
  [`${STRATEGIES}/ichw.ts`, 'LOCATE_FIRST = 80', 'LOCATE_FIRST = 50', OWN],
  [
    `${STRATEGIES}/feature-spaces.ts`,
    'space.observe(step.terms, false)',
    'space.observe(step.terms, true)',
    OWN,
  ],
  [
    `${STRATEGIES}/feature-spaces.ts`,
    'this.sites.observe(step.terms, false)',
    'this.sites.observe(step.terms, true)',
    OWN,
  ],
  ['crawl/site-locating/locate-first.ts', "exploring || link.kind !== 'link'", 'true', OWN],
  ['library/novelty/fingerprint.ts', 'GRAM = 5', 'GRAM = 4', NOVELTY],
  ['library/novelty/fingerprint.ts', 'FRAME = 4', 'FRAME = 3', NOVELTY],
  ['library/novelty/fingerprint.ts', '<= (hashes[at]', '< (hashes[at]', NOVELTY],
  ['library/novelty/judge-text.ts', 'NOVELTY_THRESHOLD = 0.65', 'NOVELTY_THRESHOLD = 0.6', NOVELTY],
  [`${LEARNING}/metrics.ts`, 'ratio(2 * hit, said + real)', 'ratio(hit, said + real)', LEARNING],
  [`${LEARNING}/metrics.ts`, 'precision: ratio(hit, said)', 'precision: ratio(hit, real)', LEARNING],
  [`${LEARNING}/separability.ts`, 'meanOf(means, width)', 'meanOf(samples, width)', LEARNING],
  [`${LEARNING}/kernel.ts`, 'aa + bb - 2 * ab', 'aa + bb - ab', LEARNING],
  [`${LEARNING}/kernel.ts`, '(kernel.gamma * ab + kernel.offset)', '(kernel.gamma * ab)', LEARNING],
  [`${GMM}/maximise.ts`, '(masses[k] as number) / total', '1 / count', GMM],
  [`${GMM}/fit.ts`, 'parameters * Math.log(rows)', '2 * parameters', GMM],
  [`${GMM}/density.ts`, '- halfLogDeterminant', '+ halfLogDeterminant', GMM],
  [
    'submissions/answers/coverage/capture-recapture.ts',
    '(share * f1 * f1) / (2 * f2)',
    '(f1 * f1) / f2',
    'submissions/coverage.test.ts',
  ],
  [
    'wings/air-quality/result.ts',
    'Math.log10(price / area)',
    'price / area',
    'wings/air-quality/divisions.test.ts',
  ],
  [
    'wings/laboratory/strategies/relevance-table.ts',
    'score > threshold',
    'score >= threshold',
    'wings/laboratory/relevance-table.test.ts',
  ],
  [
    'wings/laboratory/strategies/relevance-table.ts',
    'a.level - b.level',
    'a.level - a.level',
    'wings/laboratory/relevance-table.test.ts',
  ],
  ['crawl/in-site-exploring/learn.ts', 'await frontier.rescore()', 'await undefined', OWN],
  [
    'reports/submissions-section.ts',
    'shareText(ok, submissions)',
    'shareText(hits, submissions)',
    'reports/report-parts.test.ts',
  ],
];

const run = promisify(execFile);

/** A copy of the project whose source may be broken. */
export async function brokenCopy(): Promise<{
  /** Tells whether tests fail as the copy stands. */
  fails(test: string): Promise<boolean>;
  /** Tells whether the test of a break fails with it. */
  notices(mutation: Mutation): Promise<boolean>;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'mutations-'));
  for (const name of ['src', 'test', 'package.json', 'tsconfig.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'models', 'domains', 'datasets', 'storage', 'docs'])
    await symlink(join(ROOT, name), join(folder, name));
  const fails = async (test: string): Promise<boolean> => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--config', 'test/vitest.config.ts', '--bail', '1', `test/${test}`];
    const env = { ...process.env, VITEST: undefined, NO_COLOR: '1', FIELDFARE_TEST_TIER: 'usual' };
    try {
      await run(process.execPath, args, { cwd: folder, env, timeout: 120_000 });
      return false;
    } catch (error) {
      // A file that does not load fails every test: that is no proof.
      return /Tests +\d+ failed/.test(String((error as { stdout?: string }).stdout));
    }
  };
  return {
    fails,
    notices: async ([file, find, replacement, test]) => {
      const path = join(folder, 'src', file);
      const code = await readFile(path, 'utf8');
      if (!code.includes(find)) throw new Error(`${file} has no “${find}”: correct test/full/mutations.ts`);
      await writeFile(
        path,
        code.replace(find, () => replacement),
      );
      try {
        return await fails(test);
      } finally {
        await writeFile(path, code);
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
