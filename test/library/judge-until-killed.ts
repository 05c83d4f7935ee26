/** Child process of the kill test: judges the documents of run 1 and says after each batch how many are done. */

import { openStore } from '../../src/drivers/sqlite/index.ts';
import { judgeNovelty } from '../../src/library/index.ts';

const [folder = '', mode = 'sentence'] = process.argv.slice(2);
const store = await openStore(folder, { mode: 'write' });
process.stdout.write('0\n');
const count = await judgeNovelty(store, 1, {
  mode: mode === 'page' ? 'page' : 'sentence',
  onProgress: (done) => void process.stdout.write(`${done}\n`),
});
process.stdout.write(`${JSON.stringify(count)}\n`);
await store.close();
