import type { ExchangeLocation, ExchangeLog } from '../../foundation/warc/index.ts';

/** A log whose places count from `base` on: part of an archive that several processes write. */
export function shiftedLog(log: ExchangeLog, base: number): ExchangeLog {
  const shifted = (place: ExchangeLocation): ExchangeLocation => ({
    ...place,
    offset: place.offset + base,
    requestOffset: place.requestOffset + base,
  });
  return {
    path: log.path,
    get bytes() {
      return log.bytes;
    },
    get appendedBytes() {
      return log.appendedBytes;
    },
    missing: log.missing.map(({ start, end }) => ({ start: start + base, end: end + base })),
    append: async (exchange) => shifted(await log.append(exchange)),
    appendMetadata: (described) => log.appendMetadata(described),
    flush: () => log.flush(),
    deliver: () => log.deliver(),
    close: () => log.close(),
  };
}
