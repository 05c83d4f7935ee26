/** The truth about a planned web, read off the same descriptions that draw its pages. */

import { answerHabits } from './answer-habits.ts';
import { type CompiledSite, depthOf } from './compiled.ts';
import { findsByStem } from './database.ts';
import { dataPath, framePath } from './forms/appearances.ts';
import { listHabits, pagerOf } from './list-habits.ts';
import { WIDE } from './plan.ts';
import { failingChoices } from './query.ts';
import { isFree, type Listed, listed, reachOf } from './reach.ts';
import { graded, reachableFrom } from './relevance.ts';
import { robotsRules } from './respond.ts';
import { featuredIds, PAGE_SIZE, TURN_PATH, turnAddress } from './results.ts';
import type { ControlSpec, FormSpec } from './site.ts';
import { HUBS } from './site-kinds/index.ts';
import {
  type ControlTruth,
  DOMAINS,
  type FormTruth,
  PRACTICE_WEB_VERSION,
  type SearchTruth,
  type SiteTruth,
  type Truth,
} from './truth.ts';

interface Sighting {
  readonly pattern: string;
  readonly example: string;
  readonly depth: number | null;
}

const literal = (path: string): string => `^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:\\?|$)`;

/** All pages but the documents of frames and what traps write themselves. */
function templatePages(site: CompiledSite): string {
  const own = site.traps.filter((trap) => trap.ownMarkup).map((trap) => trap.pattern.source);
  return `^(?!${[...own, '^\\/(?:embed|assets|api)\\/'].join('|')})\\/`;
}

function sightings(site: CompiledSite, form: FormSpec): Sighting[] {
  const { blueprint } = site;
  const seen: Sighting[] = [];
  if ([...(blueprint.header ?? []), ...(blueprint.footer ?? [])].includes(form.key))
    seen.push({ pattern: templatePages(site), example: '/', depth: 0 });
  for (const page of blueprint.pages) {
    if (page.forms?.includes(form.key))
      seen.push({ pattern: literal(page.path), example: page.path, depth: depthOf(site, page) });
  }
  for (const family of blueprint.families ?? []) {
    if (family.forms?.includes(form.key))
      seen.push({ pattern: family.pattern.source, example: family.example, depth: family.depth });
  }
  const [records] = site.databases;
  if (records && blueprint.detailForms?.includes(form.key)) {
    const featured = records.get(featuredIds(site, records)[0] ?? 0);
    if (featured)
      seen.push({
        pattern: records.spec.detailPattern.source,
        example: records.spec.detail(featured),
        depth: 1,
      });
  }
  if (form.type === 'search' || form.type === 'login')
    seen.push({ pattern: literal(form.action), example: form.action, depth: null });
  if (form.appears === 'frame')
    seen.push({ pattern: literal(framePath(form)), example: framePath(form), depth: null });
  return seen;
}

function controlType(control: ControlSpec): string {
  if (control.type !== 'select') return control.type;
  return control.multiple ? 'select-multiple' : 'select-one';
}

const controlTruths = (form: FormSpec): ControlTruth[] => {
  const shown =
    form.appears === 'formless'
      ? form.controls.filter(({ unnamed }, at) => at === 0 || unnamed)
      : form.controls;
  return shown.map((control) => ({
    name: control.unnamed ? '' : control.name,
    type: controlType(control),
    ...(form.type === 'search' && control.required ? { required: true as const } : {}),
    ...(form.type === 'search' && control.match && isFree(control) ? { free: true as const } : {}),
  }));
};

/** Lists that a script draws go on by a button, whatever draws them. */
const pagingOf = ({ identity, blueprint }: CompiledSite, form: FormSpec): Pick<FormTruth, 'paging'> => {
  if (form.type !== 'search') return {};
  if (form.results === 'xhr') return { paging: 'more' };
  const paging = form.paging ?? pagerOf(identity, form, blueprint);
  return paging === 'links' ? {} : { paging };
};

function formTruth(site: CompiledSite, form: FormSpec, all: readonly Listed[]): FormTruth {
  const seen = sightings(site, form);
  const [best] = [...seen].sort((a, b) => (a.depth ?? 99) - (b.depth ?? 99));
  const spec = form.type === 'search' ? site.blueprint.databases[form.database ?? 0] : undefined;
  return {
    site: site.identity.key,
    key: form.key,
    kind: form.kind,
    type: form.type,
    searchable: form.type === 'search',
    domain: spec?.domain ?? null,
    method: form.method,
    action: form.appears === 'formless' && form.results === 'xhr' ? dataPath(form) : form.action,
    controls: controlTruths(form),
    appears: form.appears,
    needsBrowser: needsBrowser(form),
    results: form.results,
    pages: seen.map((sighting) => sighting.pattern).join('|'),
    example: best?.example ?? '/',
    depth: best?.depth ?? null,
    ...(form.app ? { app: form.app } : {}),
    ...pagingOf(site, form),
    records: spec?.records ?? 0,
    dangerous: isDangerous(form),
    ...(spec ? { search: searchTruth(site, form, all[form.database ?? 0]) } : {}),
  };
}

const needsBrowser = ({ appears }: FormSpec): boolean =>
  appears === 'script' || appears === 'shadow' || appears === 'click';

/** Switches and boxes that only turn the page over, and calculators: whoever sends them does no harm. */
const HARMLESS: readonly string[] = [
  'cookie-consent',
  'currency-switch',
  'language-switch',
  'preference-form',
];
const isDangerous = ({ type, method, kind }: Pick<FormTruth, 'type' | 'method' | 'kind'>): boolean =>
  type !== 'search' && !(type === 'other' && (method === 'GET' || HARMLESS.includes(kind)));

function searchTruth(site: CompiledSite, form: FormSpec, all: Listed | undefined): SearchTruth {
  const { total, empty, nothingAsked, refusalStatus } = answerHabits(site.identity, form);
  const alone = form.controls.filter((control) => control.match).length === 1;
  const silence = nothingAsked === 'silent' ? ('same-form' as const) : ('validation-error' as const);
  const list = form.controls.find((control) => control.choices);
  const failing = failingChoices(form).map((choice) => choice.value);
  return {
    database: form.database ?? 0,
    reach: reachOf(form, all, site.identity.now),
    pageSize: PAGE_SIZE,
    total,
    empty,
    ...(alone ? { nothingAsked: form.results === 'xhr' ? ('no-hits' as const) : silence } : {}),
    refusalStatus,
    channel: needsBrowser(form) || form.results === 'xhr' || form.results === 'client' ? 'browser' : 'http',
    nonsense: 'no-hits',
    ...(form.denies ? { denies: form.denies === 'login' ? 'login-wall' : 'blocked' } : {}),
    ...(list && failing.length > 0 ? { failing: { control: list.name, values: failing } } : {}),
    ...site.blueprint.truths?.(() => all?.rows() ?? [])[form.key],
  };
}

/** The buttons that turn pages by POST are forms too. */
const pagerForms = (site: CompiledSite): FormTruth[] =>
  [...site.forms.values()]
    .filter((form) => form.paging === 'post')
    .map((form) => ({
      site: site.identity.key,
      key: `${form.key}-pager`,
      kind: 'pager-by-post',
      type: 'other',
      searchable: false,
      domain: null,
      method: 'POST',
      action: TURN_PATH,
      controls: [{ name: 'state', type: 'hidden' }],
      appears: 'static',
      needsBrowser: false,
      results: 'page',
      pages: literal(TURN_PATH),
      example: turnAddress(form),
      depth: null,
      records: 0,
      dangerous: false,
    }));

function trapForms(site: CompiledSite): FormTruth[] {
  return site.traps.flatMap((trap) =>
    (trap.forms ?? []).map((form) => ({
      ...form,
      site: site.identity.key,
      controls: [...form.controls],
      searchable: form.type === 'search',
      domain: null,
      appears: 'static' as const,
      needsBrowser: false,
      results: 'none' as const,
      pages: trap.pattern.source,
      example: trap.example,
      depth: trap.link?.on === 'home' ? 1 : 2,
      records: 0,
      dangerous: isDangerous(form),
    })),
  );
}

function listsOf({ identity, blueprint }: CompiledSite): Pick<SiteTruth, 'lists'> {
  if (blueprint.databases.length === 0 || blueprint.answer !== undefined) return {};
  const { rows, links, waits, encoding } = listHabits(identity, blueprint);
  return { lists: { rows, links, waits, encoding } };
}

/** All but how relevant it is, which other sites decide too. */
function siteTruth(site: CompiledSite): Omit<SiteTruth, 'relevance'> {
  const { identity, kind, blueprint } = site;
  const robots = robotsRules(site);
  return {
    key: identity.key,
    hosts: [...identity.hosts],
    name: identity.name,
    kind: kind.name,
    domain: kind.domain,
    about: kind.about ?? null,
    relevant: kind.domain !== null,
    language: identity.language,
    design: identity.design,
    databases: blueprint.databases.map((spec, at) => ({
      domain: spec.domain,
      records: spec.records,
      detail: spec.detailPattern.source,
      ...(spec.cap === undefined ? {} : { cap: spec.cap }),
      ...(spec.rank === undefined ? {} : { rank: spec.rank }),
      ...(spec.unsteady === undefined ? {} : { unsteady: spec.unsteady }),
      finds: findsByStem(spec, `${identity.seed}:${at}`) ? ('stems' as const) : ('words' as const),
    })),
    ...listsOf(site),
    robots: { disallow: [...robots.disallow], crawlDelaySeconds: robots.crawlDelaySeconds },
    traps: site.traps.map((trap) => ({
      name: trap.name,
      kind: trap.kind,
      pattern: trap.pattern.source,
      ...(trap.hosts ? { host: trap.hosts.source } : {}),
      example: trap.example,
    })),
    linksTo: [
      ...new Set(
        identity.neighbours.map((link) => new URL(link.href).hostname.split('.').slice(-2).join('.')),
      ),
    ],
    innerLinks: identity.neighbours
      .map(({ href }) => href)
      .filter((href) => !/^http:\/\/[^/]+\/$/.test(href)),
  };
}

/** A few hubs, and for a domain one of its sites: the rest must be found by following links. */
function seedsOf(sites: readonly CompiledSite[]): Record<string, string[]> {
  const home = (site: CompiledSite): string => `http://${site.identity.host}/`;
  const hubs = sites.filter((site) => HUBS.includes(site.kind));
  const known = (sites.length >= WIDE ? hubs.slice(0, 3) : hubs).map(home);
  const has = (site: CompiledSite, domain: string): boolean =>
    site.blueprint.databases.some((spec) => spec.domain === domain);
  const seeds: Record<string, string[]> = { any: known };
  for (const domain of DOMAINS)
    seeds[domain] = [
      ...known,
      ...sites
        .filter((site) => has(site, domain))
        .slice(0, 1)
        .map(home),
    ];
  return seeds;
}

export function tellTruth(seed: string, now: Date, sites: readonly CompiledSite[]): Truth {
  const forms = sites.flatMap((site) => {
    const all = site.databases.map(listed);
    return [
      ...[...site.forms.values()].map((form) => formTruth(site, form, all)),
      ...pagerForms(site),
      ...trapForms(site),
    ];
  });
  const told = graded(sites.map(siteTruth), forms);
  const seeds = seedsOf(sites);
  return {
    version: PRACTICE_WEB_VERSION,
    seed,
    now: now.toISOString().slice(0, 10),
    sites: told,
    forms,
    seeds,
    reachable: reachableFrom(seeds, told, forms),
  };
}
