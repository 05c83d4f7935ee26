/** Makes dist/ from src/ anew: JavaScript, types and source maps of what is published. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleClient } from '../interfaces/web/bundle.mjs';
import { bundleReportClient, bundleReportServer } from '../reports/bundle.mjs';
import { bundleModules } from './bundle-modules.mjs';
import { bundleTypes } from './bundle-types.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = path.join(root, 'dist');
fs.rmSync(dist, { recursive: true, force: true });
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const declarations = path.join(dist, 'declarations');
const { status } = spawnSync(
  process.execPath,
  [compiler, '-p', path.join(root, 'src', 'tsconfig.json'), '--outDir', declarations],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
await bundleTypes(declarations, dist);
fs.rmSync(declarations, { recursive: true });
/** The frameworks whose apps the practice web serves; the web UI and reports are made with the first. */
const { resolve } = createRequire(import.meta.url);
const frameworks = new Map([
  ['preact.mjs', resolve('preact')],
  ['vue.runtime.js', resolve('@vue/runtime-dom/dist/runtime-dom.global.prod.js')],
]);
await bundleModules(path.join(root, 'src'), dist, [...frameworks.values()]);
const { listDomains, loadDomain } = await import(pathToFileURL(path.join(dist, 'index.js')).href);
const read = listDomains()
  .map((/** @type {string} */ name) => loadDomain(name))
  .map((/** @type {{ file: string }} */ domain) => ({
    text: fs.readFileSync(domain.file, 'utf8'),
    domain: { ...domain, file: '' },
  }));
const shipped = path.join(dist, 'foundation', 'domain');
fs.mkdirSync(shipped, { recursive: true });
fs.writeFileSync(path.join(shipped, 'shipped-domains.json'), JSON.stringify(read));
const web = path.join(dist, 'interfaces', 'web');
fs.mkdirSync(web, { recursive: true });
fs.writeFileSync(path.join(web, 'client.js'), await bundleClient());
fs.copyFileSync(path.join(root, 'src', 'interfaces', 'web', 'client.css'), path.join(web, 'client.css'));
const reports = path.join(dist, 'reports');
fs.mkdirSync(reports, { recursive: true });
fs.writeFileSync(path.join(reports, 'report-client.js'), await bundleReportClient());
fs.writeFileSync(path.join(reports, 'report-server.js'), await bundleReportServer());
const vendor = path.join(dist, 'practice-web', 'vendor');
fs.mkdirSync(vendor, { recursive: true });
for (const [name, file] of frameworks) fs.copyFileSync(file, path.join(vendor, name));
