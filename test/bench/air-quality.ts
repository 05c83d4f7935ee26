import { loadRegion } from '../../src/foundation/domain/index.ts';
import { practiceTransport } from '../../src/foundation/http/practice-transport.ts';
import { airQuality } from '../../src/wings/air-quality/collect-region.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const DELAY_MS = 500;

/** Time to collect three cities at once and one after the other, on portals of their own, half a second between requests. */
export async function airQualityBench(json: boolean): Promise<void> {
  const seconds: Record<string, number> = {};
  for (const together of [true, false]) {
    const folder = temporaryFolder('air-quality-bench-');
    const web = await practiceTransport({ sites: 12, portals: 'punjab' });
    let begun = 0;
    let ended = 0;
    try {
      await airQuality({
        ...{
          region: loadRegion('punjab'),
          web,
          sources: [],
          period: {},
          robots: true,
          render: 'never' as const,
        },
        ...{ maxPages: 50, delayMs: DELAY_MS, together, storage: folder, pictures: false },
        signal: new AbortController().signal,
        // Growing the portals and writing the report are no part of it.
        emit: ({ type }) => {
          if (type === 'start') begun = performance.now();
          if (type === 'end') ended = performance.now();
        },
      });
    } finally {
      await web.close();
    }
    seconds[together ? 'together' : 'oneByOne'] = (ended - begun) / 1_000;
  }
  const { together = 0, oneByOne = 1 } = seconds;
  const ratio = together / oneByOne;
  process.stdout.write(
    json
      ? `${JSON.stringify({ delayMs: DELAY_MS, together, oneByOne, ratio })}\n`
      : `three cities at once ${together.toFixed(1)} s, one after the other ${oneByOne.toFixed(1)} s: ${ratio.toFixed(2)} of the time\n`,
  );
}
