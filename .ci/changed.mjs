/** What a change touches: the files that differ from its base, and the files of the second tier that they concern. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/**
 * The files that differ from `CI_BASE`, by default from where the branch left main. Undefined where the base is unknown (no such
 * commit, or main itself), and with `CI_ALL=1`: then everything is tried.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {ReadonlySet<string> | undefined}
 */
export function changedFiles(env = process.env) {
  if (env.CI_ALL === '1') return undefined;
  try {
    const head = git('rev-parse', 'HEAD');
    const base = git('rev-parse', '--verify', `${env.CI_BASE || git('merge-base', 'HEAD', 'main')}^{commit}`);
    const lines = [
      git('diff', '--name-only', base, '--'),
      git('ls-files', '--others', '--exclude-standard'),
    ].flatMap((text) => text.split('\n'));
    const changed = new Set(lines.filter((line) => line !== ''));
    return base === head && changed.size === 0 ? undefined : changed;
  } catch {
    return undefined;
  }
}

/**
 * An area of the second tier: the folder of its tests, the rooms of `src` whose change concerns it, and the file that runs always.
 * @type {readonly (readonly [area: string, rooms: readonly string[], smoke: string])[]}
 */
const AREAS = [
  ['app', ['app', 'submissions'], 'url-to-call'],
  ['crawl', ['crawl', 'storage', 'foundation/http', 'foundation/browser', 'foundation/warc'], 'run/pause'],
  ['drivers', ['drivers', 'storage', 'wings/cluster', 'crawl/run'], 'postgres/store'],
  [
    'foundation',
    ['foundation/browser', 'foundation/dom', 'foundation/object-storage'],
    'object-storage/folders',
  ],
  ['interfaces/cli', ['interfaces/cli', 'interfaces/terminal', 'app', 'crawl/settings'], 'everyday'],
  ['interfaces/server', ['interfaces/server', 'library', 'app'], 'mcp'],
  ['interfaces/web', ['interfaces/web', 'interfaces/views', 'interfaces/server'], 'home'],
  ['knowledge', ['knowledge'], 'spotlight'],
  ['library', ['library', 'storage', 'foundation/warc'], 'torn-parts'],
  ['practice-web', ['practice-web', 'forms', 'submissions', 'foundation/dom'], 'faults'],
  ['reports', ['reports', 'interfaces/views'], 'report-html'],
  ['setup', ['setup'], 'package'],
  ['storage', ['drivers', 'storage', 'wings/cluster', 'crawl/run'], 'harvest-on-drivers'],
  ['submissions', ['submissions', 'forms', 'foundation/browser'], 'dockets'],
  ['wings/air-quality', ['wings/air-quality', 'foundation/csv'], 'collect'],
  ['wings/cluster', ['drivers', 'storage', 'wings/cluster', 'crawl/run'], 'workers'],
  ['wings/laboratory', ['wings/laboratory', 'forms', 'crawl/strategies', 'foundation/learning'], 'rankers'],
];

/** Files whose change may concern every test. */
const CONCERNS_ALL =
  /^(?:package(?:-lock)?\.json|tsconfig\.json|\.ci\/.*|test\/[^/]+|test\/fixtures\/.*|models\/.*|src\/(?:index|version)\.ts|src\/foundation\/(?:errors|threads)\/.*)$/;

/** Files of the second tier, from the root. @returns {string[]} */
export const secondTier = () =>
  readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => `test/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ci.test.ts'))
    .sort();

/**
 * Splits the second tier: what a change concerns and one file of each area, and what is left out, with the reason.
 * @param {ReadonlySet<string> | undefined} changed undefined: everything
 * @returns {{ run: string[], skipped: Map<string, number> }} paths from the root; areas, each with its number of files left out
 */
export function chooseFiles(changed) {
  const all = secondTier();
  if (changed === undefined || [...changed].some((file) => CONCERNS_ALL.test(file)))
    return { run: all, skipped: new Map() };
  const isIn = (/** @type {string} */ file, /** @type {string} */ folder) => file.startsWith(`${folder}/`);
  const touches = (/** @type {string} */ room) => [...changed].some((file) => isIn(file, `src/${room}`));
  const touched = new Set(AREAS.filter(([, rooms]) => rooms.some(touches)).map(([area]) => area));
  const run = [];
  const skipped = new Map();
  for (const file of all) {
    const [area = 'house', , smoke] = AREAS.find(([area]) => isIn(file, `test/${area}`)) ?? [];
    // Its own support files, and what the test itself imports, which says more than its folder.
    const near = [...changed].some((one) => isIn(one, posix.dirname(file)));
    const imports = [...readFileSync(join(root, file), 'utf8').matchAll(/from '((?:\.\.\/)+src\/[^']+)'/g)]
      .map(([, target = '']) => posix.join(posix.dirname(file), target))
      .some((target) =>
        target.endsWith('/index.ts')
          ? [...changed].some((one) => isIn(one, posix.dirname(target)))
          : changed.has(target),
      );
    if (
      area === 'house' ||
      touched.has(area) ||
      near ||
      imports ||
      file === `test/${area}/${smoke}.ci.test.ts`
    )
      run.push(file);
    else skipped.set(area, (skipped.get(area) ?? 0) + 1);
  }
  return { run, skipped };
}

if (process.argv[1] === import.meta.filename) {
  const { run, skipped } = chooseFiles(changedFiles());
  for (const [area, count] of skipped)
    console.error(
      `skipped: ${count} files of test/${area}: no room that concerns them has changed; its smoke test runs`,
    );
  if (skipped.size > 0) console.error('CI_ALL=1 runs all of them');
  console.log(run.join('\n'));
}
