/** What a site that answers in a way of its own gets to work with. */

import type { Answer, Memory, PracticeRequest } from './answer.ts';
import type { CompiledSite } from './compiled.ts';
import { drawBlock, drawPage } from './drawing.ts';
import { outcome } from './outcome.ts';
import { listed } from './reach.ts';
import { entryOf, search } from './results.ts';
import type { SiteTools } from './site.ts';

/** @param usual answers a request as sites without ways of their own do */
export function toolsOf(
  site: CompiledSite,
  usual: (request: PracticeRequest) => Answer,
  memory: Memory,
): SiteTools {
  const [records] = site.databases;
  const [database] = site.blueprint.databases;
  if (!records || !database) throw new RangeError(`site kind ${site.kind.name} has no database`);
  return {
    identity: site.identity,
    words: site.words,
    database,
    form(key) {
      const form = site.forms.get(key);
      if (!form) throw new RangeError(`site kind ${site.kind.name} has no form ${key}`);
      return form;
    },
    page: (content, status, given) => drawPage(site, content, status, given),
    drawn: (block, given = new URLSearchParams()) => drawBlock(site, block, given),
    search(form, given) {
      const done = search(site, form, given);
      return done
        ? { ...done.found, outcome: done.outcome }
        : { rows: [], total: 0, outcome: outcome(form, given, 'no-hits') };
    },
    outcome: (form, given, kind) => outcome(form, given, kind),
    sinceFirst: (key) => memory.sinceFirst(`${site.identity.key}:${key}`),
    entry: (row) => entryOf(site, records, row),
    rows: () => listed(records).rows(),
    row: (id) => records.get(id),
    usual(path) {
      const { pathname, search: query, searchParams } = new URL(path, 'http://practice.test');
      const target = pathname + query;
      const request = {
        host: site.identity.host,
        method: 'GET',
        path: pathname,
        target,
        query: searchParams,
      };
      return usual({ ...request, body: new URLSearchParams(), acceptsGzip: false });
    },
  };
}
