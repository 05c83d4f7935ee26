import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Limits of what is in memory at a time, in bytes of JSON. */
const BUFFER_BYTES = 16 * 1024 * 1024;
const GROUP_BYTES = 16 * 1024 * 1024;
const GROUP_ROWS = 5_000;
const PART_BYTES = 256 * 1024 * 1024;

export type RowCells = readonly unknown[];

export interface SpilledPart {
  readonly partition: string;
  /** Counts from 0 in its partition. */
  readonly number: number;
  readonly rows: number;
  /** Rows of each row group. */
  readonly groups: readonly number[];
  lines(): AsyncGenerator<RowCells>;
}

interface OpenPart {
  readonly partition: string;
  readonly number: number;
  readonly file: string;
  readonly groups: number[];
  bytes: number;
  groupBytes: number;
  buffered: string[];
}

/** Sorts rows by partition on disk: rows of all partitions come in turns, and a Parquet file is written in one go. */
export class PartitionSpill {
  private readonly dir: string;
  private readonly limits: { readonly partBytes: number; readonly groupBytes: number };
  private readonly current = new Map<string, OpenPart>();
  private readonly all: OpenPart[] = [];
  private bufferedBytes = 0;

  constructor(dir: string, limits = { partBytes: PART_BYTES, groupBytes: GROUP_BYTES }) {
    this.dir = dir;
    this.limits = limits;
  }

  async add(partition: string, cells: RowCells): Promise<void> {
    const line = `${JSON.stringify(cells)}\n`;
    const bytes = Buffer.byteLength(line);
    const part = this.partFor(partition);
    const rows = part.groups.at(-1) ?? 0;
    if (part.groups.length === 0 || rows === GROUP_ROWS || part.groupBytes + bytes > this.limits.groupBytes) {
      part.groups.push(1);
      part.groupBytes = bytes;
    } else {
      part.groups[part.groups.length - 1] = rows + 1;
      part.groupBytes += bytes;
    }
    part.bytes += bytes;
    part.buffered.push(line);
    this.bufferedBytes += bytes;
    if (this.bufferedBytes > BUFFER_BYTES) await this.flush();
  }

  /** Brings what is buffered to the files. */
  async flush(): Promise<void> {
    for (const part of this.all) {
      if (part.buffered.length === 0) continue;
      await appendFile(part.file, part.buffered.join(''));
      part.buffered = [];
    }
    this.bufferedBytes = 0;
  }

  /** Parts by partition and number; call {@link flush} before. */
  parts(): readonly SpilledPart[] {
    return this.all
      .toSorted((a, b) =>
        a.partition < b.partition ? -1 : a.partition > b.partition ? 1 : a.number - b.number,
      )
      .map(({ partition, number, groups, file }) => ({
        partition,
        number,
        rows: groups.reduce((sum, rows) => sum + rows, 0),
        groups,
        lines: () => linesOf(file),
      }));
  }

  private partFor(partition: string): OpenPart {
    const last = this.current.get(partition);
    if (last !== undefined && last.bytes < this.limits.partBytes) return last;
    const file = join(this.dir, `${this.all.length}.jsonl`);
    const number = last === undefined ? 0 : last.number + 1;
    const part = { partition, number, file, groups: [], bytes: 0, groupBytes: 0, buffered: [] };
    this.current.set(partition, part);
    this.all.push(part);
    return part;
  }
}

/** Splits at line feeds alone: `readline` ends a line at U+2028, too, which JSON leaves as it is. */
async function* linesOf(file: string): AsyncGenerator<RowCells> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as RowCells;
  }
}
