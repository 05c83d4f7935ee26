import type { CDPSession } from 'playwright-core';
import { evaluateApart, isDocumentGone } from '../browser/index.ts';
import { INVISIBLE_STYLE, OFFSCREEN_STYLE } from './mutable-tree.ts';
import { liveMembers } from './live-members.ts';
import { type CaptureLimits, captureDom } from './capture-dom.ts';
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

/** Expression, for a world that the page cannot reach: its value is JSON text of a {@link TreeDocument}. */
export const captureExpression = (limits: CaptureLimits = LIMITS): string =>
  `JSON.stringify((${captureDom.toString()})(${JSON.stringify(limits)}, ${PATTERNS}, ${nearestText.toString()}, ${liveMembers.toString()}))`;

/** The same as JSON text of a {@link TreeDocument}, for a reader in another thread. */
export async function captureJson(session: CDPSession, limits: CaptureLimits = LIMITS): Promise<string> {
  const value = await readDocument(session, captureExpression(limits));
  if (typeof value !== 'string') throw new Error('the page could not be read: no answer');
  return value;
}

/**
 * The value of an expression that reads the page's document, in a world that the page cannot reach; where one document gives way to
 * the next, that of the next.
 * @throws when the page does not answer, or the expression throws
 */
export async function readDocument(session: CDPSession, expression: string): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { value, problem } = await evaluateApart(session, expression);
      if (problem !== undefined) throw new Error(`the page could not be read: ${problem}`);
      return value;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isDocumentGone(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}
