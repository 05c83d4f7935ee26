/** The words for people of all codes that rows and events hold. */

import { reasonInWords, type TransportErrorReason } from '../foundation/http/index.ts';
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
import type { StopCode, StopReason } from '../submissions/index.ts';

/** Made of what belongs to the code; '' where nothing does. */
type Text = (detail: string) => string;

const STOPS = {
  acts: (detail) => detail || 'it does something to somebody',
  'nothing-to-fill': () => 'nothing in it can be chosen or typed',
  'only-arranges': () => 'it only orders what its page shows',
  'typing-off': () => 'it has open text fields only, and --no-text leaves them empty',
  'typing-needed': (detail) => `“${detail}” must be typed, and --no-text leaves it empty`,
  'max-submissions': (detail) => `--max-submissions ${detail} reached`,
  'max-submissions-per-site': (detail) => `--max-submissions-per-site ${detail} reached`,
  'all-seen': (detail) => `all ${detail} records were seen`,
  'list-whole': () => 'the whole list was shown',
  'list-confirmed': () => 'the whole list was shown; other queries show no more',
  dry: (detail) => `the last ${detail} queries brought no new record`,
  'templates-asked': () => 'every template worth asking was asked',
  'nothing-left': () => 'nothing more to ask',
  'ignores-input': () => 'it shows the same whatever is typed',
  'no-hits': (detail) => `none of ${detail} words that the site itself uses brought records`,
  'not-permitted': (detail) => detail || 'it may not be asked',
  refusals: (detail) => `queries were refused, ${detail}`,
  unreachable: (detail) => `the site cannot be reached, ${detail}`,
  'too-slow': (detail) => `no answer comes in time, ${detail}`,
  'broken-off': (detail) => `answers are broken off, ${detail}`,
  redirects: (detail) => `queries are sent on without end, ${detail}`,
  'rate-limited': (detail) => `the site asks for fewer queries, ${detail}`,
  blocked: (detail) => `the site shuts us out, ${detail}`,
  'login-wall': (detail) => `the site asks for a log-in, ${detail}`,
  'server-errors': (detail) => `the site’s server fails, ${detail}`,
  'session-lost': (detail) => `the site’s session does not last, ${detail}`,
  'browser-failed': (detail) => `the browser could not ask it, ${detail}`,
  'form-gone': (detail) => detail || 'the form cannot be asked any more',
  'options-gone': (detail) => detail || 'some of its choices are gone',
  'earlier-version': (detail) => detail,
} as const satisfies Record<StopCode, Text>;

/** Why a form was not asked, or why asking it ended, for people. */
export const stopText = ({ code, detail = '' }: StopReason): string => STOPS[code](detail);

const LINKS = {
  robots: () => 'robots.txt',
  'robots-unreachable': () => 'robots.txt could not be read',
  'host-unreachable': () => 'host does not answer',
  'deny-list': (detail) => `deny-list (${detail})`,
  blocked: (detail) => detail,
  'http-status': (detail) => `status ${detail}`,
  'bad-redirect': () => 'redirect to what is no web address',
  download: () => 'download',
  'not-html': (detail) => `not HTML (${detail})`,
  'no-page': () => 'no page',
  unreadable: (detail) => detail,
  crashed: (detail) => `the process died ${detail} times while this page was under way`,
  internal: (detail) => `internal: ${detail}`,
  'site-page-budget': () => 'page budget of the site is used up',
  'site-seconds': (detail) => `--max-seconds-per-site ${detail} reached`,
  'site-bytes': (detail) => `--max-bytes-per-site ${detail} reached`,
  'fruitless-site': (detail) => `nothing new on ${detail} pages in a row`,
  'depth-exhausted': (detail) => detail.replace('/', ' forms found at depth '),
  'near-identical': (detail) => `the last ${detail} pages of this kind look alike`,
  'earlier-version': (detail) => detail,
} as const satisfies Record<Exclude<LinkCode, TransportErrorReason>, Text>;

const isOfTransport = (code: LinkCode): code is TransportErrorReason => !(code in LINKS);

/** Why a link ended as it did, for people. */
export const linkText = ({ code, detail = '' }: LinkReason): string =>
  isOfTransport(code) ? reasonInWords(code) : LINKS[code](detail);

const SITES = {
  seed: () => 'seed',
  'about-domain': (detail) => `front page is about ${detail}`,
  'about-none': (detail) => `front page is about nothing wanted (${detail})`,
  'earlier-version': (detail) => detail,
} as const satisfies Record<SiteCode, Text>;

/** Why a site is explored or left, for people. */
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
  noscript: () => 'noscript asks for scripts',
  'script-builds-content': () => 'script builds content, no search form seen',
  'own-scripts': () => 'own scripts, no search form seen',
  'static-page': () => 'static page suffices',
  'audit-found-forms': () => 'an audit found search forms on this site',
  'never-useful': (detail) => `${renderText({ code: detail as RenderCode })}, which never paid on this site`,
  'familiar-scripts': (detail) => {
    const [forms, pages] = detail.split('/');
    const added = forms === '0' ? 'no form' : forms === '1' ? 'the same form' : `the same ${forms} forms`;
    return `its scripts added ${added} on ${pages} pages`;
  },
  'form-answer': () => 'answer of a form',
  'earlier-version': (detail) => detail,
};

/** Why a page is shown to the browser or is not, for people. */
export const renderText = ({ code, detail = '' }: RenderReason): string => RENDERS[code](detail);

/** Why a page was rendered or not, and what came of it, for people. */
export const renderedText = ({ reason, renderedBy, audited, failed }: RenderedPage): string => {
  const again = reason.code === 'familiar-scripts' && renderedBy === 'browser';
  const why = `${audited ? 'audit: ' : ''}${again ? 'look again: ' : ''}${renderText(reason)}`;
  return failed ? `${why}, but rendering failed` : why;
};

const RUNS = {
  stopped: () => 'stopped',
  'max-pages': (detail) => `--max-pages ${detail} reached`,
  'max-seconds': (detail) => `--max-seconds ${detail} reached`,
  'max-requests': (detail) => `--max-requests ${detail} reached`,
  'max-disk': (detail) => `--max-disk ${detail} bytes reached`,
  'max-sites': (detail) => `--max-sites ${detail} reached`,
  'sites-kept-out': (detail) => `${detail} sites were kept out by --max-sites`,
  'site-page-budget': (detail) =>
    detail === '' ? LINKS['site-page-budget']() : `a site reached --max-pages-per-site ${detail}`,
  'site-seconds': LINKS['site-seconds'],
  'site-bytes': LINKS['site-bytes'],
  'network-down': (detail) => detail,
  'seeds-unreachable': (detail) => detail,
  failed: (detail) => detail,
  'earlier-version': (detail) => detail,
} as const satisfies Record<RunCode, Text>;

/** Why a run ended before it was complete, for people. */
export const runText = ({ code, detail = '' }: RunReason): string => RUNS[code](detail);

/** What exports say; faults of the way there are named there by their code alone. */
export const EXPORT_WORDS: ReasonWords = {
  link: (reason) => (isOfTransport(reason.code) ? reason.code : linkText(reason)),
  site: siteText,
  render: renderedText,
};
