import { type KnownLink, type NewLink, TABLES } from '../../storage/index.ts';
import { SqlLinks } from '../sql/index.ts';

const COLUMNS = [
  'site',
  'host',
  'url',
  'anchor',
  'around',
  'kind',
  'parent',
  'depth',
  'hops',
  'score',
  'state',
] as const;
const TYPES = { integer: 'bigint', real: 'float8', text: 'text', bytes: 'bytea' } as const;
const ARRAYS = COLUMNS.map((column) => `?::${TYPES[TABLES.link.columns[column].type]}[]`);

/**
 * Numbers are drawn in the order that the links are given in; rows go in by address, so that two writers of the same
 * addresses wait for each other and never in a ring.
 */
const INSERT = `
  insert into link (id, run_id, ${COLUMNS.join(', ')})
  select id, ?::bigint, ${COLUMNS.join(', ')} from (
    select nextval(pg_get_serial_sequence('link', 'id')) as id, given.*
    from unnest(${ARRAYS.join(', ')}) as given (${COLUMNS.join(', ')})
  ) as numbered order by url on conflict do nothing returning id, url`;

const KNOWN = 'select id, url, host, depth, hops, score, state from link where';
const KNOWN_IDS = `${KNOWN} id = any(?::bigint[])`;
const KNOWN_URLS = `${KNOWN} run_id = ?
  and md5(url) = any(array(select md5(address) from unnest(?::text[]) as address)) and url = any(?::text[])`;

const LEASE = `update link set state = 'leased', attempts = attempts + 1, lease_owner = ?, lease_until = ?,
    lease_fence = lease_fence + 1
  where id = any(?::bigint[]) and state = 'waiting' returning id, lease_fence`;

/** Many links by one round trip. */
export class PostgresLinks extends SqlLinks {
  override async known(
    which: { readonly ids: readonly number[] } | { readonly runId: number; readonly urls: readonly string[] },
  ): Promise<readonly KnownLink[]> {
    if ('ids' in which) return this.statement<KnownLink>(KNOWN_IDS, [which.ids]);
    return this.statement<KnownLink>(KNOWN_URLS, [which.runId, which.urls, which.urls]);
  }

  override async insert(runId: number, links: readonly NewLink[]): Promise<ReadonlyMap<string, number>> {
    if (links.length === 0) return new Map();
    const rows = links.map((link) => ({ ...link, state: link.state ?? 'waiting' }));
    const values = COLUMNS.map((column) => rows.map((row) => row[column]));
    const added = await this.statement<{ id: number; url: string }>(INSERT, [runId, ...values]);
    const ids = new Map(added.map(({ id, url }) => [url, id]));
    return new Map(links.flatMap(({ url }) => (ids.has(url) ? [[url, ids.get(url) ?? 0] as const] : [])));
  }

  override async lease(
    ids: readonly number[],
    owner: string,
    until: number,
  ): Promise<ReadonlyMap<number, number>> {
    const values = [owner, until, ids];
    const rows = await this.statement<{ id: number; lease_fence: number }>(LEASE, values);
    return new Map(rows.map(({ id, lease_fence }) => [id, lease_fence]));
  }
}
