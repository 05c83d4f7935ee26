import { Annotator, MAX_CHARACTERS } from './annotate.ts';
import { embeddedLinker } from './entity-linker.ts';
import { regionPlaces } from './gazetteer.ts';
import type { Annotation } from './noun.ts';
import { fetchSpotlightLinks, type PostForm, withFallbackLinker } from './spotlight.ts';
import { englishTagger } from './tagger.ts';

let embedded: Annotator | undefined;

/** Returns the annotator that needs no network; loads its model and WordNet on first call. */
export function embeddedAnnotator(): Annotator {
  embedded ??= new Annotator(englishTagger(), embeddedLinker(regionPlaces()));
  return embedded;
}

export const EMBEDDED = 'embedded';

/** An annotator and its current linker. */
export interface OpenedAnnotator {
  readonly linker: string;
  annotate(content: readonly string[]): Promise<Annotation>;
}

interface SpotlightOptions {
  readonly endpoint: string;
  readonly post: PostForm;
  /** Called once when the service does not answer; the embedded linker is used from then on. */
  readonly onWarning: (message: string) => void;
}

/** @param spotlight an additional linking service; without one nothing is sent to the network */
export function openAnnotator(spotlight?: SpotlightOptions): OpenedAnnotator {
  const annotator = embeddedAnnotator();
  if (spotlight === undefined)
    return { linker: EMBEDDED, annotate: async (content) => annotator.annotate(content) };
  const { endpoint, post, onWarning } = spotlight;
  const embeddedLinks = embeddedLinker(regionPlaces());
  let linker = endpoint;
  return {
    get linker() {
      return linker;
    },
    async annotate(content) {
      if (linker === EMBEDDED) return annotator.annotate(content);
      try {
        const text = content.join('\n').slice(0, MAX_CHARACTERS);
        const links = await fetchSpotlightLinks(endpoint, text, post);
        return new Annotator(englishTagger(), withFallbackLinker(links, embeddedLinks)).annotate(content);
      } catch (error) {
        linker = EMBEDDED;
        onWarning(
          `the Spotlight service at ${endpoint} does not answer (${(error as Error).message.split('\n')[0]}); going on with the embedded linker`,
        );
        return annotator.annotate(content);
      }
    },
  };
}
