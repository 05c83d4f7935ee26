/** What makes life hard for a crawler: traps lead it astray, faults are what goes wrong on the way. */

import type { Answer, Memory, PracticeRequest } from '../answer.ts';
import type { LinkSpec, PageContent, SiteIdentity } from '../site.ts';
import type { FormTruth } from '../truth.ts';

export interface TrapTools {
  readonly site: SiteIdentity;
  readonly memory: Memory;
  /** Draws a page in the design of the site. */
  readonly draw: (content: PageContent, status?: number) => Answer;
}

export interface Trap {
  readonly name: string;
  readonly kind: 'trap' | 'fault';
  /** One line for `--list`. */
  readonly summary: string;
  /** Over path and query. */
  readonly pattern: RegExp;
  /** Over the host, for traps on some hosts of the site only. */
  readonly hosts?: RegExp;
  /** Path of one request that touches it. */
  readonly example: string;
  /** Link to it; `home` is one step from the home page, `about` two. */
  readonly link?: { readonly on: 'home' | 'about'; readonly links: readonly LinkSpec[] };
  /** Its pages are not drawn in the design of the site, so they lack the forms of the template. */
  readonly ownMarkup?: boolean;
  /** Markup that goes into every page of the site. */
  readonly everywhere?: string;
  readonly disallow?: readonly string[];
  readonly crawlDelaySeconds?: number;
  /** Forms that its own markup holds. */
  readonly forms?: readonly Pick<FormTruth, 'key' | 'kind' | 'type' | 'method' | 'action' | 'controls'>[];
  /** @returns null where the site's own pages shall answer */
  readonly answer?: (request: PracticeRequest, tools: TrapTools) => Answer | null;
}
