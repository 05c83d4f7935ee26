import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Room for young objects; V8 would give them up to 128 MB, and collect the bodies of pages as rarely. */
const MOST_BYTES = 12e6;
const LOOK_MS = 100;

/**
 * Holds down what V8 sets aside for young objects of the main thread: it takes a bound at the start of a process only, from flags of Node.
 * Each thread collects its own: where all processors are at work, those that would help it come late, and it waits for them.
 * No kind of object is made among the old ones because its like lived long: an old element of a dead page keeps the whole page.
 */
export function boundYoungGeneration(): void {
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--no-allocation-site-pretenuring');
  // In megabytes, for threads that start from now on: theirs does not grow while this one is held down.
  setFlagsFromString('--min-semi-space-size=4');
  let grows = true;
  const look = () => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const may = (space?.space_size ?? 0) < MOST_BYTES;
    if (may === grows) return;
    grows = may;
    setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
  };
  setInterval(look, LOOK_MS).unref();
}
