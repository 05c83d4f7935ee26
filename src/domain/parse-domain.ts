import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { nearest } from '../text/index.ts';
import { type Domain, domainSchema } from './domain.ts';
import { DomainError, type DomainProblem } from './domain-error.ts';

const MAX_CHARACTERS = 1_000_000;
const MAX_ALIASES = 100;
const MAX_PROBLEMS = 100;

/**
 * Reads the text of a domain file.
 * @param file name to use in messages
 * @throws {DomainError} with every mistake, each with its line
 */
export function parseDomain(text: string, file: string): Domain {
  if (text.length > MAX_CHARACTERS) {
    const message = `expected at most ${MAX_CHARACTERS} characters, got ${text.length}`;
    throw new DomainError(file, [{ line: 1, field: '', message }]);
  }
  const { data, contents, lines } = readYaml(text, file);
  const lineOf = (path: Path, key?: string) => lines.linePos(offsetOf(contents, path, key)).line;
  const parsed = domainSchema.safeParse(data);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, MAX_PROBLEMS)
      .flatMap((issue) => problemsOf(issue, data, lineOf));
    throw new DomainError(file, inOrder(problems));
  }
  const strays = strayWords(parsed.data, lineOf);
  if (strays.length > 0) throw new DomainError(file, inOrder(strays));
  return { ...parsed.data, file };
}

type Path = readonly PropertyKey[];
type LineOf = (path: Path, key?: string) => number;

function readYaml(text: string, file: string): { data: unknown; contents: Node | null; lines: LineCounter } {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    if (document.errors.length > 0) {
      throw new DomainError(
        file,
        document.errors.slice(0, MAX_PROBLEMS).map(({ message, pos }) => ({
          line: lines.linePos(pos[0]).line,
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

/** Where the deepest node named by a path begins: a field at its key, an item of a list at itself. */
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

/** Top-level and nested keys, for the did-you-mean of a key that does not exist. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(domainSchema.shape),
  thresholds: ['siteSimilarity', 'pageSimilarity', 'formSimilarity', 'novelty'],
  hints: ['start', 'render', 'delaySeconds'],
};

function problemsOf(issue: z.core.$ZodIssue, data: unknown, lineOf: LineOf): DomainProblem[] {
  const field = fieldName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = KEYS[String(issue.path[0] ?? '')] ?? [];
    return issue.keys.map((key) => {
      const meant = nearest(key, known);
      const hint = meant === undefined ? `expected one of ${known.join(', ')}` : `did you mean "${meant}"?`;
      return {
        line: lineOf(issue.path, key),
        field: fieldName([...issue.path, key]),
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

/** Synonyms of words that are not terms would silently do nothing. */
function strayWords(domain: z.infer<typeof domainSchema>, lineOf: LineOf): DomainProblem[] {
  const terms = Object.keys(domain.terms);
  const known = new Set(terms);
  return Object.keys(domain.synonyms)
    .filter((word) => !known.has(word))
    .map((word) => {
      const meant = nearest(word, terms);
      const hint = meant === undefined ? 'write it under terms first' : `did you mean "${meant}"?`;
      const path = ['synonyms', word];
      return { line: lineOf(path), field: fieldName(path), message: `expected a word of terms; ${hint}` };
    });
}

function fieldName(path: Path): string {
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
