import { type FollowableLinks, headerSaysNofollow, withoutLinks } from '../../foundation/dom/index.ts';
import type { Exchange } from '../../foundation/http/index.ts';
import { AGENT_TOKEN } from './robots-cache.ts';

/** Leaves out all links of a page that says nofollow, by itself or by its header X-Robots-Tag. */
export function withoutNofollow<R extends FollowableLinks>(read: R, { headers }: Exchange): R {
  const page = read.nofollow.page ?? (isInHeader(headers) ? 'header' : null);
  return page === null ? read : { ...read, ...withoutLinks(read, page) };
}

const isInHeader = (headers: Exchange['headers']): boolean =>
  headerSaysNofollow(
    headers.flatMap(([name, value]) => (name.toLowerCase() === 'x-robots-tag' ? [value] : [])),
    AGENT_TOKEN,
  );
