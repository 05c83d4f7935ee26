import { type Domain, loadDomain } from '../../domain/index.ts';
import { wordNet } from '../../text/index.ts';
import { listOntologies, loadOntology } from './load-ontology.ts';
import { type Ontology, ontologyOf } from './ontology.ts';

/** How strict novelty is with a domain, and what it knows of its words. */
export interface NoveltySettings {
  thresholdOf(domain: string | null): number;
  ontologyOf(domain: string | null): Ontology;
}

/**
 * Settings of the domains of a run: thresholds from their files (or one for all), is-a relations from the ontology of the
 * same name and from files of the user's own.
 * @param files paths of ontology files; one whose name is a shipped one takes its place
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
  const ontologies = new Map(own.map((file) => [file.name, ontologyOf(file.relations, words)]));
  for (const name of listOntologies()) {
    if (loaded.has(name) && !ontologies.has(name))
      ontologies.set(name, ontologyOf(loadOntology(name, words).relations, words));
  }
  const plain = ontologyOf(new Map(own.flatMap((file) => [...file.relations])), words);
  return {
    thresholdOf: (domain) => threshold ?? loaded.get(domain ?? '')?.thresholds.novelty ?? NOVELTY_DEFAULT,
    ontologyOf: (domain) => ontologies.get(domain ?? '') ?? plain,
  };
}

const NOVELTY_DEFAULT = 0.65;
