/** Holds the POSTs of a page and its scripts until they are recorded, and refuses requests that an answer does not need. */

import type { CDPSession, Request, Response } from 'playwright';
import type { OpenPage } from '../../foundation/browser/index.ts';
import type { SubmissionRequest } from '../types/submission.ts';

/** Resolves when the request may leave, to false if it must not. `isDocument`: it is a navigation, not a script's request. */
export type BeforePost = (request: SubmissionRequest, isDocument: boolean) => Promise<boolean>;

interface Paused {
  readonly requestId: string;
  readonly resourceType?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

/**
 * Holds every POST of a page (document, XHR or fetch) until `before` has recorded it, so that after a crash
 * it is known that it may have arrived.
 * @returns a function that stops holding
 */
export async function holdPosts(session: CDPSession, before: BeforePost): Promise<() => Promise<void>> {
  return intercept(session, ({ request, ...paused }) =>
    request.method === 'POST'
      ? before(requestOf({ request, ...paused }), paused.resourceType === 'Document')
      : Promise.resolve(true),
  );
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets a page send nothing that could change something on a server.
 * @returns a function that lets it again
 */
export const refuseWrites = (session: CDPSession): Promise<() => Promise<void>> =>
  intercept(session, ({ request }) => Promise.resolve(READS.has(request.method)));

/** HTML documents that scripts may fetch for one answer; a list or a part of it is one. */
const MAX_FETCHED_DOCUMENTS = 50;

/**
 * Ends what scripts fetch for an answer when they have fetched many documents. Some fetch the page of each record to show a piece
 * of it, which asks the site for hundreds of pages and delays the list. Data in other formats may be the records themselves.
 */
export async function limitFetches({ page, session }: Pick<OpenPage, 'page' | 'session'>) {
  let documents = 0;
  /** Requests whose responses may yet be documents. */
  let underway = 0;
  let wake = Promise.withResolvers<void>();
  const wakeAll = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const arrived = (request: Request, type = '') => {
    if (!/^(?:fetch|xhr)$/.test(request.resourceType())) return;
    underway = Math.max(0, underway - 1);
    if (/html/i.test(type)) documents++;
    wakeAll();
  };
  const onResponse = (response: Response) => arrived(response.request(), response.headers()['content-type']);
  const onFailure = (request: Request) => arrived(request);
  page.on('response', onResponse);
  page.on('requestfailed', onFailure);
  const renew = () => {
    documents = 0;
    underway = 0;
    wakeAll();
  };
  const release = await intercept(session, async ({ request: { method }, resourceType }) => {
    if (resourceType === 'Document') renew();
    if (resourceType === 'Document' || !READS.has(method)) return true;
    while (documents < MAX_FETCHED_DOCUMENTS && documents + underway >= MAX_FETCHED_DOCUMENTS)
      await wake.promise;
    if (documents >= MAX_FETCHED_DOCUMENTS) return false;
    underway++;
    return true;
  });
  const end = () => {
    page.off('response', onResponse);
    page.off('requestfailed', onFailure);
    renew();
    return release();
  };
  /** `renew` counts anew, for what the next action brings. */
  return { renew, end };
}

type Guard = (paused: Paused) => Promise<boolean>;

interface Guarded {
  readonly guards: Guard[];
  readonly onPaused: (paused: Paused) => void;
}

/** Pages whose requests are held. */
const guarded = new WeakMap<CDPSession, Guarded>();

/** Lets a request leave only if every guard of its page agrees; the last one is asked first. */
async function intercept(session: CDPSession, mayLeave: Guard): Promise<() => Promise<void>> {
  const known = guarded.get(session);
  const { guards, onPaused } = known ?? startGuarding(session);
  guards.unshift(mayLeave);
  if (known === undefined) {
    guarded.set(session, { guards, onPaused });
    session.on('Fetch.requestPaused', onPaused);
    await session.send('Fetch.enable', {
      patterns: [
        { resourceType: 'Document', requestStage: 'Request' },
        { resourceType: 'XHR', requestStage: 'Request' },
        { resourceType: 'Fetch', requestStage: 'Request' },
      ],
    });
  }
  return async () => {
    guards.splice(guards.indexOf(mayLeave), 1);
    if (guards.length > 0) return;
    guarded.delete(session);
    await session.send('Fetch.disable').catch(() => undefined);
    session.off('Fetch.requestPaused', onPaused);
  };
}

function startGuarding(session: CDPSession): Guarded {
  const guards: Guard[] = [];
  const allAgree = async (paused: Paused): Promise<boolean> => {
    for (const mayLeave of [...guards]) if (!(await mayLeave(paused))) return false;
    return true;
  };
  const onPaused = (paused: Paused) => {
    const { requestId } = paused;
    const go = () => session.send('Fetch.continueRequest', { requestId });
    const stop = () => session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    // Ignore the error of a page that was closed meanwhile.
    void allAgree(paused)
      .then((may) => (may ? go() : stop()), stop)
      .catch(() => undefined);
  };
  return { guards, onPaused };
}

function requestOf({ request }: Paused): SubmissionRequest {
  const { url, headers, postDataEntries = [] } = request;
  const named = (name: string) => Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1];
  const contentType = named('content-type');
  const parts = postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'));
  return {
    method: 'POST',
    url,
    referrer: named('referer') ?? '',
    ...(contentType !== undefined && { contentType }),
    ...(parts.length > 0 && { body: Buffer.concat(parts).toString('base64') }),
  };
}
