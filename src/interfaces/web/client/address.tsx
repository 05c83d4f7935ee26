/** Reads and changes the address of the view; links within the UI. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const CHANGED = 'fieldfare-address';

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  dispatchEvent(new Event(CHANGED));
}

export function useAddress(): URL {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const read = () => setHref(location.href);
    addEventListener('popstate', read);
    addEventListener(CHANGED, read);
    return () => {
      removeEventListener('popstate', read);
      removeEventListener(CHANGED, read);
    };
  }, []);
  return new URL(href);
}

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
}

export function Link({ to, children, class: name, current }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main')?.focus();
  };
  return (
    <a href={to} class={name} onClick={follow} {...(current && { 'aria-current': 'page' as const })}>
      {children}
    </a>
  );
}
