import { type Domain, loadDomain } from '../../foundation/domain/index.ts';
import { wordNet } from '../../foundation/text/index.ts';
import { Categoriser } from './categorise.ts';
import { listOntologies, loadOntology } from './load-ontology.ts';
import { type Ontology, ontologyOf } from './ontology.ts';

/** Novelty threshold and is-a relations of each domain. */
export interface NoveltySettings {
  thresholdOf(domain: string | null): number;
  ontologyOf(domain: string | null): Ontology;
  readonly categoriser: Categoriser;
}

/**
 * Builds the settings for the domains of a run: thresholds from their files (or one for all), is-a relations from the
 * ontology of the same name and from the user's files.
 * @param files paths of ontology files; one with the name of a shipped ontology replaces it
 * @throws {OntologyError | DomainError | UnknownDomainError}
 */
export function noveltySettings(
  domains: readonly string[],
  files: readonly string[] = [],
  threshold?: number,
): NoveltySettings {
  const words = wordNet();
  const own = files.map((file) => loadOntology(file, words));
  const loaded = new Map(
    domains.map((name) => loadDomain(name)).map((domain: Domain) => [domain.name, domain]),
  );
  const names = new Set(own.map((file) => file.name));
  const shipped = listOntologies().filter((name) => !names.has(name));
  const all = [...own, ...shipped.map((name) => loadOntology(name, words))];
  const ontologies = new Map(
    all.filter((file) => loaded.has(file.name)).map((file) => [file.name, ontologyOf(file.relations, words)]),
  );
  const fallback = ontologyOf(new Map(own.flatMap((file) => [...file.relations])), words);
  return {
    thresholdOf: (domain) => threshold ?? loaded.get(domain ?? '')?.thresholds.novelty ?? DEFAULT_THRESHOLD,
    ontologyOf: (domain) => ontologies.get(domain ?? '') ?? fallback,
    categoriser: new Categoriser(all, words),
  };
}

const DEFAULT_THRESHOLD = 0.65;
