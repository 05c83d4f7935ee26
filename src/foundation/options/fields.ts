/**
 * Describes an option by a field of a schema; flags, help, JSON Schema, docs and the form of the web UI are made from it.
 * The flag is the name of the field (`maxPages`: `--max-pages`, `robots`, where true is the default: `--no-robots`).
 * A description begins with what the flag takes, where its type does not say it: `<dir> folder of runs`.
 */

import { z } from 'zod';

// Schemas of options and of models are each used once or twice: to compile them takes longer than to go through them.
z.config({ jitless: true });

/**
 * Says how a number is written on the command line: `bytes` as 500MB, `milliseconds` in seconds, `duration`
 * (milliseconds too) as 6h or 7d. The others are for readers only.
 */
type Unit = 'bytes' | 'milliseconds' | 'duration' | 'seconds' | 'days';

declare module 'zod' {
  // Stands beside `description`.
  interface GlobalMeta {
    /** The flag as commander takes it, where the name of the field does not say it: `--resume [run]`. */
    flag?: string;
    /** True for a field without a flag. */
    inCodeOnly?: true;
    /** The heading in help and docs. */
    group?: string;
    /** The sentence of the flag where `description` does not fit it: `--no-robots` says what is left out. */
    help?: string;
    unit?: Unit;
    /** Stands for the default in the help where the schema has none. */
    defaultText?: string;
    /** True where one flag takes all the values of a list, with commas between. */
    commas?: boolean;
    /** Tells whether a text of its value names a file of this machine; absent where none does. */
    namesFile?: (text: string) => boolean;
    /** True where a resumed run may be given another value. */
    budget?: boolean;
    /** False where a run does not store the value, so that a resumed one takes its own. */
    frozen?: false;
    /** Puts the option into the form of the web UI: `initial` stands there in place of the default, and `times` multiplies what is typed. */
    ui?: { readonly label: string; readonly initial?: number; readonly times?: number };
  }
}

/** Puts fields under a heading of help and docs. */
export const inGroup = <Shape extends Readonly<Record<string, z.ZodType>>>(
  group: string,
  shape: Shape,
): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, field.meta({ group })]),
  ) as unknown as Shape;

const COUNT = 'expected a whole number above 0';
const COUNT_OR_ZERO = 'expected a whole number, 0 or more';
const AMOUNT = 'expected a number of at least 0';
const ABOVE_0 = 'expected a number above 0';
const SHARE = 'expected a share between 0 and 1';

export const count = z.int(COUNT).positive(COUNT);
export const countOrZero = z.int(COUNT_OR_ZERO).min(0, COUNT_OR_ZERO);
export const amount = z.number(AMOUNT).min(0, AMOUNT);
export const positive = z.number(ABOVE_0).positive(ABOVE_0);
export const share = z.number(SHARE).min(0, SHARE).max(1, SHARE);
/** Takes sentences of a summary: a share of them, or their number. */
export const summaryLength = positive.refine(
  (length) => length < 1 || Number.isInteger(length),
  'expected a whole number, or a share below 1',
);
/** Holds unless its flag says no. */
export const on = z.boolean().default(true);
/** Holds where its flag is typed. */
export const off = z.boolean().default(false);
export const name = z.string().min(1, 'expected a name');
export const texts = z.array(z.string()).default([]);

export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `expected one of ${names.join(', ')}`);
