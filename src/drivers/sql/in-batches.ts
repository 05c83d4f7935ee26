/** Rows of a long list, of which one batch at a time is held. @param read gives the rows behind the last one */
export async function* inBatches<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    if (rows.length === 0) return;
    yield* rows;
    last = rows.at(-1);
  }
}
