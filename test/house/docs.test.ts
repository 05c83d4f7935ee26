import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { namedCommand, programFor, withSubcommands } from '../../src/interfaces/cli/program.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map(String),
);
const docs = readdirSync(join(ROOT, 'docs'), { recursive: true }).map(
  (name) => `docs/${String(name).replaceAll('\\', '/')}`,
);
const pages = ['README.md', ...docs.filter((name) => name.endsWith('.md'))];
const isDecision = (page: string): boolean => page.startsWith('docs/decisions/');

/** Names of files and of folders of the project between back-ticks; placeholders stand in capitals. */
const PATH = /`((?:src|test|docs)\/[a-z0-9./-]+|[a-z0-9./-]+\.(?:ts|mjs))`/g;

test('the docs name files and folders that exist', () => {
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(PATH)]
      .map(([, path]) => path!)
      .filter(
        (path) => !existsSync(join(ROOT, path)) && !files.some((file) => `/${file}`.endsWith(`/${path}`)),
      )
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the docs link to pages that exist', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !existsSync(resolve(ROOT, page, '..', target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

/** The anchor that code hosts give a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test('links to a part of a page name a heading of it', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
      .filter(([, target, anchor]) => {
        const file = target === '' ? join(ROOT, page) : resolve(ROOT, page, '..', target!);
        if (!existsSync(file)) return false;
        const headings = readFileSync(file, 'utf8').matchAll(/^#{1,6} +(.+)$/gm);
        return ![...headings].some(([, heading]) => anchorOf(heading!) === anchor);
      })
      .map(([, target, anchor]) => `${page}: ${target}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

test('the README says of every dependency what it does', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { dependencies, devDependencies } = manifest as Record<string, Record<string, string>>;
  const rows = readme.split('\n').filter((line) => line.startsWith('| '));
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !rows.some((row) => row.split('|')[1]!.includes(`\`${name}\``)),
  );
  expect(missing).toEqual([]);
});

/** Pages that are looked up, not read. */
const REFERENCE = ['architecture', 'glossary', 'options', 'papers'].map((name) => `docs/${name}.md`);
const TWO_SCREENS = 60;

test('a page shows a command within two screens', () => {
  const without = pages
    .filter((page) => !REFERENCE.includes(page) && !isDecision(page))
    .filter((page) => {
      const start = readFileSync(join(ROOT, page), 'utf8').split('\n').slice(0, TWO_SCREENS);
      return !start.some((line) => /^(?: {4}|\$ )(?:fieldfare|npm) /.test(line));
    });
  expect(without).toEqual([]);
});

const CHECKED = [...pages, 'CHANGELOG.md'];

/** Text of a page without code. */
const proseOf = (page: string): string =>
  readFileSync(join(ROOT, page), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^ {4}.*$/gm, '')
    .replace(/`[^`\n]*`/g, '');

const LONGEST_SENTENCE = 40;

/** Sentences of a page, code as one sign without letters; tables, heads, footnotes and lists of links are none. */
const sentencesOf = (page: string): string[] =>
  readFileSync(join(ROOT, page), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/(?<=\n\n)(?: {4}.*\n)+/g, '')
    .replace(/^(?:\||#|<!--|\[\^\w+\]: ).*$/gm, '')
    .replace(/`[^`]*`/g, '`')
    .replace(/\[\^\w+\]/g, '')
    .replace(/\]\([^)\s]*\)/g, ']')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .flatMap((block) => block.split(/(?<=[.!?][”")*\]]*)\s+(?=[\p{Lu}“(*`[\d])|\] · \[/u));

test('no sentence of the docs has more than forty words', () => {
  const long = pages.flatMap((page) =>
    sentencesOf(page)
      .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
      .filter((words) => words.length > LONGEST_SENTENCE)
      .map((words) => `${page}, ${words.length} words: ${words.slice(0, 8).join(' ')} …`),
  );
  expect(long).toEqual([]);
});

test('the title of a page is one question', () => {
  const titles = pages
    .filter((page) => page !== 'README.md' && (!isDecision(page) || page.endsWith('/README.md')))
    .map((page) => readFileSync(join(ROOT, page), 'utf8').split('\n', 1)[0]!);
  expect(titles.filter((title) => !/^# .+\?$/.test(title))).toEqual([]);
});

test('the decisions are twenty pages at most, and their list names each', () => {
  const list = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8');
  const decisions = pages.filter(isDecision);
  expect(decisions.length).toBeLessThanOrEqual(20);
  expect(
    decisions.filter(
      (page) => !page.endsWith('/README.md') && !list.includes(`](${page.slice('docs/decisions/'.length)})`),
    ),
  ).toEqual([]);
});

test('numbers below one have their zero', () => {
  const bare = CHECKED.flatMap((page) =>
    [...proseOf(page).matchAll(/(?<![\w.])\.\d+/g)].map(([number]) => `${page}: ${number}`),
  );
  expect(bare).toEqual([]);
});

test('papers are cited in full where they are named', () => {
  const wrong = CHECKED.filter((page) => page !== 'docs/papers.md').flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const numbered = [...text.matchAll(/\bpapers? 00\d|\(00\d\b/gi)].map(([name]) => name);
    const defined = [...text.matchAll(/^\[\^(\w+)\]: /gm)].map(([, name]) => name);
    const named = [...text.matchAll(/\[\^(\w+)\](?!: )/g)].map(([, name]) => name);
    const open = named.filter((name) => !defined.includes(name));
    const idle = defined.filter((name) => !named.includes(name));
    return [...numbered, ...open, ...idle].map((what) => `${page}: ${what}`);
  });
  expect(wrong).toEqual([]);
});

/** Commands on lines of their own, without what they are piped to, comments, and lines that show alternatives. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^(?: {4}|\$ )(?:[A-Z_]+=\S+ )*(?:npm start --|fieldfare) (.+)$/gm)]
    .map(([, line]) => line!.replace(/ {2,}.*| #.*| [|>] .*/, '').trim())
    .filter((line) => !/[[\]|…]/.test(line));
}

/** Reads a command as it is typed, without running it. */
async function parse(line: string): Promise<void> {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([word, one, two]) => one ?? two ?? word);
  const args = namedCommand(words);
  const whole = await programFor(args);
  for (const command of withSubcommands(whole))
    command
      .configureOutput({ writeErr: () => {}, writeOut: () => {}, outputError: () => {} })
      .action(() => {});
  await whole.parseAsync([...args], { from: 'user' }).catch((error: CommanderError) => {
    if (error.exitCode !== 0) throw error;
  });
}

test('the docs name commands, flags and choices that exist', async () => {
  const wrong: string[] = [];
  const commands = pages.flatMap((page) => commandsOf(page).map((line) => ({ page, line })));
  for (const { page, line } of commands)
    await parse(line).catch((error: Error) => wrong.push(`${page}: ${line}: ${error.message}`));
  expect(commands.length).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
  await expect(parse('harvest book --max-page 3')).rejects.toThrow("unknown option '--max-page'");
});
