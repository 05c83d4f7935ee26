import { alternatives } from '../../foundation/language/index.ts';
import type { Form, FormControl, SubmitControl } from '../form.ts';
import { meaningOf } from './control-meaning.ts';
import { type ControlWords, controlWords, isOpen, surroundingsOf } from './control-words.ts';
import type { FieldMeaning } from './field-meaning.ts';

/** What each control of the form is for, in their order: as a person says, else as it is judged. */
export const meaningsOf = (form: Form): FieldMeaning[] =>
  judgedMeanings(form).map((meaning, i) => form.controls[i]?.corrected ?? meaning);

/** What each control is for by its words and its neighbours. */
export function judgedMeanings(form: Form): FieldMeaning[] {
  const lines = form.controls.map(controlWords);
  const around = surroundingsOf(form, lines);
  const meanings = form.controls.map((control, i) => meaningOf(control, lines[i] as ControlWords, around));
  pairRanges(form.controls, lines, meanings);
  repeatSecrets(form.controls, meanings);
  settleNames(form.controls, lines, meanings);
  return meanings;
}

/** What a button or another submit control is for. */
export function meaningOfSubmit({ label, value, name, type }: SubmitControl): FieldMeaning {
  if (
    /\b(?:reset|clear|l(?:ö|oe)schen|effacer|limpiar|zur(?:ü|ue)cksetzen|сброс\w*|очистить)\b/iu.test(
      `${label} ${value} ${name}`,
    ) &&
    type !== 'submit'
  )
    return 'reset';
  return 'submit';
}

const LOW = new RegExp(
  `(?:^| )(?:${alternatives('control/low')})(?= )|^ (?:min|from)[a-z]+ |[a-z](?:min|from|low) `,
);
const HIGH = new RegExp(
  `(?:^| )(?:${alternatives('control/high')})(?= )|^ (?:max)[a-z]+ |[a-z](?:max|upto|high) `,
);

/** Two controls after each other, for the lower and the upper bound of one thing. */
function pairRanges(
  controls: readonly FormControl[],
  lines: readonly ControlWords[],
  meanings: FieldMeaning[],
): void {
  for (let i = 0; i < controls.length; i++) {
    const meaning = meanings[i] as FieldMeaning;
    const { name, label } = lines[i] as ControlWords;
    const ranged = RANGED[meaning];
    if (ranged === undefined) continue;
    const low = LOW.test(name) || LOW.test(label);
    const high = HIGH.test(name) || HIGH.test(label);
    if (low === high) continue;
    const [least, most] = ranged;
    meanings[i] = low ? least : most;
  }
}

const RANGED: Partial<Record<FieldMeaning, readonly [FieldMeaning, FieldMeaning]>> = {
  price: ['price-min', 'price-max'],
  number: ['number-min', 'number-max'],
  date: ['date-start', 'date-end'],
};

/** The second password field repeats the first; a single one repeats nothing, whatever its name. */
function repeatSecrets(controls: readonly FormControl[], meanings: FieldMeaning[]): void {
  const at = meanings.flatMap((meaning, i) =>
    meaning === 'password' && isOpen(controls[i] as FormControl) ? [i] : [],
  );
  const again = meanings.flatMap((meaning, i) => (meaning === 'password-again' ? [i] : []));
  if (again.length === 1 && !meanings.includes('password')) meanings[again[0] as number] = 'password';
  const last = at.at(-1);
  if (at.length >= 2 && last !== undefined && !meanings.includes('password-again'))
    meanings[last] = 'password-again';
}

const isFirst = (line: ControlWords | undefined): boolean =>
  line !== undefined && /first|vorname|prenom|fname/.test(line.name + line.label);

/** “Name” alone is the whole name, or that of an account where a password is asked for and no other name. */
function settleNames(
  controls: readonly FormControl[],
  lines: readonly ControlWords[],
  meanings: FieldMeaning[],
): void {
  const typed = controls.filter(isOpen).length;
  const secret = meanings.includes('password');
  const account = meanings.includes('username');
  const parts = meanings.includes('last-name');
  meanings.forEach((meaning, i) => {
    if (meaning !== 'first-name' && meaning !== 'full-name') return;
    if (secret && !account && !parts && (typed <= 3 || meaning === 'full-name')) meanings[i] = 'username';
    else if (meaning === 'first-name' && !parts && !isFirst(lines[i])) meanings[i] = 'full-name';
  });
  // Where the first name is asked for apart, “name” is the other one.
  const whole = meanings.flatMap((meaning, i) => (meaning === 'full-name' ? [i] : []));
  const [at] = whole;
  if (at !== undefined && whole.length === 1 && !parts && meanings.includes('first-name'))
    meanings[at] = 'last-name';
}
