import type { Topic } from '../../foundation/topics/index.ts';
import type { SiteReason } from '../../storage/index.ts';

export interface SiteEntry {
  seed: boolean;
  state: 'candidate' | 'exploring' | 'left';
  /** True when a front page of it was read, or it is a seed. */
  judged: boolean;
  similarity: number;
  pages: number;
}

/** Says why a site is explored or left that was judged by its front page. */
export const aboutTopic = ({ domain, similarity }: Topic): SiteReason =>
  domain === null
    ? { code: 'about-none', detail: similarity.toFixed(3) }
    : { code: 'about-domain', detail: `${domain} (${similarity.toFixed(3)})` };
