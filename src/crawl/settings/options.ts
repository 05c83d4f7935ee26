import { z } from 'zod';
import { listDomains } from '../../foundation/domain/index.ts';
import { OptionsError, parseOptions } from '../../foundation/options/index.ts';
import { HARVEST_FIELDS } from './option-groups.ts';

export const harvestOptionsSchema = z.strictObject(HARVEST_FIELDS);

export type HarvestOptions = z.input<typeof harvestOptionsSchema>;
export type ResolvedOptions = z.output<typeof harvestOptionsSchema>;

/**
 * Checks the options of a harvest, and fills in what is not given. Addresses without a domain are harvested as they are: all
 * forms of their sites, and no other sites.
 * @throws {OptionsError} naming each option that is wrong and what was expected
 */
export function resolveOptions(options: HarvestOptions): ResolvedOptions {
  const resolved = parseOptions(harvestOptionsSchema, options);
  if (resolved.domains.length > 0 || resolved.resume !== false) return resolved;
  const { seeds = [] } = resolved;
  if (seeds.length === 0)
    throw new OptionsError(
      'no domain and no address given; name a domain, such as book or hotel, or addresses to start from',
    );
  return parseOptions(harvestOptionsSchema, {
    ...{ strategy: 'breadth-first', submitTo: 'all', maxSites: seeds.length },
    ...options,
    domains: listDomains(),
  });
}

/** Properties that only the command line and the docs need. */
const NOT_IN_JSON = [
  'flag',
  'inCodeOnly',
  'help',
  'commas',
  'defaultText',
  'namesFile',
  'group',
  'budget',
  'frozen',
];

/** The options of a harvest as JSON Schema, for whoever gives them as JSON. */
export const harvestOptionsJsonSchema = (): z.core.JSONSchema.BaseSchema =>
  z.toJSONSchema(harvestOptionsSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const key of NOT_IN_JSON) delete jsonSchema[key];
      if (jsonSchema.description !== undefined)
        jsonSchema.description = jsonSchema.description.replace(/^<[^>]*> /, '');
      // A web that is open already is nothing that JSON could say.
      if (jsonSchema.anyOf) jsonSchema.anyOf = jsonSchema.anyOf.filter((one) => Object.keys(one).length > 0);
    },
  });

const metaOf = (name: string): z.GlobalMeta =>
  (HARVEST_FIELDS as Readonly<Record<string, z.ZodType>>)[name]?.meta() ?? {};

export type Budget = {
  [Name in keyof ResolvedOptions]-?: NonNullable<ResolvedOptions[Name]> extends number ? Name : never;
}[keyof ResolvedOptions];
/** The options that a resumed run may be given anew. */
export const BUDGETS = Object.keys(HARVEST_FIELDS).filter((name) => metaOf(name).budget) as Budget[];

/** Tells whether a run stores an option: secrets and what belongs to one process are left out. */
export const isFrozen = (name: string): boolean => metaOf(name).frozen !== false;

/** The options that a resumed run takes over from the run it continues: all that shape what is found. */
export function frozenOptions(options: ResolvedOptions): Partial<ResolvedOptions> {
  const { web } = options;
  const spec = typeof web === 'string' ? web : web.spec;
  return Object.fromEntries(
    Object.entries({ ...options, web: spec }).filter(
      ([name, value]) => isFrozen(name) && value !== undefined,
    ),
  );
}

/** Finds what options name on this machine: texts such as `replay:FILE` and `book=FOLDER` with what stands before the path. */
export const filesNamed = (
  options: Readonly<Record<string, unknown>>,
): { readonly option: string; readonly text: string; readonly isFrozen: boolean }[] =>
  Object.keys(HARVEST_FIELDS).flatMap((option) =>
    [options[option]]
      .flat()
      .filter((value) => value !== undefined && metaOf(option).namesFile?.(String(value)))
      .map((value) => ({ option, text: String(value), isFrozen: isFrozen(option) })),
  );
