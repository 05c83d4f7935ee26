/** Marks elements of a live page from an isolated world, so that trusted events can be sent to them. */

import type { CDPSession } from 'playwright';
import type { Target } from './live-targets.ts';

/** Attribute of marked elements. */
export const MARK_ATTRIBUTE = 'data-fieldfare';

/** Runs in an isolated world: numbers elements in capture order and marks the wanted ones. */
const MARK_SCRIPT = `(wanted) => {
  const SILENT = new Set(['script', 'style', 'template']);
  const stack = [[document.documentElement]];
  let ordinal = -1;
  let last = Math.max(...wanted.map((one) => one.ordinal));
  const by = new Map(wanted.map((one) => [one.ordinal, one]));
  let right = 0;
  while (stack.length > 0 && ordinal < last) {
    const level = stack[stack.length - 1];
    const element = level.shift();
    if (element === undefined) { stack.pop(); continue; }
    ordinal++;
    const one = by.get(ordinal);
    if (one !== undefined && element.localName === one.tag && (element.getAttribute('name') ?? '') === one.name) {
      element.setAttribute('${MARK_ATTRIBUTE}', String(ordinal));
      right++;
    }
    if (SILENT.has(element.localName)) continue;
    if (element.localName === 'iframe' || element.localName === 'frame') {
      let inner = null;
      try { inner = element.contentDocument; } catch {}
      if (inner?.documentElement) stack.push([inner.documentElement]);
      continue;
    }
    stack.push([...element.children]);
    if (element.shadowRoot) stack.push([...element.shadowRoot.children]);
  }
  return right === wanted.length;
}`;

/** Makes forms and links open in the same window, because no other window is watched. */
const ONE_WINDOW_SCRIPT = `() => {
  for (const element of document.querySelectorAll('form[target], base[target], [formtarget]')) {
    if (element.getAttribute('target') && !/^_(?:top|parent|self)$/i.test(element.target)) element.setAttribute('target', '_self');
    element.removeAttribute('formtarget');
  }
}`;

async function evaluateIsolated(session: CDPSession, call: string): Promise<unknown> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'fieldfare',
  });
  const { result } = await session.send('Runtime.evaluate', {
    expression: call,
    contextId: executionContextId,
    returnByValue: true,
  });
  return result.value;
}

/** Makes the form open its answer in the same window. */
export const keepInOneWindow = (session: CDPSession): Promise<unknown> =>
  evaluateIsolated(session, `(${ONE_WINDOW_SCRIPT})()`);

/** Marks elements of a live page. @returns whether each of them is still the same element */
export async function markElements(session: CDPSession, targets: readonly Target[]): Promise<boolean> {
  const wanted = targets.map(({ ordinal, tag, name }) => ({ ordinal, tag, name }));
  return (await evaluateIsolated(session, `(${MARK_SCRIPT})(${JSON.stringify(wanted)})`)) === true;
}
