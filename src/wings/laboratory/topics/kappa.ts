import { KnowledgeError } from '../../../knowledge/index.ts';

/**
 * Fleiss' κ: how much more raters agree than by chance, (p̄ − p̄ₑ) / (1 − p̄ₑ) (paper 003, eq. 9; Fleiss, 1971).
 * @param counts of each subject, how many raters chose each category; every subject with as many raters, two at least
 * @returns 1 where all agree on everything, even where that leaves nothing to chance
 * @throws {KnowledgeError} when subjects have different numbers of raters
 */
export function fleissKappa(counts: readonly (readonly number[])[]): number {
  const raters = sum(counts[0] ?? []);
  if (raters < 2) throw new KnowledgeError('agreement needs at least two raters and one page');
  const odd = counts.findIndex((row) => sum(row) !== raters);
  if (odd >= 0)
    throw new KnowledgeError(
      `page ${odd + 1} has ${sum(counts[odd] ?? [])} ratings, the others have ${raters}`,
    );
  const pairs = raters * (raters - 1);
  const observed = sum(counts.map((row) => (sum(row.map((n) => n * n)) - raters) / pairs)) / counts.length;
  const shares = (counts[0] ?? []).map(
    (_, j) => sum(counts.map((row) => row[j] ?? 0)) / (raters * counts.length),
  );
  const chance = sum(shares.map((share) => share * share));
  return chance >= 1 ? 1 : (observed - chance) / (1 - chance);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Interpretation of κ (Landis and Koch, 1977; paper 003, table 14), each name up to its value. */
export const AGREEMENT = [
  [0, 'poor'],
  [0.2, 'slight'],
  [0.4, 'fair'],
  [0.6, 'moderate'],
  [0.8, 'substantial'],
  [1, 'almost perfect'],
] as const;

/** @returns such as `substantial`; negative values are poor, 0 itself is slight */
export function agreementOf(kappa: number): (typeof AGREEMENT)[number][1] {
  if (kappa < 0) return 'poor';
  return AGREEMENT.slice(1).find(([most]) => kappa <= most)?.[1] ?? 'almost perfect';
}
