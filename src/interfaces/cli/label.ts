import { createInterface } from 'node:readline';
import { Command, InvalidArgumentError } from 'commander';
import type { InspectOptions } from '../../app/index.ts';
import type { FieldMeaning, Form, FormContext, FormType, OwnLabel } from '../../forms/index.ts';
import type { Domain } from '../../foundation/domain/index.ts';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { describeForm, type ShownForm } from './describe-form.ts';
import { progressLine } from './progress-line.ts';

interface Flags {
  set: readonly Said[];
  storage: string;
  web: string;
  base?: string;
  allowPrivate?: true;
  date: string;
  json?: true;
}

/** What a user says: a type, and for search forms what they are about (null: none of the domains). */
interface Answer {
  readonly type: FormType;
  readonly domain?: string | null;
}

/** What `--set` says of a form, as it was written. */
interface Said {
  readonly formId: string;
  readonly answer: string;
}

/** A form to be labelled, with all that is learned from. */
interface Candidate extends ShownForm {
  readonly context: FormContext;
  readonly page?: OwnLabel['page'];
}

/** A form found; read when it is its turn, so that the pages of a large archive are not held. */
interface Found {
  readonly formId: string;
  /** 0 where the verdict is least sure. */
  readonly doubt: number;
  read(): Candidate | Promise<Candidate>;
}

interface Source {
  readonly found: readonly Found[];
  close?(): Promise<void>;
}

export function labelCommand(): Command {
  return new Command('label')
    .description(
      'say what forms are: it wins over rules and models from now on, and the next training learns from it',
    )
    .argument('<what>', 'an address, an HTML file, a WARC archive, or the number of a run')
    .option('--set <form=type[,domain]>', 'label without asking; may be given several times', collect, [])
    .option('--storage <dir>', 'where labels are kept', 'storage')
    .option('--web <web>', 'where the page is: live, practice, or replay:FILE.warc.gz', 'live')
    .option('--base <url>', 'the address a file is taken to come from')
    .option('--allow-private', 'let addresses of private networks be visited')
    .option('--date <yyyy-mm-dd>', 'day of the labels', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object for each label')
    .addHelpText(
      'after',
      '\nAnswers: enter = as judged, a type (search, login, registration, recovery, contact, mailing-list, order, other),\n"search book", "search none", s = skip, q = enough. They may come from a file or a pipe.\n\nExamples:\n  fieldfare label https://www.abebooks.com/\n  fieldfare label 3\n  fieldfare label crawl.warc.gz\n  fieldfare label page.html --base https://example.org/ --set bcb5ca9a5c549942=search,book\n  fieldfare train forms --out my.json',
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
function answerOf(text: string, types: readonly FormType[]): Answer {
  const [word = '', about, ...more] = text.trim().toLowerCase().split(/\s+/);
  const type = types.find((name) => name === word);
  if (type === undefined || more.length > 0 || (about !== undefined && type !== 'search'))
    throw new AnswerError(
      `Answer with one of ${types.join(', ')}; after search with a domain or “none”; not “${text}”.`,
    );
  return { type, ...(about !== undefined && { domain: about === 'none' ? null : about }) };
}

async function label(what: string, flags: Flags): Promise<void> {
  const forms = await import('../../forms/index.ts');
  const { loadDomains } = await import('../../foundation/domain/index.ts');
  const domains = loadDomains();
  const answerTo = (text: string) => answerOf(text, forms.FORM_TYPES);
  const said = flags.set.map(({ formId, answer }) => ({ formId, ...answerTo(answer) }));
  const { found, close } = await sourceOf(what, flags);
  let count = 0;
  try {
    const given = said.length > 0 ? prepared(found, said) : typed(found, answerTo, forms.meaningsOf);
    for await (const [{ form, context, page }, answer] of given) {
      checkDomain(answer, domains);
      const { type, domain } = answer;
      const own = { form, context, type, date: flags.date, ...(domain !== undefined && { domain }) };
      forms.rememberLabel(flags.storage, { ...own, ...(page && { page }) }, domains);
      count++;
      if (flags.json) process.stdout.write(`${JSON.stringify({ formId: form.id, ...answer })}\n`);
      else
        process.stdout.write(`${form.id}: ${type}${domain === undefined ? '' : `, ${domain ?? 'none'}`}\n`);
    }
  } finally {
    await close?.();
  }
  if (!flags.json)
    process.stdout.write(
      `${count} of ${found.length} forms labelled in ${forms.correctionsFile(flags.storage)}\n`,
    );
}

async function sourceOf(what: string, flags: Flags): Promise<Source> {
  if (/\.warc(?:\.gz)?$/i.test(what) && !/^https?:/i.test(what)) return fromArchive(what, flags);
  const candidates = /^\d+$/.test(what) ? await fromRun(what, flags.storage) : await fromPage(what, flags);
  return { found: candidates.map((candidate) => ({ ...doubtOf(candidate), read: () => candidate })) };
}

function checkDomain({ domain }: Answer, domains: readonly Domain[]): void {
  if (domain == null || domains.some(({ name }) => name === domain)) return;
  throw new AnswerError(
    `There is no domain “${domain}”; expected none or ${domains.map(({ name }) => name).join(', ')}.`,
  );
}

async function* typed(
  found: readonly Found[],
  answerTo: (text: string) => Answer,
  meaningsOf: (form: Form) => FieldMeaning[],
): AsyncGenerator<[Candidate, Answer]> {
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
          `${i + 1} of ${found.length}: type, enter = ${candidate.verdict.type}, s = skip, q = enough: `,
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
  found: readonly Found[],
  said: readonly (Answer & { readonly formId: string })[],
): AsyncGenerator<[Candidate, Answer]> {
  for (const { formId, ...answer } of said) {
    const one = found.find((each) => each.formId === formId);
    if (one === undefined)
      throw new AnswerError(
        `There is no form ${formId} here; there are ${found.map((each) => each.formId).join(', ') || 'none'}.`,
      );
    yield [await one.read(), answer];
  }
}

const asJudged = ({ verdict, domain }: Candidate): Answer =>
  verdict.type === 'search' ? { type: 'search', domain } : { type: verdict.type };

async function fromPage(
  target: string,
  { storage, base, allowPrivate, ...flags }: Flags,
  options: InspectOptions = {},
): Promise<Candidate[]> {
  const { inspect } = await import('../../app/index.ts');
  const { reading, reasons, text } = await inspect(target, {
    web: flags.web,
    storage,
    ...(base !== undefined && { base }),
    ...(allowPrivate && { allowPrivate }),
    ...options,
  });
  const { url, title, forms } = reading;
  return forms.map((shown, i) => ({
    ...shown,
    reason: reasons[i] ?? undefined,
    context: { url, title, forms: forms.length },
    page: { url, title, text },
  }));
}

/**
 * The forms of all pages of an archive as their markup shows them, each once, the least sure first. Of each only its page is kept in mind:
 * that is read again when the form is asked about.
 */
async function fromArchive(file: string, flags: Flags): Promise<Source> {
  const { openTransport, TransportError } = await import('../../foundation/http/index.ts');
  const { ALL_DOMAINS } = await import('../../app/index.ts');
  const { loadClassifiers } = await import('../../crawl/analysis/index.ts');
  const web = await openTransport(`replay:${file}`);
  const classifiers = loadClassifiers(ALL_DOMAINS, flags);
  const formsOf = (url: string) => fromPage(url, flags, { web, render: 'never', classifiers });
  const found = new Map<string, Found>();
  const close = () => web.close();
  try {
    const pages = await web.seeds();
    const line = progressLine(process.stderr, pages.length);
    for (const [i, url] of pages.entries()) {
      if (flags.json !== true) line.tell(`${i + 1} of ${pages.length} pages read, ${found.size} forms`);
      const here = await formsOf(url).catch((error: unknown) => {
        // A page that cannot be read has no forms to label; the others have.
        if (error instanceof TransportError) return [];
        throw error;
      });
      for (const candidate of here) {
        const { formId, doubt } = doubtOf(candidate);
        const read = async () => {
          const again = (await formsOf(url)).find(({ form }) => form.id === formId);
          if (again === undefined)
            throw new Error(`${file} has changed: ${url} holds no form ${formId} any more`);
          return again;
        };
        if (!found.has(formId)) found.set(formId, { formId, doubt, read });
      }
    }
    line.end();
  } catch (error) {
    await close();
    throw error;
  }
  return { found: leastSureFirst([...found.values()]), close };
}

/** A label teaches most where the verdict was in doubt. */
const doubtOf = ({ form, verdict }: Candidate): { formId: string; doubt: number } => ({
  formId: form.id,
  doubt: verdict.kind === 'classified' ? Math.abs(verdict.score - 0.5) : 1,
});

const leastSureFirst = (found: readonly Found[]): Found[] => [...found].sort((a, b) => a.doubt - b.doubt);

/** The forms of a run, the least sure verdicts first. */
async function fromRun(number: string, storage: string): Promise<Candidate[]> {
  const { openStore } = await import('../../drivers/sqlite/index.ts');
  const { findRun, harvestedForms } = await import('../../library/index.ts');
  const store = await openStore(storage, { mode: 'read' });
  try {
    const run = await findRun(store, number);
    const found: Candidate[] = [];
    const perPage = new Map<string, number>();
    for await (const harvested of harvestedForms(store, run.id)) {
      const { page, form, controls, verdict, domain, domainScore } = harvested;
      perPage.set(page, (perPage.get(page) ?? 0) + 1);
      found.push({
        form: { ...form, controls },
        verdict,
        domain,
        domainScore,
        context: { url: page, title: '', forms: 1 },
      });
    }
    return found
      .map((one) => ({ ...one, context: { ...one.context, forms: perPage.get(one.context.url) ?? 1 } }))
      .sort((a, b) => doubtOf(a).doubt - doubtOf(b).doubt);
  } finally {
    await store.close();
  }
}
