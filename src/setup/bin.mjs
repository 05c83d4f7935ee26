#!/usr/bin/env node
/** The program `fieldfare`: the built CLI of an installed package, the sources in a checkout. */
import { existsSync } from 'node:fs';
import { isNodeNewEnough, NODE_WANTED } from './node-version.mjs';

if (isNodeNewEnough(process.versions.node)) {
  const built = new URL('../../dist/interfaces/cli/main.js', import.meta.url);
  await import(existsSync(built) ? built.href : new URL('../interfaces/cli/main.ts', import.meta.url).href);
} else {
  const found = `fieldfare needs ${NODE_WANTED}, this is ${process.versions.node}`;
  process.stderr.write(`${found}; install one from https://nodejs.org\n`);
  process.exitCode = 1;
}
