import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { harvestedForms } from '../../../src/library/index.ts';
import { links, page } from './small-web.ts';

/** A site whose pages are reached one through the other, each with the same script. */
export function scriptedSite(
  host: string,
  paths: readonly string[],
  script: string,
  body: (path: string) => string = () => '',
): Record<string, string> {
  const all = ['/', ...paths];
  return Object.fromEntries(
    all.map((path, i) => {
      const on = links(...all.slice(i + 1, i + 6));
      const text = `<p>${'Novels of our own choice. '.repeat(12 + i)}</p>`;
      return [
        `${host}${path}`,
        page(`<nav>${on}</nav><div id="top"></div>${body(path)}${text}<script>${script}</script>`),
      ];
    }),
  );
}

export const numbered = (count: number, path = (i: number) => `/page-${i}`): string[] =>
  Array.from({ length: count }, (_, i) => path(i));

/** Puts a search box with this action, an expression, at the top of the page. */
export const builds = (action: string, name = "'q'"): string => `
  const form = document.createElement('form');
  form.setAttribute('action', ${action});
  const box = document.createElement('input');
  box.type = 'search'; box.name = ${name}; box.placeholder = 'Search books';
  const go = document.createElement('button');
  go.textContent = 'Search';
  form.append(box, go);
  document.getElementById('top').append(form);`;

/** What a run saw: form by page, and all that is known of each form. */
export async function seenBy(storage: string, run: number) {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const forms = await Array.fromAsync(harvestedForms(store, run));
    const sightings = await store.db
      .selectFrom('sighting')
      .innerJoin('page', 'page.id', 'sighting.page_id')
      .select(['page.url', 'form_id'])
      .where('sighting.run_id', '=', run)
      .orderBy('page.url')
      .orderBy('form_id')
      .execute();
    return { forms, sightings };
  });
}

/** Pages of a run by what came of familiar scripts. */
export function pagesBy(storage: string, run: number, site?: string): Record<string, number> {
  const db = new DatabaseSync(`${storage}/fieldfare.sqlite`, { readOnly: true });
  const rows = db
    .prepare(
      `select coalesce(familiar, rendered_by) as kind, count(*) as pages from page
       where run_id = ? and rendered_by != 'none' and site like ? group by kind`,
    )
    .all(run, site ?? '%') as { kind: string; pages: number }[];
  db.close();
  return Object.fromEntries(rows.map(({ kind, pages }) => [kind, pages]));
}
