import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '../text/index.ts';
import type { Domain } from './domain.ts';
import { DomainError, UnknownDomainError } from './domain-error.ts';
import { parseDomain } from './parse-domain.ts';
import { parseRegion } from './parse-region.ts';
import type { Region } from './region.ts';
import { fileFault } from '../errors/index.ts';

/** The domains that come with the package. Two levels up both from the sources and from `dist/`. */
const SHIPPED = fileURLToPath(new URL('../../../domains/', import.meta.url));
const MAX_BYTES = 4_000_000;

export function listDomains(directory: string = SHIPPED): string[] {
  return filesOf(directory, isDomain);
}

export function listRegions(): string[] {
  return filesOf(SHIPPED, isRegion);
}

const NAMED = /^[a-z][a-z0-9-]*\.yaml$/;

function filesOf(directory: string, wanted: (file: string) => boolean): string[] {
  return readdirSync(directory)
    .filter((file) => NAMED.test(file) && wanted(join(directory, file)))
    .map((file) => basename(file, '.yaml'))
    .sort();
}

/** Regions stand in the same folder as domains and say in a line of their own what they are. */
function isRegion(file: string): boolean {
  return statSync(file).size <= MAX_BYTES && /^kind:\s*["']?region\b/m.test(readFileSync(file, 'utf8'));
}

const isDomain = (file: string): boolean => !isRegion(file);

/**
 * One domain, by the name of its file in the folder or, for a file of the user's own, by a path
 * (with a `/`, or ending in `.yaml` or `.yml`).
 * @throws {UnknownDomainError} when no file has the name
 * @throws {DomainError} when the file cannot be read or has mistakes
 */
export function loadDomain(nameOrPath: string, directory: string = SHIPPED): Domain {
  return load(nameOrPath, directory, isDomain, parseOnce, 'domain');
}

/** Loads a region, by name or path as {@link loadDomain} takes and refuses them. */
export function loadRegion(nameOrPath: string): Region {
  return load(nameOrPath, SHIPPED, isRegion, parseRegion, 'region');
}

interface ReadDomain {
  readonly text: string;
  readonly domain: Domain;
}

/** Keeps the last result by file: a file that has not changed is not parsed again. */
const domains = new Map<string, ReadDomain>();

/** The shipped domains, as the build of the package read them: checking YAML takes a quarter of a second. */
const READ_BY_BUILD = new URL('./shipped-domains.json', import.meta.url);
let readByBuild: readonly ReadDomain[] | undefined;

function parseOnce(text: string, file: string): Domain {
  const known = domains.get(file);
  if (known?.text === text) return known.domain;
  readByBuild ??= existsSync(READ_BY_BUILD)
    ? (JSON.parse(readFileSync(READ_BY_BUILD, 'utf8')) as readonly ReadDomain[])
    : [];
  const read = readByBuild.find((one) => one.text === text);
  const domain = read === undefined ? parseDomain(text, file) : { ...read.domain, file };
  domains.set(file, { text, domain });
  return domain;
}

function load<T extends { readonly name: string; readonly file: string }>(
  nameOrPath: string,
  directory: string,
  wanted: (file: string) => boolean,
  parse: (text: string, file: string) => T,
  what: 'domain' | 'region',
): T {
  if (isPath(nameOrPath)) return read(nameOrPath, parse);
  const file = join(directory, `${nameOrPath}.yaml`);
  if (!NAMED.test(basename(file)) || !existsSync(file) || !wanted(file)) {
    const known = filesOf(directory, wanted);
    throw new UnknownDomainError(nameOrPath, known, nearest(nameOrPath, known), what);
  }
  const found = read(file, parse);
  if (found.name !== nameOrPath) {
    const message = `expected "${nameOrPath}", as the file is called, got "${found.name}"`;
    throw new DomainError(found.file, [{ line: 1, field: 'name', message }]);
  }
  return found;
}

/** Every shipped domain, in order of name. @throws {DomainError} for the first file with mistakes */
export function loadDomains(): Domain[] {
  return listDomains().map((name) => loadDomain(name));
}

function isPath(nameOrPath: string): boolean {
  return /[\\/]|\.ya?ml$/i.test(nameOrPath);
}

function read<T>(file: string, parse: (text: string, file: string) => T): T {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new Error('it is not a file');
    if (stat.size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1e6} MB`);
    return parse(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError(file, [{ line: 1, field: '', message: `cannot be read: ${fileFault(error)}` }], {
      cause: error,
    });
  }
}
