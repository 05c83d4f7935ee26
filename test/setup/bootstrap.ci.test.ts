import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  bareEnvironment,
  type Ended,
  projectRoot,
  start,
  startBootstrap,
  temporaryFolder,
  tinyCheckout,
  write,
} from './checkout.ts';

let pristine: string;
const folders: string[] = [];

beforeAll(async () => {
  pristine = await tinyCheckout();
});

afterAll(() => {
  for (const folder of [pristine, ...folders]) fs.rmSync(folder, { recursive: true, force: true });
});

function freshCheckout(): string {
  const root = temporaryFolder();
  folders.push(root);
  fs.cpSync(pristine, root, { recursive: true });
  return root;
}

const run = (root: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> =>
  startBootstrap(root, args, env).ended;

/** An npm that waits for a file named `go` before it works, to have time to kill and to look. */
function slowNpm(root: string): NodeJS.ProcessEnv {
  const folder = path.join(root, 'slow');
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'npm-cli.js');
  write(
    root,
    'slow/npm-cli.js',
    `const fs = require('node:fs');
     fs.appendFileSync(${JSON.stringify(path.join(root, 'calls'))}, 'x');
     const go = ${JSON.stringify(path.join(root, 'go'))};
     const timer = setInterval(() => {
       if (!fs.existsSync(go)) return;
       clearInterval(timer);
       const { spawnSync } = require('node:child_process');
       process.exitCode = spawnSync('npm', process.argv.slice(2), { stdio: 'inherit', cwd: process.cwd() }).status;
     }, 20);`,
  );
  write(root, 'slow/package.json', '{"type":"commonjs"}');
  return { npm_execpath: file };
}

describe('the bootstrap', () => {
  it('installs the locked dependencies once, says so in one line, and hands over', async () => {
    const root = freshCheckout();
    const first = await run(root, ['cli', 'one', 'two words']);
    expect(first).toMatchObject({ code: 0, out: 'hello from tiny one two words\n' });
    expect(first.err).toBe('fieldfare: installing the locked dependencies (npm ci)\n');
    const second = await run(root, ['cli', 'again']);
    expect(second).toMatchObject({ code: 0, out: 'hello from tiny again\n', err: '' });
    expect(second.ms).toBeLessThan(2_000);
  });

  it('runs the main job when nothing is asked for', async () => {
    const root = freshCheckout();
    expect((await run(root, ['cli'])).out).toBe('hello from tiny harvest book --web practice\n');
  });

  it('takes what the user installed himself, and installs again when the lock file changed', async () => {
    const root = freshCheckout();
    await run(root, ['cli']);
    fs.rmSync(path.join(root, 'node_modules/.fieldfare-setup.json'));
    expect((await run(root, ['cli'])).err).toBe('');
    const lock = path.join(root, 'node_modules/.package-lock.json');
    fs.writeFileSync(lock, fs.readFileSync(lock, 'utf8').replaceAll('"1.0.0"', '"0.9.0"'));
    fs.rmSync(path.join(root, 'node_modules/.fieldfare-setup.json'));
    expect((await run(root, ['cli'])).err).toContain('npm ci');
  });

  it('lets one of two first runs work and the other wait', async () => {
    const root = freshCheckout();
    const env = slowNpm(root);
    const both = [startBootstrap(root, ['cli', 'a'], env), startBootstrap(root, ['cli', 'b'], env)];
    await Promise.any(both.map((one) => one.said('another set-up is at work here')));
    write(root, 'go', '');
    const ended = await Promise.all(both.map((one) => one.ended));
    expect(ended.map(({ code, out }) => ({ code, out }))).toEqual([
      { code: 0, out: 'hello from tiny a\n' },
      { code: 0, out: 'hello from tiny b\n' },
    ]);
    expect(fs.readFileSync(path.join(root, 'calls'), 'utf8')).toBe('x');
  });

  it('waits for the npm of a killed run, then goes on', async () => {
    const root = freshCheckout();
    const env = slowNpm(root);
    const killed = startBootstrap(root, ['cli'], env);
    await killed.said('npm ci');
    await expect.poll(() => fs.existsSync(path.join(root, 'calls')), { timeout: 20_000 }).toBe(true);
    killed.child.kill('SIGKILL');
    const next = startBootstrap(root, ['cli', 'next'], env);
    await next.said('another set-up is at work here');
    write(root, 'go', '');
    expect(await next.ended).toMatchObject({ code: 0, out: 'hello from tiny next\n' });
    // The orphan finished the work, so nothing was left to install.
    expect(fs.readFileSync(path.join(root, 'calls'), 'utf8')).toBe('x');
    await killed.ended;
  });

  it('passes on the exit code, and 128 and the signal where one ended the command', async () => {
    const root = freshCheckout();
    write(root, 'src/interfaces/cli/main.ts', 'process.exit(Number(process.argv[2]));');
    expect((await run(root, ['cli', '7'])).code).toBe(7);
    write(root, 'src/interfaces/cli/main.ts', 'process.kill(process.pid, "SIGKILL");');
    expect((await run(root, ['cli'])).code).toBe(137);
  });

  it('leaves Ctrl-C to the command and hands SIGTERM on', async () => {
    const root = freshCheckout();
    const program = `
      process.on('SIGTERM', () => { console.log('saved'); process.exit(5); });
      setInterval(() => {}, 1000);
      console.error('ready');`;
    write(root, 'src/interfaces/cli/main.ts', program);
    const running = startBootstrap(root, ['cli']);
    await running.said('ready');
    running.child.kill('SIGINT');
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 5, out: 'saved\n' });
  });

  it('says what to do when storage cannot be written', async () => {
    const root = freshCheckout();
    write(root, 'storage', 'a file where the folder should be');
    const { code, err } = await run(root, ['cli']);
    expect(code).toBe(1);
    expect(err).toMatch(/^fieldfare: cannot write to .*storage.* make the folder writable.*\n$/);
  });

  it('needs to write nothing when everything is there', async () => {
    const root = freshCheckout();
    await run(root, ['cli']);
    fs.rmSync(path.join(root, 'storage'), { recursive: true });
    write(root, 'storage', 'a file where the folder should be');
    const again = await run(root, ['cli', 'well'], { FIELDFARE_BROWSER: '' });
    expect(again).toMatchObject({ code: 0, out: 'hello from tiny well\n', err: '' });
  });

  it('says why when npm fails, and tries again next time', async () => {
    const root = freshCheckout();
    const archive = path.join(root, 'made/tiny-1.0.0.tgz');
    fs.renameSync(archive, `${archive}.away`);
    const failed = await run(root, ['cli'], {
      npm_config_cache: path.join(root, 'cache'),
      npm_config_offline: 'true',
    });
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/the dependencies could not be installed: .*tiny/);
    fs.renameSync(`${archive}.away`, archive);
    expect(await run(root, ['cli', 'well'])).toMatchObject({ code: 0, out: 'hello from tiny well\n' });
  });

  it('works for a user whose home cannot be written', async () => {
    const root = freshCheckout();
    write(root, 'no-home', '');
    const { code } = await run(root, ['cli'], { HOME: path.join(root, 'no-home/user') });
    expect(code).toBe(0);
    expect(fs.existsSync(path.join(root, 'storage/.runtime/npm-cache'))).toBe(true);
  });
});

describe('the bootstrap and the browser', () => {
  /** A place with programs that Node, npm and scripts need, and no browser. */
  function onlyPath(root: string): string {
    const folder = path.join(root, 'programs');
    fs.mkdirSync(folder);
    fs.symlinkSync(process.execPath, path.join(folder, 'node'));
    fs.symlinkSync('/bin/sh', path.join(folder, 'sh'));
    return folder;
  }

  function fakePlaywright(root: string, program: string): void {
    fs.mkdirSync(path.join(root, 'node_modules/playwright-core'), { recursive: true });
    write(root, 'node_modules/playwright-core/cli.js', program);
  }

  const place = process.platform === 'linux' ? it : it.skip;

  place('downloads one, and finds the downloaded one by itself next time', async () => {
    const root = freshCheckout();
    await run(root, ['cli']);
    const made = path.join(root, 'browsers/chromium_headless_shell-1/chrome-headless-shell-linux64');
    fakePlaywright(
      root,
      `import fs from 'node:fs';
       fs.mkdirSync(${JSON.stringify(made)}, { recursive: true });
       fs.writeFileSync(${JSON.stringify(path.join(made, 'chrome-headless-shell'))}, '#!/bin/sh\\necho Chromium 1.2.3.4\\n', { mode: 0o755 });
       fs.writeFileSync(${JSON.stringify(path.join(made, '../INSTALLATION_COMPLETE'))}, '');`,
    );
    write(root, 'node_modules/playwright-core/package.json', '{"type":"module"}');
    const env = {
      FIELDFARE_BROWSER: '',
      PATH: onlyPath(root),
      PLAYWRIGHT_BROWSERS_PATH: path.join(root, 'browsers'),
    };
    expect((await run(root, ['cli', 'x'], env)).err).toBe(
      'fieldfare: no browser found; downloading a Chromium with Playwright\n',
    );
    expect(await run(root, ['cli', 'x'], env)).toMatchObject({ code: 0, err: '' });
  });

  place('goes on without one when none can be had, and does not try again the same day', async () => {
    const root = freshCheckout();
    await run(root, ['cli']);
    fakePlaywright(
      root,
      `require('node:fs').appendFileSync('tries', 'x'); console.error('Error: no such host'); process.exit(1);`,
    );
    const env = {
      FIELDFARE_BROWSER: '',
      PATH: onlyPath(root),
      PLAYWRIGHT_BROWSERS_PATH: path.join(root, 'browsers'),
    };
    const first = await run(root, ['cli', 'x'], env);
    expect(first).toMatchObject({ code: 0, out: 'hello from tiny x\n' });
    expect(first.err).toMatch(/pages that scripts build are left out .*Error: no such host/);
    const second = await run(root, ['cli', 'x'], env);
    expect(second.code).toBe(0);
    expect(second.err).toMatch(/^fieldfare: no browser, .*\n$/);
    expect(fs.readFileSync(path.join(root, 'tries'), 'utf8')).toBe('x');
    expect((await run(root, ['cli', 'export'], env)).err).toBe('');
  });
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that npm started ends when npm is ended by %s: its port and its folder are free',
  async (signal) => {
    const storage = temporaryFolder();
    const serve = () => {
      const args = ['start', '--', 'serve', '--port', '0', '--storage', path.join(storage, 's')];
      return start('npm', args, {
        cwd: projectRoot,
        env: { ...bareEnvironment(), FIELDFARE_BROWSER: 'none' },
      });
    };
    const first = serve();
    await first.said('Token for programs');
    first.child.kill(signal);
    // Its output closes when the last process that has it is gone.
    const { out } = await first.ended;
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? [];
    await expect(fetch(url)).rejects.toThrow();
    const second = serve();
    await second.said('Token for programs');
    second.child.kill();
    await second.ended;
    fs.rmSync(storage, { recursive: true });
  },
  60_000,
);
