import type { CDPSession } from 'playwright-core';
import { INVISIBLE_STYLE, OFFSCREEN_STYLE } from './growing-tree.ts';
import { liveMembers } from './live-members.ts';
import { type CaptureLimits, serialiseDocument } from './live-tree.ts';
import { nearestText } from './nearest-text.ts';
import type { TreeDocument } from './tree.ts';

const LIMITS: CaptureLimits = { maxNodes: 200_000, maxCharacters: 20_000_000 };

/**
 * Reads the live document as a tree, open shadow roots and same-origin frames included.
 *
 * Runs in an isolated world: scripts of the page can change its document but not the functions that read it. What has
 * not changed since the page was parsed looks the same as in the static parser's tree, form numbers included.
 * @throws when the page does not answer (the caller sets the time limit by closing it) or is larger than can be passed on
 */
export async function captureTree(session: CDPSession, limits?: CaptureLimits): Promise<TreeDocument> {
  return JSON.parse(await captureJson(session, limits)) as TreeDocument;
}

const PATTERNS = JSON.stringify({ invisible: INVISIBLE_STYLE.source, offscreen: OFFSCREEN_STYLE.source });
const ATTEMPTS = 8;
/** Between two attempts, growing by as much each time. */
const PAUSE_MS = 20;
/** What Chromium says when one document has given way to the next. */
const DOCUMENT_GONE = /Cannot find context|context was destroyed|No frame (?:for|with) given id/i;

/** The same as JSON text of a {@link TreeDocument}, for a reader in another thread. */
export async function captureJson(session: CDPSession, limits: CaptureLimits = LIMITS): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await captureOnce(session, limits);
    } catch (error) {
      if (attempt >= ATTEMPTS || !DOCUMENT_GONE.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}

async function captureOnce(session: CDPSession, limits: CaptureLimits): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'fieldfare',
  });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `JSON.stringify((${serialiseDocument.toString()})(${JSON.stringify(limits)}, ${PATTERNS}, ${nearestText.toString()}, ${liveMembers.toString()}))`,
    contextId: executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined || typeof result.value !== 'string') {
    throw new Error(
      `the page could not be read: ${exceptionDetails?.exception?.description ?? exceptionDetails?.text ?? 'no answer'}`,
    );
  }
  return result.value;
}
