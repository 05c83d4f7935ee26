import { createInterface } from 'node:readline';
import { Command, InvalidArgumentError } from 'commander';
import type { FieldMeaning, Form, FormType } from '../../../forms/index.ts';
import { FieldfareError } from '../../../foundation/errors/index.ts';
import { describeForm, progressLine } from '../../../interfaces/terminal/index.ts';
import type { FormLabel, FoundForm, LabelCandidate, Labeller } from '../models/label.ts';

interface Flags {
  set: readonly Said[];
  storage: string;
  web: string;
  base?: string;
  allowPrivate?: true;
  date: string;
  json?: true;
}

/** What `--set` says of a form, as it was written. */
interface Said {
  readonly formId: string;
  readonly answer: string;
}

export function labelCommand(): Command {
  return new Command('label')
    .description(
      'label forms by hand: labels override rules and models, and the next training learns from them',
    )
    .argument('<what>', 'an address, an HTML file, a WARC archive, or the number of a run')
    .option('--set <form=type[,domain]>', 'label without asking; may be given several times', collect, [])
    .option('--storage <dir>', 'where labels are kept', 'storage')
    .option('--web <web>', 'where the page is: live, practice or replay:FILE.warc.gz', 'live')
    .option('--base <url>', 'the address of the page in the file')
    .option('--allow-private', 'allow addresses of private networks')
    .option('--date <yyyy-mm-dd>', 'day of the labels', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object for each label')
    .addHelpText(
      'after',
      '\nAnswers: enter = as judged, a type (search, login, registration, recovery, contact, mailing-list, order, other),\n"search book", "search none", s = skip, q = quit. They may come from a file or a pipe.\n\nExamples:\n  fieldfare label https://www.abebooks.com/\n  fieldfare label 3\n  fieldfare label crawl.warc.gz\n  fieldfare label page.html --base https://example.org/ --set bcb5ca9a5c549942=search,book\n  fieldfare train forms --out my.json',
    )
    .action(label);
}

/** An answer, or a label to set, that means nothing here. */
class AnswerError extends FieldfareError {
  readonly code = 'answer';
}

/** @throws {InvalidArgumentError} for what names no form */
function collect(text: string, before: readonly Said[]): Said[] {
  const [, formId = '', answer = ''] = /^([0-9a-f]{16})=(.+)$/.exec(text) ?? [];
  if (formId === '')
    throw new InvalidArgumentError(
      `Give a form's 16 digits and its type, as in bcb5ca9a5c549942=search,book, not “${text}”.`,
    );
  return [...before, { formId, answer: answer.replace(',', ' ') }];
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

async function label(what: string, { set, json, ...options }: Flags): Promise<void> {
  const { keepLabels, openLabelSource } = await import('../models/label.ts');
  const forms = await import('../../../forms/index.ts');
  const answerTo = (text: string) => answerOf(text, forms.FORM_TYPES);
  const said = set.map(({ formId, answer }) => ({ formId, ...answerTo(answer) }));
  const line = progressLine(process.stderr, 0);
  const source = await openLabelSource(what, {
    ...options,
    ...(json !== true && {
      onPage: (read, all, found) => line.tell(`${read} of ${all} pages read, ${found} forms`),
    }),
  });
  line.end();
  let count = 0;
  try {
    const labeller: Labeller =
      said.length > 0
        ? (found) => prepared(found, said)
        : (found) => typed(found, answerTo, forms.meaningsOf);
    for await (const { formId, type, domain } of keepLabels(source, labeller, options)) {
      count++;
      const about = domain !== undefined && { domain };
      if (json) process.stdout.write(`${JSON.stringify({ formId, type, ...about })}\n`);
      else process.stdout.write(`${formId}: ${type}${domain === undefined ? '' : `, ${domain ?? 'none'}`}\n`);
    }
  } finally {
    await source.close();
  }
  if (!json)
    process.stdout.write(
      `${count} of ${source.found.length} forms labelled in ${forms.correctionsFile(options.storage)}\n`,
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
      process.stderr.write(`\n${describeForm(candidate, meaningsOf(candidate.form), i + 1).join('\n')}\n`);
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
  for (const { formId, ...answer } of said) {
    const one = found.find((each) => each.formId === formId);
    if (one === undefined)
      throw new AnswerError(
        `There is no form ${formId} here; there are ${found.map((each) => each.formId).join(', ') || 'none'}.`,
      );
    yield [await one.read(), answer];
  }
}

const asJudged = ({ verdict, domain }: LabelCandidate): FormLabel =>
  verdict.type === 'search' ? { type: 'search', domain } : { type: verdict.type };
