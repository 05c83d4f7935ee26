import { spawn } from 'node:child_process';

const KEPT_OUTPUT = 20_000;

/**
 * @typedef {object} QuietRun
 * @property {NodeJS.ProcessEnv} env
 * @property {string} [cwd]
 * @property {number} timeoutMs
 * @property {(pid: number | undefined) => void} nameChild told the process number, so that the set-up lock knows it
 */

/**
 * Runs a program to its end without showing what it prints; set-up says one line itself.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {QuietRun} options
 * @returns {Promise<{ ok: boolean, output: string }>} the end of what it printed; never rejects
 */
export function quietRun(program, args, { env, cwd, timeoutMs, nameChild }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    nameChild(child.pid);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      output += `\nstopped after ${Math.round(timeoutMs / 60_000)} minutes`;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ ok: false, output: error.message });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ ok: code === 0, output });
    });
  });
}

/**
 * The line of a failed program's output that most likely says why.
 * @param {string} output
 * @returns {string}
 */
export function reasonIn(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const telling = lines.find((line) =>
    /^(npm (error|ERR!) (?!(code|errno|syscall|path|dest|type) |A complete log)|E: |ERROR:|Error:)/.test(
      line,
    ),
  );
  return (telling ?? lines.at(-1) ?? 'it said nothing').replace(/^npm (error|ERR!) /, '').slice(0, 300);
}
