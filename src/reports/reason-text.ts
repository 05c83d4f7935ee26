/** The words for people of all codes that rows and events hold. */

import { TERMS_GUARD } from '../forms/index.ts';
import { reasonInWords, TRANSPORT_ERRORS, type TransportErrorReason } from '../foundation/http/index.ts';
import type { ReasonWords, RenderedPage } from '../library/index.ts';
import type {
  LinkCode,
  LinkReason,
  RenderCode,
  RenderReason,
  RunCode,
  RunReason,
  SiteCode,
  SiteReason,
} from '../storage/index.ts';
import type { AnswerVerdict, DetailState, PostQuery, StopCode, StopReason } from '../submissions/index.ts';
import { evidenceText } from './evidence-text.ts';
import { counted, wholeNumber } from './words.ts';

/** Made of what belongs to the code; '' where nothing does. */
type Text = (detail: string) => string;

const STOPS = {
  acts: (detail) => detail || 'it does something to somebody',
  'nothing-to-fill': () => 'no usable field',
  'same-request': (detail) => `it sends what form ${detail} sends`,
  'only-arranges': () => 'it only orders what its page shows',
  'typing-off': () => 'it has free-text fields only, and --no-text leaves them empty',
  'typing-needed': (detail) => `“${detail}” must be typed, and --no-text leaves it empty`,
  'max-submissions': (detail) => `--max-submissions ${detail} reached`,
  'max-submissions-per-site': (detail) => `--max-submissions-per-site ${detail} reached`,
  'repeats-form': () => 'another form of the site shows the same records',
  'max-seconds': (detail) => `--max-seconds ${detail} reached`,
  'all-seen': (detail) =>
    detail === '1' ? 'the only record was seen' : `all ${wholeNumber(Number(detail))} records were seen`,
  'list-whole': () => 'the whole list was shown',
  'list-confirmed': () => 'the whole list was shown; other queries show no more',
  'no-new-records': (detail) => `the last ${detail} queries brought no new record`,
  'templates-asked': () => 'every useful combination was queried',
  'windows-read': (detail) => `every part of the range was queried: ${detail}`,
  'nothing-left': () => 'no query remains',
  'ignores-input': () => 'it shows the same whatever is typed',
  capped: (detail) =>
    `${counted(Number(detail), 'query', 'queries')} would have found more than the site shows`,
  needs: (detail) => `it objects to every query: ${detail}`,
  'no-hits': (detail) => `none of ${counted(Number(detail), 'word')} from the site itself returned records`,
  'not-permitted': (detail) => detail || 'querying it is not permitted',
  refusals: (detail) => `queries were refused, ${detail}`,
  unreachable: (detail) => `the site cannot be reached, ${detail}`,
  'too-slow': (detail) => `no response in time, ${detail}`,
  'broken-off': (detail) => `responses are cut off, ${detail}`,
  redirects: (detail) => `queries are redirected without end, ${detail}`,
  'rate-limited': (detail) => `the site asks for fewer queries, ${detail}`,
  slowed: (detail) => `the site asks for fewer queries, and waiting did not help, ${detail}`,
  blocked: (detail) => `the site blocks us, ${detail}`,
  'login-wall': (detail) => `the site asks for a log-in, ${detail}`,
  'waits-for-person': (detail) => `a person has to decide first: ${detail}; --accept-terms agrees`,
  'server-errors': (detail) => `the site’s server fails, ${detail}`,
  'session-lost': (detail) => `the site’s session does not last, ${detail}`,
  'browser-failed': (detail) => `the browser could not query it, ${detail}`,
  'form-gone': (detail) => detail || 'the form is gone',
  'options-gone': (detail) => detail || 'some of its choices are gone',
  'earlier-version': (detail) => detail,
} as const satisfies Record<StopCode, Text>;

/** Says why a form was not queried, or why querying it stopped, for people. */
export const stopText = ({ code, detail = '' }: StopReason): string => STOPS[code](detail);

const VERDICTS: Readonly<Record<AnswerVerdict, string>> = {
  hits: 'results',
  'no-hits': 'no results',
  'error-message': 'error message',
  'same-form': 'form returned',
  'login-wall': 'log-in required',
  blocked: 'blocked',
  'server-error': 'server error',
  'not-a-result': 'no result page',
};

/** Says how a response is classified, for people; what is no verdict stays as it is. */
export const verdictText = (verdict: string): string => wordOf(VERDICTS, verdict);

const POST_QUERY: Readonly<Record<PostQuery['kind'], string>> = {
  confirmed: 'confirmed',
  answers: 'responds',
  'no-answer': 'no response',
  blocked: 'restricted',
  'not-queried': 'undetermined',
};

/** Says what queries showed of a form, for people. */
export const postQueryText = (kind: string): string => wordOf(POST_QUERY, kind);

const SITE_STATES = {
  explored: 'crawled',
  exploring: 'crawling',
  left: 'skipped',
  candidate: 'discovered',
} as const;

/** Says what became of a site, for people. */
export const siteStateText = (state: string): string => wordOf(SITE_STATES, state);

/** Says what became of a sampled detail page, for people. */
export const DETAIL_STATES: Readonly<Record<DetailState, string>> = {
  read: 'read',
  other: 'title not found',
  gone: 'gone',
  refused: 'not permitted',
  failed: 'could not be fetched',
};

const wordOf = (words: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(words, code) ? (words[code] ?? code) : code;

const LINKS = {
  robots: () => 'robots.txt',
  'robots-unreachable': (detail) =>
    isTransportReason(detail) ? reasonInWords(detail) : 'robots.txt could not be read',
  'host-unreachable': () => 'host unreachable',
  'deny-list': (detail) => `deny-list (${detail})`,
  'not-included': () => 'matches no --include',
  blocked: (detail) => blockedText(detail, null),
  'http-status': (detail) => `status ${detail}`,
  'bad-redirect': () => 'redirect to what is no web address',
  download: () => 'download',
  'not-html': (detail) => `not HTML (${detail})`,
  'no-page': () => 'no page',
  unreadable: (detail) => detail,
  unread: (detail) => `this machine was too busy: ${detail}`,
  crashed: () => 'the process died again and again while this page was under way',
  internal: (detail) => `internal: ${detail}`,
  'site-page-budget': () => 'page budget of the site is used up',
  'site-seconds': (detail) => `--max-seconds-per-site ${detail} reached`,
  'site-bytes': (detail) => `--max-bytes-per-site ${detail} reached`,
  'fruitless-site': (detail) => `nothing new on ${detail} pages in a row`,
  'depth-exhausted': (detail) => detail.replace('/', ' forms found at depth '),
  'near-identical': (detail) => `the last ${detail} pages of this kind look alike`,
  'earlier-version': (detail) => detail,
} as const satisfies Record<Exclude<LinkCode, TransportErrorReason>, Text>;

const isTransportReason = (code: string): code is TransportErrorReason =>
  (TRANSPORT_ERRORS as readonly string[]).includes(code);
const isOfTransport = (code: LinkCode): code is TransportErrorReason => !(code in LINKS);

/** Says why a link ended as it did, for people. */
export const linkText = ({ code, detail = '' }: LinkReason): string =>
  isOfTransport(code) ? reasonInWords(code) : LINKS[code](detail);

/** Says who or what kept a run from a site's pages, for people. */
export const blockedText = (by: string, page: string | null): string =>
  by === TERMS_GUARD
    ? `waits for a person: terms to agree to${page === null ? '' : ` at ${page}`}; --accept-terms agrees`
    : by;

const SITES = {
  seed: () => 'seed',
  'about-domain': (detail) => `home page is about ${detail}`,
  'about-none': (detail) => `home page off-topic (similarity ${detail})`,
  'earlier-version': (detail) => detail,
} as const satisfies Record<SiteCode, Text>;

/** Says why a site is crawled or skipped, for people. */
export const siteText = ({ code, detail = '' }: SiteReason): string => SITES[code](detail);

const RENDERS: Readonly<Record<RenderCode, Text>> = {
  'rendering-off': () => 'rendering is off',
  'rendering-forced': () => 'rendering is forced',
  'cut-page': () => 'cut page',
  frame: () => 'frame',
  'shadow-root': () => 'shadow root in the markup',
  'no-scripts': () => 'no scripts',
  'script-builds-forms': () => 'script builds forms',
  'custom-elements': () => 'custom elements',
  'empty-app-root': () => 'empty application root',
  'hardly-any-text': () => 'hardly any text',
  noscript: () => 'noscript fallback',
  'script-builds-content': () => 'script builds content, no static search form',
  'own-scripts': () => 'site scripts, no static search form',
  'static-page': () => 'static page suffices',
  'audit-found-forms': () => 'an audit found search forms on this site',
  'never-useful': (detail) =>
    `${renderText({ code: detail as RenderCode })}; rendering never added forms on this site`,
  'familiar-scripts': (detail) => {
    const [forms, pages] = detail.split('/');
    const added = forms === '0' ? 'no form' : forms === '1' ? 'the same form' : `the same ${forms} forms`;
    return `its scripts added ${added} on ${pages} pages`;
  },
  'form-answer': () => 'response of a form',
  'earlier-version': (detail) => detail,
};

/** Says why a page is shown to the browser or is not, for people. */
export const renderText = ({ code, detail = '' }: RenderReason): string => RENDERS[code](detail);

/** Says why a page was rendered or not, and what came of it, for people. */
export const renderedText = ({ reason, renderedBy, audited, failed }: RenderedPage): string => {
  const again = reason.code === 'familiar-scripts' && renderedBy === 'browser';
  const why = `${audited ? 'audit sample: ' : ''}${again ? 're-check: ' : ''}${renderText(reason)}`;
  return failed ? `${why}, but rendering failed` : why;
};

const RUNS = {
  stopped: () => 'stopped',
  'max-pages': (detail) => `--max-pages ${detail} reached`,
  'max-seconds': (detail) => `--max-seconds ${detail} reached`,
  'max-requests': (detail) => `--max-requests ${detail} reached`,
  'max-disk': (detail) => `--max-disk ${detail} bytes reached`,
  'max-submissions': () => 'more queries are left than its budget allowed',
  'max-sites': (detail) => `limited to ${counted(Number(detail), 'site')} (--max-sites)`,
  'sites-kept-out': (detail) =>
    `${counted(Number(detail), 'site')} ${detail === '1' ? 'was' : 'were'} kept out by --max-sites`,
  'site-page-budget': (detail) =>
    detail === '' ? LINKS['site-page-budget']() : `a site reached --max-pages-per-site ${detail}`,
  'site-seconds': LINKS['site-seconds'],
  'site-bytes': LINKS['site-bytes'],
  'pages-lost': (detail) =>
    `${counted(Number(detail), 'page')} ${detail === '1' ? 'was' : 'were'} lost by faults of this program or machine`,
  'network-down': (detail) => detail,
  'seeds-unreachable': (detail) => detail,
  failed: (detail) => detail,
  'earlier-version': (detail) => detail,
} as const satisfies Record<RunCode, Text>;

/** Says why a run ended before it was complete, for people. */
export const runText = ({ code, detail = '' }: RunReason): string => RUNS[code](detail);

/** Says what exports say; faults of the way there are named there by their code alone. */
export const EXPORT_WORDS: ReasonWords = {
  link: (reason) => (isOfTransport(reason.code) ? reason.code : linkText(reason)),
  site: siteText,
  render: renderedText,
  stop: stopText,
  evidence: evidenceText,
};
