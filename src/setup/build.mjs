/** Makes dist/ from src/ anew: JavaScript, types and source maps of what is published. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleClient } from '../interfaces/web/bundle.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', path.join(root, 'src', 'tsconfig.json')], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
const web = path.join('interfaces', 'web');
fs.mkdirSync(path.join(root, 'dist', web), { recursive: true });
fs.writeFileSync(path.join(root, 'dist', web, 'client.js'), await bundleClient());
fs.copyFileSync(path.join(root, 'src', web, 'client.css'), path.join(root, 'dist', web, 'client.css'));
