export { type ArchiveReader, localArchive, SegmentReader } from './archive-reader.ts';
export { cdxjLines } from './cdxj.ts';
export { ACCEPTED_CODINGS, decodeContent } from './content-coding.ts';
export { copyArchive, copyLog } from './copy-archive.ts';
export {
  type ExchangeLocation,
  type ExchangeLog,
  type ExchangeLogOptions,
  openExchangeLog,
  spoolOf,
} from './exchange-log.ts';
export type { TruncatedBy } from './exchange-records.ts';
export { decodeHttpHead, headerValue, statusOf, withoutHeaders } from './http-message.ts';
export { archiveFiles, EXCHANGES_FILE, WARC_FILE_BYTES } from './log-files.ts';
export { type ArchivedResponse, type ByteRange, readResponse } from './read-record.ts';
export { endOfHead, type HeaderList, WarcError } from './record.ts';
export { finishRewriting, rewriteSegments } from './rewrite-segments.ts';
export { ArchiveBreak, checkWhole, type ScannedRecord, scanArchive } from './scan.ts';
export type { SegmentRange } from './segments.ts';
export { missingSegments, spooledSegments } from './spool.ts';
export { type WaczPage, writeWacz } from './wacz.ts';
