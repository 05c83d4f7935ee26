/** Asks the two forms of a shop into a store, until done or killed: `node asking-worker.ts STORAGE URL`. */

import { openStore } from '../../src/drivers/sqlite/index.ts';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { openExchangeLog } from '../../src/foundation/warc/index.ts';
import { READING, storeLedger, submitForm } from '../../src/submissions/index.ts';

const [storage = '', url = ''] = process.argv.slice(2);
const store = await openStore(storage, { mode: 'write' });
const web = liveTransport({ allowPrivate: true });
const log = await openExchangeLog(store.runFolder(1), { acknowledged: undefined });
const egress = createHttpClient({ transport: web, log, userAgent: 'Fieldfare' });
const out = { egress, permit: async () => undefined, ended: () => undefined, pause: () => undefined };
const page = await egress.fetch({ url });
const options = {
  maxSubmissions: 60,
  maxAnswerPages: 10,
  detailPages: 2,
  text: false,
  maxRetries: 0,
  now: new Date(0),
};
for (const form of extractForms(parseTree(page.body.toString(), url))) {
  const ledger = await storeLedger({
    store,
    runId: 1,
    site: 'shop',
    formId: form.id,
    now: () => Date.now(),
    archive: () => log.flush(),
    archiveDetail: () => log.flush(),
    acknowledge: async () => undefined,
    retryUnknown: false,
  });
  const { signal } = new AbortController();
  const asking = submitForm({ form, page: url, domain: 'book' }, out, ledger, READING, {
    ...options,
    signal,
  });
  for await (const _ of asking);
}
await log.close();
await web.close();
await store.close();
