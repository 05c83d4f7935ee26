/**
 * Finds a Chromium on this machine, in the order Fieldfare takes them. Plain JavaScript without dependencies, because the set-
 * up runs before there is a Node that runs TypeScript.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @typedef {'headless-shell' | 'chrome' | 'chromium' | 'edge' | 'playwright'} BrowserKind */
/** @typedef {{ readonly kind: BrowserKind, readonly path: string, readonly source: string }} BrowserCandidate */
/** @typedef {Readonly<Record<string, string | undefined>>} Environment */
/**
 * @typedef {object} Machine
 * @property {Environment} env
 * @property {NodeJS.Platform} platform
 * @property {string} root folder of the package
 */

/** Value of FIELDFARE_BROWSER that switches browsers off. */
export const NO_BROWSER = 'none';

const VERSION_TIMEOUT_MS = 15_000;

/** Names on the PATH, in order of cost a page (headless-shell costs about a third less than Chrome). */
const NAMES_ON_PATH = /** @type {const} */ ([
  ['headless-shell', ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']],
  ['chrome', ['google-chrome-stable', 'google-chrome', 'chrome']],
  ['chromium', ['chromium', 'chromium-browser']],
  ['edge', ['microsoft-edge-stable', 'microsoft-edge']],
]);

const LINUX_PLACES = /** @type {const} */ ([
  ['headless-shell', ['/usr/lib64/chromium-browser/headless_shell']],
  ['chrome', ['/opt/google/chrome/chrome']],
  ['edge', ['/opt/microsoft/msedge/msedge']],
]);

const MAC_PLACES = /** @type {const} */ ([
  ['chrome', ['Google Chrome.app/Contents/MacOS/Google Chrome']],
  ['chromium', ['Chromium.app/Contents/MacOS/Chromium']],
  ['edge', ['Microsoft Edge.app/Contents/MacOS/Microsoft Edge']],
]);

const WINDOWS_PLACES = /** @type {const} */ ([
  ['chrome', ['Google\\Chrome\\Application\\chrome.exe']],
  ['chromium', ['Chromium\\Application\\chrome.exe']],
  ['edge', ['Microsoft\\Edge\\Application\\msedge.exe']],
]);

/**
 * Browsers that are there, best first. FIELDFARE_BROWSER, where set, is the only candidate: a user who names one
 * wants that one or a message. Nothing is started; {@link browserVersion} says whether one runs.
 * @param {Machine} machine
 * @returns {readonly BrowserCandidate[]}
 */
export function browserCandidates(machine) {
  const named = machine.env.FIELDFARE_BROWSER;
  if (named === NO_BROWSER) return [];
  if (named) {
    return isProgram(named) ? [{ kind: kindOf(named), path: named, source: 'FIELDFARE_BROWSER' }] : [];
  }
  const found = [...installed(machine), ...downloaded(machine)];
  const seen = new Set();
  return found.filter(({ path: file }) => {
    const real = fs.realpathSync(file);
    return !seen.has(real) && seen.add(real);
  });
}

/**
 * Version of a browser, such as '156.0.8078.79', or undefined when it does not run here (missing libraries, a stub
 * that only advertises a package, not a browser at all).
 * @param {string} file
 * @returns {Promise<string | undefined>}
 */
export function browserVersion(file) {
  // chrome.exe --version opens a window; its folder is named for the version.
  if (file.toLowerCase().endsWith('.exe')) return Promise.resolve(versionFolder(path.dirname(file)));
  return new Promise((resolve) => {
    execFile(file, ['--version'], { timeout: VERSION_TIMEOUT_MS, killSignal: 'SIGKILL' }, (error, out) => {
      resolve(error ? undefined : /\d{1,9}(?:\.\d{1,9}){3}/.exec(out)?.[0]);
    });
  });
}

/** @param {NodeJS.Platform} platform @returns {string} one sentence */
export function howToGetBrowser(platform) {
  const otherwise =
    'or run "npx playwright install --only-shell chromium", or set FIELDFARE_BROWSER to its path.';
  if (platform !== 'linux') return `Install Chrome, ${otherwise}`;
  return (
    'Install one (Debian: apt-get install chromium-headless-shell, Alpine: apk add chromium, ' +
    `Fedora: dnf install chromium-headless), ${otherwise}`
  );
}

/**
 * Folders in which Playwright keeps its downloads: its own, and ours for users without a writable home.
 * @param {Machine} machine
 * @returns {readonly string[]}
 */
export function playwrightFolders({ env, platform, root }) {
  const ours = path.join(root, 'storage', '.runtime', 'ms-playwright');
  const told = env.PLAYWRIGHT_BROWSERS_PATH;
  if (told === '0') return [path.join(root, 'node_modules', 'playwright-core', '.local-browsers'), ours];
  if (told) return [path.resolve(told), ours];
  const cache = cacheFolder(env, platform);
  return cache ? [path.join(cache, 'ms-playwright'), ours] : [ours];
}

/**
 * The user's folder for caches, where Playwright puts its browsers; undefined for a user without a home.
 * @param {Environment} env
 * @param {NodeJS.Platform} platform
 */
function cacheFolder(env, platform) {
  const home = homeFolder(env);
  if (platform === 'win32') return env.LOCALAPPDATA || (home && path.join(home, 'AppData', 'Local'));
  if (platform === 'darwin') return home && path.join(home, 'Library', 'Caches');
  return env.XDG_CACHE_HOME || (home && path.join(home, '.cache'));
}

/** @param {Environment} env */
export function homeFolder(env) {
  const told = env.HOME || env.USERPROFILE;
  if (told) return told;
  try {
    return os.homedir();
  } catch {
    return undefined; // a user id without an account, as containers have
  }
}

/** @param {Machine} machine @returns {BrowserCandidate[]} */
function installed({ env, platform }) {
  if (platform === 'win32') {
    const bases = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA];
    return inPlaces(WINDOWS_PLACES, bases.filter(isText));
  }
  const places =
    platform === 'darwin'
      ? inPlaces(MAC_PLACES, ['/Applications', path.join(homeFolder(env) ?? '/', 'Applications')])
      : inPlaces(LINUX_PLACES, ['/']);
  const folders = (env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute);
  return NAMES_ON_PATH.flatMap(([kind, names]) => [
    ...names
      .flatMap((name) => folders.map((folder) => path.join(folder, name)))
      .filter((file) => isProgram(file) && !isSnap(file))
      .map((file) => ({ kind, path: file, source: 'PATH' })),
    ...places.filter((place) => place.kind === kind),
  ]);
}

/** @param {readonly (readonly [BrowserKind, readonly string[]])[]} places @param {readonly string[]} bases @returns {BrowserCandidate[]} */
function inPlaces(places, bases) {
  return places.flatMap(([kind, tails]) =>
    bases
      .flatMap((base) => tails.map((tail) => path.join(base, tail)))
      .filter(isProgram)
      .map((file) => ({ kind, path: file, source: 'usual place' })),
  );
}

/** @param {Machine} machine @returns {BrowserCandidate[]} */
function downloaded(machine) {
  const wanted = wantedRevision(machine.root);
  const builds = playwrightFolders(machine).flatMap((folder) =>
    namesIn(folder)
      .flatMap((name) => {
        const match = /^chromium(_headless_shell)?-(\d+)$/.exec(name);
        return match
          ? [{ folder: path.join(folder, name), shell: Boolean(match[1]), revision: Number(match[2]) }]
          : [];
      })
      .filter((build) => fs.existsSync(path.join(build.folder, 'INSTALLATION_COMPLETE'))),
  );
  // The revision our Playwright was made for first, then the newest; of one revision the headless shell first.
  const rank = (/** @type {{ revision: number }} */ build) =>
    build.revision === wanted ? Infinity : build.revision;
  builds.sort((a, b) => (rank(a) === rank(b) ? Number(b.shell) - Number(a.shell) : rank(b) - rank(a)));
  return builds.flatMap((build) => {
    const file = programOf(build.folder, machine.platform);
    return file
      ? [{ kind: /** @type {const} */ ('playwright'), path: file, source: 'downloaded by Playwright' }]
      : [];
  });
}

/**
 * The program in a folder Playwright downloaded: `chrome-<something>/chrome` or the like; names changed over time.
 * @param {string} folder
 * @param {NodeJS.Platform} platform
 */
function programOf(folder, platform) {
  const tail = platform === 'win32' ? '.exe' : '';
  const inner = [
    `chrome-headless-shell${tail}`,
    `headless_shell${tail}`,
    'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'Chromium.app/Contents/MacOS/Chromium',
    `chrome${tail}`,
  ];
  return namesIn(folder)
    .flatMap((name) => inner.map((program) => path.join(folder, name, program)))
    .find(isProgram);
}

/** @param {string} root */
function wantedRevision(root) {
  try {
    const file = path.join(root, 'node_modules', 'playwright-core', 'browsers.json');
    /** @type {{ browsers: { name: string, revision: string }[] }} */
    const list = JSON.parse(fs.readFileSync(file, 'utf8'));
    return Number(list.browsers.find(({ name }) => name === 'chromium-headless-shell')?.revision);
  } catch {
    return Number.NaN;
  }
}

/**
 * Guesses the kind of a browser that the user named; for messages alone, nothing depends on it.
 * @param {string} file
 * @returns {BrowserKind}
 */
function kindOf(file) {
  if (/headless.shell/i.test(file)) return 'headless-shell';
  if (/edge/i.test(file)) return 'edge';
  if (/chromium/i.test(file)) return 'chromium';
  return 'chrome';
}

/** Browsers in a snap see another /tmp than we do, so that no profile can be handed to them. @param {string} file */
function isSnap(file) {
  const real = fs.realpathSync(file);
  if (/(^|\/)snap(\/|$)/.test(real)) return true;
  if (fs.statSync(real).size > 16_384) return false;
  return /\bsnap\b/.test(fs.readFileSync(real, 'latin1'));
}

/** @param {string} file */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** @param {string} folder */
function versionFolder(folder) {
  return namesIn(folder).find((name) => /^\d+\.\d+\.\d+\.\d+$/.test(name));
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {string | undefined} value @returns {value is string} */
function isText(value) {
  return Boolean(value);
}
