import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import type { z } from 'zod';
import { nearest } from '../text/index.ts';
import { DomainError, type DomainProblem } from './domain-error.ts';
import { yamlFault } from '../errors/index.ts';

const MAX_CHARACTERS = 1_000_000;
const MAX_ALIASES = 100;
const MAX_PROBLEMS = 100;

export type Frozen<T> = T extends readonly [infer A, infer B]
  ? readonly [A, B]
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<T[Key]> }
      : T;

export interface FileKind<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** Fields by the name of the field they stand in, for the did-you-mean of one that does not exist; '' is the top. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Fields that earlier versions had, each with what stands in its place now: they are left out, with a warning. */
  readonly gone?: Readonly<Record<string, string>>;
  /** Mistakes that only the whole shows. */
  readonly strays: (data: z.output<Schema>, lineOf: LineOf) => DomainProblem[];
}

/**
 * Reads and checks the YAML text of a domain or region file.
 * @param file name to use in messages
 * @throws {DomainError} with every mistake, each with its line
 */
export function parseChecked<Schema extends z.ZodType>(
  text: string,
  file: string,
  { schema, keys, gone = {}, strays }: FileKind<Schema>,
): z.output<Schema> {
  if (text.length > MAX_CHARACTERS) {
    const message = `expected at most ${MAX_CHARACTERS} characters, got ${text.length}`;
    throw new DomainError(file, [{ line: 1, field: '', message }]);
  }
  const { data, contents, lines } = readYaml(text, file);
  const lineOf = (path: Path, key?: string) => lines.linePos(offsetOf(contents, path, key)).line;
  leaveOut(gone, data, (path, key) => `${file}:${lineOf(path, key)}`);
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, MAX_PROBLEMS)
      .flatMap((issue) => problemsOf(issue, data, lineOf, keys));
    throw new DomainError(file, inOrder(problems));
  }
  const found = strays(parsed.data, lineOf);
  if (found.length > 0) throw new DomainError(file, inOrder(found));
  return parsed.data;
}

/** Takes fields of earlier versions out of the data. @param placeOf file and line of a field */
function leaveOut(
  gone: Readonly<Record<string, string>>,
  data: unknown,
  placeOf: (path: readonly string[], key: string) => string,
): void {
  for (const [field, instead] of Object.entries(gone)) {
    const path = field.split('.');
    const key = path.pop() ?? '';
    const holder = path.reduce<unknown>(
      (within, step) => (within as Record<string, unknown> | undefined)?.[step],
      data,
    );
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) continue;
    delete (holder as Record<string, unknown>)[key];
    const warning = `${placeOf(path, key)}: ${field}: ${instead}`;
    if (warned.has(warning)) continue;
    warned.add(warning);
    process.emitWarning(warning, 'DeprecationWarning');
  }
}

const warned = new Set<string>();

type Path = readonly PropertyKey[];
export type LineOf = (path: Path, key?: string) => number;

function readYaml(text: string, file: string): { data: unknown; contents: Node | null; lines: LineCounter } {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    const faults = [
      ...document.errors.map(({ code, pos: [at] }) => ({ message: yamlFault(code), at })),
      ...(document.errors.length > 0 ? [] : repeatedKeys(document)),
    ];
    if (faults.length > 0) {
      throw new DomainError(
        file,
        faults.slice(0, MAX_PROBLEMS).map(({ message, at }) => ({
          line: lines.linePos(at).line,
          field: '',
          message: `not YAML: ${message}`,
        })),
      );
    }
    if (!isMap(document.contents)) {
      const message = 'expected fields, as "name: book", one a line';
      throw new DomainError(file, [{ line: 1, field: '', message }]);
    }
    return { data: document.toJS({ maxAliasCount: MAX_ALIASES }), contents: document.contents, lines };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    // Too many aliases, or nested too deeply for the parser's stack.
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError(file, [{ line: 1, field: '', message: `not usable: ${reason}` }], { cause: error });
  }
}

/** Keys that a map has twice. The parser compares each with all others: 64 KB of keys would take it seconds. */
function repeatedKeys(document: Document): { readonly message: string; readonly at: number }[] {
  const found: { readonly message: string; readonly at: number }[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) found.push({ message: yamlFault('DUPLICATE_KEY'), at: key.range?.[0] ?? 0 });
        seen.add(key.value);
      }
    },
  });
  return found;
}

/** Returns where the deepest node named by a path begins: a field at its key, an item of a list at itself. */
function offsetOf(contents: Node | null, path: Path, key?: string): number {
  let node: unknown = contents;
  let offset = 0;
  for (const step of key === undefined ? path : [...path, key]) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (pair === undefined) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else return offset;
    if (isAlias(node)) return offset;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}

function problemsOf(
  issue: z.core.$ZodIssue,
  data: unknown,
  lineOf: LineOf,
  keys: FileKind<z.ZodType>['keys'],
): DomainProblem[] {
  const field = fieldName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const within = issue.path.findLast((step) => typeof step === 'string' && Object.hasOwn(keys, step)) ?? '';
    const known = keys[String(within)] ?? [];
    return issue.keys.map((key) => {
      const meant = nearest(key, known);
      const hint = meant === undefined ? `expected one of ${known.join(', ')}` : `did you mean "${meant}"?`;
      const stray = fieldName([...issue.path, key]);
      return {
        line: lineOf(issue.path, key),
        field: stray,
        message: `no such field; ${hint}`,
      };
    });
  }
  if (issue.code === 'invalid_key') {
    const reason = issue.issues[0]?.message ?? issue.message;
    return [{ line: lineOf(issue.path), field, message: reason }];
  }
  const found = valueAt(data, issue.path);
  const got = found === undefined ? '; the field is missing' : `, got ${shown(found)}`;
  return [{ line: lineOf(issue.path), field, message: `${issue.message}${got}` }];
}

export function fieldName(path: Path): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`;
    return name === '' ? String(step) : `${name}.${String(step)}`;
  }, '');
}

function valueAt(data: unknown, path: Path): unknown {
  let found = data;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value === null) return 'nothing';
  if (typeof value === 'object') return 'fields';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function inOrder(problems: readonly DomainProblem[]): DomainProblem[] {
  return [...problems].sort((a, b) => a.line - b.line);
}
