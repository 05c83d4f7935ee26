import { alternatives } from '../../foundation/language/index.ts';
import {
  evidenceOf,
  type FormWordSource,
  type FormWords,
  isChosen,
  isTyped,
  OWN_SOURCES,
  wordsOf,
} from '../classification/form-words.ts';
import type { Form, FormControl, FormType } from '../form.ts';
import type { LexiconName } from '../lexicon/index.ts';
import { meaningsOf } from '../semantics/form-meanings.ts';

/**
 * Rejection rules (paper 004, figure 3): named, in order, each with its evidence.
 *
 * Safe rules lost no search form of the development data; risky ones reject more and lose some. Only safe ones are
 * used unless a caller asks for others.
 */
interface RejectionRule {
  readonly name: string;
  readonly says: string;
  readonly safe: boolean;
  /** What the form most likely is instead. */
  readonly type: FormType;
  /** @returns the evidence where the rule rejects the form */
  readonly evidence: (facts: RuleFacts) => string | undefined;
}

/** What the rules look at, of a form or of a row that was made from one. */
export interface RuleFacts {
  /** The first term of a list that stands in one of the sources, with the source. */
  readonly says: (list: LexiconName, sources: readonly FormWordSource[]) => string | undefined;
  /** The first control of a type. */
  readonly control: (type: 'password' | 'file' | 'textarea' | 'search') => string | undefined;
  /** The first box that takes an e-mail address. */
  readonly emailBox: () => string | undefined;
  /** The choices of a form that only picks a period of time. */
  readonly period: () => string | undefined;
  /** What the button says of a form that keeps what is chosen already. */
  readonly settings: () => string | undefined;
  readonly captcha: boolean;
  readonly controls: number;
  /** How many controls a user could type into, hidden ones left out; how many offer a choice. */
  readonly typed: number;
  readonly chosen: number;
  readonly firstChoice: () => string;
}

interface Rejection {
  readonly rule: string;
  readonly evidence: string;
  readonly type: FormType;
}

export interface RejectOptions {
  /** Names of safe rules not to use. */
  readonly disabled?: readonly string[];
  /** Names of risky rules to use as well. */
  readonly enabled?: readonly string[];
}

const SELF: readonly FormWordSource[] = ['form', 'action', 'submit', 'submit-markup'];
const BUTTON: readonly FormWordSource[] = ['submit', 'form'];
const SEARCH_SOURCES: readonly FormWordSource[] = [...OWN_SOURCES, 'heading', 'text'];

const show = ({ name, id, type }: FormControl): string => `${type} “${name || id}”`;
const says =
  (list: LexiconName, sources: readonly FormWordSource[]): RejectionRule['evidence'] =>
  (facts) =>
    facts.says(list, sources);

/** The rule holds only where nothing in the form speaks of searching. */
const unlessSearch =
  (evidence: RejectionRule['evidence']): RejectionRule['evidence'] =>
  (facts) =>
    searchWord(facts) === undefined ? evidence(facts) : undefined;

export const REJECTION_RULES: readonly RejectionRule[] = [
  {
    name: 'password',
    says: 'has a password control',
    safe: true,
    type: 'login',
    evidence: ({ control }) => control('password'),
  },
  {
    name: 'upload',
    says: 'has a file control',
    safe: true,
    type: 'other',
    evidence: ({ control }) => control('file'),
  },
  {
    name: 'text-area',
    says: 'has a text area',
    safe: true,
    type: 'contact',
    evidence: ({ control }) => control('textarea'),
  },
  {
    name: 'mailing-list',
    says: 'takes an e-mail address and speaks of a newsletter',
    safe: true,
    type: 'mailing-list',
    evidence: (facts) =>
      facts.emailBox() === undefined
        ? undefined
        : facts.says('subscribe', [...SELF, 'box-names', 'box-labels', 'heading', 'text']),
  },
  {
    name: 'e-mail',
    says: 'takes an e-mail address',
    safe: true,
    type: 'mailing-list',
    evidence: (facts) => facts.emailBox(),
  },
  {
    name: 'nothing-to-fill',
    says: 'has nothing to type or choose',
    safe: true,
    type: 'other',
    evidence: ({ controls, typed, chosen }) =>
      typed + chosen === 0 ? `${controls} controls, all hidden fields or buttons` : undefined,
  },
  {
    name: 'captcha',
    says: 'asks for a captcha',
    safe: true,
    type: 'other',
    evidence: (facts) =>
      facts.captcha ? 'a captcha stands inside' : facts.says('captcha', ['box-names', 'box-labels']),
  },
  {
    name: 'recovery',
    says: 'speaks of a forgotten password',
    safe: true,
    type: 'recovery',
    evidence: unlessSearch(says('recovery', [...SELF, 'heading'])),
  },
  {
    name: 'login',
    says: 'its button, action or name speaks of logging in',
    safe: true,
    type: 'login',
    evidence: unlessSearch(says('login', SELF)),
  },
  {
    name: 'registration',
    says: 'its button, action or name speaks of registering',
    safe: true,
    type: 'registration',
    evidence: unlessSearch(says('register', SELF)),
  },
  {
    name: 'order',
    says: 'its button or name speaks of a cart, an order or a payment',
    safe: true,
    type: 'order',
    evidence: unlessSearch((facts) => says('cart', BUTTON)(facts) ?? says('payment', BUTTON)(facts)),
  },
  {
    name: 'contact',
    says: 'its action or name speaks of contact or comments',
    safe: true,
    type: 'contact',
    evidence: unlessSearch(
      (facts) => says('contact', ['form', 'action'])(facts) ?? says('comment', ['form', 'action'])(facts),
    ),
  },
  {
    name: 'poll',
    says: 'its button, action or name speaks of a poll',
    safe: true,
    type: 'other',
    evidence: unlessSearch(says('poll', SELF)),
  },
  {
    name: 'personal',
    says: 'asks for two or more facts, one of them personal',
    safe: true,
    type: 'registration',
    evidence: unlessSearch((facts) =>
      facts.typed >= 2 ? facts.says('personal', ['box-names', 'box-labels']) : undefined,
    ),
  },
  {
    name: 'period',
    says: 'only picks a period of time',
    safe: true,
    type: 'other',
    evidence: unlessSearch((facts) => facts.period()),
  },
  {
    name: 'settings',
    says: 'saves settings',
    safe: true,
    type: 'other',
    evidence: ({ control, says, settings }) =>
      (control('search') ?? says('search', ['submit', 'box-names', 'box-labels'])) ? undefined : settings(),
  },
  {
    name: 'one-choice',
    says: 'is one select or checkbox and nothing else',
    safe: false,
    type: 'other',
    evidence: (facts) =>
      facts.typed === 0 && facts.chosen === 1 ? `only ${facts.firstChoice()}` : undefined,
  },
  {
    name: 'display-options',
    says: 'only sorts, pages or switches what is shown',
    safe: false,
    type: 'other',
    evidence: (facts) =>
      facts.typed > 0
        ? undefined
        : (facts.says('sort', ['choice-names', 'options']) ??
          facts.says('display', ['choice-names']) ??
          facts.says('navigation', ['choice-names', 'form'])),
  },
  {
    name: 'no-search-word',
    says: 'has only choices and no word of searching',
    safe: false,
    type: 'other',
    evidence: unlessSearch(({ typed, chosen }) =>
      typed === 0 && chosen > 0 ? `${chosen} choices` : undefined,
    ),
  },
];

/** Months, years and days to choose, at most one other choice, and nothing to type: what is shown is another time of the same. */
function periodOf(
  form: Form,
  typed: readonly FormControl[],
  chosen: readonly FormControl[],
): string | undefined {
  if (typed.length > 0 || chosen.length < 2) return undefined;
  const meanings = meaningsOf(form);
  const parts = form.controls.filter((control, i) => isChosen(control) && meanings[i] === 'date-part');
  return parts.length >= 2 && chosen.length - parts.length <= 1
    ? parts.map((control) => show(control)).join(', ')
    : undefined;
}

const SAVES = new RegExp(`^(?:${alternatives('button/save')})$`, 'iu');

/** Three choices or more to keep, most of them made already: what is asked starts with “all” or nothing chosen. */
function settingsOf({ submits }: Form, chosen: readonly FormControl[]): string | undefined {
  const choices = chosen.filter(({ type }) => type !== 'checkbox');
  const made = choices.filter(({ type, options }) => {
    const at = options.find(({ selected }) => selected) ?? (type === 'select-one' ? options[0] : undefined);
    return at !== undefined && at.any !== true && at.value !== '';
  });
  const saves = submits.map(({ label }) => label.trim()).find((label) => SAVES.test(label));
  return choices.length >= 3 && made.length * 2 > choices.length ? saves : undefined;
}

function emailBoxOf({ controls }: Form): string | undefined {
  const control = controls.find(
    ({ type, name, id }) => type === 'email' || (isTypedText(type) && EMAIL_NAME.test(`${name} ${id}`)),
  );
  return control === undefined ? undefined : show(control);
}

const isTypedText = (type: string): boolean => type === 'text' || type === 'tel' || type === 'url';
const EMAIL_NAME = /e-?mail|courriel|correo|(?:^|[^a-z])epost|sahkoposti/i;

/** What in a form speaks of searching. */
const searchWord = ({ says, control }: RuleFacts): string | undefined =>
  control('search') ??
  says('search', SEARCH_SOURCES) ??
  says('queryCode', ['box-names']) ??
  says('keyword', ['box-names', 'box-labels']) ??
  says('find', ['submit', 'heading']);

/** What the rules look at; pass `words` where they were read already. */
export function ruleFacts(form: Form, words: FormWords = wordsOf(form, undefined)): RuleFacts {
  const { controls, captcha } = form;
  const typed = controls.filter(isTyped);
  const chosen = controls.filter(isChosen);
  return {
    says: (list, sources) => evidenceOf(words, list, sources),
    control: (type) => {
      const control = controls.find((candidate) => candidate.type === type);
      return control === undefined ? undefined : show(control);
    },
    emailBox: () => emailBoxOf(form),
    period: () => periodOf(form, typed, chosen),
    settings: () => settingsOf(form, chosen),
    captcha,
    controls: controls.length,
    typed: typed.length,
    chosen: chosen.length,
    firstChoice: () => chosen.map(show)[0] ?? '',
  };
}

/** Finds the first rule that rejects the form, with its evidence. */
export function findRejection(
  form: Form,
  options: RejectOptions = {},
  facts: RuleFacts = ruleFacts(form),
): Rejection | undefined {
  for (const rule of REJECTION_RULES) {
    const on = rule.safe
      ? options.disabled?.includes(rule.name) !== true
      : options.enabled?.includes(rule.name) === true;
    const evidence = on ? rule.evidence(facts) : undefined;
    if (evidence !== undefined) return { rule: rule.name, evidence, type: rule.type };
  }
  return undefined;
}

/** Lists every rule that would reject the form, safe or risky, in order. */
export const firingRules = (facts: RuleFacts): string[] =>
  REJECTION_RULES.filter((rule) => rule.evidence(facts) !== undefined).map(({ name }) => name);
