import { fileURLToPath } from 'node:url';
import type { HarvestEvent } from '../../../crawl/events/index.ts';
import type { HarvestOptions } from '../../../crawl/settings/index.ts';
import { extractForms, type Form } from '../../../forms/index.ts';
import { type TreeDocument, textOf } from '../../../foundation/dom/index.ts';
import type { Transport } from '../../../foundation/http/index.ts';
import { linkText } from '../../../reports/index.ts';
import type { FormSession } from '../../../submissions/index.ts';
import type { CollectEvent } from './events.ts';
import type { PortalSubject } from './region-plan.ts';
import type { KnownForm } from './region-repository.ts';

/** Domain file of monitoring networks. Its path is the same from the sources and from `dist/`. */
const AIR_DOMAIN = fileURLToPath(new URL('../../../../domains/subjects/air-quality.yaml', import.meta.url));
const AIR_WORDS = /\b(?:air quality|air pollution|particulate|pm ?2[._]?5|pm ?10|aqi|pollut\w+)\b/i;

/** Says how a harvest is begun; use cases know how. */
type StartHarvest = (options: HarvestOptions) => AsyncIterable<HarvestEvent> & { stop(): void };

export interface CityCrawl {
  readonly harvest: StartHarvest;
  readonly transport: Transport;
  readonly city: string;
  readonly seeds: readonly string[];
  /** Folder of the city's own crawl. */
  readonly storage: string;
  readonly delayMs: number;
  readonly robots: boolean;
  readonly render: 'auto' | 'always' | 'never';
  readonly maxPages: number;
  readonly signal: AbortSignal;
  readonly emit: (event: CollectEvent) => void;
}

/**
 * Finds the searchable forms of a city's portals by a two-stage crawl from its seeds. The subject of a form is decided
 * later, on its page.
 */
export async function findForms(options: CityCrawl): Promise<Omit<KnownForm, 'subject'>[]> {
  const { harvest, transport, city, seeds, storage, delayMs, robots, render, maxPages, signal, emit } =
    options;
  const crawl = harvest({
    domains: ['property', AIR_DOMAIN],
    web: transport,
    seeds: [...seeds],
    storage,
    delayMs,
    robots,
    render,
    maxPages,
    maxSites: 20,
    maxDepth: 2,
    // The region puts its own questions to the forms: any other would be thrown away.
    submit: false,
  });
  const stop = () => crawl.stop();
  signal.addEventListener('abort', stop, { once: true });
  const forms: Omit<KnownForm, 'subject'>[] = [];
  try {
    for await (const event of crawl) {
      if (event.type === 'form' && event.verdict.searchable)
        forms.push({ city, formId: formNameOf(event.method, event.action), page: event.page });
      if (event.type === 'warning') emit({ type: 'problem', city, message: event.message });
      if (event.type === 'skipped' && event.seed)
        emit({ type: 'problem', city, message: `seed ${event.url} failed: ${linkText(event.reason)}` });
      if (event.type === 'end')
        emit({ type: 'crawled', city, pages: event.progress.pages, forms: event.progress.searchable });
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  // A form on several pages is queried on the first by address, whatever the crawl order.
  const first = new Map<string, Omit<KnownForm, 'subject'>>();
  for (const form of forms.sort((a, b) => (a.page < b.page ? -1 : 1)))
    if (!first.has(form.formId)) first.set(form.formId, form);
  return [...first.values()];
}

/** Identifies a form across rounds by its target. Its form id would change with every new date option. */
const formNameOf = (method: string, action: string): string => {
  const { host, pathname } = new URL(action);
  return `${method} ${host}${pathname}`;
};

export interface CurrentForm {
  readonly form: Form;
  readonly subject: PortalSubject;
}

/** Reads the current form from its page, with the subject of the page; undefined where it is gone. */
export async function currentForm(
  session: FormSession,
  { page, formId }: Pick<KnownForm, 'page' | 'formId'>,
): Promise<CurrentForm | undefined> {
  const { tree } = await session.formPage(page);
  const form = extractForms(tree).find(({ method, action }) => formNameOf(method, action) === formId);
  return form === undefined ? undefined : { form, subject: subjectOf(form, tree) };
}

const subjectOf = (form: Form, tree: TreeDocument): PortalSubject =>
  AIR_WORDS.test([form.text, form.heading, tree.title, textOf(tree.root, 5_000)].join(' '))
    ? 'air'
    : 'property';
