/** Links between sites that lead past the front page, as most links of the real web do. */

import type { CompiledSite } from './compiled.ts';
import { FIRST_ID } from './database.ts';
import { hash32, type Random, seeded } from './seeded.ts';
import type { LinkSpec } from './site.ts';

/** One in so many links between sites leads to a page within. */
const ONE_IN = 3;

interface InnerPage {
  readonly path: string;
  readonly title: string;
}

/** @returns the neighbours of each site, some of them by a page of theirs in the place of the front page */
export function withInnerLinks(sites: readonly CompiledSite[]): readonly (readonly LinkSpec[])[] {
  const byHost = new Map(sites.map((site) => [site.identity.host, site]));
  return sites.map(({ identity }) =>
    identity.neighbours.map((link) => {
      const to = byHost.get(new URL(link.href).host);
      if (to === undefined) return link;
      const pair = `${identity.key} ${to.identity.key}`;
      return hash32(`inner:${pair}`) % ONE_IN === 0
        ? (innerLink(link, to, seeded(identity.seed, 'inner', pair)) ?? link)
        : link;
    }),
  );
}

/** What people recommend of a site: its search, something that it has, or any other page. */
function innerLink(link: LinkSpec, to: CompiledSite, random: Random): LinkSpec | undefined {
  const kinds = [searchPages(to), records(to, random), otherPages(to)].filter(({ length }) => length > 0);
  if (kinds.length === 0) return undefined;
  const { path, title } = random.pick(random.pick(kinds));
  const text = random.chance(0.5) ? title : `${to.identity.name}: ${title}`;
  return { ...link, href: `http://${to.identity.host}${path}`, text };
}

const linkable = ({ blueprint }: CompiledSite) =>
  blueprint.pages.filter(({ path, linkedFrom }) => path !== '/' && linkedFrom !== null);

const searchPages = (site: CompiledSite): readonly InnerPage[] =>
  linkable(site).filter((page) => page.forms?.some((key) => site.forms.get(key)?.type === 'search'));

/** Nobody recommends where to log in or to complain. */
const otherPages = (site: CompiledSite): readonly InnerPage[] =>
  linkable(site).filter((page) => (page.forms ?? []).length === 0);

function records({ databases: [first] }: CompiledSite, random: Random): readonly InnerPage[] {
  const row = first?.get(FIRST_ID + random.int(0, first.spec.records - 1));
  return first && row ? [{ path: first.spec.detail(row), title: row.title }] : [];
}
