import { FieldfareError } from '../foundation/errors/index.ts';
import { WarcError } from '../foundation/warc/index.ts';

/** The store cannot be opened, or does not hold what was asked for. */
export class StoreError extends FieldfareError {
  readonly code = 'store';
}

/** The store was made by an older version: it is brought up to date by opening it for writing. */
export class OlderStoreError extends StoreError {}

/** Another process is writing to the store. */
export class StoreBusyError extends FieldfareError {
  readonly code = 'store-busy';
  override readonly httpStatus = 409;
}

/** A lease has been lost to another process: what was done under it must not be written. */
export class LeaseEndedError extends Error {
  override readonly name = 'LeaseEndedError';
}

/** A process may not work on the runs of a store. */
export class WorkerRefusedError extends FieldfareError {
  readonly code = 'worker-refused';
  override readonly httpStatus = 409;
}

/** The disk takes no more; what was acknowledged is there. */
export class DiskError extends FieldfareError {
  readonly code = 'disk-full';
  override readonly exitCode = 1;
  override readonly httpStatus = 507;
}

/** The full-text index is damaged and has to be rebuilt; the documents themselves are there. */
export class DamagedIndexError extends Error {}

/** A fault of the disk or on the way to it, reported by a driver or the system. */
export type Fault = 'busy' | 'read-only' | 'full' | 'input-output' | 'damaged' | 'out-of-memory';

const OF_SYSTEM: Readonly<Record<string, Fault>> = {
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'input-output',
};

/** The fault behind an error of the system; undefined for any other error. */
export function systemFault(error: unknown): Fault | undefined {
  return error instanceof Error ? OF_SYSTEM[(error as NodeJS.ErrnoException).code ?? ''] : undefined;
}

/**
 * Turns an error of a driver or of the disk into what a person can act on; any other error passes through.
 * @param faultOf what a driver's own errors mean
 */
export function explained(error: unknown, file: string, faultOf = systemFault): Error {
  if (error instanceof StoreError || error instanceof DiskError || error instanceof StoreBusyError)
    return error;
  const text = error instanceof Error ? error.message : String(error);
  const cause = { cause: error };
  // An archive that cannot be written says so in words of its own.
  switch (faultOf(error instanceof WarcError ? error.cause : error)) {
    case 'read-only':
      return new StoreError(
        `cannot write to ${file}: ${text}; choose another folder with --storage DIR`,
        cause,
      );
    case 'full':
      return new DiskError(
        `the disk is full (${file}); free some space and go on with --resume: nothing acknowledged is lost`,
        cause,
      );
    case 'input-output':
      return new DiskError(
        `the disk fails, or files may not grow any further (${file}: ${text}); see to it and go on with --resume: nothing acknowledged is lost`,
        cause,
      );
    case 'damaged':
      return new StoreError(
        `${file} is damaged or not a Fieldfare store (${text}); move it away or use another --storage DIR`,
        cause,
      );
    default:
      return error instanceof Error ? error : new Error(text);
  }
}
