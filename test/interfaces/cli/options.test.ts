import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import {
  harvestOptionsJsonSchema,
  harvestOptionsSchema,
  resolveOptions,
} from '../../../src/crawl/settings/index.ts';
import { domainJsonSchema } from '../../../src/foundation/domain/index.ts';
import { addOptions, fieldsOf } from '../../../src/interfaces/cli/add-options.ts';
import { namedEntries } from '../../../src/interfaces/cli/commands.ts';
import { optionDocs } from '../../../src/interfaces/cli/option-docs.ts';
import { namedCommand } from '../../../src/interfaces/cli/program.ts';
import { runHere, startCli } from './run-cli.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const commands = (
  await Promise.all(
    namedEntries().map(async ([name, { load }]) =>
      load === undefined ? [] : [[name, (await load()).options] as const],
    ),
  )
).flat();
const [[, HARVEST]] = commands as unknown as [(typeof commands)[number]];

/** What a harvest's flags give. */
function typed(...args: string[]): Record<string, unknown> {
  const command = new Command().exitOverride();
  addOptions(command, HARVEST);
  command.parse(args, { from: 'user' });
  // Commander takes a flag that says no for a default of true.
  return Object.fromEntries(
    Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  );
}

test('detail pages are a number or all', () => {
  expect(typed('--detail-pages', 'all')).toEqual({ detailPages: 'all' });
  expect(typed('--detail-pages', '7')).toEqual({ detailPages: 7 });
  expect(() => typed('--detail-pages', 'many')).toThrow('a whole number, 0 or more, or all, got "many"');
});

test('docs/options.md is as npm run docs writes it', async () => {
  expect(readFileSync(join(ROOT, 'docs', 'options.md'), 'utf8')).toBe(await optionDocs());
  const schema = readFileSync(join(ROOT, 'domains', 'domain.schema.json'), 'utf8');
  expect(JSON.parse(schema)).toEqual(JSON.parse(JSON.stringify(domainJsonSchema())));
});

test.each(commands)('the help of %s shows exactly the flags of its fields', async (name, options) => {
  const { out } = await runHere([...name.split(' '), '--help']);
  const shown = [...out.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag);
  const flags = fieldsOf(options).flatMap(({ flag }) => flag?.match(/--[a-z-]+/)?.[0] ?? []);
  expect(shown.sort()).toEqual([...flags, '--config', '--help'].sort());
});

test.each(commands)('every option of %s says what it is', (_, options) => {
  const silent = fieldsOf(options).filter(({ sentence }) => sentence === '');
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('the help tells the defaults that a harvest takes', async () => {
  const { out } = await runHere(['harvest', '--help']);
  const options = resolveOptions({ domains: ['book'] });
  const help = out.replace(/\s+/g, ' ');
  expect(help).toContain(`pages to crawl (default: ${options.maxPages})`);
  expect(help).toContain(`time to wait for one response (default: ${options.timeoutMs / 1_000})`);
  expect(help).toContain(`largest archive of the run, such as 500MB (default: ${options.maxDisk / 1e9}GB)`);
  expect(help).toContain(`choices: auto, always, never; default: ${options.render}`);
});

test('the JSON Schema has every option of a harvest, and its default', () => {
  const { properties = {}, additionalProperties } = harvestOptionsJsonSchema();
  expect(Object.keys(properties).sort()).toEqual(Object.keys(harvestOptionsSchema.shape).sort());
  expect(additionalProperties).toBe(false);
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' && property.default !== undefined ? [[name, property.default]] : [],
  );
  expect({ ...Object.fromEntries(defaults), domains: ['book'] }).toEqual(
    resolveOptions({ domains: ['book'] }),
  );
});

test('sizes, times, lists and headers are typed as people write them', () => {
  expect(typed('--max-disk', '1.5GB', '--keep-disk', '20m')).toEqual({ maxDisk: 1.5e9, keepDisk: 20e6 });
  expect(typed('--delay', '0.5', '--timeout', '3')).toEqual({ delayMs: 500, timeoutMs: 3_000 });
  expect(typed('--every', '7d', '--max-seconds', '90')).toEqual({ every: 604_800_000, maxSeconds: 90 });
  expect(typed('--keywords', 'a, b c', '--anchor-weights', '1,0,.5')).toEqual({
    keywords: ['a', 'b c'],
    anchorWeights: [1, 0, 0.5],
  });
  expect(typed('--deny', 'a.example', '--deny', 'b.example')).toEqual({ deny: ['a.example', 'b.example'] });
  expect(typed('--header', 'X-A: 1', '--header', 'X-B: 2')).toEqual({ headers: { 'X-A': '1', 'X-B': '2' } });
  expect(typed('--no-robots', '--text', '--resume')).toEqual({ robots: false, text: true, resume: true });
  expect(typed('--resume', '7')).toEqual({ resume: 7 });
});

test.each([
  ['--max-disk', 'big', 'expected a size such as 500MB'],
  ['--every', '5', 'expected a time as 6h, 30m or 7d'],
  ['--every', '400d', 'expected a time of at most 366d'],
  ['--header', 'nothing', 'expected "Name: value"'],
  ['--max-pages', '0', 'expected a whole number above 0'],
  ['--max-depth', '', 'expected a whole number, 0 or more'],
  ['--delay', '-1', 'expected a number of at least 0'],
  ['--resume', 'last', 'expected the number of a run'],
  ['--anchor-weights', '1,,2', 'expected a number of at least 0'],
  ['--render', 'often', 'expected one of auto, always, never'],
])('%s %s is refused by name', (flag, text, message) => {
  expect(() => typed(`${flag}=${text}`)).toThrow(`${flag}: ${message}, got ${JSON.stringify(text)}`);
});

test('the list of commands is shown without loading a schema', async () => {
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name === 'zod') process.stderr.write('zod was loaded\\n');
      return next(name, context);
    } });`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}` };
  const { code, out, err } = await startCli(['--help'], env).done;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('harvest [options] [domains...]');
  // The same with a command that needs one.
  expect((await startCli(['plan', '--help'], env).done).err).toContain('zod was loaded');
});

/** Where fields are declared; what stands there is no use of them. */
const DECLARED = ['src/crawl/settings/option-groups.ts'];

test('every option is read by the code', () => {
  const code = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !DECLARED.some((one) => pathToFileURL(file).pathname.endsWith(one)))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const names = new Set([
    ...Object.keys(harvestOptionsSchema.shape),
    ...commands.flatMap(([, options]) => fieldsOf(options).map(({ name }) => name)),
  ]);
  const unread = [...names].filter((name) => !readsOf(name).test(code));
  expect(unread).toEqual([]);
});

/** `options.name`, or the name taken out of what holds options. */
const readsOf = (name: string): RegExp => {
  const holder = String.raw`\b(?:options|asked|resolved|flags|given|own)`;
  const taken = String.raw`\{[^{}]*\b${name}\b(?!: \w+[.(]|: z\s)[^{}]*\}`;
  return new RegExp(
    String.raw`${holder}\.${name}\b|${taken}(?: = ${holder}\b|: [^;=(]*(?:Options|Flags|Choice|Domains|options)|\) =>|\)? \{|, \w+: |\): Strategy =>)`,
  );
};

test.each([
  [['evaluate', 'submissions'], '(default: 2,3,4,5)'],
  [['runs'], '(default: storage)'],
])('the help of %s shows defaults as they are typed', async (command, shown) => {
  const { out } = await runHere([...command, '--help']);
  const help = out.replace(/\s+/g, ' ');
  expect(help).toContain(shown);
  expect(help).not.toMatch(/default: (?:\[|")/);
});

test('seeds that are no addresses are refused before a run begins', () => {
  const seeds = (...given: string[]) => resolveOptions({ domains: ['book'], seeds: given }).seeds;
  expect(seeds('a.test', ' http://b.test/x y ', 'https://127.0.0.1:8700')).toEqual([
    'a.test',
    'http://b.test/x y',
    'https://127.0.0.1:8700',
  ]);
  for (const wrong of ['not an address', 'ftp://a.test/', 'mailto:me@a.test', ''])
    expect(() => seeds('a.test', wrong)).toThrow(
      `seeds.1: expected a web address, got ${JSON.stringify(wrong)}`,
    );
});

test.each([
  'https://books.example.org/',
  'books.example.org',
  'www.example.org/search?q=1',
  '127.0.0.1:8700',
  'localhost:8080/find',
  'htp://example.org',
])('%s is an address, and needs no command', (address) => {
  expect(namedCommand([address, '--json'])).toEqual(['query', address, '--json']);
});

test.each(['harvset', 'query', '--help', 'export'])('%s is no address', (word) => {
  expect(namedCommand([word])).toEqual([word]);
});
