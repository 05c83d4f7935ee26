import { z } from 'zod';
import type { Frozen } from './checked-yaml.ts';

const MAX_TERMS = 1000;
const MAX_VALUES = 2000;

const term = z
  .string()
  .trim()
  .min(1, 'expected a word or a phrase, got nothing')
  .max(60, 'expected a word or a phrase of at most 60 characters');
const weight = z
  .number('expected a weight, a number above 0 and at most 10')
  .gt(0, 'expected a weight above 0')
  .max(10, 'expected a weight of at most 10');
const weights = z
  .record(term, weight)
  .refine((map) => Object.keys(map).length <= MAX_TERMS, `expected at most ${MAX_TERMS} terms`);
const value = z
  .union([z.string().trim().min(1).max(200), z.number()], 'expected a text of 1 to 200 characters')
  .transform(String);
const values = z
  .array(value, 'expected a list of values')
  .min(1, 'expected at least one value')
  .max(MAX_VALUES, `expected at most ${MAX_VALUES} values`)
  .transform(distinct);
const similarity = z
  .number('expected a similarity, a number from 0 to 1')
  .min(0, 'expected a similarity of at least 0')
  .max(1, 'expected a similarity of at most 1');
const address = z.url({
  protocol: /^https?$/,
  error: 'expected an address that starts with http:// or https://',
});
const ruleName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'expected the name of a rejection rule, like "file-upload"');
const ruleNames = z.array(ruleName, 'expected a list of rule names').max(100).transform(distinct).default([]);
const host = z.string().regex(/^[a-z0-9.-]+$/, 'expected a host name in lower case, like "www.example.org"');

const probability = z
  .number('expected a probability, a number from 0 to 1')
  .min(0, 'expected a probability of at least 0')
  .max(1, 'expected a probability of at most 1');

/** All but the probability are cosines from 0 to 1 (paper 004, eq. 12). */
const thresholds = z.strictObject({
  /** A site whose front page is at or above it is about the domain: two-stage explores it. */
  siteSimilarity: similarity.default(0.05),
  /** A page at or above it is relevant: its links are followed and its forms judged. */
  pageSimilarity: similarity.default(0.05),
  /** A search form that is about the domain with this probability, or a greater one, belongs to it. */
  formProbability: probability.default(0.5),
  /** A text above it repeats another (paper 000, section 5). */
  novelty: similarity.default(0.65),
});

/** The eight types of forms; the forms room knows what they mean. */
const formType = z.enum(
  ['search', 'login', 'registration', 'recovery', 'contact', 'mailing-list', 'order', 'other'],
  'expected a type of form: search, login, registration, recovery, contact, mailing-list, order or other',
);
const formId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'expected the 16 digits of a form, as "inspect" shows them');

const siteHint = z.strictObject({
  /** Paths to begin with in the place of `/`. */
  start: z.array(z.string().startsWith('/', 'expected a path that starts with /')).max(50).optional(),
  /** Leave the choice between HTTP and a browser to the crawler (default), or settle it. */
  render: z.enum(['auto', 'always', 'never'], 'expected auto, always or never').optional(),
  delaySeconds: z.number('expected seconds').min(0).max(600).optional(),
  /** Overrides the verdicts of rules and model. */
  forms: z.record(formId, formType).optional(),
});

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** `2GB`, `500 MB` or a number of bytes. */
const bytes = z
  .union(
    [z.number().positive(), z.string().regex(/^\d+(?:\.\d+)?\s*[kmgt]?i?b?$/i)],
    'expected a size such as 2GB',
  )
  .transform((size) => {
    const [, number = '', unit = ''] = /^([\d.]+)\s*([kmgt]?)/i.exec(String(size)) ?? [];
    return Math.round(Number(number) * (UNITS[unit.toLowerCase()] ?? 1));
  });
const retention = z.strictObject({
  runs: z.int('expected a whole number above 0').positive().optional(),
  days: z.number('expected a number of days').positive().optional(),
  disk: bytes.optional(),
});

/** Its keys are the fields of {@link Domain}. */
export const domainSchema = z.strictObject({
  name: z
    .string('expected the name of the domain')
    .regex(
      /^[a-z][a-z0-9-]{0,39}$/,
      'expected lower-case letters, digits and -, beginning with a letter, at most 40',
    ),
  description: z.string('expected one or two sentences').trim().min(1).max(2000),
  terms: weights.refine((map) => Object.keys(map).length > 0, 'expected at least one term'),
  synonyms: z.record(term, z.array(term, 'expected a list of words').max(200)).default({}),
  negativeTerms: weights.default({}),
  values: z.record(term, values).default({}),
  seeds: z.array(address, 'expected a list of addresses').max(10_000).transform(distinct).default([]),
  thresholds: thresholds.default(thresholds.parse({})),
  /** Never asked: hosts (with all below them), and how addresses begin. */
  deny: z
    .array(
      z
        .string()
        .regex(
          /^(?:https?:\/\/)?(?:\*\.)?[^\s/?#:@]+(?::\d+)?(?:[/?]\S*)?$/i,
          'expected a host such as example.org, or how an address begins',
        ),
      'expected a list of hosts or addresses',
    )
    .max(100_000)
    .transform(distinct)
    .default([]),
  /** Limits stored runs: their number, age in days, and bytes on disk of all of them; the oldest go first. */
  keep: retention.default({}),
  rulesOff: ruleNames,
  /** Risky rules, which are off elsewhere. */
  rulesOn: ruleNames,
  hints: z.record(host, siteHint).default({}),
});

/** Holds one file of `domains/`, checked. */
export type Domain = Frozen<z.infer<typeof domainSchema>> & {
  readonly file: string;
};

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
