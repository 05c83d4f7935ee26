import type { CDPSession } from 'playwright-core';

/** What came of a script: its value as JSON knows it, or why there is none. */
interface Evaluated {
  readonly value: unknown;
  /** What it threw, its stack included. */
  readonly problem: string | undefined;
}

/** What Chromium says when one document has given way to the next. */
const DOCUMENT_GONE = /Cannot find context|context was destroyed|No frame (?:for|with) given id/i;
/** The world of the document that a page shows; making one anew for every script costs more than most scripts. */
const worlds = new WeakMap<CDPSession, number>();
/** A page's main frame keeps its id, whatever it shows. */
const frames = new WeakMap<CDPSession, string>();

export const isDocumentGone = (error: unknown): boolean => DOCUMENT_GONE.test(String(error));

/**
 * Runs a script in the page's present document, in a world that the page's own scripts cannot reach: they can change the
 * document, not the functions that read it. All that runs in one document shares its world.
 * @throws when the page does not answer, or goes elsewhere meanwhile ({@link isDocumentGone})
 */
export async function evaluateApart(
  session: CDPSession,
  expression: string,
  options: { readonly userGesture?: boolean } = {},
): Promise<Evaluated> {
  const known = worlds.get(session);
  if (known !== undefined) {
    try {
      return await evaluate(session, expression, { ...options, contextId: known });
    } catch (error) {
      forgetWorld(session);
      if (!isDocumentGone(error)) throw error;
    }
  }
  return evaluate(session, expression, { ...options, contextId: await newWorld(session) });
}

/** Call it when the page navigates: it saves a useless request for the world of the previous document. */
export const forgetWorld = (session: CDPSession): boolean => worlds.delete(session);

async function newWorld(session: CDPSession): Promise<number> {
  const frameId = frames.get(session) ?? (await session.send('Page.getFrameTree')).frameTree.frame.id;
  frames.delete(session);
  const world = { frameId, worldName: 'fieldfare' };
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
  frames.set(session, frameId);
  worlds.set(session, executionContextId);
  return executionContextId;
}

/** Runs a script in the page's own world, or in the one that is given. @throws when the page does not answer */
export async function evaluate(
  session: CDPSession,
  expression: string,
  options: { readonly contextId?: number; readonly userGesture?: boolean } = {},
): Promise<Evaluated> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    ...options,
  });
  if (exceptionDetails === undefined) return { value: result.value, problem: undefined };
  return { value: undefined, problem: exceptionDetails.exception?.description ?? exceptionDetails.text };
}
