import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '../text/index.ts';
import type { Domain } from './domain.ts';
import { DomainError, UnknownDomainError } from './domain-error.ts';
import { parseDomain } from './parse-domain.ts';

/** The domains that come with the package. Two levels up both from the sources and from `dist/`. */
const SHIPPED = fileURLToPath(new URL('../../domains/', import.meta.url));
const MAX_BYTES = 4_000_000;

/** Names of the domains in a folder, in order. */
export function listDomains(directory: string = SHIPPED): string[] {
  return readdirSync(directory)
    .filter((file) => /^[a-z][a-z0-9-]*\.yaml$/.test(file))
    .map((file) => basename(file, '.yaml'))
    .sort();
}

/**
 * One domain, by the name of its file in the folder or, for a file of the user's own, by a path
 * (with a `/`, or ending in `.yaml` or `.yml`).
 * @throws {UnknownDomainError} when no file has the name
 * @throws {DomainError} when the file cannot be read or has mistakes
 */
export function loadDomain(nameOrPath: string, directory: string = SHIPPED): Domain {
  if (isPath(nameOrPath)) return readDomain(nameOrPath);
  const known = listDomains(directory);
  if (!known.includes(nameOrPath)) {
    throw new UnknownDomainError(nameOrPath, known, nearest(nameOrPath, known));
  }
  const domain = readDomain(join(directory, `${nameOrPath}.yaml`));
  if (domain.name !== nameOrPath) {
    const message = `expected "${nameOrPath}", as the file is called, got "${domain.name}"`;
    throw new DomainError(domain.file, [{ line: 1, field: 'name', message }]);
  }
  return domain;
}

/** Every domain of a folder, in order of name. @throws {DomainError} for the first file with mistakes */
export function loadDomains(directory: string = SHIPPED): Domain[] {
  return listDomains(directory).map((name) => loadDomain(name, directory));
}

function isPath(nameOrPath: string): boolean {
  return /[\\/]|\.ya?ml$/i.test(nameOrPath);
}

function readDomain(file: string): Domain {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new Error('it is not a file');
    if (stat.size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1e6} MB`);
    return parseDomain(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason =
      code === 'ENOENT' ? 'there is no such file' : error instanceof Error ? error.message : String(error);
    throw new DomainError(file, [{ line: 1, field: '', message: `cannot be read: ${reason}` }], {
      cause: error,
    });
  }
}
