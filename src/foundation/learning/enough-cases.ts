/** Cases below which a share, a rate or a score says too little to be shown. */
export const ENOUGH_CASES = 10;

/** The figure, or `n too small (3)` in its place where it rests on too few cases. */
export const figureOf = (figure: string, cases: number): string =>
  cases < ENOUGH_CASES ? `n too small (${cases})` : figure;
