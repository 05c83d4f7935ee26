/** One form on loopback whose answers a function makes, asked to the end: what came of it, and what was sent. */

import { createServer } from 'node:http';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { memoryLedger, READING, type SubmitEvent, submitForm } from '../../src/submissions/index.ts';
import { hangUp, openPort } from '../open-port.ts';

type Done = Extract<SubmitEvent, { readonly type: 'form-done' }>;

interface AskedForm extends Pick<Done, 'reason' | 'outcome' | 'estimate' | 'asked'> {
  /** Distinct records. */
  readonly records: number;
  /** Every query, in order. */
  readonly sent: readonly URLSearchParams[];
  /** Pauses that the site was granted, ms. */
  readonly pauses: readonly number[];
}

interface Asked {
  /** The page that the form stands on, without head and foot. */
  readonly page: string;
  /** What stands above the form in the answer to a query. @param nth number of the query, from 1 */
  readonly answer: (query: URLSearchParams, nth: number) => string;
  readonly words?: readonly string[];
  readonly most?: number;
}

export async function askedForm({ page, answer, words = [], most = 150 }: Asked): Promise<AskedForm> {
  const sent: URLSearchParams[] = [];
  const pauses: number[] = [];
  const whole = (body: string) =>
    `<!doctype html><html lang="en"><head><title>Archive of ships</title></head><body><h1>Archive of ships</h1>${body}<footer>Harbour office</footer></body></html>`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://a.test');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname !== '/find') return response.end(whole(pathname === '/' ? page : '<p>A ship.</p>'));
    sent.push(searchParams);
    return response.end(whole(`${answer(searchParams, sent.length)}${page}`));
  });
  const url = `http://127.0.0.1:${await openPort(server)}/`;
  const web = liveTransport({ allowPrivate: true });
  try {
    const egress = createHttpClient({ transport: web, userAgent: 'Fieldfare' });
    const pause = (_: string, ms: number) => pauses.push(ms);
    const out = { egress, permit: async () => undefined, ended: () => undefined, pause };
    const [form] = extractForms(parseTree((await egress.fetch({ url })).body.toString(), url));
    if (form === undefined) throw new Error('the page has no form');
    const task = { form, page: url, domain: null, sources: { siteWords: words } };
    const options = {
      ...{ maxSubmissions: most, maxAnswerPages: 300, detailPages: 0, text: true, maxRetries: 2 },
      ...{ now: new Date('2026-11-27'), signal: new AbortController().signal },
    };
    const keys = new Set<string>();
    let done: Done | undefined;
    for await (const event of submitForm(task, out, memoryLedger(), READING, options)) {
      if (event.type === 'submission')
        for (const { key } of event.result.answer?.records ?? []) keys.add(key);
      if (event.type === 'form-skipped') throw new Error(event.reason.code);
      if (event.type === 'form-done') done = event;
    }
    if (done === undefined) throw new Error('asking did not end');
    const { reason, outcome, estimate, asked } = done;
    return { reason, outcome, estimate, asked, records: keys.size, sent, pauses };
  } finally {
    await web.close();
    await hangUp(server);
  }
}
