import type { Form } from '../../../forms/index.ts';

/** A submission and what became of it, with the form it went through. */
export interface OutcomeFacts {
  readonly site: string;
  readonly form: Form;
  readonly method: string;
  readonly url: string;
  readonly purpose: string;
  readonly sentBy: string;
  readonly controls: readonly { readonly values: readonly string[]; readonly source: string }[];
  /** HTTP status of the first answer; null where none came. */
  readonly status: number | null;
  /** Null where no answer came. */
  readonly verdict: string | null;
}

const log = (count: number): number => Math.log2(1 + count) / 4;
const flag = (truth: boolean): number => (truth ? 1 : 0);
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const asked = ({ controls }: OutcomeFacts) =>
  controls.filter(({ values }) => values.some((value) => value !== ''));
const from =
  (...sources: readonly string[]) =>
  (facts: OutcomeFacts): number =>
    share(asked(facts).filter(({ source }) => sources.includes(source)).length, asked(facts).length);
const controlsOf =
  (has: (control: Form['controls'][number]) => boolean) =>
  ({ form }: OutcomeFacts): number =>
    log(form.controls.filter(has).length);

/** What is known before a submission is sent, as numbers near 0–1: how it goes out, what it asks for, what the form is like. */
const FEATURES: Readonly<Record<string, (facts: OutcomeFacts) => number>> = {
  'method post': ({ method }) => flag(method === 'POST'),
  'sent by browser': ({ sentBy }) => flag(sentBy === 'browser'),
  'nothing asked': (facts) => flag(asked(facts).length === 0),
  nonsense: ({ purpose }) => flag(purpose === 'nonsense-probe'),
  'controls asked': (facts) => log(asked(facts).length),
  'share asked': (facts) => share(asked(facts).length, facts.form.controls.length),
  'values from options': from('option', 'known-option'),
  'values typed': from('given', 'element-table', 'domain-file', 'answer', 'probe'),
  'values of ranges and dates': from('bound', 'date'),
  'address length': ({ url }) => log(url.length) / 3,
  'longest value': (facts) =>
    log(Math.max(0, ...asked(facts).flatMap(({ values }) => values.map((value) => value.length)))) / 2,
  'form method post': ({ form }) => flag(form.method === 'post'),
  'form multipart': ({ form }) => flag(form.enctype.includes('multipart')),
  'form without tag': ({ form }) => flag(!form.where.hasFormTag),
  'form acts by script': ({ form }) => flag(form.actionKind === 'script'),
  'text boxes': controlsOf(({ domain, visible }) => domain === 'open' && visible),
  choices: controlsOf(({ domain, visible }) => domain === 'finite' && visible),
  'hidden controls': controlsOf(({ type }) => type === 'hidden'),
  'unseen controls': controlsOf(({ type, visible }) => type !== 'hidden' && !visible),
  'required controls': controlsOf(({ required }) => required),
  'required and not asked': (facts) => {
    const needed = facts.form.controls.filter(({ required, value }) => required && value === '').length;
    return flag(needed > asked(facts).length);
  },
  'controls with a pattern or bounds': controlsOf(({ pattern, min, max }) => pattern + min + max !== ''),
  options: ({ form }) => log(form.controls.reduce((sum, { options }) => sum + options.length, 0)) / 2,
  'choices without any': controlsOf(
    ({ tag, options }) => tag === 'select' && !options.some(({ any }) => any === true),
  ),
  'no submit control': ({ form }) => flag(form.submits.length === 0),
};

export const OUTCOME_FEATURES: readonly string[] = Object.keys(FEATURES);

/** Returns numbers in the order of `OUTCOME_FEATURES`. */
export const outcomeFeatures = (facts: OutcomeFacts): Float64Array =>
  Float64Array.from(Object.values(FEATURES), (feature) => feature(facts));
