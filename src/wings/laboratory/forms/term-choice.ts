import { LabelledDataError, type TermWeight, textVector } from '../../../forms/index.ts';
import { classesOf, gainOfCounts } from '../learning/separability.ts';
import type { TrainingRow } from './rows.ts';
import { type TrainingView, type Workbench, withSamples } from './training.ts';

/** Stems of fewer training forms are chance. */
const LEAST_FORMS = 3;

/**
 * The workbench with the machines seeing the words of forms besides: the stems that tell most of the type, chosen and weighted on the
 * members alone, so that nothing of what is scored enters the choice.
 * @param count how many stems; 0 leaves the workbench as it is
 */
export function withTerms(bench: Workbench, members: readonly number[], count: number): Workbench {
  if (count === 0) return bench;
  const terms = chooseTerms(bench, members, count);
  const texts = bench.all.map((row) => textVector(terms, row.terms ?? new Map()));
  return { ...bench, terms, search: joined(bench.search, texts), type: joined(bench.type, texts) };
}

/** The most telling stems of the members, the first the most. */
function chooseTerms({ all, types }: Workbench, members: readonly number[], count: number): TermWeight[] {
  const known = members.filter((i) => all[i]?.terms !== undefined);
  const { classOf, sizes } = classesOf(known.map((i) => types[i] as string));
  // Counts by type only the forms that contain a stem, which are few.
  const holders = new Map<string, number[]>();
  known.forEach((i, at) => {
    for (const term of all[i]?.terms?.keys() ?? []) {
      const counts = holders.get(term) ?? sizes.map(() => 0);
      counts[classOf[at] as number] = (counts[classOf[at] as number] as number) + 1;
      holders.set(term, counts);
    }
  });
  const ranked = [...holders]
    .map(([term, counts]) => ({ term, counts, forms: counts.reduce((sum, count) => sum + count, 0) }))
    .filter(({ forms }) => forms >= LEAST_FORMS)
    .map(({ term, counts, forms }) => ({
      term,
      idf: Math.log2(known.length / forms),
      gain: gainOfCounts(counts, sizes),
    }))
    .sort((a, b) => b.gain - a.gain || (a.term < b.term ? -1 : 1))
    .slice(0, count);
  const most = ranked[0]?.gain || 1;
  return ranked.map(({ gain, ...term }) => ({ ...term, gain: gain / most }));
}

const joined = (view: TrainingView, texts: readonly Float64Array[]): TrainingView =>
  withSamples(
    view,
    view.samples.map((sample, i) => Float64Array.of(...sample, ...(texts[i] ?? []))),
  );

/** @throws where stems are needed and no row has any */
export function requireTerms(rows: readonly TrainingRow[], data: string | undefined): void {
  if (rows.some(({ terms }) => terms !== undefined)) return;
  throw new LabelledDataError(
    `${data ?? 'datasets/forms/rows.jsonl'} holds no words of forms: --text-features needs the pages themselves (--data FOLDER)`,
  );
}
