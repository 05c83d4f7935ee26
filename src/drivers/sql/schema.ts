import type { ColumnType } from 'kysely';
import type { Column, Tables } from '../../storage/index.ts';

/** Rows as the query builder knows them: an insert may leave out what the engine fills in. */
type Rows<Described> = {
  [Name in keyof Described]: Described[Name] extends Column<infer Value, infer Optional>
    ? ColumnType<Value, Optional extends true ? Value | undefined : Value, Value>
    : never;
};

export type Schema = { [Name in keyof Tables]: Rows<Tables[Name]['columns']> };
