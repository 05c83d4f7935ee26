import { open } from 'node:fs/promises';
import { decodeContent } from './content-coding.ts';
import type { LoggedExchange } from './exchange-records.ts';
import { headerValue } from './http-message.ts';
import { placeInFiles } from './log-files.ts';
import { type ByteRange, type ByteSource, readResponse } from './read-record.ts';
import { WarcError } from './record.ts';

export interface StoredExchange
  extends Omit<LoggedExchange, 'requestHeaders' | 'requestBody' | 'body' | 'truncated' | 'repairs'> {
  /** Without content coding. */
  readonly body: Buffer;
  /** Set where the stored body is incomplete, or (`coding`) could not be decoded completely. */
  readonly truncated?: string;
}

const MAX_STORED_BYTES = 64 * 1024 * 1024;

/**
 * @param path first WARC file of a log; `offset` and `length` are those of a response record in its files
 * @param maxBytes longest body to return, before and after decoding
 * @throws {WarcError} when there is no response at this place
 */
export const readExchange = async (
  path: string,
  offset: number,
  length: number,
  maxBytes = MAX_STORED_BYTES,
): Promise<StoredExchange> => {
  const place = placeInFiles(path, offset);
  const file = await open(place.file, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new WarcError(`Cannot read ${path}: ${cause.code ?? cause.message}.`, { cause });
  });
  try {
    return await exchangeIn(file, { offset: place.offset, length }, `${path}, byte ${offset}`, maxBytes);
  } finally {
    await file.close();
  }
};

/**
 * Reads an exchange from an open file.
 * @param called names file and place in errors
 * @throws {WarcError} when there is no response at this place
 */
export const exchangeIn = async (
  file: ByteSource,
  place: ByteRange,
  called: string,
  maxBytes = MAX_STORED_BYTES,
): Promise<StoredExchange> => {
  try {
    const { warc, status, statusText, headers, body } = await readResponse(file, place);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) break;
    }
    const decoded = await decodeContent(
      Buffer.concat(parts),
      headerValue(headers, 'content-encoding'),
      maxBytes,
    );
    const truncated = warc.fields.get('warc-truncated') ?? decoded.truncated;
    const address = warc.fields.get('warc-ip-address');
    return {
      url: warc.fields.get('warc-target-uri') ?? '',
      method: warc.fields.get('fieldfare-request-method') ?? 'GET',
      status,
      statusText,
      headers,
      body: decoded.body,
      ...(truncated === undefined ? {} : { truncated }),
      ...(address === undefined ? {} : { address }),
      date: new Date(warc.fields.get('warc-date') ?? 0),
    };
  } catch (error) {
    if (!(error instanceof WarcError)) throw error;
    throw new WarcError(`${called}: ${error.message}.`, { cause: error });
  }
};
