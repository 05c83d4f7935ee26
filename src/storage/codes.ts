/** Lists the codes that rows hold as reasons; `reports` puts them into words. */

import type { TransportErrorReason } from '../foundation/http/index.ts';

/** A code, and what belongs to it. */
export interface Reason<Code extends string> {
  readonly code: Code;
  readonly detail?: string;
}

/** Reasons why a link ended as it did, or a site is fetched no further; without those of `TransportErrorReason`: no answer came. */
export const LINK_CODES = [
  'robots', // robots.txt forbids it
  'robots-unreachable', // robots.txt could not be read; detail: the code of what failed on the way
  'host-unreachable', // given up with its host, which does not answer
  'deny-list', // detail: the entry
  'not-included', // patterns of what is read were given, and none is like it
  'blocked', // detail: who or what keeps us out
  'http-status', // an answer that may be better later; detail: the status
  'bad-redirect', // to what is no web address
  'download',
  'not-html', // detail: the content type
  'no-page', // an answer that is no page, whichever
  'unreadable', // the page could not be analysed; detail: the message
  'unread', // this machine was too busy to analyse it; detail: the message
  'crashed', // the process died again and again while it was under way
  'internal', // a fault of ours; detail: the message
  // Budgets of a site
  'site-page-budget',
  'site-seconds', // detail: the budget
  'site-bytes', // detail: the budget
  // Nothing left that promises more
  'fruitless-site', // detail: pages in a row without a new form
  'depth-exhausted', // detail: forms/depth
  'near-identical', // detail: pages of the kind in a row that look alike
  // Kept from a version that wrote sentences; detail: the sentence
  'earlier-version',
] as const;
export type LinkCode = TransportErrorReason | (typeof LINK_CODES)[number];
export type LinkReason = Reason<LinkCode>;

/** Links were left by these, though nobody wanted it: no answer came, or by a fault of ours. */
export const LEFT_CODES: readonly LinkCode[] = [
  ...(['dns', 'connect', 'tls', 'timeout', 'reset', 'protocol'] as const),
  ...(['robots-unreachable', 'host-unreachable', 'unread', 'crashed', 'internal'] as const),
];

/** Reasons why a site is explored or left. */
export const SITE_CODES = [
  'seed',
  'about-domain', // its front page is about a domain; detail: `book (0.512)`
  'about-none', // about none of the domains; detail: how much
  'earlier-version',
] as const;
export type SiteCode = (typeof SITE_CODES)[number];
export type SiteReason = Reason<SiteCode>;

/** Reasons why a page is shown to the browser, or is not. */
export const RENDER_CODES = [
  'rendering-off',
  'rendering-forced',
  'cut-page', // only a part of it was read
  'frame', // it holds one of its own site
  'shadow-root', // written in the markup
  'no-scripts',
  'script-builds-forms',
  'custom-elements',
  'empty-app-root',
  'hardly-any-text',
  'noscript', // it asks for scripts
  'script-builds-content', // and no search form is seen
  'own-scripts', // scripts of its site, and no search form is seen
  'static-page',
  // By what is known of the site
  'audit-found-forms',
  'never-useful', // detail: the code whose renderings brought nothing on the site
  'familiar-scripts', // detail: forms/pages, the forms that they added, the same on so many pages
  'form-answer', // it is the answer of a form
  // Kept from a version that wrote sentences; detail: the sentence
  'earlier-version',
] as const;
export type RenderCode = (typeof RENDER_CODES)[number];
export type RenderReason = Reason<RenderCode>;

/** A reason why a run is not complete. */
export type RunCode =
  | 'stopped' // by the user
  // Budgets; detail: the budget
  | 'max-pages'
  | 'max-seconds'
  | 'max-requests'
  | 'max-disk'
  | 'max-submissions' // of a run of one page
  | 'max-sites'
  | 'sites-kept-out' // by a budget of sites before; detail: how many
  // Budgets of a site that kept links out; detail: the budget, where it is known
  | 'site-page-budget'
  | 'site-seconds'
  | 'site-bytes'
  | 'pages-lost' // by faults of ours; detail: how many
  // Errors; detail: the message
  | 'network-down'
  | 'seeds-unreachable'
  | 'failed'
  // Kept from a version that wrote sentences; detail: the sentence
  | 'earlier-version';
export type RunReason = Reason<RunCode>;

/** The reason that a row holds in two columns. */
export const reasonOf = <Code extends string>(code: Code, detail: string | null): Reason<Code> =>
  detail === null ? { code } : { code, detail };
