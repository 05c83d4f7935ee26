#!/usr/bin/env node
/** The program `fieldfare`: the built CLI of an installed package, the sources in a checkout. */
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { isNodeNewEnough, NODE_WANTED } from './node-version.mjs';

if (isNodeNewEnough(process.versions.node)) {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && path.join(HOME, '.cache'));
  // Threads read the variable when they start.
  if (caches) process.env.NODE_COMPILE_CACHE ??= path.join(caches, 'fieldfare');
  if (process.env.NODE_COMPILE_CACHE) module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const built = new URL('../../dist/interfaces/cli/main.js', import.meta.url);
  await import(existsSync(built) ? built.href : new URL('../interfaces/cli/main.ts', import.meta.url).href);
} else {
  const found = `fieldfare needs ${NODE_WANTED}, this is ${process.versions.node}`;
  process.stderr.write(`${found}; install one from https://nodejs.org\n`);
  process.exitCode = 1;
}
