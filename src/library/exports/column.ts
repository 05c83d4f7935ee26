/** How columns of exports are described. */

import type { z } from 'zod';

export type CellType = 'text' | 'integer' | 'number' | 'boolean' | 'json';

/** A column with the type of its values. */
export interface ExportColumn<T> {
  readonly type: CellType;
  /** Its meaning, for the documentation. */
  readonly about: string;
  /** Members of an object that become columns in tables: `coverage` gives `coverageState`, `coverageSeen`… */
  readonly members?: Readonly<Record<string, CellType>>;
  readonly values?: T;
  /** All values of a text that is a code. */
  readonly codes?: readonly string[];
  readonly schema?: z.ZodType;
}

export type Columns = Readonly<Record<string, ExportColumn<unknown>>>;

/** The row that columns describe. */
export type ExportRow<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends ExportColumn<infer T> ? T : never;
};

export const text = <T extends string | null = string>(about: string): ExportColumn<T> => ({
  type: 'text',
  about,
});
/** @param codes all values that there are, or each with its meaning @param none when it is null */
export function code<T extends string, None extends string | undefined = undefined>(
  codes: Readonly<Record<T, string>> | readonly T[],
  about: string,
  none?: None,
): ExportColumn<None extends string ? T | null : T> {
  const meanings = Array.isArray(codes) ? codes.map((one: T) => [one, ''] as const) : Object.entries(codes);
  const listed = meanings.map(([one, meaning]) => `\`${one}\`${meaning === '' ? '' : ` (${meaning})`}`);
  return {
    ...text(`${about}: ${listed.join(', ')}${none === undefined ? '' : `; null ${none}`}`),
    codes: meanings.map(([one]) => one),
  } as ExportColumn<None extends string ? T | null : T>;
}
export const integer = <T extends number | null = number>(about: string): ExportColumn<T> => ({
  type: 'integer',
  about,
});
export const number = <T extends number | null = number>(about: string): ExportColumn<T> => ({
  type: 'number',
  about,
});
export const boolean = <T extends boolean | null = boolean>(about: string): ExportColumn<T> => ({
  type: 'boolean',
  about,
});
/** @param schema of its values, for the published schema; any JSON where it is not given */
export const json = <T>(about: string, schema?: z.ZodType<T>): ExportColumn<T> => ({
  type: 'json',
  about,
  ...(schema !== undefined && { schema }),
});
export const object = <T extends object>(
  members: Readonly<Record<keyof T & string, CellType>>,
  about: string,
): ExportColumn<T> => ({ type: 'json', about, members });
