/**
 * The form classifier on its own, `fieldfare/forms`: HTML in, forms with types and fields out. No crawler, browser or store.
 *
 * ```ts
 * import { classifyForms } from 'fieldfare/forms';
 *
 * for (const form of classifyForms(html, 'https://www.example.org/')) console.log(form.type, form.probability, form.fields);
 * ```
 */

import { parseTree } from '../foundation/dom/index.ts';
import { judgeForm } from './classification/judge.ts';
import { type FormsModel, loadModel } from './classification/model.ts';
import { contextOf, extractForms } from './extraction/extract.ts';
import type { Form, FormMethod, FormType, WeightedFeature } from './form.ts';
import type { FieldMeaning } from './semantics/field-meaning.ts';
import { meaningsOf } from './semantics/form-meanings.ts';
import { SHIPPED } from './shipped-files.ts';

/** A control of a form, as it is written in the page. */
export interface ClassifiedField {
  readonly name: string;
  /** What a reader of the page would call it; empty where nothing on the page does. */
  readonly label: string;
  /** As browsers resolve it: `text`, `select-one`, `radio` (a group is one field), `checkbox`, `hidden` … */
  readonly type: string;
  /** What is to be filled in: `keyword`, `title`, `price-min`, `password` … */
  readonly meaning: FieldMeaning;
  readonly required: boolean;
  readonly visible: boolean;
  /** Of what is chosen from. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface ClassifiedForm {
  /** 16 hex digits, the same for the same form on every page of a site. */
  readonly id: string;
  readonly type: FormType;
  readonly searchable: boolean;
  /** That the form searches, 0 to 1; 0 where a rejection rule applied. */
  readonly probability: number;
  /** The rejection rule that applied, with what it saw. */
  readonly rejectedBy?: { readonly rule: string; readonly evidence: string };
  /** Features that weighed most for (above 0) or against a search form; none where a rule applied. */
  readonly evidence: readonly WeightedFeature[];
  /** Absolute. */
  readonly action: string;
  readonly method: FormMethod;
  /** Name of the `<form>` element, and its id; empty where there is none. */
  readonly name: string;
  readonly htmlId: string;
  readonly fields: readonly ClassifiedField[];
  /** Words of the buttons that send it. */
  readonly submits: readonly string[];
}

export interface ClassifyOptions {
  /** File of a model of your own (`fieldfare train forms --out FILE`). */
  readonly model?: string;
  /** Probability from which a form counts as searchable; 0.5 unless given. */
  readonly threshold?: number;
}

const models = new Map<string, FormsModel>();

/**
 * Classifies the forms of a page, in document order; forms of declarative shadow roots and search boxes without a `<form>` tag are among
 * them. What scripts would add is not seen.
 * @param html text of the page, decoded
 * @param url its absolute address
 * @throws {ModelError} for a model that is damaged
 */
export function classifyForms(html: string, url: string, options: ClassifyOptions = {}): ClassifiedForm[] {
  const { model: file = SHIPPED.formsModel, threshold } = options;
  const model = models.get(file) ?? loadModel(file);
  models.set(file, model);
  const tree = parseTree(html, url);
  const forms = extractForms(tree);
  const context = contextOf(tree, forms);
  return forms.map((form) =>
    classified(form, judgeForm(form, model, { context, ...(threshold !== undefined && { threshold }) })),
  );
}

function classified(form: Form, verdict: ReturnType<typeof judgeForm>): ClassifiedForm {
  const { id, action, method, name, htmlId, controls, submits } = form;
  const meanings = meaningsOf(form);
  const { type, searchable } = verdict;
  return {
    id,
    type,
    searchable,
    ...(verdict.kind === 'rejected'
      ? { probability: 0, rejectedBy: { rule: verdict.rule, evidence: verdict.evidence }, evidence: [] }
      : { probability: verdict.score, evidence: verdict.weightiest }),
    action,
    method,
    name,
    htmlId,
    fields: controls.map((control, i) => ({
      name: control.name,
      label: control.label,
      type: control.type,
      meaning: meanings[i] as FieldMeaning,
      required: control.required,
      visible: control.visible,
      options: control.options.map(({ value, label }) => ({ value, label })),
    })),
    submits: submits.map(({ label, value }) => label || value),
  };
}
