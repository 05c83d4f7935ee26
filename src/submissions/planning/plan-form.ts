/** Plans the queries of a form, with reasons, without sending anything. */

import type { Form } from '../../forms/index.ts';
import type { StopReason } from '../types/asking.ts';
import type { FilledControl, Purpose } from '../types/submission.ts';
import { arranges, boundsOf, whyNotAsked } from './bindings.ts';
import type { Field } from './field.ts';
import { fillForm, type Query } from './query.ts';
import { QueryOrder } from './query-order.ts';
import { type FormFields, readFields } from './read-fields.ts';
import { submitPosition } from './submit-control.ts';
import type { FieldSources } from './text-plan.ts';
import type { DaySpan } from './window-fields.ts';

export interface PlannedQuery {
  readonly purpose: Purpose;
  readonly why: string;
  /** Values of controls; controls left unchanged are not listed. */
  readonly controls: readonly FilledControl[];
}

interface PlannedField {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  readonly kind: Field['kind'];
  /** Number of choices; 0 for open fields. */
  readonly values: number;
  /** The field can be left out of a query. */
  readonly any: boolean;
}

export type FormPlan =
  | { readonly kind: 'none'; readonly reason: StopReason }
  | {
      readonly kind: 'plan';
      readonly fields: readonly PlannedField[];
      /** Controls that are left unchanged: name and reason. */
      readonly untouched: readonly { readonly name: string; readonly why: string }[];
      /** The button that submits it; absent if Enter does. */
      readonly submit: string;
      /** Queries in order if every answer is cut; an answer that is shown completely ends its branch. */
      readonly queries: readonly PlannedQuery[];
      /** Number of queries if every field were combined with every other one. */
      readonly crossProduct: number;
    };

interface PlanOptions {
  readonly now: Date;
  readonly maxSubmissions: number;
  readonly text: boolean;
  readonly span?: DaySpan;
  /** Known words and values to type. */
  readonly sources?: FieldSources;
}

/** Text queries that are shown: later ones depend on answers. */
const SHOWN_TEXTS = 8;

export function planForm(form: Form, options: PlanOptions): FormPlan {
  const fields = readFields(form, options.now, options.sources?.orderChoices, options.span);
  if (fields.kind === 'not-filled') return { kind: 'none', reason: fields.reason };
  const why = whyNotAsked(fields.fields, options.text);
  if (why !== undefined) return { kind: 'none', reason: why };
  const submit = submitPosition(form);
  const button = submit === undefined ? undefined : form.submits[submit];
  return {
    kind: 'plan',
    fields: fields.fields.map(planned),
    untouched: untouchedBy(form, fields),
    submit: button === undefined ? 'Enter' : button.label || button.value || button.type,
    queries: imagined(fields, options).map((query) => ({
      purpose: query.purpose,
      why: query.why,
      controls: fillForm(form, fields, query, submit).controls,
    })),
    crossProduct: crossProduct(fields),
  };
}

/** Counts the queries if every field were combined with every other one, apart from ordering fields. */
export const crossProduct = ({ fields }: FormFields): number =>
  fields.reduce((all, field, i) => all * (arranges(field) ? 1 : Math.max(1, boundsOf(field, i).length)), 1);

/** Simulates the plan as if every answer were cut and no record had words of its own. */
function imagined({ fields }: FormFields, { maxSubmissions, text, sources = {} }: PlanOptions): Query[] {
  const order = new QueryOrder(fields, text ? sources : undefined);
  const queries: Query[] = [];
  let texts = 0;
  while (queries.length < maxSubmissions && texts < SHOWN_TEXTS) {
    const query = order.next({});
    if (query === undefined) break;
    queries.push(query);
    const { id: fingerprint } = query;
    const probe = query.purpose === 'nonsense-probe';
    if (!probe && !order.isChoice(query)) texts++;
    const outcome = probe
      ? { hits: false, complete: true, records: 0, newRecords: 0, requests: 1, fingerprint }
      : {
          hits: true,
          verdict: 'hits' as const,
          complete: false,
          records: 10,
          newRecords: 10,
          requests: 1,
          fingerprint,
        };
    order.settled(query, outcome, undefined);
  }
  return queries;
}

const planned = (field: Field, i: number): PlannedField => ({
  name: field.name,
  label: field.label,
  meaning: field.meaning,
  kind: field.kind,
  values: boundsOf(field, i).length,
  any: field.kind === 'open' ? !field.required : field.any !== undefined,
});

function untouchedBy(form: Form, { fields, always, meanings }: FormFields): { name: string; why: string }[] {
  const touched = new Set([
    ...fields.flatMap(({ positions }) => positions),
    ...always.map(({ position }) => position),
  ]);
  return form.controls.flatMap((control, i) => {
    if (touched.has(i)) return [];
    const meaning = meanings[i] ?? 'text';
    const why =
      control.type === 'hidden'
        ? 'hidden: sent as the page brings it'
        : meaning === 'honeypot'
          ? 'a trap for robots'
          : meaning === 'none'
            ? 'left as it is: corrected by you'
            : control.readOnly || control.disabled
              ? 'cannot be changed'
              : control.visible
                ? `${meaning}: narrows nothing, sent as it stands`
                : 'not visible: sent as it stands';
    return [{ name: control.name || control.id, why }];
  });
}
