/** How well a crawler did on the practice web: its list of forms against the truth, and its manners by the access log. */

import { z } from 'zod';
import { type LogScore, scoreLog } from './score-log.ts';
import type { DomainName, FormTruth, LogEntry, Truth } from './truth.ts';

/** A form as a crawler lists it. */
export const claimedFormSchema = z.object({
  /** Host or registrable domain. */
  site: z.string(),
  /** As in the markup or resolved; empty or null where there is none. */
  action: z.string().nullable(),
  method: z.string().nullish(),
  controls: z.array(z.object({ name: z.string().nullable(), type: z.string().nullish() })),
  searchable: z.boolean(),
  domain: z.string().nullish(),
  /** Address of a page that shows it. */
  page: z.string(),
});
export type ClaimedForm = Readonly<z.infer<typeof claimedFormSchema>>;

interface Tally {
  /** Forms there are. */
  readonly expected: number;
  readonly found: number;
  /** Claims that are no such form. */
  readonly wrong: number;
  /** Claims of a form that was claimed before. */
  readonly repeated: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly missed: readonly FormTruth[];
  readonly wrongClaims: readonly ClaimedForm[];
}

interface KindScore {
  readonly kind: string;
  readonly type: string;
  readonly searchable: boolean;
  readonly expected: number;
  /** Listed at all, whatever the verdict. */
  readonly listed: number;
  /** Listed with the right verdict. */
  readonly right: number;
}

interface FormScore {
  /** All forms, whatever the verdict: were they seen? */
  readonly all: Tally;
  readonly searchable: Tally;
  /** Searchable forms by domain: the claim must name the domain too. */
  readonly domains: Readonly<Partial<Record<DomainName, Tally>>>;
  readonly kinds: readonly KindScore[];
}

export interface Score extends FormScore {
  readonly log?: LogScore;
}

interface ScoreOptions {
  /** Score these domains only; all seven otherwise. */
  readonly domains?: readonly DomainName[];
  /** Forms deeper than this (and those behind submissions) are not expected; 3 when left out. */
  readonly maxDepth?: number;
}

const IGNORED_TYPES = new Set(['submit', 'button', 'reset', 'image']);

/** Registrable domain of a practice host: its last two labels. */
const siteKey = (host: string): string =>
  host.toLowerCase().replace(/:\d+$/, '').split('.').slice(-2).join('.');

function actionPath(claim: ClaimedForm): string | null {
  return URL.parse(claim.action ?? '', claim.page)?.pathname ?? null;
}

/** Share of control names that both have, of the names that either has (Jaccard); two forms without names are alike. */
export function likeness(truth: FormTruth, claim: ClaimedForm): number {
  const real = new Set(truth.controls.flatMap(({ name }) => (name === '' ? [] : [name])));
  const claimed = new Set(
    claim.controls
      .filter((control) => control.name && !IGNORED_TYPES.has(control.type ?? ''))
      .map((control) => control.name ?? ''),
  );
  const both = [...real].filter((name) => claimed.has(name)).length;
  const either = real.size + claimed.size - both;
  return either === 0 ? 1 : both / either;
}

/** The site of a host name, or of the loopback address that stands for it. */
function siteMeant(truth: Truth, host: string): string {
  const name = host.replace(/:\d+$/, '');
  const at = truth.sites.find((site) => site.address?.replace(/:\d+$/, '') === name);
  return at?.key ?? siteKey(host);
}

/** The form that a claim means: same site, same action path, at least half of the control names; null where there is none. */
export function meant(truth: Truth, claim: ClaimedForm): FormTruth | null {
  const site = siteMeant(truth, claim.site);
  const path = actionPath(claim);
  let best: FormTruth | null = null;
  let bestLikeness = 0;
  for (const form of truth.forms) {
    if (form.site !== site) continue;
    // A box without a form element has no action to read.
    if (form.appears !== 'formless' && form.action !== path) continue;
    const alike = likeness(form, claim);
    if (alike >= 0.5 && alike > bestLikeness) [best, bestLikeness] = [form, alike];
  }
  return best;
}

interface Matched {
  readonly claim: ClaimedForm;
  readonly form: FormTruth | null;
}

const id = (form: FormTruth): string => `${form.site} ${form.key}`;

/** @param right which matched claims count as having found their form */
function tally(
  expected: readonly FormTruth[],
  claims: readonly Matched[],
  right: (form: FormTruth) => boolean,
): Tally {
  const wanted = new Set(expected.map(id));
  const seen = new Set<string>();
  const wrongClaims: ClaimedForm[] = [];
  let repeated = 0;
  for (const { claim, form } of claims) {
    if (!form || !right(form)) wrongClaims.push(claim);
    else if (seen.has(id(form))) repeated++;
    else seen.add(id(form));
  }
  const found = [...seen].filter((key) => wanted.has(key)).length;
  const precision = seen.size + wrongClaims.length === 0 ? 0 : seen.size / (seen.size + wrongClaims.length);
  const recall = wanted.size === 0 ? 0 : found / wanted.size;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return {
    expected: wanted.size,
    found,
    wrong: wrongClaims.length,
    repeated,
    precision,
    recall,
    f1,
    missed: expected.filter((form) => !seen.has(id(form))),
    wrongClaims,
  };
}

function kindScores(expected: readonly FormTruth[], matched: readonly Matched[]): KindScore[] {
  const kinds = new Map<
    string,
    { type: string; searchable: boolean; expected: number; listed: number; right: number }
  >();
  for (const form of expected) {
    const score = kinds.get(form.kind) ?? {
      type: form.type,
      searchable: form.searchable,
      expected: 0,
      listed: 0,
      right: 0,
    };
    const claims = matched.filter((match) => match.form === form);
    score.expected++;
    if (claims.length > 0) score.listed++;
    if (claims.length > 0 && claims.every((match) => match.claim.searchable === form.searchable))
      score.right++;
    kinds.set(form.kind, score);
  }
  return [...kinds]
    .map(([kind, score]) => ({ kind, ...score }))
    .sort((a, b) => a.type.localeCompare(b.type) || a.kind.localeCompare(b.kind));
}

/**
 * Scores a list of forms against the truth, and the access log where there is one.
 * Precision is over distinct claims, recall over forms within `maxDepth` links of their home page.
 * @throws {z.ZodError} when a claim is not in the documented form
 */
export function scoreForms(
  truth: Truth,
  claims: readonly ClaimedForm[],
  log?: readonly LogEntry[],
  options: ScoreOptions = {},
): Score {
  const within = (form: FormTruth): boolean => form.depth !== null && form.depth <= (options.maxDepth ?? 3);
  const expected = truth.forms.filter(within);
  const matched = z
    .array(claimedFormSchema)
    .parse(claims)
    .map((claim): Matched => ({ claim, form: meant(truth, claim) }));
  const asSearch = matched.filter((match) => match.claim.searchable);
  const present = [...new Set(truth.forms.map((form) => form.domain))].filter((domain) => domain !== null);
  const domains = (options.domains ?? present).map((domain) => {
    const real = expected.filter((form) => form.searchable && form.domain === domain);
    const claimed = asSearch.filter((match) => match.claim.domain === domain);
    return [domain, tally(real, claimed, (form) => form.searchable && form.domain === domain)] as const;
  });
  return {
    all: tally(expected, matched, () => true),
    searchable: tally(
      expected.filter((form) => form.searchable),
      asSearch,
      (form) => form.searchable,
    ),
    domains: Object.fromEntries(domains),
    kinds: kindScores(expected, matched),
    ...(log ? { log: scoreLog(truth, log) } : {}),
  };
}
