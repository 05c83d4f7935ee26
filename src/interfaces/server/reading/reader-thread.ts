/** Reads the store in a thread of its own. */

import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { openStore } from '../../../drivers/open/index.ts';
import { FieldfareError } from '../../../foundation/errors/index.ts';
import { answerJobs } from '../../../foundation/threads/index.ts';
import type { Store } from '../../../storage/index.ts';
import { piecesOf, READS, type ReadName, type StreamOf } from './reads.ts';

export type ReadJob =
  | { readonly kind: 'read'; readonly name: ReadName; readonly of: unknown }
  | { readonly kind: 'open'; readonly stream: number; readonly of: StreamOf }
  | { readonly kind: 'next' | 'close'; readonly stream: number };

/** Holds the result of a job. An error that a client is to see crosses as data: a thread keeps only the name of a class. */
export type ReadResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly hint: string | undefined;
    };

/** Bytes of a stream that one job reads at least, and milliseconds that it takes at most. */
const PIECE_BYTES = 64 * 1_024;
const PIECE_MS = 50;

const { storage, isPatient } = workerData as { readonly storage: string; readonly isPatient: boolean };
// What a person waits for comes first, and so does a harvest. Elsewhere it would hold for the whole process.
if (isPatient && process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const streams = new Map<number, AsyncGenerator<string | Uint8Array>>();
let opened: Promise<Store> | undefined;

function store(): Promise<Store> {
  opened ??= openStore(storage, { mode: 'read' }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** @returns undefined at the end */
async function nextPiece(stream: number): Promise<Uint8Array | undefined> {
  const pieces = streams.get(stream);
  if (pieces === undefined) return undefined;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const until = performance.now() + PIECE_MS;
  do {
    const { value, done } = await pieces.next();
    if (done === true) {
      streams.delete(stream);
      break;
    }
    const part = typeof value === 'string' ? Buffer.from(value) : value;
    parts.push(part);
    bytes += part.length;
  } while (bytes < PIECE_BYTES && performance.now() < until);
  return bytes === 0 && !streams.has(stream) ? undefined : Buffer.concat(parts);
}

async function done(job: ReadJob): Promise<unknown> {
  switch (job.kind) {
    case 'read':
      return (READS[job.name] as (store: Store, of: unknown) => unknown)(await store(), job.of);
    case 'open':
      streams.set(job.stream, piecesOf(await store(), job.of));
      return null;
    case 'next':
      return nextPiece(job.stream);
    case 'close':
      await streams.get(job.stream)?.return(undefined);
      streams.delete(job.stream);
      return null;
  }
}

answerJobs(async (job: ReadJob): Promise<ReadResult> => {
  try {
    return { kind: 'value', value: await done(job) };
  } catch (error) {
    if (!(error instanceof FieldfareError)) throw error;
    const { httpStatus: status, code, message, hint } = error;
    return { kind: 'refused', status, code, message, hint };
  }
});
