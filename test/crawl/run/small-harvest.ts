import { onTestFinished } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import type { Transport } from '../../../src/foundation/http/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type Answer, type SmallWeb, smallWeb } from './small-web.ts';

type End = Extract<HarvestEvent, { type: 'end' }>;

export interface SmallHarvest {
  readonly small: SmallWeb;
  readonly storage: string;
  /** Harvests the web, or another one in its place, breadth first and over HTTP alone unless told otherwise. */
  run(
    options?: Partial<HarvestOptions>,
    web?: Transport,
    onEvent?: (event: HarvestEvent) => void,
  ): Promise<End>;
}

/** A small web of one test, closed when that has ended. */
export async function webOf(pages: Readonly<Record<string, Answer>>, ...seeds: string[]): Promise<SmallWeb> {
  const small = await smallWeb(pages, seeds);
  onTestFinished(() => small.close());
  return small;
}

/** A small web and a storage folder for one test, gone when it has ended. */
export async function smallHarvest(
  pages: Readonly<Record<string, Answer>>,
  seeds: readonly string[],
): Promise<SmallHarvest> {
  const storage = temporaryFolder('small-harvest-');
  const small = await webOf(pages, ...seeds);
  const run: SmallHarvest['run'] = async (options = {}, web = small.web, onEvent = () => undefined) => {
    const all = {
      domains: ['book'],
      web,
      storage,
      render: 'never',
      strategy: 'breadth-first',
      submit: false,
      robots: false,
      ...options,
    } as HarvestOptions;
    let end: End | undefined;
    for await (const event of harvest(all)) {
      onEvent(event);
      if (event.type === 'end') end = event;
    }
    if (end === undefined) throw new Error('it ended without saying so');
    return end;
  };
  return { small, storage, run };
}
