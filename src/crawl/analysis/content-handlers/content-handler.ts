import type { PageLink } from '../../../foundation/dom/index.ts';

export type ListedLink = Pick<PageLink, 'url' | 'anchor' | 'around' | 'frame'>;

/** Reads the links of one kind of file that is no HTML page. */
export interface ContentHandler {
  /**
   * @param mediaType as the server says it, `application/xml`; empty where it says none
   * @param beginning of the text, 4,000 characters
   */
  handles(mediaType: string, beginning: string): boolean;
  /** @param text the whole file, or its first 10 MB */
  linksOf(text: string, url: string): readonly ListedLink[];
}
