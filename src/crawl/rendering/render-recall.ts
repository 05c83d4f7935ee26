/** Counts pages that were not rendered for all we knew, shown to the browser as well. */
export interface RenderAudit {
  readonly withForms: number;
  /** Pages that were read over HTTP alone and not audited. */
  readonly unseen: number;
  readonly audited: number;
  readonly missed: number;
  /** Counts pages that were not rendered because their scripts were familiar. */
  readonly familiar: Sampled;
}

export interface Sampled {
  readonly unseen: number;
  readonly audited: number;
  readonly missed: number;
}

export interface RenderRecall {
  readonly recall: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided, 95 %. */
const Z = 1.959964;

/**
 * Estimates the recall of the gate with its 95 % interval: of the pages that have search forms, how many were seen as
 * such. Two kinds of pages are not rendered, plain ones (U₁ of them) and those with familiar scripts (U₂), and each
 * kind has a sample of its own in which the browser showed what had been missed on a share of pages pᵢ, with Wilson's
 * score interval lᵢ to uᵢ. The pages missed are M = U₁p₁ + U₂p₂, between M − √Σ(Uᵢ(pᵢ − lᵢ))² and M + √Σ(Uᵢ(uᵢ − pᵢ))²
 * (square-and-add: R. G. Newcombe, Statistics in Medicine 17, 1998, method 10), and recall is F / (F + M) with F pages
 * whose forms are known. Of familiar pages that nobody has looked at one half counts as missed, none at best, all at
 * worst.
 * @returns undefined when no plain page was audited though there are some, or there is nothing to find
 */
export function renderRecall({ withForms, familiar, ...plain }: RenderAudit): RenderRecall | undefined {
  if (withForms === 0 || plain.audited + familiar.audited === 0) return undefined;
  if (plain.audited === 0 && plain.unseen > 0) return undefined;
  const [a, b] = [missedOf(plain), missedOf(familiar)];
  const missed = a.missed + b.missed;
  const of = (pages: number) => withForms / (withForms + Math.max(0, pages));
  return {
    recall: of(missed),
    low: of(missed + Math.hypot(a.above, b.above)),
    high: of(missed - Math.hypot(a.below, b.below)),
  };
}

/** Pages missed among those that nobody rendered, and how far that may be from the truth. */
function missedOf({ unseen, audited, missed }: Sampled) {
  if (unseen === 0) return { missed: 0, below: 0, above: 0 };
  const [low, high] = audited === 0 ? [0, 1] : wilson(missed, audited);
  const share = audited === 0 ? 0.5 : missed / audited;
  return { missed: share * unseen, below: (share - low) * unseen, above: (high - share) * unseen };
}

/** Wilson's score interval of a share (E. B. Wilson, 1927). */
export function wilson(hits: number, of: number): readonly [low: number, high: number] {
  const share = hits / of;
  const square = Z * Z;
  const middle = (share + square / (2 * of)) / (1 + square / of);
  const half = (Z / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
