/** Checks the options of a harvest that a client sends: names of files and inner addresses of this machine are refused. */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesNamed, type HarvestOptions, resolveOptions } from '../../crawl/settings/index.ts';
import { RequestProblem } from './problems.ts';

export interface Trust {
  readonly storage: string;
  /** Options may name files of this machine. */
  readonly allowFiles: boolean;
  /** Harvests may visit private addresses. */
  readonly allowPrivate: boolean;
}

const SAFE_NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** Returns the file of a domain that a client sent; undefined for a name that could be a path. */
export const ownDomainFile = (storage: string, name: string): string | undefined =>
  SAFE_NAME.test(name) ? join(storage, 'domains', `${name}.yaml`) : undefined;

/**
 * @throws {RequestProblem} for what this server does not let its clients name
 * @throws {OptionsError} for options that are wrong
 */
export function harvestOptionsOf(body: Readonly<Record<string, unknown>>, trust: Trust): HarvestOptions {
  const { storage, allowFiles, allowPrivate } = trust;
  if (body.storage !== undefined) throw refused('storage', 'the storage folder is that of the server');
  for (const { option, text } of filesNamed(body)) {
    if (!allowFiles) throw needsFiles(option);
    const path = text.replace(/^[a-z0-9-]{2,}[:=]/i, '');
    if (wouldWait(path)) throw new RequestProblem(400, 'options', `${option}: ${path} is no regular file`);
  }
  if (!allowPrivate) {
    if (body.allowPrivate === true) throw needsPrivate('allowPrivate');
    // These addresses are asked without the rules of pages.
    if (body.proxy !== undefined) throw needsPrivate('proxy');
    if (body.spotlight !== undefined) throw needsPrivate('spotlight');
    if (listOf(body.search).some((spec) => spec.includes('/'))) throw needsPrivate('search');
  }
  const options = {
    ...body,
    ...(body.domains !== undefined && {
      domains: listOf(body.domains).map((name) => {
        const own = ownDomainFile(storage, name);
        return own !== undefined && existsSync(own) ? own : name;
      }),
    }),
  } as HarvestOptions;
  const { seeds } = resolveOptions({ ...options, storage });
  return { ...options, ...(seeds && { seeds }) };
}

/** Says whether opening could wait for good, as for a FIFO or a device; an error of a path is reported by its reader. */
function wouldWait(path: string): boolean {
  try {
    const stat = statSync(path);
    return !stat.isFile() && !stat.isDirectory();
  } catch {
    return false;
  }
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const refused = (option: string, why: string, hint?: string): RequestProblem =>
  new RequestProblem(403, 'option-refused', `${option}: ${why}`, hint);
const needsFiles = (option: string): RequestProblem =>
  refused(
    option,
    'clients may not name files of this machine',
    'start the server with --allow-files; a domain is sent with PUT /api/domains/NAME',
  );
const needsPrivate = (option: string): RequestProblem =>
  refused(
    option,
    'clients may not lead requests to inner addresses',
    'start the server with --allow-private',
  );
