import fs from 'node:fs';
import path from 'node:path';
import { bareEnvironment, npm, projectRoot, start } from './checkout.ts';

/** What `npm pack` makes of the sources as they are. */
export interface Packed {
  /** The archive. */
  readonly archive: string;
  readonly files: readonly string[];
}

/** What of the project the build and the package are made of. */
const PARTS = [
  ...['src', 'models', 'domains', 'datasets', 'docs', 'README.md', 'CHANGELOG.md', 'package.json'],
  ...['package-lock.json', 'tsconfig.json', 'LICENSE'],
];

/**
 * Builds and packs in a copy, so that the checkout gets no dist/.
 * @param folder where copy and archive go
 * @throws {Error} with the compiler's messages when the sources do not build
 */
export async function packProject(folder: string): Promise<Packed> {
  const copy = path.join(folder, 'copy');
  for (const part of PARTS)
    fs.cpSync(path.join(projectRoot, part), path.join(copy, part), { recursive: true });
  fs.symlinkSync(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  const build = [path.join(copy, 'src/setup/build.mjs')];
  const built = await start(process.execPath, build, { cwd: copy, env: bareEnvironment() }).ended;
  if (built.code !== 0) throw new Error(`the build failed:\n${built.out}${built.err}`);
  // npm's own prepack would run the whole set-up on the node_modules that is shared with the checkout.
  const listed: unknown = JSON.parse(await npm(copy, ['pack', '--ignore-scripts', '--json']));
  // npm 11 gives an object by package name, older ones an array.
  const [entry] = Object.values(listed as Record<string, { filename: string; files: { path: string }[] }>);
  if (!entry) throw new Error('npm pack listed nothing');
  return { archive: path.join(copy, entry.filename), files: entry.files.map((file) => file.path) };
}

/** Runs the program `fieldfare` of a folder in which the package is installed. */
export function runInstalled(folder: string, args: readonly string[]) {
  const bin = path.join(folder, 'node_modules/fieldfare/src/setup/bin.mjs');
  return start(process.execPath, [bin, ...args], { cwd: folder, env: bareEnvironment() }).ended;
}
