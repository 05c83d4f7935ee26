import { type Fault, systemFault } from '../../storage/index.ts';

/** Primary result codes, https://www.sqlite.org/rescode.html; the upper bytes of an extended code say more. */
const OF_SQLITE: Readonly<Record<number, Fault>> = {
  3: 'read-only', // SQLITE_PERM
  5: 'busy', // SQLITE_BUSY
  6: 'busy', // SQLITE_LOCKED
  7: 'out-of-memory', // SQLITE_NOMEM
  8: 'read-only', // SQLITE_READONLY
  10: 'input-output', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  14: 'read-only', // SQLITE_CANTOPEN
  26: 'damaged', // SQLITE_NOTADB
};

/** The fault behind an error of `node:sqlite` or of the system; undefined for any other error. */
export function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', errcode = 0 } = error as Error & { readonly code?: string; readonly errcode?: number };
  return code === 'ERR_SQLITE_ERROR' ? OF_SQLITE[errcode & 0xff] : systemFault(error);
}
