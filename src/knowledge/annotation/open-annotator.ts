import { Annotator, MOST_CHARACTERS } from './annotate.ts';
import { embeddedLinker } from './entity-linker.ts';
import { regionPlaces } from './gazetteer.ts';
import type { Annotation } from './noun.ts';
import { askSpotlight, linkerOver, type PostForm } from './spotlight.ts';
import { englishTagger } from './tagger.ts';

let embedded: Annotator | undefined;

/** The annotator that needs no network; its model and WordNet are read when this is first called. */
export function embeddedAnnotator(): Annotator {
  embedded ??= new Annotator(englishTagger(), embeddedLinker(regionPlaces()));
  return embedded;
}

export const EMBEDDED = 'embedded';

/** An annotator and what links for it at this moment. */
export interface OpenedAnnotator {
  readonly linker: string;
  annotate(content: readonly string[]): Promise<Annotation>;
}

interface SpotlightOptions {
  readonly endpoint: string;
  readonly post: PostForm;
  /** Told once when the service does not answer; what follows is linked by what is embedded. */
  readonly onWarning: (message: string) => void;
}

/** @param spotlight a service to ask besides; without one nothing leaves the machine */
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
        const text = content.join('\n').slice(0, MOST_CHARACTERS);
        const links = await askSpotlight(endpoint, text, post);
        return new Annotator(englishTagger(), linkerOver(links, embeddedLinks)).annotate(content);
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
