import { z } from 'zod';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { strategyOptions } from '../strategies/index.ts';
import { OPTION_GROUPS } from './option-groups.ts';

const { scope, budgets, politeness, rendering, submission, retention, archive } = OPTION_GROUPS;

export const harvestOptionsSchema = z.strictObject({
  ...scope.shape,
  ...strategyOptions.shape,
  ...budgets.shape,
  ...politeness.shape,
  ...rendering.shape,
  ...submission.shape,
  ...retention.shape,
  ...archive.shape,
});

export type HarvestOptions = z.input<typeof harvestOptionsSchema>;
export type ResolvedOptions = z.output<typeof harvestOptionsSchema>;

export class OptionsError extends FieldfareError {
  readonly code = 'options';
  /** Names each wrong option, and says what is wrong with it. */
  readonly wrong: readonly { readonly option: string; readonly message: string }[];
  constructor(message: string, wrong: OptionsError['wrong'] = []) {
    super(message);
    this.wrong = wrong;
  }
}

/** @throws {OptionsError} naming each option that is wrong and what was expected */
export function resolveOptions(options: HarvestOptions): ResolvedOptions {
  const resolved = parseOptions(harvestOptionsSchema, options);
  if (resolved.domains.length > 0 || resolved.resume !== false) return resolved;
  throw new OptionsError('no domain given; name one or more, such as book or hotel');
}

/** Checks options and fills in defaults. @throws {OptionsError} as {@link resolveOptions} */
export function parseOptions<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => ({
    option: path.join('.') || 'options',
    message,
  }));
  throw new OptionsError(wrong.map(({ option, message }) => `${option}: ${message}`).join('; '), wrong);
}

/** Returns the options of a harvest as JSON Schema; what only the command line needs is left out. */
export const harvestOptionsJsonSchema = (): z.core.JSONSchema.BaseSchema =>
  z.toJSONSchema(harvestOptionsSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const key of ['flag', 'help', 'commas', 'defaultText', 'namesFile']) delete jsonSchema[key];
      // A web that is open already is nothing that JSON could say.
      if (jsonSchema.anyOf) jsonSchema.anyOf = jsonSchema.anyOf.filter((one) => Object.keys(one).length > 0);
    },
  });

/** Returns the options that a resumed run takes over from the run it continues: all that shape what is found. */
export function frozenOptions(options: ResolvedOptions): Partial<ResolvedOptions> {
  const {
    storage: _s,
    resume: _r,
    headers: _h,
    cookies: _c,
    proxy: _p,
    concurrency: _n,
    retryUnknown: _u,
    workersOnly: _w,
    web,
    ...frozen
  } = options;
  const spec = typeof web === 'string' ? web : web.spec;
  return spec === undefined ? frozen : { ...frozen, web: spec };
}
