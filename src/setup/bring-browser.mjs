/** A Chromium: one that is there, else Playwright's download, else the distribution's package. */
import fs from 'node:fs';
import path from 'node:path';
import {
  browserCandidates,
  browserVersion,
  howToGetBrowser,
  playwrightFolders,
} from '../foundation/browser/locate-browser.mjs';
import { isMusl } from './bring-dependencies.mjs';
import { installPackage, packageInstaller } from './distribution.mjs';
import { isWritable } from './npm.mjs';
import { quietRun, reasonIn } from './quiet-run.mjs';

/** @typedef {import('./npm.mjs').Place} Place */
/** @typedef {import('../foundation/browser/locate-browser.mjs').BrowserCandidate} BrowserCandidate */
/** @typedef {(pid: number | undefined) => void} NameChild */

const WITHOUT = 'no browser, so pages that scripts build are left out';
const DAY_MS = 24 * 3600_000;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * True when there is nothing left to do: a browser known to run is still there, the user named or refused one, or
 * bringing one failed within the last day. Starts no process.
 * @param {Place} place
 * @returns {boolean}
 */
export function isBrowserSettled(place) {
  if (place.env.FIELDFARE_BROWSER) return true;
  const stamp = read(stampFile(place));
  if (stamp && browserCandidates(machine(place)).some((one) => stamp === stampOf(one))) return true;
  const failure = recentFailure(place);
  if (failure) place.say(`${WITHOUT} (${failure}); "npm start -- doctor" says how to get one`);
  return failure !== undefined;
}

/**
 * Never fails: what can be done without a browser goes on without one.
 * @param {Place} place
 * @param {string} node
 * @param {NameChild} nameChild
 */
export async function bringBrowser(place, node, nameChild) {
  if (isBrowserSettled(place) || (await keepFirstWorking(place))) return;
  const reasons = [];
  for (const attempt of attempts(place, node, nameChild)) {
    place.say(attempt.line);
    const problem = await attempt.run();
    if (await keepFirstWorking(place)) return;
    reasons.push(`${attempt.name}: ${problem ?? 'what came does not run here'}`);
  }
  if (reasons.length === 0) reasons.push('none is installed');
  remember(place, reasons.join('; '));
  place.say(
    `${WITHOUT} (${reasons.join('; ')}). ${howToGetBrowser(process.platform)} ` +
      `The next try is in a day, or after removing ${failureFile(place)}`,
  );
}

/**
 * @typedef {object} Attempt
 * @property {string} name
 * @property {string} line
 * @property {() => Promise<string | undefined>} run what went wrong, undefined when nothing did
 */

/**
 * @param {Place} place
 * @param {string} node
 * @param {NameChild} nameChild
 * @returns {Generator<Attempt>}
 */
function* attempts(place, node, nameChild) {
  const playwright = [path.join(place.root, 'node_modules', 'playwright-core', 'cli.js')];
  // Playwright has no browser for musl.
  if (!isMusl()) {
    const name = 'download by Playwright';
    const args = [...playwright, 'install', '--only-shell', 'chromium'];
    const run = () => attemptRun(node, args, playwrightEnvironment(place), nameChild);
    yield { name, line: 'no browser found; downloading a Chromium with Playwright', run };
  }
  const installer = packageInstaller(place.env);
  if (!installer) return;
  if (installer.name === 'apt-get' && browserCandidates(machine(place)).length > 0) {
    const name = "libraries by Playwright's install-deps";
    const args = [...playwright, 'install-deps', 'chromium'];
    const run = () => attemptRun(node, args, installer.env, nameChild);
    yield { name, line: 'installing the libraries which the downloaded Chromium needs (apt-get)', run };
  }
  for (const name of installer.packages) {
    const line = `installing the distribution's package ${name} (${installer.name})`;
    yield { name: `package ${name}`, line, run: () => installPackage(installer, name, nameChild) };
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {NameChild} nameChild
 */
async function attemptRun(program, args, env, nameChild) {
  const { ok, output } = await quietRun(program, args, { env, timeoutMs: DOWNLOAD_TIMEOUT_MS, nameChild });
  return ok ? undefined : reasonIn(output);
}

/**
 * @param {Place} place
 * @returns {NodeJS.ProcessEnv}
 */
function playwrightEnvironment(place) {
  const [first, ours = first] = playwrightFolders(machine(place));
  const folder = first && isWritable(first) ? first : ours;
  return { ...place.env, PLAYWRIGHT_BROWSERS_PATH: folder };
}

/**
 * @param {Place} place
 * @returns {Promise<boolean>} false when no candidate runs
 */
async function keepFirstWorking(place) {
  for (const candidate of browserCandidates(machine(place))) {
    if ((await browserVersion(candidate.path)) === undefined) continue;
    write(stampFile(place), stampOf(candidate));
    fs.rmSync(failureFile(place), { force: true });
    return true;
  }
  return false;
}

/** @param {Place} place */
function machine({ env, root }) {
  return { env, platform: process.platform, root };
}

/** @param {BrowserCandidate} candidate */
function stampOf({ path: file }) {
  const { size, mtimeMs } = fs.statSync(file);
  return JSON.stringify({ path: file, size, mtimeMs });
}

/**
 * @param {Place} place
 * @returns {string | undefined} why it failed, when that was within a day and for the same user
 */
function recentFailure(place) {
  try {
    const { at, user, reasons } = JSON.parse(read(failureFile(place)) ?? '{}');
    const age = Date.now() - at;
    return age >= 0 && age < DAY_MS && user === process.getuid?.() ? String(reasons) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {Place} place
 * @param {string} reasons
 */
function remember(place, reasons) {
  write(failureFile(place), JSON.stringify({ at: Date.now(), user: process.getuid?.(), reasons }));
}

/** @param {Place} place */
function stampFile(place) {
  return path.join(place.runtime, 'browser.json');
}

/** @param {Place} place */
function failureFile(place) {
  return path.join(place.runtime, 'browser-failed.json');
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  try {
    fs.writeFileSync(file, text);
  } catch {
    // Only saves time on the next start.
  }
}
