/** The packages of package-lock.json, dev dependencies too, in node_modules. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runNpm } from './npm.mjs';
import { reasonIn } from './quiet-run.mjs';
import { SetupError } from './setup-error.mjs';

/** @typedef {import('./npm.mjs').Place} Place */
/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {readonly string[]} [os]
 * @property {readonly string[]} [cpu]
 * @property {readonly string[]} [libc]
 */

/**
 * True when the stamp, written last, is of this lock file, Node and platform, or the tree is whole all the same, as
 * after a user's own `npm install`.
 * @param {Place} place
 * @param {string} node
 * @returns {boolean}
 */
export function dependenciesAtHand(place, node) {
  if (isStamped(place, node)) return true;
  if (!isTreeComplete(place)) return false;
  stamp(place, node);
  return true;
}

/**
 * @param {Place} place
 * @param {string} node
 * @param {(pid: number | undefined) => void} nameChild
 */
export async function bringDependencies(place, node, nameChild) {
  if (dependenciesAtHand(place, node)) return;
  place.say('installing the locked dependencies (npm ci)');
  fs.rmSync(stampFile(place), { force: true });
  const { ok, output } = await runNpm(place, node, ['ci', '--include=dev'], nameChild);
  if (!ok) throw new SetupError(`the dependencies could not be installed: ${reasonIn(output)}`);
  stamp(place, node);
}

/**
 * @param {Place} place
 * @param {string} node
 * @returns {boolean}
 */
function isStamped(place, node) {
  try {
    return fs.readFileSync(stampFile(place), 'utf8') === stampOf(place, node);
  } catch {
    return false;
  }
}

/**
 * Whether node_modules holds every package of the lock file that this platform needs, in its version.
 * @param {Place} place
 * @returns {boolean}
 */
function isTreeComplete(place) {
  const locked = packagesIn(path.join(place.root, 'package-lock.json'));
  // npm writes this one when everything is in its place, so that an interrupted first install has none.
  const installed = packagesIn(path.join(place.root, 'node_modules', '.package-lock.json'));
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([folder, wanted]) => {
    if (folder === '' || wanted.link || !isForThisPlatform(wanted)) return true;
    // What only an optional package for another platform needs.
    if ((wanted.optional || wanted.devOptional) && !wanted.os && !wanted.cpu) return true;
    return (
      installed[folder]?.version === wanted.version &&
      fs.existsSync(path.join(place.root, folder, 'package.json'))
    );
  });
}

/**
 * @param {LockedPackage} wanted
 * @returns {boolean}
 */
function isForThisPlatform(wanted) {
  const fits = (/** @type {readonly string[] | undefined} */ list, /** @type {string} */ value) =>
    !list ||
    list.includes(value) ||
    (list.every((one) => one.startsWith('!')) && !list.includes(`!${value}`));
  if (!fits(wanted.os, process.platform) || !fits(wanted.cpu, process.arch)) return false;
  if (!wanted.libc) return true;
  return wanted.libc.includes(isMusl() ? 'musl' : 'glibc');
}

/** @returns {boolean} */
export function isMusl() {
  if (process.platform !== 'linux') return false;
  return fs.existsSync(`/lib/ld-musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`);
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function packagesIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * @param {Place} place
 * @param {string} node
 */
function stamp(place, node) {
  try {
    fs.writeFileSync(stampFile(place), stampOf(place, node));
  } catch {
    // A checkout that can only be read: the tree is compared again next time, which takes some milliseconds.
  }
}

/**
 * @param {Place} place
 * @param {string} node
 */
function stampOf(place, node) {
  const lock = createHash('sha256')
    .update(fs.readFileSync(path.join(place.root, 'package-lock.json')))
    .digest('hex');
  const { size, mtimeMs } = fs.statSync(node);
  return JSON.stringify({
    lock,
    node,
    nodeSize: size,
    nodeTime: mtimeMs,
    platform: process.platform,
    arch: process.arch,
  });
}

/**
 * In node_modules, so that removing it removes the stamp.
 * @param {Place} place
 */
function stampFile(place) {
  return path.join(place.root, 'node_modules', '.fieldfare-setup.json');
}
