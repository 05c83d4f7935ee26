/** What each npm script runs once everything is in place. */
import path from 'node:path';
import { SetupError } from './setup-error.mjs';

/**
 * @typedef {object} Command
 * @property {readonly string[]} args for Node: a program of the project or of a dependency, and its arguments
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {boolean} browser whether one is brought for it
 */

const MAIN_JOB = ['harvest', 'book', '--web', 'practice'];

/** CLI commands that open no page. */
const WITHOUT_BROWSER = new Set([
  'export',
  'property',
  'forget',
  'changes',
  'search',
  'novelty',
  'knowledge',
  'train',
  'evaluate',
  'help',
  '--version',
  '-V',
]);
const ASKS_FOR_HELP = new Set(['--help', '-h']);

/** Programs of dev dependencies that check and build the sources. */
const CHECKS = new Map([
  ['typecheck', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ['lint', ['node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings']],
  ['format:check', ['node_modules/@biomejs/biome/bin/biome', 'format']],
  ['format', ['node_modules/@biomejs/biome/bin/biome', 'format', '--write']],
  ['build', ['src/setup/build.mjs']],
  ['size', ['test/house/size-ledger.mjs']],
  ['api', ['test/house/api-report.ts']],
  ['unused', ['node_modules/knip/bin/knip.js', '--config', 'test/house/knip.json', '--no-progress']],
]);

/**
 * @param {string} root folder of the checkout
 * @param {string | undefined} name cli, test, bench, docs, docs:papers or check
 * @param {readonly string[]} args
 * @returns {Command}
 */
export function commandFor(root, name, args) {
  const program = (/** @type {string} */ file) => path.join(root, ...file.split('/'));
  switch (name) {
    case 'cli': {
      const told = args.length > 0 ? args : MAIN_JOB;
      const browser = !WITHOUT_BROWSER.has(told[0] ?? '') && !told.some((arg) => ASKS_FOR_HELP.has(arg));
      return { args: [program('src/interfaces/cli/main.ts'), ...told], browser };
    }
    case 'test': {
      const tier = args.includes('--full') ? 'full' : args.includes('--ci') ? 'ci' : 'usual';
      const rest = args.filter((arg) => arg !== '--full' && arg !== '--ci');
      return {
        args: [
          program('node_modules/vitest/vitest.mjs'),
          'run',
          '--config',
          'test/vitest.config.ts',
          ...rest,
        ],
        env: { FIELDFARE_TEST_TIER: tier, ...(tier === 'full' && { FIELDFARE_TEST_FULL: '1' }) },
        browser: true,
      };
    }
    case 'bench':
      return { args: [program('test/bench/run.ts'), ...args], browser: true };
    case 'docs':
      return { args: [program('src/interfaces/cli/write-option-docs.ts')], browser: false };
    case 'docs:papers':
      return { args: [program('test/papers/make.ts'), ...args], browser: true };
    case 'check': {
      const [file, ...own] = CHECKS.get(args[0] ?? '') ?? [];
      if (!file) throw new SetupError(`check what? one of ${[...CHECKS.keys()].join(', ')}`);
      return { args: [program(file), ...own, ...args.slice(1)], browser: false };
    }
    default:
      throw new SetupError(
        'usage: node src/setup/run.mjs <cli|test|bench|docs|docs:papers|check> [arguments]',
      );
  }
}
