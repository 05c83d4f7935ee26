#!/usr/bin/env node
/**
 * The start of every npm script, for machines with nothing but git, npm and Node 18: brings what is missing, says
 * so in one line each on standard error, and hands over to the command, whose exit code becomes ours.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeFolder } from '../foundation/browser/locate-browser.mjs';
import { bringBrowser, isBrowserSettled } from './bring-browser.mjs';
import { bringDependencies, dependenciesAtHand } from './bring-dependencies.mjs';
import { bringNode, nodeAtHand } from './bring-node.mjs';
import { commandFor } from './commands.mjs';
import { isWritable } from './npm.mjs';
import { SetupError } from './setup-error.mjs';
import { withSetupLock } from './setup-lock.mjs';

/** @typedef {import('./npm.mjs').Place} Place */
/** @typedef {import('./commands.mjs').Command} Command */

const LOOK_EVERY_MS = 1_000;
const root = fileURLToPath(new URL('../../', import.meta.url));
const runtime = path.join(root, 'storage', '.runtime');

/** @type {Place} */
const place = {
  root,
  runtime,
  // npm and Playwright break off for a user id without an account, as containers have, when HOME is not set either.
  env: homeFolder(process.env) ? process.env : { ...process.env, HOME: runtime },
  say: (line) => process.stderr.write(`fieldfare: ${line}\n`),
};

try {
  const [name, ...args] = process.argv.slice(2);
  const command = commandFor(root, name, args);
  handOver(await bring(command), name === 'cli' ? process.cwd() : root, command);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  place.say(error.message);
  process.exitCode = 1;
}

/**
 * @param {Command} command
 * @returns {Promise<string>} the Node to run it with
 */
async function bring(command) {
  const atHand = nodeAtHand(place);
  const complete = atHand && dependenciesAtHand(place, atHand);
  // Where nothing can be written no browser can be brought; one that is there the command finds by itself.
  if (complete && (!command.browser || isBrowserSettled(place) || !isWritable(runtime))) return atHand;
  const onWait = (/** @type {string} */ owner) =>
    place.say(`another set-up is at work here (${owner}); waiting for it`);
  return withSetupLock(path.join(place.runtime, 'lock'), onWait, async (nameChild) => {
    const node = await bringNode(place, nameChild);
    await bringDependencies(place, node, nameChild);
    if (command.browser) await bringBrowser(place, node, nameChild);
    return node;
  });
}

/**
 * @param {string} node
 * @param {string} cwd
 * @param {Command} command
 */
function handOver(node, cwd, command) {
  const child = spawn(node, command.args, { cwd, stdio: 'inherit', env: environmentFor(node, command) });
  // A terminal sends Ctrl-C to the child too, which saves its work before it ends.
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  if (place.env.npm_lifecycle_event !== undefined) whenParentsEnd(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    place.say(`${node} did not start: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? os.constants.signals[signal] : 0);
  });
}

/**
 * npm starts a shell that starts us; a signal to npm ends these two and reaches nobody else, and a kill ends npm alone.
 * @param {() => void} end
 */
function whenParentsEnd(end) {
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = parents();
  const watch = setInterval(() => {
    if (parents() === before) return;
    clearInterval(watch);
    end();
  }, LOOK_EVERY_MS).unref();
}

/**
 * @param {number} pid
 * @returns {string} empty where the system does not say
 */
function parentOf(pid) {
  try {
    // The name of the program, in parentheses, may hold anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] ?? '';
  } catch {
    return '';
  }
}

/**
 * @param {string} node
 * @param {Command} command
 * @returns {NodeJS.ProcessEnv}
 */
function environmentFor(node, command) {
  // Node keeps what it compiled of our sources there, which halves the time a command takes to start.
  /** @type {NodeJS.ProcessEnv} */
  const env = { NODE_COMPILE_CACHE: path.join(runtime, 'compile-cache'), ...place.env, ...command.env };
  // Windows writes it Path.
  const key = Object.keys(env).find((one) => one.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [key]: [path.dirname(node), env[key]].filter(Boolean).join(path.delimiter) };
}
