/** A docket of the practice web on loopback, and a harvest of its form with a real store. */

import { createServer } from 'node:http';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { openExchangeLog } from '../../src/foundation/warc/index.ts';
import { HARD_WEB_SITES } from '../../src/practice-web/index.ts';
import { createWorld } from '../../src/practice-web/world.ts';
import {
  type Ledger,
  READING,
  type SubmitEvent,
  storeLedger,
  submitForm,
} from '../../src/submissions/index.ts';
import { hangUp, openPort } from '../open-port.ts';
import { requestFor } from '../practice-web/walk.ts';

export const NOW = new Date('2026-11-01');

export interface Docket extends AsyncDisposable {
  readonly url: string;
  /** Addresses of the requests for lists, in order. */
  readonly asked: readonly string[];
}

/** @param kind such as `docket-total` */
export async function docketSite(kind: string): Promise<Docket> {
  const world = createWorld({
    seed: 1,
    sites: HARD_WEB_SITES,
    now: NOW,
    clock: () => NOW.getTime(),
    kinds: 'hard',
  });
  const site = world.truth.sites.find((one) => one.kind === kind);
  const form = world.truth.forms.find((one) => one.site === site?.key && one.key === 'main');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith(`${form?.action}?`)) asked.push(path);
    const { status, headers, body } = world.answer(requestFor(`http://${site?.hosts[0]}${path}`));
    response.writeHead(status, headers).end(body);
  });
  const port = await openPort(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    async [Symbol.asyncDispose]() {
      await hangUp(server);
      world.close();
    },
  };
}

export interface Harvested {
  readonly records: number;
  readonly done: Extract<SubmitEvent, { type: 'form-done' }> | undefined;
}

type Options = Partial<Parameters<typeof submitForm>[4]> & {
  readonly runId?: number;
  /** What becomes of the ledger. */
  readonly through?: (ledger: Ledger) => Ledger;
};

/** Queries the form of the site's first page as a run does. */
export async function harvestDocket(url: string, storage: string, options: Options = {}): Promise<Harvested> {
  const { runId = 1, through = (ledger) => ledger, ...submit } = options;
  const web = liveTransport({ allowPrivate: true });
  const store = await openStore(storage, { mode: 'write' });
  const log = await openExchangeLog(store.runFolder(runId), { acknowledged: undefined });
  const egress = createHttpClient({ transport: web, log, userAgent: 'Fieldfare' });
  const out = { egress, permit: async () => undefined, ended: () => undefined, pause: () => undefined };
  let done: Harvested['done'];
  try {
    const page = await egress.fetch({ url });
    const [form] = extractForms(parseTree(page.body.toString(), url));
    if (form === undefined) throw new Error('the page has no form');
    const ledger = await storeLedger({
      store,
      runId,
      site: 'docket',
      formId: form.id,
      now: () => 0,
      archive: () => log.flush(),
      archiveDetail: () => log.flush(),
      acknowledge: async () => undefined,
      retryUnknown: false,
    });
    const { signal } = new AbortController();
    const given = {
      maxSubmissions: 5_000,
      maxAnswerPages: 50_000,
      detailPages: 0,
      text: true,
      maxRetries: 0,
      now: NOW,
      signal,
      ...submit,
    };
    for await (const event of submitForm(
      { form, page: url, domain: null },
      out,
      through(ledger),
      READING,
      given,
    ))
      if (event.type === 'form-done') done = event;
    return { records: await store.records.count(runId), done };
  } finally {
    await log.close();
    await store.close();
    await web.close();
  }
}
