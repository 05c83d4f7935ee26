import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { FieldMeaning, Form, FormType } from '../../../forms/index.ts';
import { FieldfareError } from '../../../foundation/errors/index.ts';
import { allowPrivate, off } from '../../../foundation/options/index.ts';
import {
  command,
  describeForm,
  type FlagsOf,
  inStore,
  liveWeb,
  printJson,
  progressLine,
  text,
} from '../../../interfaces/terminal/index.ts';
import type { FormLabel, FoundForm, LabelCandidate } from '../models/label.ts';
import { today } from './shared-options.ts';

const SAID = /^([0-9a-f]{16})=(.+)$/;
const FIELD_SAID = /^([0-9a-f]{16}):(.+)=([a-z-]+)$/;
const options = z.object({
  set: z
    .array(
      z.string().regex(SAID, "expected a form's 16 digits and its type, as in bcb5ca9a5c549942=search,book"),
    )
    .default([])
    .describe('<form=type[,domain]> label without asking'),
  field: z
    .array(
      z
        .string()
        .regex(
          FIELD_SAID,
          "expected a form's 16 digits, a field and its meaning, as in bcb5ca9a5c549942:author=person",
        ),
    )
    .default([])
    .describe('<form:field=meaning> correct what a field asks for; “none” leaves it, “judged” undoes it'),
  ...inStore,
  storage: inStore.storage.describe('<dir> where labels are kept'),
  web: liveWeb.describe('<web> where the page is: live, practice or replay:FILE.warc.gz'),
  base: text.describe('<url> the address of the page in the file'),
  allowPrivate,
  date: today.describe('<yyyy-mm-dd> day of the labels'),
  json: off.describe('print one JSON object for each label'),
});

export const labelCommand = command({
  options,
  help: 'Answers: enter = as judged, a type (search, login, registration, recovery, contact, mailing-list, order, other),\n"search book", "search none", s = skip, q = quit. They may come from a file or a pipe.\n\nExamples:\n  fieldfare label https://www.abebooks.com/\n  fieldfare label 3\n  fieldfare label crawl.warc.gz\n  fieldfare label page.html --base https://example.org/ --set bcb5ca9a5c549942=search,book\n  fieldfare label 3 --field bcb5ca9a5c549942:author=person\n  fieldfare train forms --out my.json',
  run: label,
});

/** An answer, or a label to set, that means nothing here. */
class AnswerError extends FieldfareError {
  readonly code = 'answer';
}

/** @throws {AnswerError} for what is neither a type nor `search` with a domain */
function answerOf(text: string, types: readonly FormType[]): FormLabel {
  const [word = '', about, ...more] = text.trim().toLowerCase().split(/\s+/);
  const type = types.find((name) => name === word);
  if (type === undefined || more.length > 0 || (about !== undefined && type !== 'search'))
    throw new AnswerError(
      `Answer with one of ${types.join(', ')}; after search with a domain or “none”; not “${text}”.`,
    );
  return { type, ...(about !== undefined && { domain: about === 'none' ? null : about }) };
}

async function label({ set, field, json, ...flags }: FlagsOf<typeof options>, what: string): Promise<void> {
  const { keepFieldLabel, keepLabel, openLabelSource } = await import('../models/label.ts');
  const forms = await import('../../../forms/index.ts');
  const answerTo = (text: string) => answerOf(text, forms.FORM_TYPES);
  const said = set.map((one) => {
    const [, formId = '', answer = ''] = SAID.exec(one) ?? [];
    return { formId, ...answerTo(answer.replace(',', ' ')) };
  });
  const corrected = field.map((one) => {
    const [, formId = '', name = '', meaning = ''] = FIELD_SAID.exec(one) ?? [];
    return { formId, field: name, meaning: meaningNamed(meaning, forms.FIELD_MEANINGS) };
  });
  const line = progressLine(process.stderr, 0);
  const source = await openLabelSource(what, {
    ...flags,
    ...(!json && {
      onPage: (read, all, found) => line.report(`${read} of ${all} pages read, ${found} forms`),
    }),
  });
  line.end();
  let count = 0;
  try {
    const labels =
      said.length + corrected.length > 0
        ? prepared(source.found, said)
        : typed(source.found, answerTo, forms.meaningsOf);
    for await (const [candidate, one] of labels) {
      const { formId, type, domain } = keepLabel(candidate, one, flags);
      count++;
      const about = domain !== undefined && { domain };
      if (json) printJson({ formId, type, ...about });
      else process.stdout.write(`${formId}: ${type}${domain === undefined ? '' : `, ${domain ?? 'none'}`}\n`);
    }
    for (const { formId, ...one } of corrected) {
      const kept = keepFieldLabel(await foundForm(source.found, formId).read(), one, flags);
      if (json) printJson({ formId, ...kept });
      else process.stdout.write(`${formId}: ${kept.field} ${kept.meaning ?? 'as judged'}\n`);
    }
  } finally {
    await source.close();
  }
  if (!json && corrected.length === 0)
    process.stdout.write(
      `${count} of ${source.found.length} forms labelled in ${forms.correctionsFile(flags.storage)}\n`,
    );
}

async function* typed(
  found: readonly FoundForm[],
  answerTo: (text: string) => FormLabel,
  meaningsOf: (form: Form) => FieldMeaning[],
): AsyncGenerator<[LabelCandidate, FormLabel]> {
  const lines = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: process.stdin.isTTY === true,
  });
  const input = lines[Symbol.asyncIterator]();
  try {
    for (const [i, one] of found.entries()) {
      const candidate = await one.read();
      process.stderr.write(
        `\n${describeForm({ ...candidate, formId: one.runForm }, meaningsOf(candidate.form), i + 1).join('\n')}\n`,
      );
      while (true) {
        process.stderr.write(
          `${i + 1} of ${found.length}: type, enter = ${candidate.verdict.type}, s = skip, q = quit: `,
        );
        const { value, done } = await input.next();
        if (done === true || value === 'q') return;
        if (value === 's') break;
        try {
          yield [candidate, value.trim() === '' ? asJudged(candidate) : answerTo(value)];
          break;
        } catch (error) {
          // A slip of the finger is asked again; a script has nobody to ask.
          if (!(error instanceof AnswerError) || process.stdin.isTTY !== true) throw error;
          process.stderr.write(`${error.message}\n`);
        }
      }
    }
  } finally {
    lines.close();
  }
}

async function* prepared(
  found: readonly FoundForm[],
  said: readonly (FormLabel & { readonly formId: string })[],
): AsyncGenerator<[LabelCandidate, FormLabel]> {
  for (const { formId, ...answer } of said) yield [await foundForm(found, formId).read(), answer];
}

function foundForm(found: readonly FoundForm[], formId: string): FoundForm {
  const one = found.find((each) => each.runForm === formId || each.formId === formId);
  if (one !== undefined) return one;
  throw new AnswerError(
    `There is no form ${formId} here; there are ${found.map((each) => each.runForm ?? each.formId).join(', ') || 'none'}.`,
  );
}

/** @throws {AnswerError} for what no field may be said to mean */
function meaningNamed<T extends string>(text: string, meanings: readonly T[]): T | null {
  const meaning = meanings.find((name) => name === text);
  if (meaning !== undefined || text === 'judged') return meaning ?? null;
  throw new AnswerError(`A field means one of ${meanings.join(', ')} or “judged”; not “${text}”.`);
}

const asJudged = ({ verdict, domain }: LabelCandidate): FormLabel =>
  verdict.type === 'search' ? { type: 'search', domain } : { type: verdict.type };
