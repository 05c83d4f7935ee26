import { seededRandom, shuffled } from './random.ts';

interface FoldOptions {
  readonly folds: number;
  readonly seed: number;
}

/**
 * Deals samples into folds so that a group is never split and each fold has about its share of every class.
 *
 * Groups come in seeded random order, the largest first; each goes where it leaves the class counts most even.
 * @param classes class of each sample
 * @param groups group of each sample, such as its site
 * @returns the number of the fold of each sample
 * @throws when there are fewer groups than folds
 */
export function stratifiedGroupFolds(
  classes: readonly string[],
  groups: readonly string[],
  { folds, seed }: FoldOptions,
): Int32Array {
  const members = Map.groupBy(groups.keys(), (i) => groups[i] as string);
  if (members.size < folds) throw new Error(`${folds} folds need as many groups; there are ${members.size}`);
  const totals = countClasses(
    classes,
    classes.map((_, i) => i),
  );
  const counts = Array.from({ length: folds }, () => new Map<string, number>());
  const assigned = new Int32Array(classes.length);
  const order = shuffled([...members.values()], seededRandom(seed)).sort((a, b) => b.length - a.length);
  for (const group of order) {
    const own = countClasses(classes, group);
    let best = 0;
    let bestCost = Infinity;
    for (let fold = 0; fold < folds; fold++) {
      const cost = costOf(counts[fold] as Map<string, number>, own, totals, folds);
      if (cost < bestCost) {
        bestCost = cost;
        best = fold;
      }
    }
    for (const [name, count] of own) counts[best]?.set(name, (counts[best]?.get(name) ?? 0) + count);
    for (const i of group) assigned[i] = best;
  }
  return assigned;
}

function countClasses(classes: readonly string[], members: readonly number[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const i of members) counts.set(classes[i] as string, (counts.get(classes[i] as string) ?? 0) + 1);
  return counts;
}

/** Growth of the squared distance from an even share, summed over the classes of the group. */
function costOf(
  fold: ReadonlyMap<string, number>,
  own: ReadonlyMap<string, number>,
  totals: ReadonlyMap<string, number>,
  folds: number,
): number {
  let cost = 0;
  for (const [name, count] of own) {
    const share = (totals.get(name) ?? 1) / folds;
    const before = (fold.get(name) ?? 0) / share;
    const after = ((fold.get(name) ?? 0) + count) / share;
    cost += (after - 1) ** 2 - (before - 1) ** 2;
  }
  return cost;
}
