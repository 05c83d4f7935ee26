import type { Candidate } from '../frontier/index.ts';
import { defineStrategy, NO_OPTIONS, type Strategy, UNLEARNED } from './strategy.ts';

interface Met {
  readonly level: number;
  /** Share of the page that is known of the domain, 0 to 1; undefined where it is off topic. */
  readonly similarity: number | undefined;
}

const MOST_PAGES = 2_000_000;
/** Links of pages off topic come after all others. */
const OFF_TOPIC = -1_000;

/**
 * The semantic focused crawler of paper 003: links of pages that the knowledge of the domain accepts, breadth first (its
 * figure 7). What is not in the paper: of one level the links of the page come first that more is known of, and what the
 * paper drops, the links of pages off topic, is kept for last.
 */
export const semantic = defineStrategy(NO_OPTIONS, (): Strategy => {
  const pages = new Map<number, Met>();
  const levelOf = ({ parent, kind }: Candidate): number =>
    parent === 0 ? 0 : (pages.get(parent)?.level ?? 0) + (kind === 'redirect' ? 0 : 1);
  return {
    ...UNLEARNED,
    name: 'semantic',
    explores: ({ step }) => step === 1,
    score: (link) => {
      if (link.parent === 0 || link.kind === 'redirect') return 1;
      const similarity = pages.get(link.parent)?.similarity;
      return (similarity ?? OFF_TOPIC) - levelOf(link);
    },
    discovered: ({ id, link, isPage, topic }) => {
      if (pages.size >= MOST_PAGES) return;
      const accepted = isPage && topic.wanted;
      pages.set(id, { level: levelOf(link), similarity: accepted ? topic.similarity : undefined });
    },
  };
});
