import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namedEntries } from '../../../src/interfaces/cli/commands.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli, runHere, startCli } from './run-cli.ts';

const folder = temporaryFolder('config-');

let files = 0;
const configOf = (text: string): string => {
  const file = join(folder, `${files++}.yaml`);
  writeFileSync(file, text);
  return file;
};
const called = (name: string, args: object = {}): string[] => [
  ...name.split(' '),
  ...Object.keys(args)
    .filter((argument) => argument.startsWith('<'))
    .map(() => 'x'),
];
const commands = namedEntries().filter(([, { load }]) => load !== undefined);

test.each(commands)(
  '%s reads its options from a file, and refuses a key that no command has',
  async (name, entry) => {
    const { code, err } = await runHere([
      ...called(name, entry.args),
      '--config',
      configOf('all:\n  storag: x\n'),
    ]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('all: "storag" is no option of any command; did you mean "storage"?'),
    ]);
  },
);

test.each(['runs', 'status', 'export', 'changes', 'knowledge show', 'evaluate submissions'])(
  '%s looks where all commands are told to',
  async (name) => {
    const storage = join(folder, 'elsewhere');
    const config = configOf(`all:\n  storage: ${storage}\n  max-pages: 3\n`);
    const { code, err } = await runHere([...called(name), '--config', config]);
    expect([code, err]).toEqual([2, expect.stringContaining(storage)]);
    const typed = await runHere([...called(name), '--config', config, '--storage', join(folder, 'typed')]);
    expect(typed.err).toContain(join(folder, 'typed'));
  },
);

test('the part of a command below another goes before the part for all, by its whole name', async () => {
  const wrong = configOf('evaluate forms:\n  folds: 1\nall:\n  folds: 5\n');
  const { code, err } = await runHere(['evaluate', 'forms', '--config', wrong]);
  expect([code, err]).toEqual([2, expect.stringContaining('folds: expected a whole number from 2 to 100')]);
  expect(
    (await runHere(['evaluate', 'forms', '--config', configOf('evaluate form:\n  folds: 5\n')])).err,
  ).toContain('"evaluate form" is no command with options; did you mean "evaluate forms"?');
});

test('a broken fieldfare.yaml stops every command', async () => {
  writeFileSync(join(folder, 'fieldfare.yaml'), '[1,2');
  for (const command of ['runs', 'doctor'])
    expect((await startCli([command], {}, undefined, folder).done).err).toContain(
      'cannot read the options of fieldfare.yaml',
    );
  expect((await runCli(['runs', '--help'])).code).toBe(0);
});

test('the database of a file stands for the one that is typed', async () => {
  const before = process.env.DATABASE_URL;
  const config = configOf('runs:\n  store: postgres://nobody@127.0.0.1:1/none\n');
  try {
    expect((await runHere(['runs', '--config', config])).err).toMatch(/127\.0\.0\.1:1|cannot be opened/);
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
});
