/** Words to describe a table with: its SQL in every engine, the type of its rows and rows for tests derive from that. */

interface Traits {
  readonly isNullable?: true;
  /** The engine gives each row a number, larger than all before. */
  readonly isNumbered?: true;
  /** Value of rows that are inserted without one. */
  readonly fallback?: string | number;
}

/** A column. Each engine has a type of its own for `type`; an insert may leave out what is optional. */
export class Column<Value = unknown, Optional extends boolean = boolean> {
  declare readonly value: Value;
  declare readonly optional: Optional;
  readonly type: 'integer' | 'real' | 'text' | 'bytes';
  readonly traits: Traits;

  constructor(type: Column['type'], traits: Traits = {}) {
    this.type = type;
    this.traits = traits;
  }

  /** Narrows the values; engines do not check them. */
  as<Narrow extends Value>(): Column<Narrow, Optional> {
    return new Column(this.type, this.traits);
  }

  orNull(): Column<Value | null, true> {
    return new Column(this.type, { isNullable: true });
  }

  or(fallback: Value & (string | number)): Column<Value, true> {
    return new Column(this.type, { fallback });
  }
}

export const integer = new Column<number, false>('integer');
export const numbered = new Column<number, true>('integer', { isNumbered: true });
export const real = new Column<number, false>('real');
export const text = new Column<string, false>('text');
export const bytes = new Column<Uint8Array, false>('bytes');

type Columns = Readonly<Record<string, Column>>;

export interface Table<Described extends Columns = Columns> {
  /** Names a row: the same key, the same row. */
  readonly key: readonly string[];
  /** Column that numbers the rows, if there is one. */
  readonly number: string | undefined;
  readonly columns: Described;
}

/** @param columns a later one may be null or has a default: stores that lack it get it by `alter table` */
export const table = <Described extends Columns>(
  key: readonly (keyof Described & string)[],
  columns: Described,
): Table<Described> => ({
  key,
  number: 'id' in columns ? 'id' : key.length === 1 ? key[0] : undefined,
  columns,
});

type ValuesOf<Described> = {
  readonly [Name in keyof Described]: Described[Name] extends Column<infer Value> ? Value : never;
};
export type RowOf<Described extends Table> = ValuesOf<Described['columns']>;

const NOTHING = { integer: 0, real: 0, text: '', bytes: new Uint8Array() };

/** Makes a row whose columns hold null, or else their default, 0 or no text. */
export const blankRow = <Described extends Table>({ columns }: Described): RowOf<Described> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { type, traits }]) => [
      name,
      traits.isNullable ? null : (traits.fallback ?? NOTHING[type]),
    ]),
  ) as RowOf<Described>;
