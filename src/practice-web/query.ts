/** From what a client submitted to what the database is asked. */

import type { Value } from './catalogs/catalog.ts';
import { type Criterion, wordsOf } from './database.ts';
import type { Choice, ControlSpec, FormSpec } from './site.ts';

/** More than any record has. */
const MOST_WORDS = 40;

interface Asked {
  readonly criteria: readonly Criterion[];
  /** True when a field that people do not see was filled. */
  readonly robot: boolean;
  /** Names of the controls that narrow. */
  readonly controls: readonly string[];
  /** True when words narrow. */
  readonly words: boolean;
}

/** The value of one submitted text as the column has it; null where the control does not offer it or it means "any". */
function meaning(control: ControlSpec, raw: string): Value | null {
  if (control.choices) {
    const choice = control.choices.find((candidate) => candidate.value === raw);
    return choice && !choice.any ? (choice.means ?? choice.value) : null;
  }
  const value = raw.trim();
  return value === '' || (control.prompt && value === control.value) ? null : value;
}

function criterion(control: ControlSpec, given: readonly string[]): Criterion | null {
  const { match } = control;
  const values = given.map((raw) => meaning(control, raw)).filter((value) => value !== null);
  if (!match || values.length === 0) return null;
  if (match.how === 'words') {
    const words = wordsOf(values.join(' ')).slice(0, MOST_WORDS);
    return { how: 'words', columns: match.columns, words };
  }
  if (match.how === 'equals') return { how: 'equals', column: match.column, values };
  const isDay = control.type === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(values[0]));
  if (isDay) return { how: match.how, column: match.column, value: String(values[0]) };
  const bound = Number(values[0]);
  // A slider that stands where it started asks for nothing.
  if (control.type === 'range' && control.value === String(values[0])) return null;
  return Number.isFinite(bound) ? { how: match.how, column: match.column, value: bound } : null;
}

export function askedBy(form: FormSpec, submitted: URLSearchParams): Asked {
  const criteria: Criterion[] = [];
  const controls: string[] = [];
  let robot = false;
  for (const control of form.controls) {
    const given = submitted.getAll(control.name);
    if (control.honeypot) robot ||= given.some((value) => value !== '');
    const found = criterion(control, given);
    if (!found) continue;
    criteria.push(found);
    controls.push(control.name);
  }
  return { criteria, robot, controls, words: criteria.some(({ how }) => how === 'words') };
}

interface Objection {
  readonly control: ControlSpec;
  readonly why: 'missing' | 'past';
}

/** What the server has against a submission, first control first; null where it searches. */
export function objectionTo(form: FormSpec, submitted: URLSearchParams, now: Date): Objection | null {
  for (const control of form.controls) {
    const [value = null] = submitted.getAll(control.name).map((raw) => meaning(control, raw));
    if (control.required && value === null) return { control, why: 'missing' };
    if (control.future && value !== null && String(value) < now.toISOString().slice(0, 10))
      return { control, why: 'past' };
  }
  return null;
}

/** Every third choice of the first list is more than the server of an overloaded form can take. */
export const failingChoices = (form: FormSpec): readonly Choice[] =>
  form.overloaded
    ? (form.controls.find((control) => control.choices)?.choices ?? [])
        .filter((choice) => !choice.any)
        .filter((_choice, at) => at % 3 === 2)
    : [];

export function failsOn(form: FormSpec, submitted: URLSearchParams): boolean {
  const list = form.controls.find((control) => control.choices);
  const given = list ? submitted.getAll(list.name) : [];
  return failingChoices(form).some((choice) => given.includes(choice.value));
}

/** The token, and whatever else must come back as it was given, did. */
export const isExpected = (form: FormSpec, submitted: URLSearchParams): boolean =>
  form.controls.every((control) => !control.expected || submitted.get(control.name) === control.value);

/** What the submission says about the list itself. */
export function listAsked(form: FormSpec, submitted: URLSearchParams): { order?: string; perPage?: number } {
  const asked: { order?: string; perPage?: number } = {};
  for (const control of form.controls) {
    const value = submitted.get(control.name);
    if (value === null || !control.choices?.some((choice) => choice.value === value)) continue;
    if (control.role === 'sort') asked.order = value;
    if (control.role === 'per-page') asked.perPage = Number(value);
  }
  return asked;
}

/** True when the request carries at least one of the form's controls. */
export const isSubmission = (form: FormSpec, submitted: URLSearchParams): boolean =>
  form.controls.some((control) => submitted.has(control.name));
