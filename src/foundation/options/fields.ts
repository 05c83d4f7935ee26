/** Describes the field of an option beside its type; flags, help, JSON Schema and docs are made from it. */

import { z } from 'zod';

// Schemas of options and of models are each used once or twice: to compile them takes longer than to go through them.
z.config({ jitless: true });

/**
 * Says how a number is written on the command line: `bytes` as 500MB, `milliseconds` in seconds, `duration` (milliseconds too)
 * as 6h or 7d. The others are for readers only.
 */
type Unit = 'bytes' | 'milliseconds' | 'duration' | 'seconds' | 'days';

declare module 'zod' {
  // Beside `description`, what the field is.
  interface GlobalMeta {
    /** The flag as commander takes it: `--max-pages <n>`. A field without one can be set in code only. */
    flag?: string;
    /** The sentence of the flag where `description` does not fit it: `--no-robots` says what is left out. */
    help?: string;
    unit?: Unit;
    /** Stands for the default in the help where the schema has none. */
    defaultText?: string;
    /** True where one flag takes all the values of a list, with commas between. */
    commas?: boolean;
    /** Recognises the texts of a value that name files of this machine. */
    namesFile?: (text: string) => boolean;
  }
}

/** All members of a union at once. */
export type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

const COUNT = 'expected a whole number above 0';
const COUNT_OR_ZERO = 'expected a whole number, 0 or more';
const AMOUNT = 'expected a number of at least 0';
const SHARE = 'expected a share between 0 and 1';

export const count = z.int(COUNT).positive(COUNT);
export const countOrZero = z.int(COUNT_OR_ZERO).min(0, COUNT_OR_ZERO);
export const amount = z.number(AMOUNT).min(0, AMOUNT);
export const share = z.number(SHARE).min(0, SHARE).max(1, SHARE);
