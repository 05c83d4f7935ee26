/** The options of a harvest that a client sends: what names files or inner addresses of this machine is refused. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type HarvestOptions, resolveOptions } from '../../crawl/settings/index.ts';
import { RequestProblem } from './problems.ts';

export interface Trust {
  readonly storage: string;
  /** Options may name files of this machine. */
  readonly allowFiles: boolean;
  /** Harvests may visit private addresses. */
  readonly allowPrivate: boolean;
}

const FILES = ['model', 'domainModel', 'cookies', 'values', 'ontologies', 'knowledge', 'archive'] as const;
const SAFE_NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** Where a domain that a client sent is kept; undefined for a name that could be a path. */
export const ownDomainFile = (storage: string, name: string): string | undefined =>
  SAFE_NAME.test(name) ? join(storage, 'domains', `${name}.yaml`) : undefined;

/**
 * @throws {RequestProblem} for what this server does not let its clients name
 * @throws {OptionsError} for options that are wrong
 */
export function harvestOptionsOf(body: Readonly<Record<string, unknown>>, trust: Trust): HarvestOptions {
  const { storage, allowFiles, allowPrivate } = trust;
  if (body.storage !== undefined) throw refused('storage', 'the storage folder is that of the server');
  if (!allowFiles) {
    const named = FILES.find((name) => body[name] !== undefined);
    if (named !== undefined) throw needsFiles(named);
    if (/^replay:/i.test(String(body.web))) throw needsFiles('web');
    if (listOf(body.seedPages).some((pages) => !/^(?:[^=]+=)?run:\d+$/.test(pages)))
      throw needsFiles('seedPages');
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
        if (own === undefined && !allowFiles) throw needsFiles('domains');
        return own !== undefined && existsSync(own) ? own : name;
      }),
    }),
  } as HarvestOptions;
  resolveOptions({ ...options, storage });
  return options;
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
