import type { Domain } from '../domain/index.ts';
import { wordsOf } from '../text/index.ts';
import { pageSimilarities, type TopicDocument } from './classify-topic.ts';
import type { WeightedField } from './term-vector.ts';
import { modelOf, type TopicModel } from './topic-model.ts';

/** The forms room's `Form` is one. */
interface FormWords {
  /** Visible inside the form. */
  readonly text: string;
  /** Visible above it. */
  readonly heading?: string;
  readonly action: string;
  readonly controls: readonly {
    readonly name: string;
    readonly label: string;
    readonly placeholder?: string;
    readonly options: readonly { readonly label: string }[];
  }[];
}

interface FormDomain {
  /** Null when the form is about none of the domains. */
  readonly domain: string | null;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

const MAX_TEXT = 5_000;
const MAX_ITEMS = 300;
const MAX_ITEM = 200;
const FIELD_WEIGHTS = { label: 3, heading: 2, name: 2, action: 1, text: 1, option: 1 };
/** With this many telling words a form's own similarity weighs as much as its page's. */
const EQUAL_EVIDENCE = 3;

/**
 * Says which domain a form searches.
 *
 * The form speaks for itself as far as it can: with n words that are terms of any domain its own similarity weighs n / (n + 3),
 * and that of the page around it the rest, so that a bare search box is about the topic of its page. A form counts as a
 * domain's at or above its `thresholds.pageSimilarity`; among several the one that passes its threshold by the largest factor
 * is taken.
 */
export function formDomain(form: FormWords, page: TopicDocument, domains: readonly Domain[]): FormDomain {
  const model = modelOf(domains);
  const fields = formFields(form, model);
  const own = model.similarities(fields);
  const around = pageSimilarities(page, model);
  const evidence = model.evidence(fields.flatMap(({ terms }) => terms));
  const share = evidence / (evidence + EQUAL_EVIDENCE);
  const ranked = domains.map(({ name, thresholds }, i) => {
    const score = share * (own[i] ?? 0) + (1 - share) * (around[i] ?? 0);
    return {
      name,
      score,
      passes: score > 0 && score >= thresholds.pageSimilarity,
      factor: score / thresholds.pageSimilarity,
    };
  });
  const scores = Object.fromEntries(ranked.map(({ name, score }) => [name, score]));
  const best = ranked.filter(({ passes }) => passes).sort((a, b) => b.factor - a.factor)[0];
  return best === undefined
    ? { domain: null, score: Math.max(0, ...Object.values(scores)), scores }
    : { domain: best.name, score: best.score, scores };
}

function formFields(form: FormWords, model: TopicModel): WeightedField[] {
  const controls = form.controls.slice(0, MAX_ITEMS);
  const field = (text: string, weight: number) => ({ terms: wordsOf(text.slice(0, MAX_ITEM)), weight });
  return [
    // Each label is a field of its own, so that no phrase begins in one and ends in the next.
    ...controls.map(({ label }) => field(label, FIELD_WEIGHTS.label)),
    ...controls.map(({ placeholder, label }) =>
      field(placeholder === label ? '' : (placeholder ?? ''), FIELD_WEIGHTS.label),
    ),
    ...controls.map(({ name }) => ({
      terms: model.identifierTerms(name.slice(0, MAX_ITEM)),
      weight: FIELD_WEIGHTS.name,
    })),
    ...controls
      .flatMap(({ options }) => options)
      .slice(0, MAX_ITEMS)
      .map(({ label }) => field(label, FIELD_WEIGHTS.option)),
    { terms: model.addressTerms(form.action), weight: FIELD_WEIGHTS.action },
    field(form.heading ?? '', FIELD_WEIGHTS.heading),
    { terms: wordsOf(form.text.slice(0, MAX_TEXT)), weight: FIELD_WEIGHTS.text },
  ];
}
