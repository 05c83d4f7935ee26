/** Recognises pages that only ask to wait, and says where they lead: in place of the answer, servers and scripts send them. */

import {
  absoluteOf,
  elementsOf,
  hasSideEffects,
  type TreeDocument,
  type TreeElement,
  textOf,
} from '../../foundation/dom/index.ts';

/** Where a page leads by itself. */
export interface Onward {
  readonly url: string;
  /** Time that the page lets pass, ms. */
  readonly delayMs: number;
}

/** Pages that may be left one after another. */
export const MOST_WAITING_PAGES = 5;

/** Visible characters that a page may have which says no more than that it is at work. */
const SHORT_TEXT = 600;
const FEW_LINKS = 8;
/** A page that is left this soon is read by nobody. */
const AT_ONCE_MS = 5_000;
const LONGEST_DELAY_MS = 60_000;
const MAX_CONTENT = 2_000;
const MAX_SCRIPT = 20_000;

const REFRESH = /^(\d{0,4})(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i;
const SCRIPT_REDIRECT =
  /\blocation(?:\.href)?\s*=\s*(["'])([^"'\\\n<>]{1,1000})\1|\blocation\.(?:replace|assign)\s*\(\s*(["'])([^"'\\\n<>]{1,1000})\3\s*\)/g;

/** A script that does nothing but leave: whatever the page shows, nobody reads it. */
const ONLY_LEAVES =
  /^(?:(?:window|self|document|top)\.)?location(?:(?:\.href)?\s?=\s?|\.(?:replace|assign)\()(["'])([^"'\\\n<>]{1,1000})\1\)?;?$/;

/**
 * Returns where a page leads by `<meta>`, the `Refresh` header or a script that does nothing but leave. A page to be read,
 * which is loaded anew from time to time, leads nowhere.
 * @param refreshHeader the `Refresh` header, if any
 */
export function onwardFrom(page: TreeDocument, refreshHeader?: string): Onward | undefined {
  const isShort = looksWaiting(page);
  const written = refreshHeader === undefined ? metaRefresh(page.root) : refreshHeader;
  const onward = written === undefined ? undefined : refreshTo(written, page);
  if (onward !== undefined) {
    const isSoon = onward.delayMs <= AT_ONCE_MS && !isSamePage(onward.url, page.url);
    return isSoon || isShort ? onward : undefined;
  }
  return scriptRedirect(page, isShort);
}

/** Tells whether a page shows next to nothing: no list, no form to fill, a few words. */
function looksWaiting({ root }: TreeDocument): boolean {
  let links = 0;
  for (const { tag, attributes, hidden } of elementsOf(root)) {
    if (hidden !== undefined) continue;
    if (tag === 'a' && attributes.href !== undefined && ++links > FEW_LINKS) return false;
    if (tag === 'input' && /^(?:text|search|password|email|tel|)$/i.test(attributes.type ?? '')) return false;
    if (tag === 'select' || tag === 'textarea' || tag === 'table' || tag === 'li') return false;
  }
  return textOf(root, SHORT_TEXT + 1).length <= SHORT_TEXT;
}

function metaRefresh(root: TreeElement): string | undefined {
  const inert = new Set<TreeElement>();
  for (const element of elementsOf(root, false)) {
    if (element.tag === 'noscript') for (const inner of elementsOf(element, false)) inert.add(inner);
    if (element.tag === 'meta' && element.attributes['http-equiv']?.trim().toLowerCase() === 'refresh')
      if (!inert.has(element)) return element.attributes.content;
  }
  return undefined;
}

function refreshTo(written: string, page: TreeDocument): Onward | undefined {
  const content = written.slice(0, MAX_CONTENT).trim();
  // Without an address the page itself is loaded again.
  const match = /^(\d{1,4})(?:\.\d*)?$/.exec(content) ?? REFRESH.exec(content);
  if (match === null) return undefined;
  const delayMs = Number(match[1]) * 1_000;
  return delayMs > LONGEST_DELAY_MS ? undefined : leadingTo(match[2] ?? page.url, page, delayMs);
}

/** @param isShort scripts that do other things, too, are read where the page shows next to nothing */
function scriptRedirect(page: TreeDocument, isShort: boolean): Onward | undefined {
  const targets = new Set<string>();
  for (const { tag, children } of elementsOf(page.root, false)) {
    if (tag !== 'script') continue;
    const code = children
      .filter((child) => typeof child === 'string')
      .join('')
      .slice(0, MAX_SCRIPT);
    const [, , leaving] = ONLY_LEAVES.exec(code.trim()) ?? [];
    if (leaving !== undefined) targets.add(leaving);
    if (!isShort) continue;
    for (const [, , assigned, , called] of code.matchAll(SCRIPT_REDIRECT)) {
      const target = assigned ?? called;
      if (target !== undefined) targets.add(target);
    }
  }
  const [only] = targets;
  // Several targets: which one it takes, only the script knows.
  return targets.size === 1 && only !== undefined ? leadingTo(only, page, 0) : undefined;
}

function leadingTo(address: string, page: TreeDocument, delayMs: number): Onward | undefined {
  const url = absoluteOf(address, page.baseUrl);
  return url === undefined || hasSideEffects(url) ? undefined : { url, delayMs };
}

const isSamePage = (one: string, other: string): boolean => one.split('#', 1)[0] === other.split('#', 1)[0];
