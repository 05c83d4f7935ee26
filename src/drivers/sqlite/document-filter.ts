import { type RawBuilder, sql } from 'kysely';
import type { DocumentFilter, DocumentGroup } from '../../storage/index.ts';

const EQUAL = ['site', 'domain', 'language', 'kind'] as const;

/** The condition that a row of `document` is selected; true where the filter is empty. */
export function selects(filter: DocumentFilter): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (filter.run !== undefined) conditions.push(sql`document.run_id = ${filter.run}`);
  if (filter.except !== undefined) conditions.push(sql`document.id <> ${filter.except}`);
  if (filter.states !== undefined) conditions.push(sql`document.state in (${sql.join(filter.states)})`);
  for (const name of EQUAL) {
    const value = filter[name];
    if (value !== undefined) conditions.push(sql`${sql.ref(`document.${name}`)} = ${value}`);
  }
  if (filter.categories !== undefined)
    conditions.push(sql`document.category in (${sql.join(filter.categories)})`);
  if (filter.fetchedFrom !== undefined) conditions.push(sql`document.fetched_at >= ${filter.fetchedFrom}`);
  if (filter.fetchedTo !== undefined) conditions.push(sql`document.fetched_at <= ${filter.fetchedTo}`);
  for (const { name, text } of filter.fields ?? []) {
    conditions.push(sql`exists (select 1 from json_each(document.fields)
      where lower(json_each.key) = lower(${name}) and instr(lower(json_each.value), lower(${text})) > 0)`);
  }
  return sql.join(conditions, sql` and `);
}

/**
 * Counts documents in groups.
 * @param of the clauses that select rows of `document`, from `from` on
 */
export function countedBy<Row>(of: RawBuilder<unknown>, by: readonly DocumentGroup[]): RawBuilder<Row> {
  const selected = sql`select ${sql.join([...by, 'bytes'].map((name) => sql.ref(`document.${name}`)))} ${of}`;
  const columns = by.map((name) => sql.ref(name));
  const figures = sql`count(*) as documents, coalesce(sum(bytes), 0) as bytes`;
  if (columns.length === 0) return sql<Row>`select ${figures} from (${selected})`;
  const groups = sql.join(columns);
  return sql<Row>`select ${groups}, ${figures} from (${selected}) group by ${groups} order by ${groups}`;
}
