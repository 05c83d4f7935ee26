/** Every part is from 0 to 1 but the cost. */
interface RankingEvidence {
  /** w_ij: weight of its terms among those of known deep-web sites. */
  readonly termWeight: number;
  /** S: cosine with known deep-web sites. */
  readonly similarity: number;
  /** SF: how many known deep-web sites point to it. */
  readonly frequency: number;
  /** δ: new documents (searchable forms) got from it, a page. */
  readonly newDocuments: number;
  /** c: time and bytes of its pages as a multiple of what pages cost in the run; 1 where it is not known. */
  readonly cost: number;
}

/** Known deep-web sites that have to point to a site for half of the greatest site frequency. */
const HALF_FREQUENCY = 2;
const LEAST_COST = 0.1;

/**
 * Ranking reward of a site: r = (1 − w)·δ + w·€/c with € = w_ij + S + SF (paper 004, eq. 2 and 3). € is taken as a
 * mean, so that it stays between 0 and 1 as δ does; a count f of linking sites becomes f / (f + 2).
 * @param w weight between what a site gave and what it promises
 */
export function rankingReward(evidence: RankingEvidence, w = 0.5): number {
  const { termWeight, similarity, frequency, newDocuments, cost } = evidence;
  const promise = (termWeight + similarity + frequency / (frequency + HALF_FREQUENCY)) / 3;
  return (1 - w) * Math.min(1, newDocuments) + (w * promise) / Math.max(LEAST_COST, cost);
}
