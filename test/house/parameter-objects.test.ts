import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../src');
const MOST_MEMBERS = 8;

interface Shape {
  readonly file: string;
  readonly name: string;
  /** Type of each member by its name. */
  readonly members: ReadonlyMap<string, string>;
  readonly extended: readonly string[];
}

/**
 * What takes part in a crawl: a class, or an interface with a method. What has neither is plain data: rows, options,
 * events, settings of a model may be as wide as what they describe.
 */
function partNames(shapes: readonly Shape[], code: string): ReadonlySet<string> {
  const classes = [...code.matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].map(([, name]) => name!);
  const acting = shapes.filter(({ members }) => [...members.values()].includes('method'));
  return new Set([...classes, ...acting.map(({ name }) => name)]);
}

/** Interfaces and object types, also those written beside a parameter, by the formatter's line for each member. */
function shapesOf(file: string, code: string): Shape[] {
  const heads = /(?:^|\s)(?:(?:interface|type) (\w+)(?: extends ([\w, <>'|]+?))? (?:= )?|\}: )\{\n/gm;
  return [...code.matchAll(heads)].map((head) => {
    const start = head.index + head[0].length;
    const [, name = `parameter at ${start}`, parents = ''] = head;
    const indent = /^ +/.exec(code.slice(start))?.[0] ?? '  ';
    const members = new Map<string, string>();
    for (const line of code.slice(start).split('\n')) {
      if (!line.startsWith(indent) && line.trim() !== '') break;
      const member = new RegExp(`^${indent}(?:readonly )?(\\w+)\\??(\\(|: )(.*)`).exec(line);
      if (member !== null) members.set(member[1]!, member[2] === '(' ? 'method' : member[3]!);
    }
    return { file, name, members, extended: parents.split(/,\s*/).filter(Boolean) };
  });
}

/** Members of a shape, those of the shapes it extends among them. */
function allMembers(shape: Shape, shapes: readonly Shape[]): ReadonlyMap<string, string> {
  const parents = shape.extended.flatMap((name) => {
    const named = shapes.filter((other) => other.name === name);
    const own = named.filter(({ file }) => file === shape.file);
    return own.length > 0 ? own : named;
  });
  return new Map([...parents.flatMap((parent) => [...allMembers(parent, shapes)]), ...shape.members]);
}

/** Shapes that gather more than eight members, two or more of which take part. */
function tooWide(sources: ReadonlyMap<string, string>, room: string): string[] {
  const shapes = [...sources].flatMap(([file, code]) => shapesOf(file, code));
  const parts = partNames(shapes, [...sources.values()].join('\n'));
  return shapes
    .filter(({ file }) => file.startsWith(room))
    .map((shape) => ({ ...shape, members: allMembers(shape, shapes) }))
    .filter(({ members }) => {
      const types = [...members.values()];
      const taking = types.filter((type) => (type.match(/\w+/g) ?? []).some((word) => parts.has(word)));
      return members.size > MOST_MEMBERS && taking.length >= 2;
    })
    .map(({ file, name, members }) => `${file}: ${name} has ${members.size} members`);
}

const sources = new Map(
  readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(SOURCE, file), readFileSync(file, 'utf8')] as const),
);

test('no object of the crawl gathers more than eight members where it passes parts on', () => {
  expect(tooWide(sources, 'crawl/')).toEqual([]);
});

test('a wide object of parts is found, a wide row is not', () => {
  const lines = (count: number, type: string) =>
    Array.from({ length: count }, (_, i) => `  readonly m${i}: ${type};\n`).join('');
  const code = [
    'class Store {\n}\n',
    `interface Row {\n${lines(12, 'string')}}\n`,
    `interface Base {\n${lines(4, 'string')}}\n`,
    'interface Wide extends Base {\n  readonly a: Store;\n  readonly b: Store;\n  readonly c: string;\n  d(): void;\n  readonly e: number;\n}\n',
    `function f({\n  a,\n}: {\n${lines(9, 'Store')}}) {}\n`,
    `interface Narrow {\n${lines(8, 'Store')}}\n`,
  ].join('\n');
  const found = tooWide(new Map([['crawl/x.ts', code]]), 'crawl/');
  expect(found).toEqual([
    'crawl/x.ts: Wide has 9 members',
    expect.stringMatching(/parameter at \d+ has 9 members/),
  ]);
});
