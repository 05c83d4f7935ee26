import { hostname } from 'node:os';
import pg from 'pg';
import { StoreError } from '../../storage/index.ts';
import { processName } from '../sql/index.ts';
import { kept, read } from './text.ts';

/** As rows have them: every number is a number, truth 1 or 0, JSON a text. */
const READERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => (text === 't' ? 1 : 0), // bool
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')), // bytea
  19: read, // name
  20: Number, // bigint
  25: read, // text
  114: read, // json
  701: Number, // double precision
  1043: read, // varchar
  1700: Number, // numeric
};
const types = {
  getTypeParser: (type: number) => READERS[type] ?? pg.types.getTypeParser(type, 'text'),
} as pg.CustomTypesConfig;

/** Time to reach a server. */
const PATIENCE_MS = 10_000;

const SCHEME = /^postgres(?:ql)?:\/\//;
/** Modes that pg takes for `verify-full`, with a warning of eight lines; written so, it says nothing. */
const CHECKED_MODES = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/** @throws {StoreError} no address of PostgreSQL; it is not told, since it may hold a password */
export function configOf(url: string): pg.ClientConfig {
  const config = {
    connectionString: url.replace(CHECKED_MODES, '$1verify-full'),
    types,
    // The server keeps 63 bytes of it; those who may see its processes find the machine here.
    application_name: `fieldfare ${processName()} on ${hostname().slice(-24)}`,
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
  };
  try {
    if (!SCHEME.test(url)) throw new Error('another scheme');
    const { host, port } = new pg.Client(config);
    if (host === '' || !(port > 0 && port < 65_536)) throw new Error('no host or port');
    return config;
  } catch {
    throw new StoreError('the address of the store is not one of PostgreSQL', {
      hint: 'give --store or DATABASE_URL as postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    });
  }
}

/** Names the store to a person: its address without the password. */
export function placeOf(config: pg.ClientConfig): string {
  const { user = '', host, port, database = '' } = new pg.Client(config);
  return `postgres://${user}@${host}:${port}/${database}`;
}

/** A statement whose connection broke: whether it was done is not known. */
export class LostConnectionError extends Error {}

type Callback = (error: unknown, result?: unknown) => void;

/** Has a connection send every text so that PostgreSQL keeps it, and say when it is lost. */
export function sendKept(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const send = (text: unknown, values: unknown, done?: Callback) => {
    const sent = Array.isArray(values) ? values.map(keptValue) : values;
    if (done !== undefined)
      return query(text, sent, ((error, result) => done(lost(error), result)) as Callback);
    return (query(text, sent) as Promise<unknown>).catch(rethrown);
  };
  client.query = send as typeof client.query;
}

/** Has a pool say when a connection was lost: before it was there, or while its statement was under way. */
export function tellLost(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  type Connected = Parameters<typeof connect>[0];
  pool.connect = ((done?: Connected) =>
    done === undefined
      ? connect().catch(rethrown)
      : connect((error, client, release) =>
          done(error && (lost(error) as Error), client, release),
        )) as typeof pool.connect;
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  pool.query = ((...asked: unknown[]) => query(...asked).catch(rethrown)) as typeof pool.query;
}

const rethrown = (error: unknown): never => {
  throw lost(error);
};

/** `pg` tells of it by a plain error without a code. */
const lost = (error: unknown): unknown =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)
    ? new LostConnectionError(error.message, { cause: error })
    : error;

function keptValue(value: unknown): unknown {
  if (typeof value === 'string') return kept(value);
  return Array.isArray(value) ? value.map(keptValue) : value;
}
