import { createHash } from 'node:crypto';
import {
  elementsOf,
  isElement,
  type TreeDocument,
  type TreeElement,
  textOf,
} from '../../foundation/dom/index.ts';
import { canonicalUrl, siteOf } from '../../foundation/url/index.ts';
import type { RenderCode, RenderReason } from '../../storage/index.ts';

export type RenderMode = 'auto' | 'always' | 'never';

/** Says whether a page is shown to the browser, and why. It depends on the page alone, so that every order of a crawl decides alike. */
export interface RenderDecision extends RenderReason {
  readonly render: boolean;
  /** Equal where the same scripts have the same places to fill; set where the page is shown for what scripts may add. */
  readonly scripts?: string;
}

/** Characters of visible text below which a page with scripts is taken for a shell that scripts fill. */
const SHELL_TEXT = 200;
const APP_ROOTS = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  'main-app',
  'react-root',
  'ember-app',
  'svelte',
]);
const BUILDS_FORMS =
  /createElement\(\s*['"`](?:form|input|select|textarea)['"`]|<(?:form|input|select|textarea)[\s>\\]|attachShadow|\.showModal\(/i;
/** Name of a list that adds a condition to its form. */
const ADDS_CONDITION = /^add[\W_]?(?:filter|condition|criteri|clause|rule|field|column)/i;
const BUILDS_DOM =
  /innerHTML|insertAdjacentHTML|document\.write|appendChild|createElement|append\(|replaceWith|\.render\(/;
const NOSCRIPT_ASKS = /javascript|java script/i;

const PLACES = new Set(['div', 'section', 'main', 'aside', 'nav', 'header', 'footer', 'form']);

/** Limits the scripts and frames whose origins are told apart and compared. */
const MAX_SCRIPTS = 2_000;
const MAX_SRC = 4_000;

interface Home {
  readonly origin: string | undefined;
  readonly site: string | undefined;
  readonly baseUrl: string;
}

interface Evidence {
  inlineScripts: number;
  externalScripts: number;
  /** Counts the external ones of the page's own site: what others embed are mostly counters and adverts. */
  ownScripts: number;
  buildsForms: boolean;
  buildsDom: boolean;
  controls: number;
  links: number;
  frames: number;
  shadowRoots: number;
  customElements: number;
  emptyAppRoot: boolean;
  noscriptWantsScripts: boolean;
  readonly scripts: string[];
  readonly sources: string[];
  readonly places: Set<string>;
}

/**
 * Decides from the static page whether scripts may build forms or links that HTTP alone does not show.
 * Reasons have codes and are reported; rendering costs some hundred times what reading does.
 * @param searchSeen whether the static page shows a search form already, so that less is at stake
 */
export function renderDecision(
  document: TreeDocument,
  searchSeen: boolean,
  mode: RenderMode = 'auto',
): RenderDecision {
  if (mode === 'never') return { render: false, code: 'rendering-off' };
  if (mode === 'always') return { render: true, code: 'rendering-forced' };
  // Its scripts may stand behind the cut, and the live document is often far smaller than its source.
  if (document.truncated) return { render: true, code: 'cut-page' };
  const evidence = gather(document);
  const adds = (code: RenderCode): RenderDecision => {
    const scripts = fingerprint(code, document, evidence);
    return { render: true, code, ...(scripts !== undefined && { scripts }) };
  };
  if (evidence.frames > 0) return { render: true, code: 'frame' };
  if (evidence.shadowRoots > 0) return adds('shadow-root');
  if (evidence.inlineScripts + evidence.externalScripts === 0) return { render: false, code: 'no-scripts' };
  if (evidence.buildsForms) return adds('script-builds-forms');
  if (evidence.customElements > 0) return adds('custom-elements');
  if (evidence.emptyAppRoot) return { render: true, code: 'empty-app-root' };
  const text = textOf(document.root, SHELL_TEXT + 1).length;
  if (text < SHELL_TEXT && evidence.links < 5) return { render: true, code: 'hardly-any-text' };
  if (evidence.noscriptWantsScripts && evidence.controls === 0) return { render: true, code: 'noscript' };
  if (!searchSeen) {
    if (evidence.buildsDom) return adds('script-builds-content');
    if (evidence.ownScripts > 0) return adds('own-scripts');
  }
  return { render: false, code: 'static-page' };
}

/**
 * Returns a digest of what a page gives its scripts to work on and what they are, numbers aside: the host and the
 * language, inline scripts, addresses of the others without their queries, custom elements, and what stands empty under
 * a name. Undefined where that is too much to be compared.
 */
function fingerprint(code: RenderCode, document: TreeDocument, evidence: Evidence): string | undefined {
  const { scripts, sources, places } = evidence;
  if (scripts.length + sources.length + places.size > MAX_SCRIPTS) return undefined;
  const hash = createHash('sha1');
  const { origin = '' } = URL.parse(document.baseUrl) ?? {};
  const from = sources.map((src) => withoutQuery(src, document.baseUrl));
  for (const part of [code, origin, document.language, ...[...places].sort(), ...from])
    hash.update(`${part}\n`);
  for (const script of scripts) hash.update(`${script.replace(/\d+/g, '#')}\0`);
  return hash.digest('base64url');
}

function withoutQuery(src: string, baseUrl: string): string {
  const url = src.length > MAX_SRC ? undefined : canonicalUrl(src, baseUrl);
  return (url ?? src).replace(/[?#].*/s, '');
}

function gather(document: TreeDocument): Evidence {
  const evidence: Evidence = {
    inlineScripts: 0,
    externalScripts: 0,
    ownScripts: 0,
    buildsForms: false,
    buildsDom: false,
    controls: 0,
    links: 0,
    frames: 0,
    shadowRoots: 0,
    customElements: 0,
    emptyAppRoot: false,
    noscriptWantsScripts: false,
    scripts: [],
    sources: [],
    places: new Set(),
  };
  const page = URL.parse(document.url);
  const home: Home = {
    origin: page === null || page.origin === 'null' ? undefined : page.origin,
    site: page === null || page.hostname === '' ? undefined : siteOf(document.url),
    baseUrl: document.baseUrl,
  };
  for (const element of elementsOf(document.root)) weigh(element, home, evidence);
  return evidence;
}

function weigh(element: TreeElement, home: Home, evidence: Evidence): void {
  const { tag, attributes } = element;
  if (tag === 'script') weighScript(element, home, evidence);
  else if (tag === 'input' || tag === 'select' || tag === 'textarea') {
    evidence.controls++;
    if (tag === 'select')
      evidence.buildsForms ||= [attributes.id, attributes.name].some((name) =>
        ADDS_CONDITION.test(name ?? ''),
      );
  } else if (tag === 'a') evidence.links++;
  else if (tag === 'noscript') evidence.noscriptWantsScripts ||= NOSCRIPT_ASKS.test(textOf(element, 2_000));
  else if (tag === 'iframe' || tag === 'frame') {
    if (sameOrigin(attributes.src, home) || attributes.srcdoc !== undefined) evidence.frames++;
  } else if (tag === 'template') {
    if (attributes.shadowrootmode !== undefined) evidence.shadowRoots++;
  } else if (tag.includes('-') && !tag.startsWith('font-')) {
    evidence.customElements++;
    evidence.places.add(tag);
  }
  const { id } = attributes;
  if (id === undefined || element.children.some(isElement)) return;
  if (APP_ROOTS.has(id)) evidence.emptyAppRoot = true;
  if (PLACES.has(tag) && element.children.every((text) => typeof text === 'string' && text.trim() === ''))
    evidence.places.add(`#${id.replace(/\d+/g, '#')}`);
}

function weighScript(element: TreeElement, home: Home, evidence: Evidence): void {
  const type = element.attributes.type?.toLowerCase() ?? '';
  if (type !== '' && !/javascript|ecmascript|module/.test(type)) return;
  const { src } = element.attributes;
  if (src !== undefined) {
    if (++evidence.externalScripts > MAX_SCRIPTS) return;
    evidence.sources.push(src);
    if (evidence.ownScripts > 0) return;
    const url = src.length > MAX_SRC ? undefined : canonicalUrl(src, home.baseUrl);
    if (url !== undefined && siteOf(url) === home.site) evidence.ownScripts++;
    return;
  }
  const [code] = element.children;
  if (typeof code !== 'string') return;
  evidence.inlineScripts++;
  evidence.scripts.push(code);
  evidence.buildsForms ||= BUILDS_FORMS.test(code);
  evidence.buildsDom ||= BUILDS_DOM.test(code);
}

function sameOrigin(src: string | undefined, { origin, baseUrl }: Home): boolean {
  if (src === undefined || src === '' || src.length > MAX_SRC || src.startsWith('about:')) return false;
  return origin !== undefined && URL.parse(src, baseUrl)?.origin === origin;
}
