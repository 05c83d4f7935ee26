import type { SparseVector } from './machine.ts';

/** Samples made ready to find the nearest of them fast: only features that neither sample lacks are multiplied. */
export interface NeighbourIndex {
  /** The k nearest by Euclidean distance, the nearest first; of equal distances the earlier sample. */
  nearest(sample: SparseVector, k: number): readonly Near[];
}

interface Near {
  readonly at: number;
  readonly distance: number;
}

/** @param width one more than the greatest position in the samples */
export function neighbourIndexOf(samples: readonly SparseVector[], width: number): NeighbourIndex {
  const squares = Float64Array.from(samples, squareOf);
  // Samples and values of each feature, one feature behind the other.
  const starts = new Int32Array(width + 1);
  for (const { at } of samples)
    for (const feature of at) starts[feature + 1] = entry(starts, feature + 1) + 1;
  for (let feature = 0; feature < width; feature++)
    starts[feature + 1] = entry(starts, feature) + entry(starts, feature + 1);
  const holders = new Int32Array(entry(starts, width));
  const values = new Float64Array(holders.length);
  const next = starts.slice();
  samples.forEach((sample, i) => {
    sample.at.forEach((feature, j) => {
      const slot = entry(next, feature);
      next[feature] = slot + 1;
      holders[slot] = i;
      values[slot] = sample.values[j] as number;
    });
  });
  const distances = new Float64Array(samples.length);
  return {
    nearest(sample, k) {
      // |a − b|² = |a|² + |b|² − 2ab
      distances.set(squares);
      sample.at.forEach((feature, j) => {
        const twice = 2 * (sample.values[j] as number);
        const end = entry(starts, feature + 1);
        for (let slot = entry(starts, feature); slot < end; slot++) {
          const holder = holders[slot] as number;
          distances[holder] = (distances[holder] as number) - twice * (values[slot] as number);
        }
      });
      const square = squareOf(sample);
      return leastOf(distances, k).map((at) => ({
        at,
        // Rounding may leave a distance between equal samples.
        distance: Math.sqrt(roundedOff(square + (distances[at] as number))),
      }));
    },
  };
}

const entry = (numbers: Int32Array, i: number): number => numbers[i] as number;
const squareOf = ({ values }: SparseVector): number => values.reduce((sum, value) => sum + value * value, 0);
const roundedOff = (squared: number): number => (squared < 1e-12 ? 0 : squared);

/** Positions of the k least numbers, the least first; of equal ones the earlier. */
function leastOf(numbers: Float64Array, k: number): number[] {
  const least: number[] = [];
  let bound = Infinity;
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] as number;
    if (value >= bound) continue;
    let place = least.length;
    while (place > 0 && (numbers[least[place - 1] as number] as number) > value) place--;
    least.splice(place, 0, i);
    if (least.length > k) least.pop();
    if (least.length === k) bound = numbers[least[k - 1] as number] as number;
  }
  return least;
}
