/** The truth about a planned web, read off the same descriptions that draw its pages. */

import { type CompiledSite, depthOf } from './compiled.ts';
import { dataPath, framePath } from './forms/appearances.ts';
import { WIDE } from './plan.ts';
import { robotsRules } from './respond.ts';
import { featuredIds, TURN_PATH, turnAddress } from './results.ts';
import type { ControlSpec, FormSpec } from './site.ts';
import { HUBS } from './site-kinds/index.ts';
import {
  type ControlTruth,
  DOMAINS,
  type FormTruth,
  PRACTICE_WEB_VERSION,
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
  const shown = form.appears === 'formless' ? form.controls.slice(0, 1) : form.controls;
  return shown.map((control) => ({
    name: control.name,
    type: controlType(control),
    ...(form.type === 'search' && control.required ? { required: true as const } : {}),
  }));
};

/** Lists that a script draws go on by a button, whatever draws them. */
const pagingOf = ({ results, paging }: FormSpec): Pick<FormTruth, 'paging'> => {
  if (results === 'xhr') return { paging: 'more' };
  return paging && paging !== 'links' ? { paging } : {};
};

function formTruth(site: CompiledSite, form: FormSpec): FormTruth {
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
    needsBrowser: form.appears === 'script' || form.appears === 'shadow' || form.appears === 'click',
    results: form.results,
    pages: seen.map((sighting) => sighting.pattern).join('|'),
    example: best?.example ?? '/',
    depth: best?.depth ?? null,
    ...(form.app ? { app: form.app } : {}),
    ...pagingOf(form),
    records: spec?.records ?? 0,
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
    })),
  );
}

function siteTruth(site: CompiledSite): SiteTruth {
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
    databases: blueprint.databases.map((spec) => ({
      domain: spec.domain,
      records: spec.records,
      detail: spec.detailPattern.source,
      ...(spec.cap === undefined ? {} : { cap: spec.cap }),
      ...(spec.rank === undefined ? {} : { rank: spec.rank }),
      ...(spec.unsteady === undefined ? {} : { unsteady: spec.unsteady }),
    })),
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

export const tellTruth = (seed: string, now: Date, sites: readonly CompiledSite[]): Truth => ({
  version: PRACTICE_WEB_VERSION,
  seed,
  now: now.toISOString().slice(0, 10),
  sites: sites.map(siteTruth),
  forms: sites.flatMap((site) => [
    ...[...site.forms.values()].map((form) => formTruth(site, form)),
    ...pagerForms(site),
    ...trapForms(site),
  ]),
  seeds: seedsOf(sites),
});
