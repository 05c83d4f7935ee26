/** Says when a page counts as new: not judged, new as a whole, or with at least one new sentence. */
export const NOVELTY_MODES = ['off', 'page', 'sentence'] as const;
export type NoveltyMode = (typeof NOVELTY_MODES)[number];
