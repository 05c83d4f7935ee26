import { ALL_DOMAINS, type Inspection, inspect } from '../../../app/index.ts';
import { type Classifiers, loadClassifiers } from '../../../crawl/analysis/index.ts';
import { openStore } from '../../../drivers/open/index.ts';
import {
  type DomainReason,
  type FormContext,
  type FormType,
  type FormVerdict,
  fieldNamesOf,
  learnersDisagree,
} from '../../../forms/index.ts';
import { type Domain, loadDomains } from '../../../foundation/domain/index.ts';
import { FieldfareError, whileOpen } from '../../../foundation/errors/index.ts';
import { openTransport, type Transport, TransportError } from '../../../foundation/http/index.ts';
import { siteOf } from '../../../foundation/url/index.ts';
import { findRun, formIdOf, formsOfSite, harvestedForms } from '../../../library/index.ts';
import { type FieldLabel, type OwnLabel, rememberField, rememberLabel } from '../forms/own-labels.ts';

/** Holds what a labeller says of a form: a type, and for search forms what they are about (null: none of the domains). */
export interface FormLabel {
  readonly type: FormType;
  readonly domain?: string | null;
}

/** A form to be labelled, with all that is learned from. */
export interface LabelCandidate
  extends Pick<Inspection['reading']['forms'][number], 'form' | 'verdict' | 'domain' | 'domainScore'> {
  readonly reason?: DomainReason | undefined;
  readonly context: FormContext;
  readonly page?: OwnLabel['page'];
  /** What its run, or the run of its address, calls it; labels go by the id of its structure. */
  readonly runForm?: string;
}

/** A form found; read when it is its turn, so that the pages of a large archive are not held. */
export interface FoundForm {
  readonly formId: string;
  /** The least comes first: below 0 where the learners disagree, 0 where the verdict is least sure. */
  readonly doubt: number;
  readonly runForm?: string | undefined;
  read(): LabelCandidate | Promise<LabelCandidate>;
}

export interface FormsToLabel {
  readonly found: readonly FoundForm[];
  close(): Promise<void>;
}

interface LabelOptions {
  /** Says where labels are kept, and runs are read. */
  readonly storage: string;
  /** Says where an address is. */
  readonly web: string;
  /** Address that a file is taken to come from. */
  readonly base?: string | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** Leaves out forms of other sites of a run. */
  readonly site?: string | undefined;
  /** Day of the labels, `yyyy-mm-dd`. */
  readonly date: string;
  /** Called after each page of an archive. */
  readonly onPage?: (read: number, all: number, forms: number) => void;
}

/** A label that means nothing here. */
class LabelError extends FieldfareError {
  readonly code = 'label';
}

/**
 * Finds the forms to label, of an archive or a run those first on which the learners disagree, then the least sure verdicts.
 * @param what an address, an HTML file, a WARC archive, or the number of a run
 */
export async function openLabelSource(what: string, options: LabelOptions): Promise<FormsToLabel> {
  if (/\.warc(?:\.gz)?$/i.test(what) && !/^https?:/i.test(what)) return fromArchive(what, options);
  const candidates = /^\d+$/.test(what) ? await fromRun(what, options) : await fromPage(what, options);
  const found = candidates.map((candidate) => ({
    ...doubtOf(candidate),
    runForm: candidate.runForm,
    read: () => candidate,
  }));
  return { found, close: async () => undefined };
}

/**
 * Keeps what a user says of a form.
 * @returns the label, with what the form is called where it was found
 * @throws {LabelError} for a domain that there is not
 */
export function keepLabel(
  { form, context, page, runForm = form.id }: LabelCandidate,
  label: FormLabel,
  { storage, date }: Pick<LabelOptions, 'storage' | 'date'>,
): { readonly formId: string } & FormLabel {
  const domains = loadDomains();
  checkDomain(label.domain, domains);
  rememberLabel(storage, { form, context, date, ...label, ...(page && { page }) }, domains);
  return { formId: runForm, ...label };
}

/**
 * Keeps what a user says that a field asks for, from the next queries to its form on.
 * @param field name, id or label of the field
 * @returns the field as it is kept
 * @throws {LabelError} for a field that the form has not, that nobody fills in, or that is called as others are
 */
export function keepFieldLabel(
  { form, context }: Pick<LabelCandidate, 'form' | 'context'>,
  { field, meaning }: FieldLabel,
  { storage, date }: Pick<LabelOptions, 'storage' | 'date'>,
): FieldLabel {
  const names = fieldNamesOf(form.controls);
  const called = form.controls.map(({ name, id, label }) => [name, id, label]);
  const alike = names.includes(field) ? [field] : names.filter((_, i) => called[i]?.includes(field));
  const [only, other] = alike.filter((name) => name !== undefined);
  if (only === undefined || other !== undefined)
    throw new LabelError(
      other === undefined
        ? `The form has no field “${field}” to fill in; it has ${names.filter((name) => name !== undefined).join(', ') || 'none'}.`
        : `Several fields of the form are called “${field}”: name one of ${alike.join(', ')}.`,
    );
  const kept = { field: only, meaning };
  rememberField(storage, { form, url: context.url, date, ...kept });
  return kept;
}

function checkDomain(domain: string | null | undefined, domains: readonly Domain[]): void {
  if (domain == null || domains.some(({ name }) => name === domain)) return;
  throw new LabelError(
    `There is no domain “${domain}”; expected none or ${domains.map(({ name }) => name).join(', ')}.`,
  );
}

async function fromPage(
  target: string,
  { storage, web, base, allowPrivate }: LabelOptions,
  archive?: { readonly web: Transport; readonly classifiers: Classifiers },
): Promise<LabelCandidate[]> {
  const { reading, reasons, text } = await inspect(target, {
    web,
    storage,
    ...(base !== undefined && { base }),
    ...(allowPrivate && { allowPrivate }),
    ...(archive && { ...archive, render: 'never' as const }),
  });
  const { url, title, forms } = reading;
  return forms.map((shown, i) => ({
    ...shown,
    reason: reasons[i] ?? undefined,
    context: { url, title, forms: forms.length },
    page: { url, title, text },
    ...(/^https?:/i.test(target) && { runForm: formIdOf(siteOf(url), shown.form) }),
  }));
}

/**
 * Finds the forms of all pages of an archive as their markup shows them, each once. Of each only its page is remembered,
 * which is read again when it is the form's turn.
 */
async function fromArchive(file: string, options: LabelOptions): Promise<FormsToLabel> {
  const web = await openTransport(`replay:${file}`);
  const close = () => web.close();
  try {
    const classifiers = loadClassifiers(ALL_DOMAINS, options);
    const formsOf = (url: string) => fromPage(url, options, { web, classifiers });
    const found = new Map<string, FoundForm>();
    const pages = await web.seeds();
    for (const [i, url] of pages.entries()) {
      const here = await formsOf(url).catch((error: unknown) => {
        // A page that cannot be read has no forms to label; the others have.
        if (error instanceof TransportError) return [];
        throw error;
      });
      for (const candidate of here) {
        const { formId, doubt } = doubtOf(candidate);
        const { runForm } = candidate;
        const read = async () => {
          const again = (await formsOf(url)).find(({ form }) => form.id === formId);
          if (again === undefined)
            throw new LabelError(`${file} has changed: ${url} holds no form ${formId} any more`);
          return again;
        };
        if (!found.has(formId)) found.set(formId, { formId, doubt, runForm, read });
      }
      options.onPage?.(i + 1, pages.length, found.size);
    }
    return { found: [...found.values()].sort((a, b) => a.doubt - b.doubt), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A label teaches most where the learners disagree, the more the better, and then where the verdict was in doubt. */
const doubtOf = ({ form, verdict }: LabelCandidate): { formId: string; doubt: number } => ({
  formId: form.id,
  doubt: doubtOfVerdict(verdict),
});

function doubtOfVerdict(verdict: FormVerdict): number {
  if (verdict.kind === 'rejected') return 1;
  const { learners, score } = verdict;
  return learners !== undefined && learnersDisagree(learners)
    ? -Math.abs(learners.svm - learners.knn)
    : Math.abs(score - 0.5);
}

async function fromRun(number: string, { storage, site }: LabelOptions): Promise<LabelCandidate[]> {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const run = await findRun(store, number);
    const found: LabelCandidate[] = [];
    const perPage = new Map<string, number>();
    const forms = site === undefined ? harvestedForms(store, run.id) : await formsOfSite(store, run.id, site);
    for await (const harvested of forms) {
      const { page, form, controls, verdict, domain, domainScore } = harvested;
      perPage.set(page, (perPage.get(page) ?? 0) + 1);
      const context = { url: page, title: '', forms: 1 };
      const runForm = harvested.formId;
      found.push({ form: { ...form, controls }, verdict, domain, domainScore, context, runForm });
    }
    return found
      .map((one) => ({ ...one, context: { ...one.context, forms: perPage.get(one.context.url) ?? 1 } }))
      .sort((a, b) => doubtOf(a).doubt - doubtOf(b).doubt);
  });
}
