import { Annotator, MAX_CHARACTERS } from './annotate.ts';
import { type EntityLinker, embeddedLinker } from './entity-linker.ts';
import { regionPlaces } from './gazetteer.ts';
import type { Annotation } from './noun.ts';
import { fetchSpotlightLinks, type PostForm, withFallbackLinker } from './spotlight.ts';
import { englishTagger } from './tagger.ts';

let embedded: Annotator | undefined;
let embeddedLinks: EntityLinker | undefined;

/** Returns the annotator that needs no network; loads its model and WordNet on first call. */
export function embeddedAnnotator(): Annotator {
  embeddedLinks ??= embeddedLinker(regionPlaces());
  embedded ??= new Annotator(englishTagger(), embeddedLinks);
  return embedded;
}

export const EMBEDDED = 'embedded';

/** An annotator and its current linker. */
export interface OpenedAnnotator {
  readonly linker: string;
  annotate(content: readonly string[]): Promise<Annotation>;
}

/** A service that links nouns, and how it is asked. */
interface SpotlightService {
  readonly endpoint: string;
  readonly post: PostForm;
}

interface SpotlightOptions extends SpotlightService {
  /** Called once when the service does not answer; the embedded linker is used from then on. */
  readonly onWarning: (message: string) => void;
}

/**
 * Annotates by the links of a service, and by the embedded linker where the service has none.
 * @throws {KnowledgeError} when the service does not answer
 */
export async function annotateBy(
  { endpoint, post }: SpotlightService,
  content: readonly string[],
): Promise<Annotation> {
  const text = content.join('\n').slice(0, MAX_CHARACTERS);
  const links = await fetchSpotlightLinks(endpoint, text, post);
  embeddedLinks ??= embeddedLinker(regionPlaces());
  return new Annotator(englishTagger(), withFallbackLinker(links, embeddedLinks)).annotate(content);
}

/** @param spotlight an additional linking service; without one nothing is sent to the network */
export function openAnnotator(spotlight?: SpotlightOptions): OpenedAnnotator {
  const annotator = embeddedAnnotator();
  if (spotlight === undefined)
    return { linker: EMBEDDED, annotate: async (content) => annotator.annotate(content) };
  const { endpoint, onWarning } = spotlight;
  let linker = endpoint;
  return {
    get linker() {
      return linker;
    },
    async annotate(content) {
      if (linker === EMBEDDED) return annotator.annotate(content);
      try {
        return await annotateBy(spotlight, content);
      } catch (error) {
        linker = EMBEDDED;
        onWarning(`${(error as Error).message}; going on with the embedded linker`);
        return annotator.annotate(content);
      }
    },
  };
}
