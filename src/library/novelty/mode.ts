/** How new a page must be to be kept: not judged, new as a whole, or with a sentence that is new. */
export const NOVELTY_MODES = ['off', 'page', 'sentence'] as const;
export type NoveltyMode = (typeof NOVELTY_MODES)[number];
