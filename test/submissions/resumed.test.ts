import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport, type Transport } from '../../src/foundation/http/index.ts';
import { openExchangeLog } from '../../src/foundation/warc/index.ts';
import { harvestedRecords, harvestedSubmissions } from '../../src/library/index.ts';
import { type Ledger, READING, storeLedger, submitForm } from '../../src/submissions/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { askedSite } from './asked-site.ts';
import { seeded } from './killed-submissions.ts';

class Death extends Error {}

/** A ledger whose process dies after so many steps: before a request leaves, or when its answer is in and not written down. */
function dying(ledger: Ledger, steps: number): Ledger {
  let left = steps;
  const step = () => {
    left--;
    if (left < 0) throw new Death();
  };
  return {
    ...ledger,
    begin: async (entry) => {
      await ledger.begin(entry);
      step();
    },
    settle: async (entry, settlement) => {
      step();
      await ledger.settle(entry, settlement);
    },
  };
}

/** One process: asks every form, in order, until it is done or dead. @returns whether it got to the end */
async function ask(web: Transport, url: string, storage: string, steps: number): Promise<boolean> {
  const store = await openStore(storage, { mode: 'write' });
  const log = await openExchangeLog(store.runFolder(1), { acknowledged: undefined });
  const egress = createHttpClient({ transport: web, log, userAgent: 'Fieldfare' });
  const out = { egress, permit: async () => undefined, ended: () => undefined, pause: () => undefined };
  const options = {
    maxSubmissions: 30,
    maxAnswerPages: 10,
    detailPages: 2,
    text: false,
    maxRetries: 0,
    now: new Date(0),
  };
  try {
    const page = await egress.fetch({ url });
    for (const form of extractForms(parseTree(page.body.toString(), url))) {
      const ledger = await storeLedger({
        store,
        runId: 1,
        site: 'shop',
        formId: form.id,
        now: () => 0,
        archive: () => log.flush(),
        archiveDetail: () => log.flush(),
        acknowledge: async () => undefined,
        retryUnknown: false,
      });
      const { signal } = new AbortController();
      const task = { form, page: url, domain: 'book' };
      for await (const _ of submitForm(task, out, dying(ledger, steps), READING, { ...options, signal }));
    }
    return true;
  } catch (error) {
    if (error instanceof Death) return false;
    throw error;
  } finally {
    await log.close();
    await store.close();
  }
}

async function told(storage: string): Promise<string> {
  const store = await openStore(storage, { mode: 'read' });
  const rows: unknown[] = await Array.fromAsync(harvestedSubmissions(store, 1));
  for await (const row of harvestedRecords(store, 1)) rows.push(row);
  await store.close();
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

test('submissions and records are the same bytes after any number of deaths', async () => {
  const site = await askedSite(0, false);
  const web = liveTransport({ allowPrivate: true });
  const folder = temporaryFolder('resumed-');
  try {
    const [whole, torn] = [join(folder, 'whole'), join(folder, 'torn')];
    expect(await ask(web, site.url, whole, Number.POSITIVE_INFINITY)).toBe(true);
    const asked = site.gets.length;
    const random = seeded(3);
    let deaths = 0;
    while (!(await ask(web, site.url, torn, 4 + Math.floor(random() * 14)))) deaths++;
    expect(deaths).toBeGreaterThan(2);
    const undisturbed = await told(whole);
    expect(undisturbed.split('\n').length).toBeGreaterThan(40);
    expect(await told(torn)).toBe(undisturbed);
    // What was under way when the process died is asked again, and nothing else.
    expect(site.gets.length - asked).toBeLessThanOrEqual(asked + deaths);
  } finally {
    await web.close();
    await site.close();
  }
}, 60_000);
