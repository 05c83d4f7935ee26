/** Elements of a live page, marked in a world of our own so that trusted events can be given to them. */

import type { CDPSession } from 'playwright-core';
import type { Target } from './live-targets.ts';

/** The attribute that marked elements carry. */
export const MARK = 'data-fieldfare';

/** Runs in a world of its own: numbers the elements as the capture does and marks those that were asked for. */
const MARKING = `(wanted) => {
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
      element.setAttribute('${MARK}', String(ordinal));
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

/** Windows that would open elsewhere open here: nobody looks at others. */
const ONE_WINDOW = `() => {
  for (const element of document.querySelectorAll('form[target], base[target], [formtarget]')) {
    if (element.getAttribute('target') && !/^_(?:top|parent|self)$/i.test(element.target)) element.setAttribute('target', '_self');
    element.removeAttribute('formtarget');
  }
}`;

async function inOwnWorld(session: CDPSession, call: string): Promise<unknown> {
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

/** Windows that the form would open open in its own. */
export const inOneWindow = (session: CDPSession): Promise<unknown> =>
  inOwnWorld(session, `(${ONE_WINDOW})()`);

/** Marks elements of a live page. @returns whether every one of them still is what it was */
export async function mark(session: CDPSession, targets: readonly Target[]): Promise<boolean> {
  const wanted = targets.map(({ ordinal, tag, name }) => ({ ordinal, tag, name }));
  return (await inOwnWorld(session, `(${MARKING})(${JSON.stringify(wanted)})`)) === true;
}
