/**
 * One set-up at a time in a checkout, whatever happens to it. A lock is a file with a number; the highest number
 * counts and is never removed, so that breaking a dead holder's lock is creating the next number, which only one can.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { codeOf, SetupError } from './setup-error.mjs';

/** @typedef {{ readonly pid: number, readonly start?: string | undefined }} ProcessMark */
/**
 * @typedef {object} LockText
 * @property {string} space where the process numbers count: machine, boot and process namespace
 * @property {string} id
 * @property {readonly ProcessMark[]} processes
 * @property {boolean} released
 */
/** @typedef {{ readonly file: string, readonly since: number, readonly touched: number }} Sighting */

const POLL_MS = 200;
const TOUCH_MS = 2_000;
/** A holder that cannot be asked for (another machine or container) counts as dead when silent for so long. */
const SILENCE_MS = 30_000;
/** Between creating a lock file and writing it; longer means that the writer died in between. */
const WRITING_MS = 5_000;

/**
 * Runs `work` while no other set-up of this folder runs. `work` gets a function to name child processes: as long as
 * one of them lives, so does the lock, even when this process has been killed.
 * @template T
 * @param {string} folder
 * @param {(owner: string) => void} onWait called once when another set-up has to be waited for
 * @param {(nameChild: (pid: number | undefined) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(folder, onWait, work) {
  makeFolder(folder);
  /** @type {LockText} */
  let text = { space: processSpace(), id: randomUUID(), processes: [markOf(process.pid)], released: false };
  const file = await acquire(folder, text, onWait);
  const timer = setInterval(() => touch(file), TOUCH_MS);
  timer.unref();
  try {
    return await work((pid) => {
      if (pid === undefined) return;
      text = { ...text, processes: [...text.processes, markOf(pid)] };
      fs.writeFileSync(file, JSON.stringify(text));
    });
  } finally {
    clearInterval(timer);
    release(file, text);
  }
}

/**
 * @param {string} folder
 * @param {LockText} text
 * @param {(owner: string) => void} onWait
 * @returns {Promise<string>} the lock file now held
 */
async function acquire(folder, text, onWait) {
  /** @type {Sighting | undefined} */
  let sighting;
  let waited = false;
  for (;;) {
    const highest = highestLock(folder);
    const file = path.join(folder, String(highest));
    if (highest > 0) {
      sighting = sight(file, sighting);
      const holder = holderOf(file, text.space, sighting);
      if (holder !== undefined) {
        if (!waited) onWait(holder);
        waited = true;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        continue;
      }
    }
    const mine = path.join(folder, String(highest + 1));
    if (!create(mine, JSON.stringify(text))) continue;
    // Whoever was held up between looking and creating may have made a number long passed.
    if (highestLock(folder) > highest + 1) {
      fs.rmSync(mine, { force: true });
      continue;
    }
    for (const old of lockNumbers(folder))
      if (old <= highest) fs.rmSync(path.join(folder, String(old)), { force: true });
    return mine;
  }
}

/**
 * Who holds the lock, or undefined when it is free.
 * @param {string} file
 * @param {string} space
 * @param {Sighting} sighting
 * @returns {string | undefined}
 */
function holderOf(file, space, sighting) {
  const silentMs = Date.now() - sighting.since;
  const text = readLock(file);
  if (text === undefined) return silentMs < WRITING_MS ? 'just starting' : undefined;
  if (text.released) return undefined;
  if (text.space !== space) return silentMs < SILENCE_MS ? 'in another container or machine' : undefined;
  const alive = text.processes.find((mark) => isAlive(mark, silentMs));
  return alive && `process ${alive.pid}`;
}

/**
 * Since when the lock has not been touched, by our own clock: those of machines that share a disk differ.
 * @param {string} file
 * @param {Sighting | undefined} before
 * @returns {Sighting}
 */
function sight(file, before) {
  const touched = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return before && before.file === file && before.touched === touched
    ? before
    : { file, touched, since: Date.now() };
}

/**
 * @param {ProcessMark} mark
 * @param {number} silentMs
 */
function isAlive(mark, silentMs) {
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    // Another user's process may hide its start from us.
    return codeOf(error) !== 'ESRCH' && silentMs < SILENCE_MS;
  }
  // Without a start time a number given to another process since cannot be told from the holder.
  return mark.start === undefined ? silentMs < SILENCE_MS : startOf(mark.pid) === mark.start;
}

/**
 * @param {number} pid
 * @returns {ProcessMark}
 */
function markOf(pid) {
  return { pid, start: startOf(pid) };
}

/**
 * When a process was started, in ticks since boot; undefined where that cannot be read and for zombies, which nobody
 * may ever reap in a container.
 * @param {number} pid
 * @returns {string | undefined}
 */
function startOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function processSpace() {
  return [os.hostname(), read('/proc/sys/kernel/random/boot_id'), link('/proc/self/ns/pid')].join(' ');
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, 'latin1').trim();
  } catch {
    return '';
  }
}

/** @param {string} file */
function link(file) {
  try {
    return fs.readlinkSync(file);
  } catch {
    return '';
  }
}

/** @param {string} folder */
function highestLock(folder) {
  return Math.max(0, ...lockNumbers(folder));
}

/** @param {string} folder */
function lockNumbers(folder) {
  return fs
    .readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * @param {string} file
 * @returns {LockText | undefined} undefined while it is being written, or where its writer died
 */
function readLock(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {boolean} false when it is there already
 */
function create(file, text) {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw unwritable(path.dirname(file), error);
  }
}

/**
 * @param {string} file
 * @param {LockText} text
 */
function release(file, text) {
  try {
    fs.writeFileSync(file, JSON.stringify({ ...text, released: true }));
  } catch {
    // A full disk: the lock ends with this process, and its error must not hide the one that matters.
  }
}

/** @param {string} file */
function touch(file) {
  try {
    const now = new Date();
    fs.utimesSync(file, now, now);
  } catch {
    // Only other machines look at the time; the lock itself stands.
  }
}

/** @param {string} folder */
function makeFolder(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/**
 * @param {string} folder
 * @param {unknown} error
 */
function unwritable(folder, error) {
  return new SetupError(
    `cannot write to ${folder} (${codeOf(error)}), where set-up keeps its downloads; ` +
      'make the folder writable or copy the project to one that is',
  );
}
