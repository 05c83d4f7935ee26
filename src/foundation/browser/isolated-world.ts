import type { CDPSession } from 'playwright';

/** Result of a script: its value as JSON, or its error. */
interface Evaluated {
  readonly value: unknown;
  readonly problem: string | undefined;
}

/** Chromium's messages when a document was replaced. */
const DOCUMENT_GONE = /Cannot find context|context was destroyed|No frame (?:for|with) given id/i;
/** Isolated world of each page's document; creating one for every script would cost more than most scripts. */
const worlds = new WeakMap<CDPSession, number>();
/** A page's main frame keeps its id, whatever it shows. */
const frames = new WeakMap<CDPSession, string>();

export const isDocumentGone = (error: unknown): boolean => DOCUMENT_GONE.test(String(error));

/**
 * Runs a script in the page's current document, in an isolated world: scripts of the page can change the document, but not
 * the functions that read it. All scripts in one document share its world.
 * @throws when the page does not answer, or navigates meanwhile ({@link isDocumentGone})
 */
export async function evaluateIsolated(
  session: CDPSession,
  expression: string,
  options: { readonly userGesture?: boolean; readonly awaitPromise?: boolean } = {},
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

/** Runs a script in the page's own world, or in the given one. @throws when the page does not answer */
export async function evaluate(
  session: CDPSession,
  expression: string,
  options: {
    readonly contextId?: number;
    readonly userGesture?: boolean;
    readonly awaitPromise?: boolean;
  } = {},
): Promise<Evaluated> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    ...options,
  });
  if (exceptionDetails === undefined) return { value: result.value, problem: undefined };
  return { value: undefined, problem: exceptionDetails.exception?.description ?? exceptionDetails.text };
}
