import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { nearest, type WordNet } from '../../foundation/text/index.ts';

/** Folder of the shipped ontologies, three levels up both from the sources and from `dist/`. */
const SHIPPED = fileURLToPath(new URL('../../../domains/ontologies/', import.meta.url));
const MAX_BYTES = 1_000_000;
const MAX_TERMS = 20_000;

/** An invalid ontology file: file, line, and what was expected. */
class OntologyError extends FieldfareError {
  readonly code = 'ontology';
  constructor(file: string, line: number, message: string, options?: ErrorOptions) {
    super(`${file}:${line}: ${message}`, options);
  }
}

/** Is-a relations of a domain or category from its file: words in lower case, collocations joined by `_`. */
export interface OntologyFile {
  readonly name: string;
  readonly description: string;
  /** Direct hypernyms of each term. */
  readonly relations: ReadonlyMap<string, readonly string[]>;
}

const word = z.string('expected a word').trim().min(1, 'expected a word').max(60);
const schema = z.strictObject({
  name: z.string('expected a name').regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected lower-case letters, digits, -'),
  description: z.string('expected a sentence').max(2_000).default(''),
  isA: z.record(word, z.union([word, z.array(word).min(1).max(20)], 'expected a word or a list of words')),
});

/** Lists the names of the shipped ontologies. */
export function listOntologies(): string[] {
  return readdirSync(SHIPPED)
    .filter((file) => /^[a-z][a-z0-9-]*\.yaml$/.test(file))
    .map((file) => basename(file, '.yaml'))
    .sort();
}

/**
 * Loads an ontology by name or by the path of a user's file.
 * @throws {OntologyError} for a file that cannot be read, is invalid, has a cycle or an unknown kind
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
  const [yamlError] = document.errors;
  if (yamlError !== undefined)
    throw new OntologyError(file, lines.linePos(yamlError.pos[0]).line, `not YAML: ${yamlError.message}`);
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 100 }));
  const lineOf = (term: string): number => {
    const isA = isMap(document.contents) ? document.contents.get('isA') : undefined;
    const pair = isMap(isA)
      ? isA.items.find((item) => isScalar(item.key) && normalised(String(item.key.value)) === term)
      : undefined;
    return isScalar(pair?.key) && pair.key.range ? lines.linePos(pair.key.range[0]).line : 1;
  };
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const term = issue?.path[0] === 'isA' ? normalised(String(issue.path[1] ?? '')) : '';
    throw new OntologyError(file, lineOf(term), `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const relations = new Map(
    Object.entries(parsed.data.isA).map(([term, kinds]) => [
      normalised(term),
      [kinds].flat().map(normalised),
    ]),
  );
  if (relations.size > MAX_TERMS) throw new OntologyError(file, 1, `more than ${MAX_TERMS} terms`);
  refuseCycles(relations, file, lineOf);
  refuseUnknownKinds(relations, file, lineOf, wordNet);
  return { name: parsed.data.name, description: parsed.data.description, relations };
}

const normalised = (term: string): string => term.trim().toLowerCase().replace(/\s+/g, '_');

type Relations = ReadonlyMap<string, readonly string[]>;

function refuseCycles(relations: Relations, file: string, lineOf: (term: string) => number): void {
  const done = new Set<string>();
  for (const start of relations.keys()) {
    // Depth-first search without recursion; the path shows a cycle.
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

/** Rejects a kind that is neither in the file nor in WordNet: most likely a typing error. */
function refuseUnknownKinds(
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
