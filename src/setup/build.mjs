/** Makes dist/ from src/ anew: JavaScript, types and source maps of what is published. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', path.join(root, 'src', 'tsconfig.json')], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
