import type { z } from 'zod';
import { FieldfareError } from '../errors/index.ts';

export class OptionsError extends FieldfareError {
  readonly code = 'options';
  /** The options that are wrong, by their names in code, and what is wrong with each. */
  readonly wrong: readonly { readonly option: string; readonly message: string }[];
  constructor(message: string, wrong: OptionsError['wrong'] = []) {
    super(message);
    this.wrong = wrong;
  }
}

/** Checks options and fills in defaults. @throws {OptionsError} naming each option that is wrong and what was expected */
export function parseOptions<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => ({
    option: path.join('.') || 'options',
    message,
  }));
  throw new OptionsError(wrong.map(({ option, message }) => `${option}: ${message}`).join('; '), wrong);
}
