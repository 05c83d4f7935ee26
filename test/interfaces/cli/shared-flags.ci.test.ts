/** Each command takes each flag that several commands share, and does the same with it as without. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { programFor, withSubcommands } from '../../../src/interfaces/cli/program.ts';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere, startCli } from './run-cli.ts';

const folder = temporaryFolder('shared-flags-');
vi.stubEnv('DATABASE_URL', undefined);
afterAll(() => void vi.unstubAllEnvs());

const page = join(folder, 'page.html');
writeFileSync(
  page,
  '<title>Books</title><form action="/s"><input name="title"><button>Search</button></form>',
);
const config = join(folder, 'options.yaml');
writeFileSync(config, 'all: {}\n');
const missing = join(folder, 'missing');
const HARVEST = [
  ...['book', '--web', 'practice:sites=12', '--max-pages', '2', '--no-submit', '--render', 'never'],
];

/** How each command is called, in an order in which none takes away what the next reads. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  harvest: HARVEST,
  inspect: [page, '--base', 'http://books.test/'],
  plan: [page, '--base', 'http://books.test/'],
  submit: ['--retry-unknown', '--run', '1', '--web', 'practice:sites=12'],
  query: ['0123456789abcdef', 'title=a'],
  compare: ['book', '--strategies', 'breadth-first', '--max-pages', '2', '--web', 'practice:sites=12'],
  'air-quality': ['punjab', '--sources', 'snapshot', '--no-pictures'],
  property: ['punjab'],
  runs: [],
  status: [],
  report: [],
  export: ['forms'],
  changes: [],
  search: ['book'],
  novelty: [],
  'knowledge build': ['book', '--corpus', page],
  'knowledge show': [],
  'knowledge judge': [page],
  'knowledge export': ['book'],
  'knowledge import': [missing],
  'knowledge query': ['-e', 'ASK {}'],
  'knowledge forget': ['book'],
  label: [page, '--base', 'http://books.test/', '--set', '1=search'],
  elements: ['book'],
  'train forms': ['--data', missing],
  'train domains': ['--data', missing],
  'train rankers': ['--practice', 'none', '--from', missing],
  'evaluate forms': ['--data', missing],
  'evaluate fields': ['--data', missing],
  'evaluate domains': ['--data', missing],
  'evaluate submissions': ['--run', '99'],
  'evaluate topics': ['--data', missing],
  models: [],
  'practice-score': [],
  doctor: [],
  forget: ['99'],
};
/** What runs until it is stopped, and what starts a browser of the user's. */
const OTHERWISE = ['worker', 'serve', 'mcp', 'cluster', 'open', 'practice-web'];
const SHARED = ['--storage', '--store', '--config', '--json', '--quiet'] as const;

const whole = await programFor(Object.keys(CALLS));
const commands = withSubcommands(whole).map((command) => {
  const names: string[] = [];
  for (let one = command; one.parent !== null; one = one.parent) names.unshift(one.name());
  return {
    name: names.join(' '),
    flags: SHARED.filter((flag) => command.options.some((o) => o.long === flag)),
  };
});
const call = (name: string, ...flags: string[]) =>
  runHere([...name.split(' '), ...(CALLS[name] ?? []), ...flags]);
/** What only a mistake in handing flags on would say. */
const REFUSED = /nrecognized key|unknown option|--options|too many arguments/;

test('no command with a shared flag is left out', () => {
  const named = commands.filter(({ flags }) => flags.length > 0).map(({ name }) => name);
  expect(named.filter((name) => !(name in CALLS || OTHERWISE.includes(name)))).toEqual([]);
});

const storage = join(folder, 'storage');
const wants = (name: string, flag: string) =>
  commands.some((one) => one.name === name && one.flags.some((has) => has === flag));
const onFolder = (name: string) => (wants(name, '--storage') ? ['--storage', storage] : []);

test.each(Object.keys(CALLS))(
  '%s in a folder: --storage, --config, --json, --quiet',
  async (name) => {
    const plain = await call(name, ...onFolder(name));
    expect(plain.err).not.toMatch(REFUSED);
    for (const [flag, ...value] of [['--config', config], ['--json'], ['--quiet']] as const) {
      if (!wants(name, flag)) continue;
      const { code, err } = await call(name, ...onFolder(name), flag, ...value);
      expect([flag, code, REFUSED.test(err)]).toEqual([flag, plain.code, false]);
    }
  },
  120_000,
);

const postgres = await serverOfTests();
if (postgres !== undefined) {
  let store: string[];
  beforeAll(async () => {
    store = ['--store', await postgres.emptyStore(), '--storage', join(folder, 'beside')];
  });

  test.each(Object.keys(CALLS).filter((name) => wants(name, '--store')))(
    '%s in a database: --store',
    async (name) => {
      const { code } = await call(name, ...onFolder(name));
      const { code: there, err } = await call(name, ...store);
      expect([there, REFUSED.test(err), err.includes('cannot be opened')]).toEqual([code, false, false]);
    },
    120_000,
  );

  test('cluster, worker and serve work on the database that --store names', async () => {
    expect((await runHere(['cluster', ...store, '--json'])).code).toBe(0);
    const worker = startCli(['worker', ...store]);
    expect(await worker.said('is ready')).toBe(true);
    worker.kill('SIGTERM');
    expect((await worker.done).err).not.toMatch(REFUSED);
    const serve = startCli(['serve', '--port', '0', ...store]);
    await new Promise((resolve) => serve.stdout?.once('data', resolve));
    serve.kill('SIGTERM');
    expect((await serve.done).code).toBe(143);
  }, 60_000);
}
