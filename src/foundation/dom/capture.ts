import type { CDPSession } from 'playwright';
import { evaluateIsolated, isDocumentGone } from '../browser/index.ts';
import { type CaptureLimits, captureDom } from './capture-dom.ts';
import { liveMembers } from './live-members.ts';
import { INVISIBLE_STYLE, OFFSCREEN_STYLE } from './mutable-tree.ts';
import { nearestText } from './nearest-text.ts';
import { packTree, unpackTree } from './packed-tree.ts';
import type { TreeDocument } from './tree.ts';

const LIMITS: CaptureLimits = { maxNodes: 200_000, maxCharacters: 20_000_000 };

/**
 * Reads the live document as a tree, open shadow roots and same-origin frames included.
 *
 * Runs in an isolated world: scripts of the page can change its document but not the functions that read it. Unchanged
 * parts equal the static parser's tree, form numbers included.
 * @throws when the page does not answer (the caller sets the time limit by closing it) or is too large
 */
export async function captureTree(session: CDPSession, limits?: CaptureLimits): Promise<TreeDocument> {
  return unpackTree(await capturePacked(session, limits));
}

const PATTERNS = JSON.stringify({ invisible: INVISIBLE_STYLE.source, offscreen: OFFSCREEN_STYLE.source });
const ATTEMPTS = 8;
/** Pause after the first attempt, multiplied by the number of attempts. */
const PAUSE_MS = 20;

/** Returns an expression for an isolated world with the document as {@link packTree} packs it. */
export const captureExpression = (limits: CaptureLimits = LIMITS): string =>
  `(${packTree.toString()})((${captureDom.toString()})(${JSON.stringify(limits)}, ${PATTERNS}, ${nearestText.toString()}, ${liveMembers.toString()}))`;

/** Captures the document as {@link packTree} packs it, for another thread. */
export async function capturePacked(session: CDPSession, limits: CaptureLimits = LIMITS): Promise<string> {
  const value = await readDocument(session, captureExpression(limits));
  if (typeof value !== 'string') throw new Error('the page could not be read: no answer');
  return value;
}

/** Evaluates an expression in an isolated world, again where the document is replaced. @throws when the page or the expression fails */
export async function readDocument(session: CDPSession, expression: string): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { value, problem } = await evaluateIsolated(session, expression);
      if (problem !== undefined) throw new Error(`the page could not be read: ${problem}`);
      return value;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isDocumentGone(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}
