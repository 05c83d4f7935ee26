/** What a site answers: traps first, then forms, records, pages, families, and 404 at last. */

import { type Answer, html, type Memory, type PracticeRequest, redirect } from './answer.ts';
import { paragraphs } from './catalogs/catalog.ts';
import type { CompiledSite } from './compiled.ts';
import type { Row } from './database.ts';
import { dependentChoices, drawPage, drawPlainForm } from './drawing.ts';
import { builderScript, frameDocument } from './forms/appearances.ts';
import { vendorScript } from './forms/apps.ts';
import { queryDigest } from './outcome.ts';
import { isSubmission } from './query.ts';
import { detailPage, homeEntries, listing, resultsAnswer, resultsData, savedResults } from './results.ts';
import { seeded } from './seeded.ts';
import type { Block, FormSpec, LinkSpec, PageContent, PageSpec, SiteTools } from './site.ts';
import { toolsOf } from './site-tools.ts';

/** @param usual answers without what the site answers in a way of its own */
export function respond(site: CompiledSite, request: PracticeRequest, memory: Memory, usual = false): Answer {
  const { answer } = site.blueprint;
  const own = (): Answer | null => (usual || !answer ? null : answer(request, usualTools(site, memory)));
  if (request.path === '/robots.txt') return own() ?? robots(site);
  return (
    fromTraps(site, request, memory) ??
    own() ??
    fromAssets(site, request) ??
    fromChoices(site, request) ??
    fromForms(site, request) ??
    fromRecords(site, request) ??
    fromPages(site, request) ??
    drawPage(
      site,
      {
        title: 'Not found',
        blocks: [{ kind: 'prose', paragraphs: ['404: there is nothing at this address.'] }],
      },
      404,
    )
  );
}

/** What a site that answers in a way of its own works with. */
export const usualTools = (site: CompiledSite, memory: Memory): SiteTools =>
  toolsOf(site, (request) => respond(site, request, memory, true), memory);

interface RobotsRules {
  readonly disallow: readonly string[];
  readonly crawlDelaySeconds: number;
}

export function robotsRules(site: CompiledSite): RobotsRules {
  const disallow = site.traps.flatMap((trap) => trap.disallow ?? []);
  return {
    disallow: [...new Set(disallow)],
    crawlDelaySeconds: Math.max(0, ...site.traps.map((trap) => trap.crawlDelaySeconds ?? 0)),
  };
}

function robots(site: CompiledSite): Answer {
  const { disallow, crawlDelaySeconds } = robotsRules(site);
  const asked = site.traps.some((trap) => trap.name === 'crawl-delay') ? { trap: 'crawl-delay' } : {};
  const plain = { headers: { 'content-type': 'text/plain' }, resource: 'robots', ...asked } as const;
  if (disallow.length === 0 && crawlDelaySeconds === 0) return { ...plain, status: 404, body: 'not found\n' };
  const lines = ['User-agent: *', ...disallow.map((path) => `Disallow: ${path}`)];
  if (crawlDelaySeconds > 0) lines.push(`Crawl-delay: ${crawlDelaySeconds}`);
  return { ...plain, status: 200, body: `${lines.join('\n')}\n` };
}

function fromTraps(site: CompiledSite, request: PracticeRequest, memory: Memory): Answer | null {
  const tools = {
    site: site.identity,
    memory,
    draw: (content: PageContent, status?: number) => drawPage(site, content, status),
  };
  for (const trap of site.traps) {
    if (!trap.pattern.test(request.target) || trap.hosts?.test(request.host) === false) continue;
    const answer = trap.answer?.(request, tools);
    if (answer) return { ...answer, trap: trap.name };
  }
  return null;
}

/** Choices of a control by the value of the one it depends on. */
function fromChoices(site: CompiledSite, request: PracticeRequest): Answer | null {
  const [, key = '', name = ''] = /^\/api\/choices\/([^/]+)\/([^/]+)$/.exec(request.path) ?? [];
  const form = site.forms.get(key);
  const control = form?.controls.find((one) => one.name === decodeURIComponent(name));
  if (!form || control?.dependsOn === undefined) return null;
  const parent = new URLSearchParams([[control.dependsOn, request.query.get('value') ?? '']]);
  const offered = dependentChoices(form, control, parent, site).filter((choice) => !choice.any);
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(offered.map(({ value, label }) => ({ value, label }))),
    resource: 'data',
  };
}

function fromAssets(site: CompiledSite, request: PracticeRequest): Answer | null {
  const asset = (type: string, body: string): Answer => ({
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'max-age=3600' },
    body,
    resource: 'asset',
  });
  if (request.path === '/assets/site.css') return asset('text/css', site.design.css);
  if (request.path === '/assets/go.svg')
    return asset(
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="16"><rect width="24" height="16" fill="#684"/><path d="M7 3l9 5-9 5z" fill="#fff"/></svg>',
    );
  const vendor = vendorScript(request.path);
  if (vendor !== undefined) return asset('text/javascript', vendor);
  if (request.path === '/favicon.ico')
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: '', resource: 'asset' };
  const [, key = ''] = /^\/assets\/form-(.+)\.js$/.exec(request.path) ?? [];
  const form = site.forms.get(key);
  if (form?.appears === 'script')
    return asset('text/javascript', builderScript(form, drawPlainForm(site, form), site.words.next));
  const framed = site.forms.get(/^\/embed\/(.+)$/.exec(request.path)?.[1] ?? '');
  return framed?.appears === 'frame' ? html(frameDocument(drawPlainForm(site, framed))) : null;
}

function fromForms(site: CompiledSite, request: PracticeRequest): Answer | null {
  const submitted = request.method === 'POST' ? request.body : request.query;
  for (const form of formsAt(site, request)) {
    if (form.method !== request.method || !isSubmission(form, submitted)) continue;
    // What scripts answer is no request, or one that the site has an answer of its own to.
    if (form.results === 'client') continue;
    // A listing sorts itself, see `pageBlocks`.
    if (LISTING_FORMS.includes(form.key)) continue;
    const answer =
      form.type === 'search' ? searched(site, form, request, submitted) : politely(site, form, submitted);
    // Turning the pages of a result list is no new submission.
    if (submitted.has('page') && !(form.posts === 'json' && submitted.get('page') === '1')) return answer;
    const query = answer.outcome ? {} : { query: queryDigest(submitted) };
    return { ...answer, form: form.key, ...query };
  }
  return savedResults(site, request);
}

const searched = (
  site: CompiledSite,
  form: FormSpec,
  request: PracticeRequest,
  given: URLSearchParams,
): Answer =>
  request.path.startsWith('/api/')
    ? resultsData(site, form, given)
    : resultsAnswer(site, form, request, given);

/** What forms that are no search answer: thanks, a refused log-in, or a closed door to who filled the hidden field. */
function politely(site: CompiledSite, form: FormSpec, given: URLSearchParams): Answer {
  const robot = form.controls.some((control) => control.honeypot && (given.get(control.name) ?? '') !== '');
  if (robot)
    return { ...drawPage(site, { title: 'Access denied', blocks: [] }, 403), trap: 'honeypot-field' };
  if (form.next) return redirect(form.next, 303);
  if (form.type !== 'login') return drawPage(site, { title: site.words.thanks, blocks: [] });
  const blocks: Block[] = [
    { kind: 'prose', paragraphs: [site.words.refused] },
    { kind: 'form', form: form.key },
  ];
  return drawPage(site, { title: site.words.login, blocks }, 200, given);
}

/** Forms whose action this is: several may share one, the most specific first. */
function formsAt(site: CompiledSite, request: PracticeRequest): FormSpec[] {
  const path = request.path.startsWith('/api/') ? request.path.slice(4) : request.path;
  const submitted = request.method === 'POST' ? request.body : request.query;
  const fit = (form: FormSpec): number =>
    form.controls.filter((control) => submitted.has(control.name)).length / form.controls.length;
  return [...site.forms.values()].filter((form) => form.action === path).sort((a, b) => fit(b) - fit(a));
}

function fromRecords(site: CompiledSite, request: PracticeRequest): Answer | null {
  for (const records of site.databases) {
    const [, id] = records.spec.detailPattern.exec(request.target) ?? [];
    const row: Row | undefined = id === undefined ? undefined : records.get(Number(id));
    if (row) return drawPage(site, detailPage(site, records, row));
  }
  return null;
}

function fromPages(site: CompiledSite, request: PracticeRequest): Answer | null {
  const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path;
  const page = site.pages.get(path);
  if (page) {
    if (page.path !== request.path) return redirect(page.path, 301);
    return {
      ...drawPage(
        site,
        { title: page.title, blocks: pageBlocks(site, page, request.query) },
        200,
        request.query,
      ),
      ...sortUse(site, request),
    };
  }
  for (const family of site.blueprint.families ?? []) {
    const match = family.pattern.exec(request.target);
    const content = match && family.page(match);
    if (content) {
      const forms = (family.forms ?? []).map((form) => ({ kind: 'form', form }) as const);
      return drawPage(site, { ...content, blocks: [...content.blocks, ...forms] }, 200, request.query);
    }
  }
  return null;
}

/** Boxes of a listing, which answers by itself. */
const LISTING_FORMS: readonly string[] = ['sort', 'per-page'];

const sortUse = (site: CompiledSite, request: PracticeRequest): Pick<Answer, 'form'> => {
  const form = LISTING_FORMS.map((key) => site.forms.get(key)).find(
    (one) => one?.action === request.path && isSubmission(one, request.query),
  );
  return form ? { form: form.key } : {};
};

/** What is on a page: its own text, its forms, links to its children, links to traps, and on the home page some records. */
function pageBlocks(site: CompiledSite, page: PageSpec, given: URLSearchParams): Block[] {
  const children = site.blueprint.pages
    .filter((other) => other.linkedFrom === page.path)
    .map((other): LinkSpec => ({ href: other.path, text: other.title }));
  const place = page.path === '/' ? 'home' : page.path === '/about' ? 'about' : undefined;
  const trapLinks = site.traps
    .flatMap((trap) => (trap.link && trap.link.on === place ? trap.link.links : []))
    .map((link) => ({
      ...link,
      href: link.href.replace('{host}', site.identity.host).replace('{key}', site.identity.key),
    }));
  const links = [...children, ...trapLinks];
  return [
    ...(page.blocks?.() ?? usualText(site, page)),
    ...(page.forms ?? []).map((form) => ({ kind: 'form', form }) as const),
    ...(page.listing === undefined ? [] : listing(site, page.listing, given)),
    ...(page.path === '/' ? homeEntries(site) : []),
    ...(links.length > 0 ? [{ kind: 'links', links } as const] : []),
  ];
}

/** Pages that bring no text of their own get some about the site's subject; bare form pages only every other time. */
function usualText(site: CompiledSite, page: PageSpec): Block[] {
  const catalog = site.blueprint.databases[0]?.catalog;
  const random = seeded(site.identity.seed, 'page text', page.path);
  if (!catalog || (page.forms && random.chance(0.5))) return [];
  return [{ kind: 'prose', paragraphs: paragraphs(random, catalog, page.forms ? 1 : 2) }];
}
