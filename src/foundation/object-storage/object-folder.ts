import { FieldfareError } from '../errors/index.ts';

/** `unreachable` and `busy` may pass. */
export type StorageFault =
  | 'unreachable'
  | 'busy'
  | 'no-bucket'
  | 'no-object'
  | 'refused'
  | 'clock'
  | 'full'
  | 'other';

/** One line: which storage, what is wrong, what to do. Never contains credentials. */
export class ObjectStorageError extends FieldfareError {
  readonly code = 'object-storage';
  override readonly exitCode = 1;
  override readonly httpStatus = 502;
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }

  /** Says whether trying again later may help. */
  get mayPass(): boolean {
    return this.fault === 'unreachable' || this.fault === 'busy';
  }
}

export interface StoredObject {
  /** Relative to the folder, parts separated by `/`. */
  readonly name: string;
  readonly bytes: number;
}

/** Bytes, or a file that holds them. */
export type ObjectContent = Buffer | { readonly file: string };

/** Named objects that are written whole: a folder on disk, or a prefix of an S3 bucket. Every method throws {@link ObjectStorageError}. */
export interface ObjectFolder {
  /** `s3://bucket/prefix` or a path. */
  readonly address: string;
  /** Objects of this folder and those below, ordered by the bytes of their names. @param after lists names behind this one */
  list(after?: string): AsyncGenerator<StoredObject>;
  /** Reads a range; returns fewer bytes where the object ends before. */
  read(name: string, offset: number, length: number): Promise<Buffer>;
  /** Writes an object in one step: readers see the old one or the new one. */
  put(name: string, content: ObjectContent): Promise<void>;
  delete(name: string): Promise<void>;
  folder(name: string): ObjectFolder;
}

export const isS3 = (address: string): boolean => address.startsWith('s3://');
