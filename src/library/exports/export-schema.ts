import { z } from 'zod';
import type { CellType } from './column.ts';
import { columnsOf, type ExportKind } from './export-columns.ts';

const JSON_TYPES = {
  text: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
} as const satisfies Readonly<Record<Exclude<CellType, 'json'>, string>>;

/** The JSON Schema of a line of an export as JSON lines. Columns of `json` without a schema of their own hold any JSON. */
export function exportSchema(kind: ExportKind, overRuns = false): Readonly<Record<string, unknown>> {
  const columns = columnsOf(kind, overRuns);
  const properties = Object.entries(columns).map(([name, { type, about, schema, codes }]) => {
    if (schema !== undefined) {
      const { $schema: _, ...own } = z.toJSONSchema(schema);
      return [name, { ...own, description: about }];
    }
    const values = {
      ...(type !== 'json' && { type: [JSON_TYPES[type], 'null'] }),
      ...(codes && { enum: [...codes, null] }),
    };
    return [name, { ...values, description: about }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `fieldfare export ${kind}${overRuns ? ' --runs' : ''}`,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(columns),
    additionalProperties: false,
  };
}
