/** The forms of a store that can be called: found, described, and their records described. */

import { z } from 'zod';
import { FieldfareError } from '../foundation/errors/index.ts';
import { OptionsError } from '../foundation/options/index.ts';
import { canonicalUrl, pageKey, siteOf, withScheme } from '../foundation/url/index.ts';
import {
  askedForms,
  formsOfSite,
  type HarvestedForm,
  harvestedRecords,
  type RunKind,
  typedFieldsSchema,
} from '../library/index.ts';
import type { RunRow, Store } from '../storage/index.ts';
import {
  type CallableForm,
  callableForm,
  type FormOutcome,
  type QueryParameter,
} from '../submissions/index.ts';

const STATUS = {
  'no-such-form': 404,
  'form-not-verified': 409,
  'form-changed': 409,
  'query-budget': 429,
  'no-answer': 502,
} as const;

/** Says why a form could not be called. */
export class QueryError extends FieldfareError {
  readonly code: keyof typeof STATUS;
  override readonly httpStatus: number;

  constructor(code: keyof typeof STATUS, message: string, hint?: string) {
    super(message, hint === undefined ? {} : { hint });
    this.code = code;
    this.httpStatus = STATUS[code];
  }
}

/** A form of a run that was asked. */
export interface StoredForm {
  readonly run: RunRow;
  readonly harvested: HarvestedForm;
  readonly outcome: FormOutcome;
  readonly records: number;
  /** Queries that were sent to it, probes among them. */
  readonly queries: number;
  readonly callable: CallableForm;
}

export interface FormDescription {
  readonly formId: string;
  /** Run that verified it. */
  readonly run: number;
  readonly site: string;
  readonly page: string;
  readonly domain: string | null;
  readonly outcome: FormOutcome;
  /** Says when the run that verified it was last at work. */
  readonly seenAt: string;
  readonly recordsSeen: number;
  readonly parameters: readonly QueryParameter[];
}

/** Reads where a form is looked for: in all that were asked. */
type Reading = Pick<Store, 'storage' | 'runs' | 'submissions' | 'forms' | 'pages'>;

/** Selects forms by all that is given. */
interface Selection {
  readonly formId?: string;
  readonly site?: string;
  /** Address of the page that shows it, or that led to it when a run of its own was asked for that address. */
  readonly page?: string;
}

/** Tells whether a run was begun for one address alone. */
export function isOfAddress({ options }: Pick<RunRow, 'options'>, page: string): boolean {
  const { kind, seeds = [] } = JSON.parse(options) as { kind?: RunKind; seeds?: readonly string[] };
  const [seed, other] = seeds;
  return (
    kind !== undefined &&
    kind !== 'harvest' &&
    seed !== undefined &&
    other === undefined &&
    pageKey(seed) === pageKey(page)
  );
}

/**
 * Forms that were asked, each as the latest run has it that asked it; those verified first, among them those that take words,
 * then those with most records.
 */
export async function storedForms(store: Reading, which: Selection = {}): Promise<StoredForm[]> {
  const found = new Map<string, StoredForm>();
  for (const run of [...(await store.runs.all())].reverse()) {
    const isOwn = which.page !== undefined && isOfAddress(run, which.page);
    const asked = (await askedForms(store, run.id)).filter(
      ({ formId, site, state }) =>
        state === 'asked' &&
        !found.has(formId) &&
        (which.formId === undefined || formId === which.formId) &&
        (isOwn || which.site === undefined || site === which.site),
    );
    for (const site of new Set(asked.map((form) => form.site))) {
      const harvested = new Map((await formsOfSite(store, run.id, site)).map((form) => [form.formId, form]));
      for (const { formId, outcome, records, submissions: queries, site: own } of asked) {
        const form = own === site ? harvested.get(formId) : undefined;
        if (form === undefined) continue;
        if (which.page !== undefined && !isOwn && pageKey(form.page) !== pageKey(which.page)) continue;
        const callable = callableForm({ ...form.form, controls: form.controls }, new Date());
        if (callable !== undefined)
          found.set(formId, { run, harvested: form, outcome, records, queries, callable });
      }
    }
  }
  const rank = ({ outcome, callable }: StoredForm): number =>
    (outcome === 'verified' ? 2 : 0) +
    (callable.parameters.some(({ type, options }) => type === 'string' && !options) ? 1 : 0);
  const best = [...found.values()].sort((a, b) => rank(b) - rank(a) || b.records - a.records);
  return which.formId === undefined ? distinct(best) : best;
}

/** Keeps the first of forms that send the same fields to the same address, such as a box in the head and in the page. */
function distinct(forms: readonly StoredForm[]): StoredForm[] {
  const sent = ({ harvested: { form, controls } }: StoredForm): string =>
    [form.method, form.action, ...controls.map(({ name }) => name).sort()].join(' ');
  return [...new Map([...forms].reverse().map((form) => [sent(form), form])).values()].reverse();
}

/** @throws {QueryError} where no run asked it */
export async function storedForm(store: Reading, formId: string): Promise<StoredForm> {
  const [form] = await storedForms(store, { formId });
  if (form === undefined)
    throw new QueryError(
      'no-such-form',
      `no form ${formId} was asked in any run`,
      'find it with "fieldfare query URL"',
    );
  return form;
}

/** Returns what a target names: a form by its id, the page of an address, or a site. @throws {OptionsError} */
export function selectionOf(target: string): Selection {
  if (/^[0-9a-f]{16}$/.test(target)) return { formId: target };
  if (!/^https?:\/\/|[/?#]/i.test(target)) return { site: target };
  const page = canonicalUrl(withScheme(target));
  if (page === undefined || !/^https?:/.test(page))
    throw new OptionsError(`${target} is no web address; write it as https://example.org/`);
  return { page, site: siteOf(page) };
}

export function describeForm({ run, harvested, outcome, records, callable }: StoredForm): FormDescription {
  const { formId, site, page, domain } = harvested;
  return {
    ...{ formId, run: run.id, site, page, domain, outcome },
    seenAt: new Date(run.updated_at).toISOString(),
    recordsSeen: records,
    parameters: callable.parameters,
  };
}

/** Records that the schema is read from. */
const SAMPLE = 200;

/** JSON Schema of the records of a form, by the fields of those that it has shown. */
export async function recordSchema(
  store: Pick<Store, 'records'>,
  { run, harvested: { formId, site } }: StoredForm,
): Promise<Record<string, unknown>> {
  const names = new Set<string>();
  const typed = new Set<string>();
  let read = 0;
  for await (const record of harvestedRecords(store, run.id, { site, formId })) {
    for (const name of Object.keys(record.fields)) names.add(name);
    for (const name of Object.keys(record.typed)) typed.add(name);
    if (++read === SAMPLE) break;
  }
  const properties = Object.fromEntries([...names].sort().map((name) => [name, { type: 'string' }]));
  const { properties: canonical = {} } = z.toJSONSchema(typedFieldsSchema);
  const text = { type: 'string' };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Record of form ${formId} on ${site}`,
    type: 'object',
    required: ['site', 'key', 'formId', 'forms', 'title', 'url', 'fields', 'typed', 'text', 'detail'],
    properties: {
      ...{ site: text, key: text, formId: text, forms: { type: 'array', items: text }, title: text },
      url: { type: ['string', 'null'], format: 'uri' },
      fields: { type: 'object', properties, additionalProperties: { type: 'string' } },
      typed: {
        type: 'object',
        properties: Object.fromEntries([...typed].sort().map((name) => [name, canonical[name]])),
        additionalProperties: false,
      },
      text,
      detail: { type: ['object', 'null'] },
    },
  };
}
