import { foldText } from '../../foundation/text/index.ts';

export type ListFields = Readonly<Record<string, string>>;

/** Texts that a list does not label. */
export const UNNAMED = /^text(?: \d+)?$/;
/** Stands for the forms of a site of whose records no page was read. */
const ANY_FORM = '*';
const MIN_PAGES = 2;
const MOST = 0.6;

/**
 * Names the columns that a list leaves without labels by the records' own pages: what stands in a column is called as the
 * pages call the same values.
 */
export class ColumnNames {
  /** Counts for each column the pages that say its value, by the name they give it. */
  private readonly columns = new Map<string, { pages: number; readonly names: Map<string, number> }>();
  /** Names under which pages say a value. */
  private readonly values = new Map<string, Set<string>>();

  /** @param list fields as the list has them; `said` as the record's page has them */
  add(form: string, list: ListFields, said: ListFields): void {
    for (const owner of [form, ANY_FORM]) this.count(owner, list, said);
  }

  private count(form: string, list: ListFields, said: ListFields): void {
    const names = new Map<string, string[]>();
    for (const [name, value] of Object.entries(said)) {
      if (UNNAMED.test(name)) continue;
      const text = foldText(value);
      names.set(text, [...(names.get(text) ?? []), name]);
      this.values.set(text, (this.values.get(text) ?? new Set()).add(name));
    }
    for (const [column, value] of Object.entries(list)) {
      if (!UNNAMED.test(column)) continue;
      const key = `${form} ${column}`;
      const known = this.columns.get(key) ?? { pages: 0, names: new Map<string, number>() };
      this.columns.set(key, known);
      known.pages++;
      for (const name of names.get(foldText(value)) ?? [])
        known.names.set(name, (known.names.get(name) ?? 0) + 1);
    }
  }

  /** The fields of a record under these names; a name that the record has already is not given again. */
  named(shownBy: string, fields: ListFields): ListFields {
    // Pages of records that two forms show are read for one of them.
    const form = this.columns.has(`${shownBy} text`) ? shownBy : ANY_FORM;
    if (this.columns.size === 0 || !Object.keys(fields).some((name) => UNNAMED.test(name))) return fields;
    const named: Record<string, string> = Object.create(null);
    const names = [...this.columns.keys()]
      .filter((key) => key.startsWith(`${form} `))
      .map((key) => this.nameOf(key));
    for (const [column, value] of Object.entries(fields)) {
      const name = UNNAMED.test(column)
        ? this.nameOfValue(value, names, this.nameOf(`${form} ${column}`))
        : undefined;
      const free = name !== undefined && !Object.hasOwn(fields, name) && !Object.hasOwn(named, name);
      named[free ? name : column] = value;
    }
    return { ...named };
  }

  /** Names a known value by itself: where a part of a record is missing, those behind it stand in its column. */
  private nameOfValue(
    value: string,
    names: readonly (string | undefined)[],
    name: string | undefined,
  ): string | undefined {
    const said = this.values.get(foldText(value));
    if (said === undefined || name === undefined || said.has(name)) return name;
    return [...said].find((other) => names.includes(other));
  }

  private nameOf(column: string): string | undefined {
    const { pages = 0, names = new Map<string, number>() } = this.columns.get(column) ?? {};
    const [best] = [...names].sort(([, a], [, b]) => b - a);
    return best !== undefined && best[1] >= MIN_PAGES && best[1] >= pages * MOST ? best[0] : undefined;
  }
}
