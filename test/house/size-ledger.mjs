/**
 * Prints how large the house is, and fails where lines or names exceed the committed ceiling. Lower the ceiling when they fall;
 * raise it only in a commit that says why. CPU is printed and never gated.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { declaredNames, namesOfDoor, partOf, sourceFiles } from '../../src/setup/read-rooms.mjs';

const root = resolve(import.meta.dirname, '../..');
const ceiling = JSON.parse(readFileSync(join(import.meta.dirname, 'size-ceiling.json'), 'utf8'));
const files = sourceFiles();
const codes = new Map(files.map(({ path, code }) => [path, code]));
const linesOf = (/** @type {string} */ code) => code.split('\n').length - 1;
const isOutside = (/** @type {string} */ path) => /^(?:wings|interfaces|practice-web|setup)\//.test(path);
const sum = (/** @type {(path: string) => boolean} */ holds) =>
  files.reduce((all, { path, code }) => all + (holds(path) ? linesOf(code) : 0), 0);
const tests = readdirSync(join(root, 'test'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts'))
  .reduce((all, name) => all + linesOf(readFileSync(join(root, 'test', name), 'utf8')), 0);

const doors = files.filter(({ path }) => path.endsWith('/index.ts') && partOf(path) !== 'practice-web');
const typeFiles = new Map();
for (const { path, code } of files)
  if (!path.startsWith('practice-web/'))
    for (const name of new Set(
      [...code.matchAll(/^export\s+(?:interface|type|class)\s+(\w+)/gm)].map(([, name]) => name),
    ))
      typeFiles.set(name, (typeFiles.get(name) ?? 0) + 1);
const ledger = {
  lines: sum((path) => !path.startsWith('practice-web/')),
  coreLines: sum((path) => !isOutside(path)),
  exportedNames: files
    .filter(({ path }) => !path.startsWith('practice-web/'))
    .reduce((all, { code }) => all + declaredNames(code).length, 0),
  coreDoorNames: doors
    .filter(({ path }) => !isOutside(path))
    .reduce((all, { path }) => all + namesOfDoor(path, codes).size, 0),
  typeNamesTwice: [...typeFiles.values()].filter((times) => times > 1).length,
};
console.log(`wings ${sum((path) => path.startsWith('wings/'))}, interfaces ${sum((path) => path.startsWith('interfaces/'))}, \
practice web ${sum((path) => path.startsWith('practice-web/'))}, tests ${tests} lines`);
let isOver = false;
const gate = (/** @type {string} */ name, /** @type {number} */ now, /** @type {number} */ most) => {
  isOver ||= now > most;
  console.log(`${name} ${now}, at most ${most}${now > most ? ': too many' : ''}`);
};
for (const [name, now] of Object.entries(ledger)) gate(name, now, ceiling[name]);
for (const { path } of doors) {
  const names = namesOfDoor(path, codes).size;
  const most = ceiling.doors[path] ?? ceiling.door;
  if (names > ceiling.door || names > most) gate(path, names, most);
}
const { stderr } = spawnSync(
  process.execPath,
  [
    '--input-type=module',
    '--eval',
    "process.argv = [process.argv[0], 'fieldfare', '--help']; process.on('exit', () => process.stderr.write(String((process.cpuUsage().user + process.cpuUsage().system) / 1e6))); await import('./src/interfaces/cli/main.ts')",
  ],
  { cwd: root, encoding: 'utf8' },
);
console.log(`CPU of --help: ${Number(stderr.trim().split('\n').at(-1)).toFixed(2)} s`);
process.exitCode = isOver ? 1 : 0;
