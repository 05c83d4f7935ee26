/** Weights of terms; terms that are not in it weigh nothing. */
type TermVector = ReadonlyMap<string, number>;

/** Weight of a term from how often it occurs: 1 + log₁₀ tf, nothing for a term that does not occur (papers 002 and 004). */
export function frequencyWeight(frequency: number): number {
  return frequency <= 0 ? 0 : frequency < 1 ? frequency : 1 + Math.log10(frequency);
}

/** One part of what is compared, with the weight of its terms: `u`, `a` and `t` of paper 004, eq. 6. */
export interface WeightedField {
  readonly terms: readonly string[];
  readonly weight: number;
}

/** Frequencies over several fields: Tf = u·tf₁ + a·tf₂ + t·tf₃ (paper 004, eq. 6 and 7). */
export function weightedFrequencies(fields: Iterable<WeightedField>): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const { terms, weight } of fields) {
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
  }
  return frequencies;
}

/** Sim(U₁, U₂) = U₁·U₂ / (|U₁|·|U₂|) (paper 004, eq. 12); 0 where one of them is empty. */
export function cosine(a: TermVector, b: TermVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let product = 0;
  for (const [term, weight] of small) product += weight * (large.get(term) ?? 0);
  const length = norm(a) * norm(b);
  return length === 0 ? 0 : product / length;
}

function norm(vector: TermVector): number {
  let squares = 0;
  for (const weight of vector.values()) squares += weight * weight;
  return Math.sqrt(squares);
}
