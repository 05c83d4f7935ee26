import { z } from '@hono/zod-openapi';
import { FIELD_MEANINGS, FORM_TYPES } from '../../../forms/index.ts';
import { keptModels, MODEL_KINDS, modelInUse, rollBackModel } from '../../../foundation/learning/index.ts';
import { forgetLabel, keepFieldLabel, keepLabel, openLabelSource } from '../../../wings/laboratory/index.ts';
import { notFound } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { actingRoute, anything, json, jsonBody, route, rowOf, runOf } from './route-parts.ts';

const fieldMeaning = z.enum(FIELD_MEANINGS).openapi('FieldMeaning', {
  description: 'What a field asks for; `none`: it is left as it is. Null undoes a correction',
});
const runQuery = z.coerce.number().int().positive();

const modelsRoute = route('get /api/models', 'The models in use in this storage folder, with their figures', {
  200: json(
    'Models; where none of a kind is in use, the one that comes along judges',
    z.object({ items: z.array(anything), shipped: z.array(z.enum(MODEL_KINDS)) }),
  ),
});
const queueRoute = route(
  'get /api/labels',
  'Forms of a run worth labelling, the most uncertain first',
  { 200: json('Forms', z.object({ items: z.array(anything) })), 404: 'No such run' },
  {
    query: z.object({ run: runQuery, limit: z.coerce.number().int().min(1).max(200).default(20) }),
  },
);

export function addModelRoutes(app: App, parts: ServerParts): void {
  const { storage } = parts;
  const rollbackRoute = actingRoute(
    'post /api/models/{kind}/rollback',
    'Return to the previous model, or to the shipped one',
    {
      200: json('The models before and now', z.object({ from: z.string(), to: z.string().nullable() })),
      400: 'There is nothing before it',
    },
    { params: z.object({ kind: z.enum(MODEL_KINDS) }) },
  );
  const labelRoute = actingRoute(
    'put /api/labels/{form}',
    'Label a form: the label overrides rules and models, and the next training uses it',
    { 200: json('The label', anything), 400: 'No such type or domain', 404: 'No such run or form' },
    {
      params: z.object({ form: z.string() }),
      ...jsonBody(
        z.object({
          run: z.number().int().positive(),
          type: z.enum(FORM_TYPES),
          domain: z.string().nullable().optional(),
        }),
      ),
    },
  );
  const fieldRoute = actingRoute(
    'put /api/labels/{form}/fields',
    'Correct what a field of a form asks for: the next queries to the form go by it',
    {
      200: json('The field by the name it is kept under, and its meaning', anything),
      400: 'No such meaning, or the form has no such field to fill in',
      404: 'No such run or form',
    },
    {
      params: z.object({ form: z.string() }),
      ...jsonBody(
        z.object({
          run: z.number().int().positive(),
          field: z.string().min(1).max(1_000).openapi({ description: 'Its name, id or label' }),
          meaning: fieldMeaning.nullable(),
        }),
      ),
    },
  );
  const forgetRoute = actingRoute(
    'delete /api/labels/{form}',
    'Remove the label of a form: rules and models judge it again',
    { 204: { description: 'It is forgotten' }, 404: 'No such run or form' },
    { params: z.object({ form: z.string() }), query: z.object({ run: runQuery }) },
  );
  const options = () => ({ storage, web: 'live', date: new Date().toISOString().slice(0, 10) });
  const candidateOf = async (run: number, formId: string) => {
    await runOf(parts, run);
    const [row] = await (await parts.store()).forms.list(run, { formId, limit: 1 });
    const source = await openLabelSource(String(run), { ...options(), site: row?.site });
    const candidate = row && (await source.found.find(({ runForm }) => runForm === formId)?.read());
    if (candidate === undefined) throw notFound(`form ${formId} in run ${run}`);
    return candidate;
  };
  app.openapi(forgetRoute, async (c) => {
    const candidate = await candidateOf(c.req.valid('query').run, c.req.valid('param').form);
    forgetLabel(storage, candidate.form);
    return c.body(null, 204);
  });
  app.openapi(fieldRoute, async (c) => {
    const { run, ...said } = c.req.valid('json');
    const { form: formId } = c.req.valid('param');
    const candidate = await candidateOf(run, formId);
    return c.json(rowOf({ formId, ...keepFieldLabel(candidate, said, options()) }), 200);
  });
  app.openapi(modelsRoute, (c) => {
    const models = keptModels(storage);
    const items = models.map((model) => ({ ...model, inUse: modelInUse(models, model.kind) === model }));
    const shipped = MODEL_KINDS.filter((kind) => modelInUse(models, kind) === undefined);
    return c.json({ items, shipped }, 200);
  });
  app.openapi(rollbackRoute, (c) => {
    const { from, to } = rollBackModel(storage, c.req.valid('param').kind);
    return c.json({ from: from.file, to: to?.file ?? null }, 200);
  });
  app.openapi(queueRoute, async (c) => {
    const { run, limit } = c.req.valid('query');
    await runOf(parts, run);
    const { found } = await openLabelSource(String(run), options());
    const items = found.slice(0, limit).map(async ({ runForm: formId, doubt, read }) => {
      const { form, verdict, domain, context } = await read();
      return rowOf({ formId, doubt, page: context.url, type: verdict.type, verdict, domain, form });
    });
    return c.json({ items: await Promise.all(items) }, 200);
  });
  app.openapi(labelRoute, async (c) => {
    const { form: formId } = c.req.valid('param');
    const { run, type, domain } = c.req.valid('json');
    const label = { type, ...(domain !== undefined && { domain }) };
    return c.json(rowOf(keepLabel(await candidateOf(run, formId), label, options())), 200);
  });
}
