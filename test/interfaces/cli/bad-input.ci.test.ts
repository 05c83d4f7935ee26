import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type CliResult, runCli, runHere } from './run-cli.ts';

const folder = temporaryFolder('bad-input-');
const storage = join(folder, 'storage');

beforeAll(async () => {
  await writeFile(join(folder, 'broken.yaml'), 'name: mine\nterms:\n  - [unclosed\n');
  await writeFile(
    join(folder, 'wrong.yaml'),
    'name: mine\ndescription: A domain.\nterms:\n  shelf: 1\nthresholds:\n  pageSimilarity: lots\n',
  );
  await writeFile(join(folder, 'letter.warc.gz'), 'this is no archive');
  await writeFile(join(folder, 'seeds.txt'), '# mine\nnot an address\n');
});

/** One line that says what is wrong and what to do, and an exit code that a script sees. */
function expectComplaint({ code, err, out }: CliResult, ...words: RegExp[]): void {
  const complaint = err.split('\n').filter((line) => /^(?:fieldfare|error):/.test(line));
  expect(complaint).toEqual([expect.stringMatching(/^fieldfare: /)]);
  for (const word of words) expect(complaint[0]).toMatch(word);
  expect(code).toBe(2);
  expect(out).toBe('');
}

const harvest = (...args: string[]) => runHere(['harvest', ...args, '--storage', storage]);

test('an unknown domain is named, with those there are', async () => {
  const result = await runCli(['harvest', 'boks', '--web', 'practice', '--storage', storage]);
  expectComplaint(result, /boks/, /book/, /property/);
});

test('broken YAML is named with file and line', async () => {
  const file = join(folder, 'broken.yaml');
  expectComplaint(await harvest(file), /broken\.yaml/, /(?:line |:)\d/);
});

test('a wrong field of a domain file is named with file, line, field and what was expected', async () => {
  expectComplaint(
    await harvest(join(folder, 'wrong.yaml')),
    /wrong\.yaml:6/,
    /pageSimilarity/,
    /expected a similarity/,
  );
});

test('a missing archive is named', async () => {
  expectComplaint(
    await harvest('book', '--web', `replay:${join(folder, 'nothing.warc.gz')}`),
    /nothing\.warc\.gz/,
  );
});

test('a file that is no archive is named', async () => {
  expectComplaint(
    await harvest('book', '--web', `replay:${join(folder, 'letter.warc.gz')}`),
    /letter\.warc\.gz/,
  );
});

test('a web that does not exist is named, with those there are', async () => {
  expectComplaint(await harvest('book', '--web', 'wide'), /wide/, /live, practice/);
});

test('a storage folder that cannot be made ends the run with a line', async () => {
  const result = await runCli(['harvest', 'book', '--web', 'practice', '--storage', '/proc/fieldfare/x']);
  expectComplaint(result, /cannot write to the storage folder \/proc\/fieldfare\/x/);
});

test('a seed that is no address is named with its line', async () => {
  expectComplaint(
    await harvest('book', '--seeds', join(folder, 'seeds.txt')),
    /seeds\.txt line 2/,
    /not an address/,
  );
});

test('of a seeds file whose lines are partly none each such line is named, and the rest is asked', async () => {
  const seeds = join(folder, 'mixed.txt');
  await writeFile(seeds, '# mine\nnot an address\nhttp://192.168.7.9/\nftp://old.example/\n');
  const result = await harvest('book', '--seeds', seeds, '--render', 'never');
  expect(result.err).toMatch(/warning: .*mixed\.txt line 2: .*"not an address"; left out/);
  expect(result.err).toMatch(/warning: .*mixed\.txt line 4: .*"ftp:\/\/old\.example\/"; left out/);
  expectComplaint(result, /no seed could be read: http:\/\/192\.168\.7\.9\//);
});

test('a seeds file that is not there is named', async () => {
  expectComplaint(
    await harvest('book', '--seeds', join(folder, 'none.txt')),
    /none\.txt: there is no such file/,
  );
});

test('an unreachable seed is named with the reason', async () => {
  const seeds = join(folder, 'unreachable.txt');
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await writeFile(seeds, `http://127.0.0.1:${port}/\n`);
  const result = await harvest(
    'book',
    '--seeds',
    seeds,
    '--render',
    'never',
    '--allow-private',
    '--no-robots',
    '--delay',
    '0',
  );
  expectComplaint(
    result,
    /no seed could be read: http:\/\/127\.0\.0\.1:\d+\/ \(nothing answers at this address\)/,
  );
});

test('an address of a private network is refused by name', async () => {
  const seeds = join(folder, 'private.txt');
  await writeFile(seeds, 'http://192.168.7.9/\n');
  expectComplaint(
    await harvest('book', '--seeds', seeds, '--render', 'never'),
    /192\.168\.7\.9\/ \(private address refused; add --allow-private, and name it/,
  );
});

test('inspect says in words why a page cannot be had', async () => {
  expectComplaint(
    await runHere(['inspect', 'http://127.0.0.1:8/', '--storage', storage]),
    /127\.0\.0\.1:8\/ could not be fetched: private address refused; add --allow-private, and name it/,
  );
  expectComplaint(
    await runHere(['inspect', 'http://nobody.invalid/', '--storage', storage]),
    /nobody\.invalid\/ could not be fetched: host name not found$/m,
  );
});

test('submit says that robots.txt forbids the page, and what lifts it', async () => {
  const server = createHttpServer((request, response) => {
    const forbidding = request.url === '/robots.txt';
    response
      .writeHead(200, { 'content-type': forbidding ? 'text/plain' : 'text/html' })
      .end(forbidding ? 'User-agent: *\nDisallow: /' : '<title>No form here</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/find`;
  const flags = ['--allow-private', '--render', 'never', '--storage', storage];
  try {
    expectComplaint(
      await runHere(['submit', page, ...flags]),
      /\/find \(forbidden by robots\.txt\); --no-robots asks all the same, for hosts of your own/,
    );
    const { err } = await runHere(['submit', page, '--no-robots', ...flags]);
    expect(err).toMatch(/no search form to query on/);
  } finally {
    server.close();
  }
});

test('a browser that is not there is named, with how to get one', async () => {
  const result = await runCli(['harvest', 'book', '--web', 'practice:sites=12', '--storage', storage], {
    FIELDFARE_BROWSER: join(folder, 'no-such-browser'),
  });
  expectComplaint(result, /no-such-browser/, /--render never/);
});

const root = process.getuid?.() === 0;
if (root) console.warn('skipped: root may write to a read-only folder');

test.skipIf(root)('a read-only storage folder is named', async () => {
  const locked = join(folder, 'locked');
  await mkdir(locked);
  await chmod(locked, 0o500);
  expectComplaint(
    await runHere(['harvest', 'book', '--storage', locked]),
    /cannot write to the storage folder/,
    /--storage DIR/,
  );
});

test('a storage folder that cannot be made is named', async () => {
  const result = await runHere([
    'harvest',
    'book',
    '--web',
    'practice',
    '--storage',
    join(folder, 'letter.warc.gz', 'x'),
  ]);
  expectComplaint(result, /cannot write to the storage folder/, /--storage DIR/);
});

test('an option out of range says what was expected', async () => {
  expectComplaint(await harvest('book', '--max-pages', 'many'), /expected a whole number/);
  expectComplaint(
    await harvest('book', '--strategy', 'clever'),
    /--strategy: expected one of two-stage, two-stage-static, .*breadth-first/,
  );
});

test('what strategies are told out of range says what was expected', async () => {
  expectComplaint(
    await harvest('book', '--strategy', 'anchor-text', '--anchor-weights', '0.2,0.2'),
    /--anchor-weights: expected three numbers/,
  );
  expectComplaint(await harvest('book', '--anchor-threshold=-1'), /expected a number of at least 0/);
  expectComplaint(await harvest('book', '--audit', '2'), /--audit: expected a share between 0 and 1/);
  expectComplaint(
    await harvest('book', '--search', 'searxng:nowhere'),
    /"searxng:nowhere" names no web address; expected searxng:ADDRESS, brave or library/,
  );
  const compare = (...args: string[]) =>
    runHere(['compare', 'book', '--storage', join(folder, 'c'), ...args]);
  expectComplaint(
    await compare('--strategies', 'two-stage,clever'),
    /--strategies: "clever" is no strategy; expected a list of two-stage, /,
  );
  expectComplaint(await compare('--thresholds', '1,x'), /expected a number/);
});

test('no domain at all says so', async () => {
  expectComplaint(await harvest(), /no domain and no address given/);
});

test('nothing to resume says so', async () => {
  expectComplaint(
    await runHere(['harvest', '--resume', '--storage', join(folder, 'fresh')]),
    /there is no (?:Fieldfare store|unfinished run)/,
  );
});

test('exporting what is not there says so', async () => {
  expectComplaint(
    await runHere(['export', 'forms', '--storage', join(folder, 'empty')]),
    /there is no Fieldfare store/,
  );
});

test('inspecting what is no page says so', async () => {
  expectComplaint(
    await runHere(['inspect', join(folder, 'nothing.html')]),
    /no address .*, and there is no such file/,
  );
});

test('a mistyped command gets the nearest', async () => {
  const { code, err } = await runCli(['harvst']);
  expect(code).toBe(2);
  expect(err).toMatch(/Did you mean harvest/);
});

test('help shows examples and exits with 0', async () => {
  const { code, out } = await runCli(['harvest', '--help']);
  expect(code).toBe(0);
  expect(out).toMatch(/Examples:\n {2}fieldfare harvest book --web practice/);
});

test('each mistake of a domain file stands on a line of its own', async () => {
  const file = join(folder, 'two.yaml');
  await writeFile(
    file,
    'name: mine\ndescription: A domain.\nterms:\n  shelf: high\nthresholds:\n  treshold: 1\n',
  );
  const { err, code } = await harvest(file);
  expect(code).toBe(2);
  expect(err.trim().split('\n')).toEqual([
    expect.stringMatching(/^fieldfare: .*two\.yaml:4: terms\.shelf: /),
    expect.stringMatching(/^ {2}.*two\.yaml:6: thresholds\.treshold: /),
  ]);
});

test.each(['foo', 'proxy.test:3128', 'socks5://proxy.test'])(
  'a proxy that is no address of one is refused: %s',
  async (proxy) => {
    expectComplaint(
      await harvest('book', '--proxy', proxy),
      /--proxy: expected the address of an HTTP proxy/,
    );
  },
);

test('help on a command that is not there names the nearest one', async () => {
  const { err, out, code } = await runHere(['help', 'harvst']);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/unknown command 'harvst'\s+\(Did you mean harvest\?\)/);
});

test('a bad value of a nested command exits as any other bad value does', async () => {
  const { code, err } = await runHere(['evaluate', 'forms', '--folds', '1']);
  expect([code, err]).toEqual([2, expect.stringContaining('from 2 to 100')]);
});

test('inspect says of a folder, and of what is not there, what they are', async () => {
  expectComplaint(await runHere(['inspect', folder]), /it is a folder/);
  expectComplaint(await runHere(['inspect', join(folder, 'nowhere.html')]), /there is no such file/);
});

/** What people mistyped: words after `fieldfare`, and what the line must name. `STORE` is a folder without a store. */
const MISTYPED: [args: string, ...words: RegExp[]][] = [
  ['harvest book --max-page 5', /unknown option '--max-page'/],
  ['harvest boook', /boook/, /book/],
  ['harvest book --max-pages 99999999999999999999', /--max-pages: expected/],
  ['harvest book --max-pages=-5', /--max-pages: expected/],
  ['harvest book --max-depth=-1', /--max-depth: expected/],
  ['harvest book --strategy clever', /expected one of two-stage/],
  ['harvest book --seeds EMPTY', /EMPTY|empty\.txt/],
  ['harvest book --seeds LATIN1', /latin1\.txt line 1/],
  ['harvest book --seeds FOLDER', /it is a folder/],
  ['harvest book --seeds MISSING', /there is no such file/],
  ['harvest book --seeds LOOP', /a link that leads back to itself/],
  ['harvest book --web replay:EMPTY', /empty\.txt/],
  ['harvest book --web replay:LOOP', /a link that leads back to itself/],
  ['harvest LOOP', /a link that leads back to itself/],
  ['harvest book --storage LOOP', /storage folder .*a link that leads back to itself.*--storage DIR/],
  ['harvest book --storage FILE', /storage folder .*--storage DIR/],
  ['harvest book --storage /proc/fieldfare', /storage folder .*--storage DIR/],
  ['harvest book --storage /sys/fieldfare', /storage folder .*--storage DIR/],
  ['harvest book --config MISSING', /there is no such file/],
  ['harvest book --config TABBED', /line \d+: .*(?:tab|spaces)/],
  ['harvest book --config TWICE', /line 3: a name stands twice/],
  ['harvest book --config TYPO', /max-page\b/, /max-pages/],
  ['harvest book --config COMMAND', /harvst/, /harvest/],
  ['harvest UNCLOSED', /unclosed\.yaml:\d+: not YAML: (?:a |its )/],
  ['status 99 --storage STORE', /no Fieldfare store/],
  ['runs --storage STORE', /no Fieldfare store/],
  ['changes 77 --storage STORE', /no Fieldfare store/],
  ['export recrds --storage STORE', /recrds/, /records/],
  ['search --storage STORE', /no query; give words/],
  ['search date:2001-13-45 --storage STORE', /no Fieldfare store|no date/],
  ['air-quality punjb', /punjb/, /punjab/],
  ['air-quality punjab --from 2001-13-45', /2001-13-45|--from/],
  ['query 0123456789abcdef colour', /colour is no value; write it as/],
  ['http://192.168.7.9/', /private address refused; add --allow-private/],
  ['http://nobody.invalid/', /host name not found/],
];

test.each(MISTYPED)('fieldfare %s: one line with the cause, exit 2', async (args, ...words) => {
  const files: Readonly<Record<string, string>> = {
    EMPTY: file('empty.txt', ''),
    LATIN1: file('latin1.txt', Buffer.from([0x68, 0xe9, 0x0a])),
    TABBED: file('tabbed.yaml', 'harvest:\n\tmax-pages: 5\n'),
    TWICE: file('twice.yaml', 'harvest:\n  max-pages: 5\n  max-pages: 6\n'),
    TYPO: file('typo.yaml', 'harvest:\n  max-page: 5\n'),
    COMMAND: file('command.yaml', 'harvst:\n  max-pages: 5\n'),
    UNCLOSED: file('unclosed.yaml', 'name: [\n'),
    FILE: file('a-file', ''),
    FOLDER: folder,
    MISSING: join(folder, 'missing'),
    LOOP: join(folder, 'loop'),
    STORE: join(folder, 'no-store'),
  };
  await symlink('loop', files.LOOP as string).catch(() => undefined);
  const given = args
    .split(' ')
    .map((word) =>
      word.replace(
        /^(replay:)?([A-Z0-9]+)$/,
        (_, web: string = '', name: string) => web + (files[name] ?? name),
      ),
    );
  const isStored = given.includes('--storage') || given[0] === 'air-quality';
  expectComplaint(await runHere([...given, ...(isStored ? [] : ['--storage', storage])]), ...words);
});

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
