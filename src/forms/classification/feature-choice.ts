import { FEATURE_NAMES } from './features.ts';
import { FIELD_FEATURES } from './field-features.ts';

/**
 * How strongly each feature enters a machine: 0 leaves it out. Chosen by cross-validation on the development labels,
 * as whole families and never feature by feature: 1,115 forms are too few to choose among 500.
 */
export type FeatureScales = Float64Array;

/** Structure is many-sided and speaks of everything; at half strength the words decide. */
const STRUCTURE_SCALE = 0.5;

/** What the fields mean, at a quarter: at more it blurs the decision on real forms, at none it is not learned. */
const FIELD_SCALE = 0.25;
const OF_FIELDS = new Set(FIELD_FEATURES);

/**
 * Places whose words blur the decision between search and the rest: what the page says at large says little of one form.
 * (Words on buttons' markup and around the form still count in the `anywhere` features.)
 */
const BLUR_SEARCH = ['page', 'text', 'heading', 'options', 'around', 'submit-markup'];

export const searchScales = (): FeatureScales => scalesFor(BLUR_SEARCH);

/** Separating registrations from log-ins needs the whole context. */
export const typeScales = (): FeatureScales => scalesFor([]);

function scalesFor(without: readonly string[]): FeatureScales {
  return Float64Array.from(FEATURE_NAMES, (name) => {
    if (OF_FIELDS.has(name)) return FIELD_SCALE;
    const place = / in ([a-z-]+)$/.exec(name)?.[1];
    if (name.startsWith('queryCode ')) return place === 'box-names' ? 1 : 0;
    if (place !== undefined) return without.includes(place) ? 0 : 1;
    return name.endsWith(' anywhere') ? 1 : STRUCTURE_SCALE;
  });
}
