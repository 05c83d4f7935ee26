import type { Domain } from '../domain/index.ts';
import { wordsOf } from '../text/index.ts';
import { modelOf } from './topic-model.ts';

/** A link before it is followed: `u`, `a` and `t` of paper 004. */
interface LinkContext {
  readonly url: string;
  readonly anchor: string;
  readonly around?: string;
}

const MAX_ANCHOR = 500;
const MAX_AROUND = 1_000;
/** u, a and t of paper 004, eq. 6. */
const FIELD_WEIGHTS = { url: 2, anchor: 2, around: 1 };

/** Orders links by the cosine of address, anchor and surroundings with a domain, 0 to 1; nothing is refused by it. */
export function scoreLink(link: LinkContext, domain: Domain): number {
  const model = modelOf(domain);
  const [similarity] = model.similarities([
    { terms: model.addressTerms(link.url), weight: FIELD_WEIGHTS.url },
    { terms: wordsOf(link.anchor.slice(0, MAX_ANCHOR)), weight: FIELD_WEIGHTS.anchor },
    { terms: wordsOf((link.around ?? '').slice(0, MAX_AROUND)), weight: FIELD_WEIGHTS.around },
  ]);
  return similarity ?? 0;
}
