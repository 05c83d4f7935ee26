import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import type { Transport } from '../../../src/foundation/http/index.ts';
import { openLogFile } from '../../../src/foundation/warc/log-file.ts';

interface Faults {
  readonly maxPageCount?: number;
  /** Bytes after which the archive's disk is full. */
  readonly failLogAfter?: number;
  readonly resume?: boolean;
  readonly maxDepth?: number;
  readonly warcSize?: number;
}

type End = Extract<HarvestEvent, { type: 'end' }>;

/** A harvest on a disk that is too small. */
export async function harvestWith(web: Transport, storage: string, faults: Faults): Promise<End> {
  const { maxPageCount, failLogAfter, resume = false, maxDepth = 1, warcSize } = faults;
  const openFile: typeof openLogFile = async (path) => {
    const file = await openLogFile(path);
    return {
      ...file,
      write: async (bytes, position) => {
        if (failLogAfter !== undefined && position + bytes.length > failLogAfter) {
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        }
        return file.write(bytes, position);
      },
    };
  };
  let end: End | undefined;
  const options: HarvestOptions = {
    domains: ['book'],
    web,
    storage,
    resume,
    maxDepth,
    ...(warcSize !== undefined && { warcSize }),
    render: 'never',
    strategy: 'breadth-first',
  };
  const open = (folder: string) =>
    openStore(folder, { mode: 'write', ...(maxPageCount !== undefined && { maxPageCount }) });
  for await (const event of harvest(options, { open, log: { openFile } }))
    if (event.type === 'end') end = event;
  if (end === undefined) throw new Error('the harvest ended without saying so');
  return end;
}
