import { type Domain, loadDomain } from '../../foundation/domain/index.ts';
import { wordNet } from '../../foundation/text/index.ts';
import { Categoriser } from './categorise.ts';
import { listOntologies, loadOntology } from './load-ontology.ts';
import { type Ontology, ontologyOf } from './ontology.ts';

/** How strict novelty is with a domain, and what it knows of its words. */
export interface NoveltySettings {
  thresholdOf(domain: string | null): number;
  ontologyOf(domain: string | null): Ontology;
  readonly categoriser: Categoriser;
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
  const names = new Set(own.map((file) => file.name));
  const shipped = listOntologies().filter((name) => !names.has(name));
  const all = [...own, ...shipped.map((name) => loadOntology(name, words))];
  const ontologies = new Map(
    all.filter((file) => loaded.has(file.name)).map((file) => [file.name, ontologyOf(file.relations, words)]),
  );
  const plain = ontologyOf(new Map(own.flatMap((file) => [...file.relations])), words);
  return {
    thresholdOf: (domain) => threshold ?? loaded.get(domain ?? '')?.thresholds.novelty ?? NOVELTY_DEFAULT,
    ontologyOf: (domain) => ontologies.get(domain ?? '') ?? plain,
    categoriser: new Categoriser(all, words),
  };
}

const NOVELTY_DEFAULT = 0.65;
