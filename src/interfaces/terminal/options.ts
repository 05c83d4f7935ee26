/** Options that several commands share, and what their schemas are made of. */

import { z } from 'zod';
import { name, storage } from '../../foundation/options/index.ts';

/** Names the folder of a command that keeps rows there, or in a database. */
export const inStore = {
  storage,
  store: z.string().optional().describe('<url> database for the rows, as postgres://USER@HOST/DATABASE'),
};

export const whichRun = z
  .string()
  .optional()
  .describe('<n> which run')
  .meta({ defaultText: 'the latest harvest' });

/** Names a web for the commands that read one page. */
export const liveWeb = name.default('live');

export const text = z.string().optional();

export function whole(least: number, most: number): z.ZodInt {
  const expected = `expected a whole number from ${least} to ${most}`;
  return z.int(expected).min(least, expected).max(most, expected);
}

/** Takes the fields of these names. */
export const pick = <Shape extends Readonly<Record<string, z.ZodType>>, Name extends keyof Shape>(
  shape: Shape,
  ...names: readonly Name[]
): Pick<Shape, Name> =>
  Object.fromEntries(names.map((one) => [one, shape[one]])) as unknown as Pick<Shape, Name>;

/** Gives a field another default. */
export const defaulting = <Field extends z.ZodType>(
  field: z.ZodDefault<Field>,
  value: z.util.NoUndefined<z.output<Field>>,
): z.ZodDefault<Field> =>
  field
    .unwrap()
    .default(value)
    .meta({ ...field.meta() });
