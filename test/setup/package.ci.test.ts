import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIBRARY_HEAD, librarySurface, reported } from '../house/api-report.ts';
import { bareEnvironment, projectRoot, start, temporaryFolder } from './checkout.ts';
import { type Packed, packProject, runInstalled } from './packed.ts';
import { firstFetch, watchStart } from './start.ts';

const folder = temporaryFolder();
let packed: Packed;

beforeAll(async () => {
  packed = await packProject(folder);
  await unpack(packed.archive);
}, 120_000);

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** As `npm install` would lay it out, with the dependencies of this checkout: those for developers stay out. */
async function unpack(archive: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(modules, 'fieldfare'), { recursive: true });
  const args = ['-xzf', archive, '--strip-components=1', '-C', path.join(modules, 'fieldfare')];
  const { code, err } = await start('tar', args, { cwd: folder, env: bareEnvironment() }).ended;
  if (code !== 0) throw new Error(err);
  const lock = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8'));
  for (const [place, { dev }] of Object.entries<{ dev?: boolean }>(lock.packages)) {
    const isTop = place !== '' && place.lastIndexOf('node_modules/') === 0;
    if (dev || !isTop || !fs.existsSync(path.join(projectRoot, place))) continue;
    fs.mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
    fs.symlinkSync(path.join(projectRoot, place), path.join(folder, place), 'junction');
  }
}

it('carries what is built, what is learned and what is known, and no sources or tests', () => {
  const top = new Set(packed.files.map((file) => file.split('/')[0]));
  expect([...top].sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'datasets', 'dist', 'docs', 'domains', 'models'],
    ...['package.json', 'src'],
  ]);
  expect(packed.files.filter((file) => file.startsWith('src/'))).toEqual([
    'src/setup/bin.mjs',
    'src/setup/node-version.mjs',
  ]);
  expect(packed.files).toEqual(
    expect.arrayContaining([
      ...['dist/index.js', 'dist/index.d.ts', 'dist/foundation/domain/shipped-domains.json'],
      ...['dist/interfaces/cli/main.js', 'dist/interfaces/web/client.css', 'dist/interfaces/web/client.js'],
      ...['domains/book.yaml', 'models/forms.json', 'docs/tutorial.md', 'docs/pictures/harvest.png'],
    ]),
  );
});

it('has a program that helps and knows how it stands', async () => {
  expect(await runInstalled(folder, ['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('doctor'),
    err: '',
  });
  const { code, out } = await runInstalled(folder, ['doctor', '--json']);
  const report = JSON.parse(out) as {
    ok: boolean;
    checks: { name: string; state: string; essential: boolean }[];
  };
  expect(report.checks.filter(({ essential, state }) => essential && state !== 'ok')).toEqual([]);
  expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
});

it('exports what docs/api-report.txt says; "npm run api" writes it', () => {
  const declarations = path.join(folder, 'node_modules/fieldfare/dist/index.d.ts');
  const surface = librarySurface(fs.readFileSync(declarations, 'utf8'));
  expect(surface).toBe(reported().split(LIBRARY_HEAD)[1]?.trim());
});

it('starts with few files and little work', async () => {
  const page = path.join(folder, 'page.html');
  fs.writeFileSync(
    page,
    '<title>Books</title><form action=/search>Title <input name=q><button>Search</button></form>',
  );
  const bin = path.join(folder, 'node_modules/fieldfare/src/setup/bin.mjs');
  const where = {
    cwd: folder,
    env: { ...bareEnvironment(), NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
  };
  const watched = (...args: string[]) => watchStart([bin, ...args], where);
  const empty = await watchStart(['-e', '0'], { cwd: folder, env: bareEnvironment() });
  await watched('inspect', page);
  const inspected = await watched('inspect', page);
  expect(inspected.out).toContain('SEARCHABLE');
  expect(inspected.modules).toBeLessThan(90);
  const helped = await watched('--help');
  expect(helped.modules).toBeLessThan(40);
  // In the work of an empty program, for machines differ.
  console.log(`inspect ${inspected.cpuMs} ms, help ${helped.cpuMs} ms, an empty program ${empty.cpuMs} ms`);
  expect(inspected.cpuMs).toBeLessThan(40 * empty.cpuMs);
  expect(helped.cpuMs).toBeLessThan(8 * empty.cpuMs);
  await firstFetch(bin, where);
  const { ms, cpuMs = 0 } = await firstFetch(bin, where);
  console.log(`first page asked for after ${ms.toFixed(0)} ms, CPU ${cpuMs} ms`);
  expect(cpuMs).toBeLessThan(30 * empty.cpuMs);
});

it('is a typed library', async () => {
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const program = `
    import { listDomains } from 'fieldfare';
    import { classifyForms } from 'fieldfare/forms';
    const names: readonly string[] = listDomains();
    const forms = classifyForms('<form><input name=q></form>', 'http://a.test/');
    console.log(names.includes('book'), forms.length satisfies number);
    // @ts-expect-error a domain has a name, not a number
    () => listDomains(5);`;
  fs.writeFileSync(path.join(folder, 'use.ts'), program);
  const settings = { cwd: folder, env: bareEnvironment() };
  const compiler = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
  const checked = async (module: string, resolution: string, ...more: string[]) => {
    const flags = ['--noEmit', '--strict', '--target', 'es2024', '--skipLibCheck', 'false'];
    const as = ['--module', module, '--moduleResolution', resolution];
    const { code, out } = await start(
      process.execPath,
      [compiler, ...flags, ...as, ...more, 'use.ts'],
      settings,
    ).ended;
    return { code, out };
  };
  expect(await checked('nodenext', 'nodenext')).toEqual({ code: 0, out: '' });
  expect(await checked('esnext', 'bundler')).toEqual({ code: 0, out: '' });
  // The classifier alone needs no types of Node or Playwright.
  fs.writeFileSync(path.join(folder, 'use.ts'), "export { classifyForms } from 'fieldfare/forms';");
  expect(await checked('nodenext', 'nodenext', '--types', '')).toEqual({ code: 0, out: '' });
  const { out: reached } = await checked('nodenext', 'nodenext', '--types', '', '--listFilesOnly');
  expect(reached).toContain('classify-forms.d.ts');
  expect(reached).not.toMatch(/node_modules[\\/](?:playwright|@types[\\/]node)/);
  fs.writeFileSync(path.join(folder, 'use.ts'), program);
  expect(await start(process.execPath, ['use.ts'], settings).ended).toMatchObject({
    code: 0,
    out: 'true 1\n',
  });
});
