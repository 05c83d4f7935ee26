import { join } from 'node:path';
import type { Region } from '../../../foundation/domain/index.ts';
import { TransportError } from '../../../foundation/http/index.ts';
import { hostOf } from '../../../foundation/url/index.ts';
import {
  FormChangedError,
  FormSession,
  type Outbound,
  RedirectError,
  RefusedError,
} from '../../../submissions/index.ts';
import type { Period } from '../divisions/month-gaps.ts';
import { instantOf } from '../feeds/local-time.ts';
import type { Gazetteer } from '../property/index.ts';
import { type RegionAnswer, RegionFormQuery } from './ask-form.ts';
import { type CityCrawl, type CurrentForm, currentForm, findForms } from './find-forms.ts';
import { type RegionAsk, regionAsks } from './region-plan.ts';
import type { AskOutcome, AskRecord, KnownForm, RegionRepository } from './region-repository.ts';

interface CityOptions extends Omit<CityCrawl, 'storage'> {
  readonly region: Region;
  readonly gazetteer: Gazetteer;
  /** Shared by all cities, so that politeness holds for hosts of several cities. */
  readonly outbound: Outbound;
  /** Folder of this city's crawl. */
  readonly folder: string;
  readonly repository: RegionRepository;
  readonly round: number;
  readonly period: Partial<Period>;
}

const MAX_RETRIES = 3;
/** Figures of older days are final. */
const FINAL_AFTER_MS = 3 * 86_400_000;

/**
 * Collects one city: crawls its portals for forms and queries each form with the region's values, one form of a host
 * after another, hosts in parallel.
 */
export async function collectCity(options: CityOptions): Promise<void> {
  const forms = await formsOf(options);
  const asks = await options.repository.asks(options.city);
  const hosts = Map.groupBy(forms, ({ page }) => hostOf(page));
  await Promise.all([...hosts.values()].map((group) => askHost(options, group, asks)));
}

/** A form with what its page showed, where the page was read in this round. */
interface FoundForm extends KnownForm {
  readonly current?: CurrentForm;
}

/** Returns the stored forms, else those that a crawl finds. */
async function formsOf(options: CityOptions): Promise<FoundForm[]> {
  const { repository, city, seeds, emit, signal } = options;
  const known = await repository.forms(city);
  if (known.length > 0) return known;
  if (seeds.length === 0) {
    emit({ type: 'problem', city, message: `there are no seeds for ${city}; name some in the region file` });
    return [];
  }
  const found = await findForms({ ...options, storage: join(options.folder, 'crawl') });
  signal.throwIfAborted();
  const session = sessionOf(options);
  const judged: FoundForm[] = [];
  for (const form of found) {
    const current = await currentForm(session, form);
    if (current === undefined) continue;
    const asks = regionAsks(
      current.form,
      current.subject,
      options.region,
      city,
      options.gazetteer,
      options.period,
    );
    if (asks.length > 0) judged.push({ ...form, subject: current.subject, current });
  }
  await repository.replaceForms(
    city,
    judged.map(({ current: _, ...form }) => form),
  );
  if (judged.length === 0)
    emit({ type: 'problem', city, message: `no form of ${seeds.join(', ')} asks for places of ${city}` });
  return judged;
}

const sessionOf = ({ outbound: out, signal }: CityOptions): FormSession =>
  new FormSession(out, signal, MAX_RETRIES);

async function askHost(
  options: CityOptions,
  forms: readonly FoundForm[],
  asks: ReadonlyMap<string, AskRecord>,
): Promise<void> {
  const session = sessionOf(options);
  for (const { current: found, ...known } of forms) {
    const current =
      found ??
      (await currentForm(session, known).catch((error: unknown) =>
        reportFailure(options, known.page, error),
      ));
    if (current === null) continue;
    if (current === undefined) {
      const message = 'the form is not on its page any more; it is looked for again the next time';
      options.emit({ type: 'source-changed', city: options.city, source: known.page, message });
      await forget(options, known);
      continue;
    }
    const { region, gazetteer, city, period } = options;
    const planned = regionAsks(current.form, known.subject, region, city, gazetteer, period);
    const formQuery = new RegionFormQuery(
      session,
      known.page,
      current.form,
      known.subject,
      region,
      gazetteer,
    );
    await askForm(options, known, formQuery, planned, asks);
  }
}

async function forget({ repository, city }: CityOptions, gone: KnownForm): Promise<void> {
  const rest = (await repository.forms(city)).filter(
    ({ page, formId }) => page !== gone.page || formId !== gone.formId,
  );
  // Without stored forms, the next round crawls again.
  await repository.replaceForms(city, rest);
}

async function askForm(
  options: CityOptions,
  known: KnownForm,
  formQuery: RegionFormQuery,
  planned: readonly RegionAsk[],
  asks: ReadonlyMap<string, AskRecord>,
): Promise<void> {
  const { repository, city, round, signal, emit } = options;
  let changed = false;
  for (const [i, ask] of planned.entries()) {
    signal.throwIfAborted();
    const name = `${known.page} ${known.formId} ${ask.key}`;
    const before = asks.get(name);
    if (before !== undefined && isUpToDate(before, known, ask, round, options)) continue;
    const answer = await formQuery
      .ask(ask)
      .catch((error: unknown) => reportFailure(options, known.page, error));
    const outcome = answer === null ? 'failed' : outcomeOf(known, answer);
    const shape = answer?.shape || (before?.shape ?? '');
    const record = { city, ask: name, round, outcome, shape };
    const observations = answer?.feed?.observations ?? [];
    await repository.storeAnswer(record, { observations, listings: answer?.listings ?? [] });
    if (answer === null) continue;
    for (const message of answer.feed?.problems ?? []) emit({ type: 'problem', city, message });
    if (!changed && before?.shape && answer.shape && before.shape !== answer.shape) {
      changed = true;
      const message =
        'its answers are laid out otherwise than the last time; look whether its figures are still read right';
      emit({ type: 'source-changed', city, source: known.page, message });
    }
    const counts = { figures: observations.length, listings: answer.listings.length };
    emit({ type: 'asked', city, request: answer.request, ...counts, done: i + 1, of: planned.length });
  }
}

/** True where the query was sent in this round, or its day is complete and final. */
function isUpToDate(
  before: AskRecord,
  known: KnownForm,
  ask: RegionAsk,
  round: number,
  { region }: CityOptions,
): boolean {
  if (before.outcome === 'failed') return false;
  if (before.round === round) return true;
  if (known.subject !== 'air' || before.outcome !== 'figures' || ask.about.date === undefined) return false;
  const at = instantOf(ask.about.date, region.timeZone);
  return at !== null && Date.now() - Date.parse(at) > FINAL_AFTER_MS;
}

function outcomeOf(known: KnownForm, { feed, listings }: RegionAnswer): AskOutcome {
  if (known.subject === 'property') return listings.length > 0 ? 'figures' : 'nothing';
  const observations = feed?.observations ?? [];
  if (observations.length === 0) return 'nothing';
  return observations.some(({ value }) => value === null) ? 'gaps' : 'figures';
}

/** Reports the failure of one query, so that others continue. @throws unexpected errors */
function reportFailure({ city, emit, signal }: CityOptions, page: string, error: unknown): null {
  signal.throwIfAborted();
  const expected =
    error instanceof TransportError ||
    error instanceof RefusedError ||
    error instanceof RedirectError ||
    error instanceof FormChangedError;
  if (!expected) throw error;
  emit({ type: 'problem', city, message: `${page}: ${error.message}` });
  return null;
}
