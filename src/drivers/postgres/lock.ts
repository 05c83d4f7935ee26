import type pg from 'pg';
import { holderNamed } from '../sql/index.ts';

/** First half of the number of the lock that whoever writes alone holds; the other half is the schema. */
export const LOCK = 0x66_69_65_6c;
/** The same of the lock that a server (`fieldfare serve`) holds. */
export const SERVER_LOCK = LOCK + 1;
export const OF_SCHEMA = '(select oid::integer from pg_namespace where nspname = current_schema())';
const held = (lock: number): string =>
  `from pg_locks where locktype = 'advisory' and classid = ${lock} and objid = ${OF_SCHEMA} and granted
  and database = (select oid from pg_database where datname = current_database())`;
export const LOCKED = `select 1 ${held(LOCK)}`;

/** Says which process holds a lock, where it can be told, and never fails; see {@link holderNamed}. */
export async function holderOf(client: pg.ClientBase, lock: number): Promise<string> {
  try {
    // The start of another role's process is null for most roles.
    const { rows } = await client.query<{ name: string; since: Date | null; own: string }>(
      `select application_name as name, backend_start as since, current_setting('application_name') as own
      from pg_stat_activity where pid = (select pid ${held(lock)})`,
    );
    const [{ name, since, own } = { name: '', since: null, own: '' }] = rows;
    const [process = '', machine] = partsOf(name);
    const isElsewhere = machine !== undefined && machine !== partsOf(own)[1];
    return holderNamed(process, since?.toISOString(), isElsewhere ? ' of another machine' : '');
  } catch {
    return '';
  }
}

const partsOf = (name: string): string[] => name.replace('fieldfare ', '').split(' on ');
