import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withSetupLock } from '../../src/setup/setup-lock.mjs';
import { projectRoot, temporaryFolder } from './checkout.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const lockFolder = () => path.join(folder, 'lock');
const counter = () => path.join(folder, 'counter');

/** Takes the lock ten times and adds one to a file each time, slowly enough to lose counts without a lock. */
function counting(): Promise<NodeJS.Signals | null> {
  const program = `
    import fs from 'node:fs';
    import { withSetupLock } from ${JSON.stringify(path.join(projectRoot, 'src/setup/setup-lock.mjs'))};
    const [lock, counter] = process.argv.slice(1);
    for (let i = 0; i < 10; i++) {
      await withSetupLock(lock, () => {}, async () => {
        const seen = Number(fs.readFileSync(counter, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 3));
        fs.writeFileSync(counter, String(seen + 1));
        fs.appendFileSync(counter + '.log', '.');
      });
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, lockFolder(), counter()], {
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve(signal)));
}

it('lets one process in at a time', async () => {
  fs.writeFileSync(counter(), '0');
  await Promise.all([counting(), counting(), counting()]);
  expect(fs.readFileSync(counter(), 'utf8')).toBe('30');
  // One file stays: the numbers must never start again.
  expect(fs.readdirSync(lockFolder())).toHaveLength(1);
});

it('is free again after its holder was killed', async () => {
  const program = `
    import { withSetupLock } from ${JSON.stringify(path.join(projectRoot, 'src/setup/setup-lock.mjs'))};
    await withSetupLock(process.argv[1], () => {}, () => new Promise(() => {
      setInterval(() => {}, 1000);
      console.log('held');
    }));`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program, lockFolder()]);
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  let waitedFor = '';
  const taken = withSetupLock(
    lockFolder(),
    (owner) => {
      waitedFor = owner;
      holder.kill('SIGKILL');
    },
    async () => 'mine',
  );
  expect(await taken).toBe('mine');
  expect(waitedFor).toBe(`process ${holder.pid}`);
});

it('is not held by a process that got the number of a dead holder', async () => {
  fs.mkdirSync(lockFolder());
  await withSetupLock(
    lockFolder(),
    () => {},
    async () => {},
  );
  const [name] = fs.readdirSync(lockFolder());
  const file = path.join(lockFolder(), name!);
  const text = JSON.parse(fs.readFileSync(file, 'utf8'));
  const reused = { ...text, released: false, processes: [{ pid: process.ppid, start: '1' }] };
  fs.writeFileSync(file, JSON.stringify(reused));
  let waited = false;
  await withSetupLock(
    lockFolder(),
    () => {
      waited = true;
    },
    async () => {},
  );
  expect(waited).toBe(process.platform !== 'linux');
});

it('is free again after a failure, which it passes on', async () => {
  const failing = withSetupLock(
    lockFolder(),
    () => {},
    async () => {
      throw new Error('no network');
    },
  );
  await expect(failing).rejects.toThrow('no network');
  expect(
    await withSetupLock(
      lockFolder(),
      () => {},
      async () => 1,
    ),
  ).toBe(1);
});

it('gets over a lock file that was never written to the end', async () => {
  fs.mkdirSync(lockFolder());
  fs.writeFileSync(path.join(lockFolder(), '3'), '');
  expect(
    await withSetupLock(
      lockFolder(),
      () => {},
      async () => fs.readdirSync(lockFolder()),
    ),
  ).toEqual(['4']);
});
