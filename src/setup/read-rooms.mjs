/** Rooms of src/, what they import and what their doors open on, read from the sources: for the drawing and the ledger. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../', import.meta.url));

/**
 * @typedef {object} SourceFile
 * @property {string} path from src/
 * @property {string} code
 */

/** @returns {SourceFile[]} */
export function sourceFiles() {
  return fs
    .readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      path: path.relative(source, file).split(path.sep).join('/'),
      code: fs.readFileSync(file, 'utf8'),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The part of the house that a file lies in: its first folder, or the second one of a wing or an interface. @param {string} file */
export function partOf(file) {
  const [first = '', second = ''] = file.split('/');
  if (!file.includes('/')) return '';
  return first === 'wings' || first === 'interfaces' ? `${first}/${second}` : first;
}

/**
 * Which parts import which.
 * @param {readonly SourceFile[]} files
 * @returns {Map<string, Set<string>>}
 */
export function importsOfParts(files) {
  const imports = new Map();
  for (const { path: file, code } of files) {
    const from = partOf(file);
    if (from === '') continue;
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const [, , specifier = ''] of code.matchAll(
      /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)(['"])(\.[^'"]+)\1/gm,
    )) {
      const to = partOf(path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)));
      if (to !== '' && to !== from && !to.startsWith('..')) targets.add(to);
    }
  }
  return imports;
}

const DECLARED =
  /^export\s+(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type)\s+(\w+)/gm;

/**
 * Names that a file declares and exports.
 * @param {string} code
 */
export const declaredNames = (code) => [...code.matchAll(DECLARED)].map(([, name = '']) => name);

/**
 * Names that a door opens on, through `export *` too.
 * @param {string} file
 * @param {ReadonlyMap<string, string>} codes by path
 * @returns {Set<string>}
 */
export function namesOfDoor(file, codes) {
  const code = codes.get(file) ?? '';
  const lists = [...code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/\btype\b|.*\bas\b/g, '').trim()),
  );
  const stars = [...code.matchAll(/^export\s+(?:type\s+)?\*\s+from\s+'([^']+)'/gm)].flatMap(
    ([, from = '']) => [...namesOfDoor(path.posix.join(path.posix.dirname(file), from), codes)],
  );
  return new Set([...declaredNames(code), ...lists.filter((name) => name !== ''), ...stars]);
}
