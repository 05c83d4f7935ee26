import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { frozenOptions, resolveOptions } from '../../../crawl/settings/index.ts';
import { loadDomain } from '../../../foundation/domain/index.ts';
import type { ChangedRecord, RunNews } from '../../../library/index.ts';
import { html } from '../../../reports/index.ts';
import type { NamedRecord } from '../../../storage/index.ts';
import { harvestOptionsOf } from '../harvest-body.ts';
import { notFound } from '../problems.ts';
import type { App, ServerParts } from '../server-parts.ts';
import { route } from './route-parts.ts';

const ATOM = 'application/atom+xml';

const feedRoute = route(
  'get /feeds/{schedule}',
  [
    'Atom feed of a schedule: records that its latest runs found new, changed or gone',
    'At most 20 runs, and 50 records of each kind of change in a run.',
  ],
  { 200: { description: 'The feed', content: { [ATOM]: { schema: z.string() } } }, 404: 'No such schedule' },
  {
    params: z.object({
      schedule: z
        .string()
        .regex(/^\d{1,9}\.atom$/)
        .openapi({ example: '1.atom' }),
    }),
  },
);

export function addFeedRoute(app: App, parts: ServerParts): void {
  app.openapi(feedRoute, async (c) => {
    const id = Number.parseInt(c.req.valid('param').schedule, 10);
    const schedule = parts.schedules.list().find((one) => one.id === id);
    if (schedule === undefined) throw notFound(`schedule ${id}`);
    const options = resolveOptions(harvestOptionsOf(schedule.options, parts));
    const news = await parts.readers.read('news', { ...frozenOptions(options) });
    const domains = options.domains.map((domain) => loadDomain(domain).name);
    return c.body(feedOf(id, domains, new URL(c.req.url).origin, news), 200, { 'content-type': ATOM });
  });
}

const CHANGES = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['gone', 'Gone'],
] as const;

function feedOf(id: number, domains: readonly string[], origin: string, news: readonly RunNews[]): string {
  const entries = news.flatMap(({ run, since, at, records }) =>
    CHANGES.flatMap(([change, word]) =>
      records[change].first.map((record) => entryOf(record, { run, since, at, change, word })),
    ),
  );
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:fieldfare:schedule:${id}</id>
<title>${sayable(`Fieldfare: ${domains.join(', ') || 'schedule'} (${id})`)}</title>
<updated>${iso(news[0]?.at ?? 0)}</updated>
<author><name>Fieldfare</name></author>
<link rel="self" href="${origin}/feeds/${id}.atom"/>
${entries}
</feed>
`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.text}`;
}

interface Change extends Pick<RunNews, 'run' | 'since' | 'at'> {
  readonly change: string;
  readonly word: string;
}

type Told = NamedRecord & Partial<Pick<ChangedRecord, 'values'>>;

function entryOf({ site, key, title, url, values = [] }: Told, { run, since, at, change, word }: Change) {
  const changes = values.map(({ field, before, now }) => `${field}: ${before} → ${now}`).join('; ');
  const hash = createHash('sha256').update(`${site} ${key}`).digest('hex').slice(0, 32);
  const link = url !== null && /^https?:/.test(url) ? html`<link href="${sayable(url)}"/>` : html``;
  return html`<entry><id>urn:fieldfare:run:${run}:${change}:${hash}</id><title>${sayable(`${word}: ${title || key}`)}</title><updated>${iso(at)}</updated>${link}<category term="${change}"/><summary>${sayable(`${changes && `${changes}. `}${site}, run ${run} since run ${since}`)}</summary></entry>
`;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Removes what XML has no characters for. */
const sayable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
