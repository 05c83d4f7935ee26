/** A site ready to answer: its description with everything looked up by name, path or pattern. */

import { openRecords, type Records } from './database.ts';
import type { Design } from './designs/design.ts';
import { DESIGNS } from './designs/index.ts';
import { seeded } from './seeded.ts';
import type { Blueprint, FormSpec, PageSpec, SiteIdentity, SiteKind } from './site.ts';
import { trapOf } from './traps/index.ts';
import type { Trap } from './traps/trap.ts';
import { type Wording, wordingOf } from './wording.ts';

export interface CompiledSite {
  readonly identity: SiteIdentity;
  readonly kind: SiteKind;
  readonly blueprint: Blueprint;
  readonly words: Wording;
  readonly design: Design;
  readonly forms: ReadonlyMap<string, FormSpec>;
  readonly pages: ReadonlyMap<string, PageSpec>;
  readonly traps: readonly Trap[];
  readonly databases: readonly Records[];
}

/** @throws {RangeError} when a description names a design, trap, form or page that does not exist */
export function compile(kind: SiteKind, identity: SiteIdentity, moreTraps: readonly string[]): CompiledSite {
  const random = seeded(identity.seed, 'draft');
  const words = wordingOf(identity.language, random.pick);
  const blueprint = entered(kind.describe({ ...identity, random, words }), identity.entrance, words.search);
  const design = DESIGNS[identity.design];
  if (!design) throw new RangeError(`no design is called ${identity.design}`);
  const forms = new Map(blueprint.forms.map((form) => [form.key, form]));
  const pages = new Map(blueprint.pages.map((page) => [page.path, page]));
  const traps = [...new Set([...(blueprint.traps ?? []), ...moreTraps])].map(trapOf);
  const site = { identity, kind, blueprint, words, design, forms, pages, traps };
  checkNames(site);
  const databases = blueprint.databases.map((spec, at) =>
    openRecords(spec, `${identity.seed}:${at}`, identity.now),
  );
  return { ...site, databases };
}

/** The way to the search, where it is not on the front page. */
const WAY = ['/services', '/services/catalogue', '/services/catalogue/find'] as const;
const TITLES = ['Services', 'Catalogue'] as const;

/** Moves the search forms of the front page, and those that stand on every page, to a page `depth` links away. */
function entered(blueprint: Blueprint, depth: number, title: string): Blueprint {
  const searches = new Set(blueprint.forms.flatMap((form) => (form.type === 'search' ? [form.key] : [])));
  const home = blueprint.pages.find((page) => page.linkedFrom === null);
  const header = blueprint.header ?? [];
  const moved = [...(home?.forms ?? []), ...header].filter((key) => searches.has(key));
  if (depth === 0 || moved.length === 0) return blueprint;
  const stay = (keys: readonly string[] = []): string[] => keys.filter((key) => !moved.includes(key));
  const way = WAY.slice(0, depth).map((path, at): PageSpec => {
    const last = at === Math.min(depth, WAY.length) - 1;
    return {
      path,
      title: last ? title : (TITLES[at] ?? title),
      linkedFrom: WAY[at - 1] ?? 'nav',
      ...(last ? { forms: [...new Set(moved)] } : {}),
    };
  });
  return {
    ...blueprint,
    header: stay(header),
    pages: [
      ...blueprint.pages.map((page) => (page === home ? { ...page, forms: stay(page.forms) } : page)),
      ...way,
    ],
  };
}

function checkNames({
  kind,
  blueprint,
  forms,
  pages,
}: Pick<CompiledSite, 'kind' | 'blueprint' | 'forms' | 'pages'>): void {
  const shown = [
    ...(blueprint.header ?? []),
    ...(blueprint.footer ?? []),
    ...(blueprint.detailForms ?? []),
    ...(blueprint.resultForms ?? []),
  ];
  for (const page of blueprint.pages) {
    shown.push(...(page.forms ?? []));
    const from = page.linkedFrom;
    if (from !== null && from !== 'nav' && from !== 'footer' && !pages.has(from)) {
      throw new RangeError(
        `site kind ${kind.name}: page ${page.path} is linked from ${from}, which does not exist`,
      );
    }
  }
  for (const key of shown) {
    if (!forms.has(key))
      throw new RangeError(`site kind ${kind.name} shows a form ${key} that it does not describe`);
  }
}

/** Fewest links from the home page; the chain of `linkedFrom` says it. */
export function depthOf(site: Pick<CompiledSite, 'pages'>, page: PageSpec): number {
  if (page.linkedFrom === null) return 0;
  const from = site.pages.get(page.linkedFrom);
  return from ? depthOf(site, from) + 1 : 1;
}
