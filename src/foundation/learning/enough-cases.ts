/** Cases below which a share, a rate or a score says too little to be shown. */
export const ENOUGH_CASES = 10;

/** The figure, or `n too small (3)` in its place where it rests on too few cases, which may be a mean over several counts. */
export const figureOf = (figure: string, cases: number): string =>
  Math.round(cases) < ENOUGH_CASES ? `n too small (${Math.round(cases)})` : figure;
