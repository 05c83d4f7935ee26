import { FieldfareError } from '../foundation/errors/index.ts';

/** The store cannot be opened, or does not hold what was asked for. */
export class StoreError extends FieldfareError {
  readonly code = 'store';
}

/** Another process is writing to the store. */
export class StoreBusyError extends FieldfareError {
  readonly code = 'store-busy';
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
