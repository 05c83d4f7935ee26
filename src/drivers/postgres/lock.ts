/** First half of the number of the lock that whoever writes alone holds; the other half is the schema. */
export const LOCK = 0x66_69_65_6c;
/** The same of the lock that a server (`fieldfare serve`) holds. */
export const SERVER_LOCK = LOCK + 1;
export const OF_SCHEMA = '(select oid::integer from pg_namespace where nspname = current_schema())';
export const LOCKED = `select 1 from pg_locks where locktype = 'advisory' and classid = ${LOCK} and objid = ${OF_SCHEMA}
  and database = (select oid from pg_database where datname = current_database())`;
