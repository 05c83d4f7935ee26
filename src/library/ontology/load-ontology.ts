import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { nearest, type WordNet } from '../../foundation/text/index.ts';

/** The ontologies that come with the package. Three levels up both from the sources and from `dist/`. */
const SHIPPED = fileURLToPath(new URL('../../../domains/ontologies/', import.meta.url));
const MAX_BYTES = 1_000_000;
const MAX_TERMS = 20_000;

/** An ontology file that cannot be used: file, line, and what was expected. */
class OntologyError extends FieldfareError {
  readonly code = 'ontology';
  constructor(file: string, line: number, message: string, options?: ErrorOptions) {
    super(`${file}:${line}: ${message}`, options);
  }
}

/** Is-a relations of a domain or category, as its file gives them: words in lower case, collocations joined by `_`. */
export interface OntologyFile {
  readonly name: string;
  readonly description: string;
  /** What each term is, directly. */
  readonly relations: ReadonlyMap<string, readonly string[]>;
}

const word = z.string('expected a word').trim().min(1, 'expected a word').max(60);
const schema = z.strictObject({
  name: z.string('expected a name').regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected lower-case letters, digits, -'),
  description: z.string('expected a sentence').max(2_000).default(''),
  isA: z.record(word, z.union([word, z.array(word).min(1).max(20)], 'expected a word or a list of words')),
});

/** Names of the ontologies that come with the package. */
export function listOntologies(): string[] {
  return readdirSync(SHIPPED)
    .filter((file) => /^[a-z][a-z0-9-]*\.yaml$/.test(file))
    .map((file) => basename(file, '.yaml'))
    .sort();
}

/**
 * One ontology, by name or by the path of a file of the user's own.
 * @throws {OntologyError} for a file that cannot be read, is no ontology, has a cycle, or a kind that nobody knows
 */
export function loadOntology(nameOrPath: string, wordNet: WordNet): OntologyFile {
  const path = /[\\/]|\.ya?ml$/i.test(nameOrPath) ? nameOrPath : join(SHIPPED, `${nameOrPath}.yaml`);
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new Error('it is not a file');
    if (stat.size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1e6} MB`);
    return parseOntology(readFileSync(path, 'utf8'), path, wordNet);
  } catch (error) {
    if (error instanceof OntologyError) throw error;
    throw new OntologyError(path, 1, `cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** @throws {OntologyError} */
export function parseOntology(text: string, file: string, wordNet: WordNet): OntologyFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken !== undefined)
    throw new OntologyError(file, lines.linePos(broken.pos[0]).line, `not YAML: ${broken.message}`);
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 100 }));
  const lineOf = (term: string): number => {
    const isA = isMap(document.contents) ? document.contents.get('isA') : undefined;
    const pair = isMap(isA)
      ? isA.items.find((item) => isScalar(item.key) && plain(String(item.key.value)) === term)
      : undefined;
    return isScalar(pair?.key) && pair.key.range ? lines.linePos(pair.key.range[0]).line : 1;
  };
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const term = issue?.path[0] === 'isA' ? plain(String(issue.path[1] ?? '')) : '';
    throw new OntologyError(file, lineOf(term), `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const relations = new Map(
    Object.entries(parsed.data.isA).map(([term, kinds]) => [plain(term), [kinds].flat().map(plain)]),
  );
  if (relations.size > MAX_TERMS) throw new OntologyError(file, 1, `more than ${MAX_TERMS} terms`);
  refuseCycles(relations, file, lineOf);
  refuseUnknown(relations, file, lineOf, wordNet);
  return { name: parsed.data.name, description: parsed.data.description, relations };
}

const plain = (term: string): string => term.trim().toLowerCase().replace(/\s+/g, '_');

type Relations = ReadonlyMap<string, readonly string[]>;

function refuseCycles(relations: Relations, file: string, lineOf: (term: string) => number): void {
  const done = new Set<string>();
  for (const start of relations.keys()) {
    // Depth first without recursion; the path is what a cycle is shown by.
    const path: { readonly term: string; at: number }[] = [{ term: start, at: 0 }];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = relations.get(last.term)?.[last.at++];
      if (next === undefined) {
        done.add(last.term);
        path.pop();
      } else if (path.some(({ term }) => term === next)) {
        const cycle = [
          ...path.map(({ term }) => term).slice(path.findIndex(({ term }) => term === next)),
          next,
        ];
        throw new OntologyError(
          file,
          lineOf(last.term),
          `isA goes in a circle: ${cycle.join(' is a ')}; take one of these out`,
        );
      } else if (!done.has(next)) path.push({ term: next, at: 0 });
    }
  }
}

/** A kind that is neither explained in the file nor in WordNet is most likely a slip of the pen. */
function refuseUnknown(
  relations: Relations,
  file: string,
  lineOf: (term: string) => number,
  wordNet: WordNet,
): void {
  for (const [term, kinds] of relations) {
    const unknown = kinds.find((kind) => !relations.has(kind) && wordNet.lemma(kind) === undefined);
    if (unknown === undefined) continue;
    const meant = nearest(unknown, relations.keys());
    const hint = meant === undefined ? 'give it a line of its own' : `did you mean "${meant}"?`;
    throw new OntologyError(
      file,
      lineOf(term),
      `isA.${term}: "${unknown}" is neither in this file nor in WordNet; ${hint}`,
    );
  }
}
