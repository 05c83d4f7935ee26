/**
 * Reads rows of a long list, of which one batch at a time is in memory.
 * @param read gives the rows behind the last one
 * @param size of every batch but the last; 1 where a batch of any size may have another behind it
 */
export async function* inBatches<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  size = 1,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    yield* rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}
