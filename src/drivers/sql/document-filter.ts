import { type RawBuilder, sql } from 'kysely';
import type { DocumentFilter, DocumentGroup } from '../../storage/index.ts';
import type { Dialect } from './executor.ts';

const EQUAL = ['site', 'domain', 'language', 'kind'] as const;

/** The condition that a row of `document` is selected; true where the filter is empty. */
export function selects(filter: DocumentFilter, dialect: Pick<Dialect, 'hasField'>): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (filter.run !== undefined) conditions.push(sql`document.run_id = ${filter.run}`);
  if (filter.firstThrough !== undefined)
    conditions.push(sql`document.run_id <= ${filter.firstThrough} and document.state <> 'waiting'
      and not exists (select 1 from run join document as earlier on earlier.run_id = run.id
        where run.id < document.run_id and earlier.kind = document.kind and earlier.key = document.key
          and earlier.state <> 'waiting')`);
  if (filter.except !== undefined) conditions.push(sql`document.id <> ${filter.except}`);
  if (filter.states !== undefined) conditions.push(sql`document.state in ${anyOf(filter.states)}`);
  for (const name of EQUAL) {
    const value = filter[name];
    if (value !== undefined) conditions.push(sql`${sql.ref(`document.${name}`)} = ${value}`);
  }
  if (filter.categories !== undefined) conditions.push(sql`document.category in ${anyOf(filter.categories)}`);
  if (filter.fetchedFrom !== undefined) conditions.push(sql`document.fetched_at >= ${filter.fetchedFrom}`);
  if (filter.fetchedTo !== undefined) conditions.push(sql`document.fetched_at <= ${filter.fetchedTo}`);
  for (const { name, text } of filter.fields ?? []) conditions.push(dialect.hasField(name, text));
  return sql.join(conditions, sql` and `);
}

/** A list that `in` can look into; SQL knows no empty one. */
export const anyOf = (list: readonly (string | number)[]): RawBuilder<unknown> =>
  list.length === 0 ? sql`(null)` : sql`(${sql.join(list)})`;

/**
 * Counts documents in groups.
 * @param of the clauses that select rows of `document`, from `from` on
 */
export function countedBy<Row>(of: RawBuilder<unknown>, by: readonly DocumentGroup[]): RawBuilder<Row> {
  const selected = sql`select ${sql.join([...by, 'bytes'].map((name) => sql.ref(`document.${name}`)))} ${of}`;
  const columns = by.map((name) => sql.ref(name));
  const figures = sql`count(*) as documents, coalesce(sum(bytes), 0) as bytes`;
  if (columns.length === 0) return sql<Row>`select ${figures} from (${selected}) as selected`;
  const groups = sql.join(columns);
  const order = sql.join(columns.map((column) => sql`${column} nulls first`));
  return sql<Row>`select ${groups}, ${figures} from (${selected}) as selected group by ${groups} order by ${order}`;
}
