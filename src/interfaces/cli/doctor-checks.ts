import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { providerNotes } from '../../crawl/site-locating/index.ts';
import {
  ENOUGH_SHARED_MEMORY,
  findBrowser,
  listBrowsers,
  thisHost,
  tryBrowser,
} from '../../foundation/browser/index.ts';
import { listDomains, loadDomain } from '../../foundation/domain/index.ts';
import { CONCEPTS, PACKS, wordListFingerprint } from '../../foundation/language/index.ts';
import { isNodeNewEnough, NODE_WANTED } from '../../setup/node-version.mjs';

/** One thing that Fieldfare needs or can use, and how this machine stands in it. */
export interface Check {
  readonly name: string;
  /** `short`: there, but less than what works well. */
  readonly state: 'ok' | 'short' | 'missing';
  /** Without it nothing works; otherwise something can be done without it. */
  readonly essential: boolean;
  /** Names what was found, with its version, or says what is wrong. */
  readonly found: string;
  /** Says how to get what is missing or short. */
  readonly advice?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const packageRoot = fileURLToPath(new URL('../../../', import.meta.url));
const ENOUGH_DISK = 2 * 1024 ** 3;
const REINSTALL = 'Install Fieldfare again, or restore the folder from the repository.';

/** Every check, in the order people should read them. Starts a browser for a moment; changes nothing. */
export async function* runChecks(storage: string, env: Environment = process.env): AsyncGenerator<Check> {
  yield checkNode();
  yield checkDependencies();
  yield checkSqlite();
  yield await checkBrowser(env);
  yield checkStorage(storage);
  yield checkDisk(storage);
  yield checkSharedMemory();
  yield checkProxy(env);
  yield checkModels();
  yield checkDomains();
  yield checkWordLists();
  yield checkSearchProviders(env);
}

/** Lists the providers that can be queried for sites, and for pages that link to them. */
function checkSearchProviders(env: Environment): Check {
  const brave = env.BRAVE_SEARCH_API_KEY?.trim()
    ? 'brave has a key'
    : 'brave has no key (BRAVE_SEARCH_API_KEY)';
  const found = `${brave}; reverse search: ${providerNotes().join('; ')}`;
  return { name: 'providers', state: 'ok', essential: false, found };
}

function checkNode(): Check {
  const found = `${process.versions.node} (${process.execPath})`;
  if (isNodeNewEnough(process.versions.node)) return { name: 'Node', state: 'ok', essential: true, found };
  return { name: 'Node', state: 'missing', essential: true, found, advice: `Install ${NODE_WANTED}.` };
}

/** The packages needed at run time, wherever Node looks for them: beside us, or higher where we are one of many. */
function checkDependencies(): Check {
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(packageRoot, 'package.json'), 'utf8'));
  const wanted = Object.keys((manifest as { dependencies?: Record<string, string> }).dependencies ?? {});
  const missing = wanted.filter((name) => !isInstalled(name));
  const check = { name: 'npm packages', essential: true } as const;
  if (missing.length === 0) return { ...check, state: 'ok', found: `${wanted.length} of ${wanted.length}` };
  return { ...check, state: 'missing', found: `without ${missing.join(', ')}`, advice: 'Run "npm install".' };
}

function isInstalled(name: string): boolean {
  for (let folder = packageRoot; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'node_modules', name, 'package.json'))) return true;
    if (path.dirname(folder) === folder) return false;
  }
}

function checkSqlite(): Check {
  const check = { name: 'SQLite', essential: true } as const;
  const database = new DatabaseSync(':memory:');
  try {
    const version = String(database.prepare('select sqlite_version() as version').get()?.version);
    database.exec('create virtual table words using fts5(word)');
    return { ...check, state: 'ok', found: `${version} with FTS5` };
  } catch (error) {
    return { ...check, state: 'missing', found: messageOf(error), advice: `Install ${NODE_WANTED}.` };
  } finally {
    database.close();
  }
}

async function checkBrowser(env: Environment): Promise<Check> {
  const check = { name: 'browser', essential: false } as const;
  const without = 'Without one, pages that scripts build are not seen.';
  const search = await findBrowser(env);
  if (!search.found) {
    return { ...check, state: 'missing', found: search.problem, advice: `${search.advice} ${without}` };
  }
  const { found } = search;
  const trial = await tryBrowser(found);
  const text = `${found.kind} ${found.version} (${found.path}, ${found.source})`;
  if (!trial.works) {
    return {
      ...check,
      state: 'missing',
      found: `${text}: ${trial.problem}`,
      advice: `${trial.advice} ${without}`,
    };
  }
  const others = (await listBrowsers(env)).slice(1).map(({ kind, version }) => `${kind} ${version}`);
  const also = others.length > 0 ? `; also here: ${others.join(', ')}` : '';
  return { ...check, state: 'ok', found: `${text}, started in ${trial.ms} ms${also}` };
}

function checkStorage(storage: string): Check {
  const check = { name: 'storage', essential: true } as const;
  const there = fs.existsSync(storage);
  const folder = nearestFolder(storage);
  const probe = path.join(folder, `.fieldfare-${randomUUID()}`);
  try {
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
    return { ...check, state: 'ok', found: `${storage} ${there ? 'can be written' : 'can be made'}` };
  } catch (error) {
    const advice = 'Make it writable, or name another folder with --storage DIR.';
    return { ...check, state: 'missing', found: `${storage} cannot be written (${codeOf(error)})`, advice };
  }
}

function checkDisk(storage: string): Check {
  const { bavail, bsize } = fs.statfsSync(nearestFolder(storage));
  const free = bavail * bsize;
  const check = { name: 'disk space', essential: false, found: `${bytes(free)} free for storage` } as const;
  if (free >= ENOUGH_DISK) return { ...check, state: 'ok' };
  return {
    ...check,
    state: 'short',
    advice: `A crawl keeps every page: provide ${bytes(ENOUGH_DISK)} or more.`,
  };
}

function checkSharedMemory(): Check {
  const { sharedMemory } = thisHost();
  const check = { name: 'shared memory', essential: false } as const;
  if (sharedMemory === undefined) return { ...check, state: 'ok', found: 'not used on this system' };
  const found = `${bytes(sharedMemory)} in /dev/shm`;
  if (sharedMemory >= ENOUGH_SHARED_MEMORY) return { ...check, state: 'ok', found };
  const advice =
    'The browser uses the disk instead, which is slower; in Docker give --shm-size=1g or --ipc=host.';
  return { ...check, state: 'short', found, advice };
}

function checkProxy(env: Environment): Check {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'];
  const set = names.flatMap((name) => {
    const value = env[name] ?? env[name.toLowerCase()];
    return value ? [`${name}=${name === 'NO_PROXY' ? value : withoutCredentials(value)}`] : [];
  });
  return { name: 'proxy', state: 'ok', essential: false, found: set.length > 0 ? set.join(' ') : 'none set' };
}

/** A proxy's address as it may be shown to others. */
function withoutCredentials(address: string): string {
  const bare = address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, '$1***@');
  return bare.replace(/[?#].*/s, '');
}

function checkModels(): Check {
  const folder = path.join(packageRoot, 'models');
  const check = { name: 'models', essential: true } as const;
  const files = filesIn(folder, '.json');
  const broken = files.filter((file) => !isJson(path.join(folder, file)));
  if (files.length === 0)
    return { ...check, state: 'missing', found: `none in ${folder}`, advice: REINSTALL };
  if (broken.length === 0) return { ...check, state: 'ok', found: files.join(', ') };
  return { ...check, state: 'missing', found: `cannot be read: ${broken.join(', ')}`, advice: REINSTALL };
}

function checkDomains(): Check {
  const check = { name: 'domains', essential: true } as const;
  const names = filesIn(path.join(packageRoot, 'domains'), '.yaml').length > 0 ? listDomains() : [];
  if (names.length === 0) return { ...check, state: 'missing', found: 'none', advice: REINSTALL };
  try {
    for (const name of names) loadDomain(name);
    return { ...check, state: 'ok', found: names.join(', ') };
  } catch (error) {
    return { ...check, state: 'missing', found: messageOf(error), advice: 'Correct the file.' };
  }
}

function filesIn(folder: string, ending: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith(ending)) : [];
}

function isJson(file: string): boolean {
  try {
    JSON.parse(fs.readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function nearestFolder(folder: string): string {
  let nearest = path.resolve(folder);
  while (!fs.existsSync(nearest) && path.dirname(nearest) !== nearest) nearest = path.dirname(nearest);
  return nearest;
}

function bytes(count: number): string {
  return count >= 1024 ** 3
    ? `${(count / 1024 ** 3).toFixed(1)} GiB`
    : `${Math.round(count / 1024 ** 2)} MiB`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
}

function checkWordLists(): Check {
  const concepts = Object.keys(CONCEPTS).length;
  const found = `${PACKS.size} languages, ${concepts} concepts, fingerprint ${wordListFingerprint()} (doctor --languages)`;
  return { name: 'word lists', state: 'ok', essential: true, found };
}
