import { fileURLToPath } from 'node:url';
import { harvest } from '../../app/index.ts';
import { extractForms, type Form } from '../../forms/index.ts';
import { type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { linkText } from '../../reports/index.ts';
import type { FormSession } from '../../submissions/index.ts';
import type { CollectEvent } from './events.ts';
import type { Subject } from './region-plan.ts';
import type { KnownForm } from './region-repository.ts';

/** What pages and forms of monitoring networks are told by. Two levels up both from the sources and from `dist/`. */
const AIR_DOMAIN = fileURLToPath(new URL('../../../domains/subjects/air-quality.yaml', import.meta.url));
const AIR_WORDS = /\b(?:air quality|air pollution|particulate|pm ?2[._]?5|pm ?10|aqi|pollut\w+)\b/i;

interface FindOptions {
  readonly web: Transport;
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
 * The searchable forms of a city's portals, as the two-stage crawl finds and judges them: one crawl a city, from its seeds.
 * What a form is about is settled later, on its page.
 */
export async function findForms(options: FindOptions): Promise<Omit<KnownForm, 'subject'>[]> {
  const { web, city, seeds, storage, delayMs, robots, render, maxPages, signal, emit } = options;
  const crawl = harvest({
    domains: ['property', AIR_DOMAIN],
    web,
    seeds: [...seeds],
    storage,
    delayMs,
    robots,
    render,
    maxPages,
    maxSites: 20,
    maxDepth: 2,
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
        emit({ type: 'problem', city, message: `seed ${event.url} gave nothing: ${linkText(event.reason)}` });
      if (event.type === 'end')
        emit({ type: 'crawled', city, pages: event.progress.pages, forms: event.progress.searchable });
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  // The same form on several pages is asked on the first, whatever the order they came in.
  const first = new Map<string, Omit<KnownForm, 'subject'>>();
  for (const form of forms.sort((a, b) => (a.page < b.page ? -1 : 1)))
    if (!first.has(form.formId)) first.set(form.formId, form);
  return [...first.values()];
}

/**
 * What a form is known by from one round to the next: where it goes. Its identity would change with every day that is
 * added to its dates.
 */
const formNameOf = (method: string, action: string): string => {
  const { host, pathname } = new URL(action);
  return `${method} ${host}${pathname}`;
};

interface FormThere {
  readonly form: Form;
  readonly subject: Subject;
}

/** The form as its page has it now, and what the page is about; undefined where it is not there any more. */
export async function formThere(
  session: FormSession,
  { page, formId }: Pick<KnownForm, 'page' | 'formId'>,
): Promise<FormThere | undefined> {
  const { tree } = await session.formPage(page);
  const form = extractForms(tree).find(({ method, action }) => formNameOf(method, action) === formId);
  return form === undefined ? undefined : { form, subject: subjectOf(form, tree) };
}

const subjectOf = (form: Form, tree: TreeDocument): Subject =>
  AIR_WORDS.test([form.text, form.heading, tree.title, textOf(tree.root, 5_000)].join(' '))
    ? 'air'
    : 'property';
