import pg from 'pg';
import * as storage from '../../storage/index.ts';
import { DiskError, StoreBusyError, StoreError } from '../../storage/index.ts';
import { LostConnectionError } from './connection.ts';

/** Work that met another transaction: it may be done anew. */
const COLLISIONS: ReadonlySet<string> = new Set(['40001', '40P01']);
export const isCollision = (error: unknown): boolean => COLLISIONS.has(codeOf(error));

/** Errors of the system where there is no server, or no longer. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
]);
/** `pg` says so without a code. */
const TIMED_OUT = /timeout exceeded when trying to connect|due to connection timeout|^timeout expired$/;
const LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']);

const codeOf = (error: unknown): string =>
  error instanceof Error ? String((error as { readonly code?: unknown }).code ?? '') : '';

/** An error of the first question to a server: one that says nothing of itself means that nobody could log in. */
export function reached(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || codeOf(error) !== '' || TIMED_OUT.test(error.message)) return error;
  return new StoreError(`cannot log in to PostgreSQL: ${error.message} (${place})`, {
    cause: error,
    hint: 'check host, port, user and password in --store or DATABASE_URL',
  });
}

/**
 * As the storage's own, for errors of PostgreSQL, too.
 * @param place address of the store without the password
 * @param folder of its files
 */
export function explained(error: unknown, place: string, folder: string): Error {
  if (error instanceof StoreError || error instanceof DiskError || error instanceof StoreBusyError)
    return error;
  const code = codeOf(error);
  const cause = { cause: error };
  // Errors of files are told by the system in the same codes.
  const ofFile = error instanceof Error && 'path' in error;
  const message = error instanceof Error ? error.message : String(error);
  const fails = (what: string, hint: string) => new StoreError(`${what} (${place})`, { ...cause, hint });
  if (UNREACHABLE.has(code) && !ofFile && !(error instanceof pg.DatabaseError))
    return fails(`no PostgreSQL server answers: ${code}`, 'check host and port in --store or DATABASE_URL');
  if (TIMED_OUT.test(message))
    return fails(
      'no PostgreSQL server answers in time',
      'check host, port and network in --store or DATABASE_URL',
    );
  if (error instanceof LostConnectionError || LOST.has(code) || code.startsWith('08'))
    return fails(
      'the connection to PostgreSQL was lost',
      'start it again when the server is back, a harvest with --resume: nothing acknowledged is lost',
    );
  switch (code) {
    case '28P01':
    case '28000':
      return fails('PostgreSQL refuses user or password', 'correct them in --store or DATABASE_URL');
    case '3D000':
      return fails('PostgreSQL has no such database', 'make it with createdb, or name another one');
    case '42501':
    case '3F000':
      return fails(
        `the user of PostgreSQL lacks a right: ${message}`,
        'let its owner grant it: GRANT CREATE, USAGE ON SCHEMA public TO the user; for workers GRANT CREATE ON DATABASE, too',
      );
    case '25006':
      return fails(
        'PostgreSQL writes nothing: the server or the database is read-only',
        'name the primary server, or set default_transaction_read_only = off',
      );
    case '53100':
      return new DiskError(
        `the disk of the PostgreSQL server is full (${place}); free some space and go on with --resume: nothing acknowledged is lost`,
        cause,
      );
    case '53300':
      return fails('PostgreSQL has no connection left', 'end other programs, or raise max_connections');
    default:
      return storage.explained(error, folder);
  }
}
