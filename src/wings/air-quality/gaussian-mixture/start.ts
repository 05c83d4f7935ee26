import type { SampleTable } from './mixture.ts';

const LLOYD_STEPS = 30;

/**
 * Begins EM by k-means, begun in turn by k-means++ (each centre drawn with a chance that grows with the squared distance to the
 * nearest one before).
 * @returns responsibilities of 0 and 1, a row for each sample
 */
export function startShares(table: SampleTable, count: number, random: () => number): Float64Array {
  const centres = drawCentres(table, count, random);
  const nearest = new Int32Array(table.rows).fill(-1);
  for (let step = 0; step < LLOYD_STEPS && assign(table, centres, nearest) > 0; step++)
    recentre(table, centres, nearest);
  const shares = new Float64Array(table.rows * count);
  nearest.forEach((k, row) => {
    shares[row * count + k] = 1;
  });
  return shares;
}

function drawCentres(table: SampleTable, count: number, random: () => number): Float64Array[] {
  const { rows } = table;
  const centres = [rowOf(table, Math.floor(random() * rows))];
  const gaps = new Float64Array(rows).fill(Infinity);
  while (centres.length < count) {
    const last = centres[centres.length - 1] as Float64Array;
    let total = 0;
    for (let row = 0; row < rows; row++) {
      gaps[row] = Math.min(gaps[row] as number, squaredDistance(table, row, last));
      total += gaps[row] as number;
    }
    centres.push(rowOf(table, drawRow(gaps, total * random())));
  }
  return centres;
}

/** The row at which the running sum passes `target`; never one that is a centre already while others are left. */
function drawRow(gaps: Float64Array, target: number): number {
  let sum = 0;
  let last = 0;
  for (let row = 0; row < gaps.length; row++) {
    const gap = gaps[row] as number;
    if (gap === 0) continue;
    last = row;
    sum += gap;
    if (sum > target) return row;
  }
  return last;
}

/** @returns how many samples changed sides */
function assign(table: SampleTable, centres: readonly Float64Array[], nearest: Int32Array): number {
  let changed = 0;
  for (let row = 0; row < table.rows; row++) {
    let best = 0;
    let least = Infinity;
    centres.forEach((centre, k) => {
      const distance = squaredDistance(table, row, centre);
      if (distance < least) {
        least = distance;
        best = k;
      }
    });
    if (nearest[row] !== best) changed++;
    nearest[row] = best;
  }
  return changed;
}

function recentre({ values, rows, width }: SampleTable, centres: Float64Array[], nearest: Int32Array): void {
  const counts = new Int32Array(centres.length);
  const sums = centres.map(() => new Float64Array(width));
  for (let row = 0; row < rows; row++) {
    const k = nearest[row] as number;
    const sum = sums[k] as Float64Array;
    counts[k] = (counts[k] as number) + 1;
    for (let i = 0; i < width; i++) sum[i] = (sum[i] as number) + (values[row * width + i] as number);
  }
  sums.forEach((sum, k) => {
    const members = counts[k] as number;
    if (members > 0) centres[k] = sum.map((value) => value / members);
  });
}

const rowOf = ({ values, width }: SampleTable, row: number): Float64Array =>
  values.slice(row * width, (row + 1) * width);

function squaredDistance({ values, width }: SampleTable, row: number, centre: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < width; i++) {
    const difference = (values[row * width + i] as number) - (centre[i] as number);
    sum += difference * difference;
  }
  return sum;
}
