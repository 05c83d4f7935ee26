/** The npm that is there already, run by a Node of our choice. */
import fs from 'node:fs';
import path from 'node:path';
import { homeFolder } from '../foundation/browser/locate-browser.mjs';
import { quietRun } from './quiet-run.mjs';
import { SetupError } from './setup-error.mjs';

const NPM_TIMEOUT_MS = 20 * 60_000;
const QUIET_FLAGS = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
];

/**
 * @typedef {object} Place
 * @property {string} root folder of the checkout
 * @property {string} runtime storage/.runtime in it: what set-up brings besides node_modules
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} say
 */

/**
 * @param {Place} place
 * @param {string} node program to run npm with
 * @param {readonly string[]} args
 * @param {(pid: number | undefined) => void} nameChild
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runNpm(place, node, args, nameChild) {
  return quietRun(node, [npmProgram(place.env), ...args, ...QUIET_FLAGS], {
    env: npmEnvironment(place),
    cwd: place.root,
    timeoutMs: NPM_TIMEOUT_MS,
    nameChild,
  });
}

/**
 * Path of npm's program: the one that runs us, else the one that came with this Node, else the one on the PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
function npmProgram(env) {
  const nodeFolder = path.dirname(fs.realpathSync(process.execPath));
  const running = env.npm_execpath;
  const places = [
    // pnpm and yarn set it too.
    running && /^npm(-cli)?\.[cm]?js$/.test(path.basename(running)) ? running : '',
    path.join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...searchPath(env).map((folder) => realPath(path.join(folder, 'npm'))),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  const found = places.find((file) => file.endsWith('js') && fs.existsSync(file));
  if (found) return found;
  throw new SetupError('npm was not found; install it (it comes with Node from nodejs.org) and run again');
}

/**
 * The environment for npm, with a cache of our own where the user's cannot be written.
 * @param {Place} place
 * @returns {NodeJS.ProcessEnv}
 */
function npmEnvironment({ env, runtime }) {
  const home = homeFolder(env);
  const cache = env.npm_config_cache ?? (home && path.join(home, '.npm'));
  const config = env.npm_config_globalconfig ?? globalConfig(env);
  // Settings of the npm that started us which would send the packages elsewhere.
  const { npm_config_global: _global, npm_config_prefix: _prefix, npm_config_dry_run: _dry, ...rest } = env;
  return {
    ...rest,
    ...(config && { npm_config_globalconfig: config }),
    ...(!(cache && isWritable(cache)) && { npm_config_cache: path.join(runtime, 'npm-cache') }),
  };
}

/**
 * The machine's npm settings (registry, proxy, certificates). npm looks for them beside the Node that runs it, which
 * is not the one it was installed with once we brought another.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
function globalConfig(env) {
  // <prefix>/lib/node_modules/npm/bin/npm-cli.js; on Windows without the lib.
  const modules = path.resolve(path.dirname(npmProgram(env)), '..', '..');
  const prefixes = [path.resolve(modules, '..', '..'), path.resolve(modules, '..')];
  const node = path.dirname(process.execPath);
  return [...prefixes, path.dirname(node), node]
    .map((prefix) => path.join(prefix, 'etc', 'npmrc'))
    .find((file) => fs.existsSync(file));
}

/**
 * Whether a file could be made in this folder, or the folder itself be made.
 * @param {string} folder
 * @returns {boolean}
 */
export function isWritable(folder) {
  let nearest = path.resolve(folder);
  while (!fs.existsSync(nearest) && path.dirname(nearest) !== nearest) nearest = path.dirname(nearest);
  try {
    fs.accessSync(nearest, fs.constants.W_OK | fs.constants.X_OK);
    return fs.statSync(nearest).isDirectory();
  } catch {
    return false;
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function searchPath(env) {
  return (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(Boolean);
}

/** @param {string} file */
function realPath(file) {
  try {
    return fs.realpathSync(file);
  } catch {
    return '';
  }
}
