import { whileOpen } from '../../../foundation/errors/index.ts';
import type { HarvestedForm } from '../../../library/index.ts';
import type { Store } from '../../../storage/index.ts';
import type { DomainRow } from '../domains/domain-rows.ts';
import type { TrainingRow } from '../forms/rows.ts';
import { practiceRows } from './practice-forms.ts';

const PREFIX = 'answers:';

/** The storage folder of a source `answers:STORAGE`; undefined for other sources. */
export const answersIn = (source: string): string | undefined =>
  source.startsWith(PREFIX) ? source.slice(PREFIX.length) : undefined;

/** Rows for `--with`: of practice webs, or of what a harvest's own forms answered (`answers:STORAGE`). */
export const extraRows = (source: string): Promise<TrainingRow[]> => {
  const storage = answersIn(source);
  return storage === undefined ? practiceRows(source) : answeredRows(storage);
};

/**
 * Verdicts on answers as labels for the judge of forms: a form that showed records searches, one that never answered a
 * question does not (post-query teaches pre-query: papers 002 and 004). Of all runs in the storage the latest word counts.
 * @throws {LabelledDataError} where no form of the storage was asked
 */
async function answeredRows(storage: string): Promise<TrainingRow[]> {
  const { LabelledDataError } = await import('../../../forms/index.ts');
  const { hashed, rowOf } = await import('../forms/rows.ts');
  const rows = new Map<string, TrainingRow>();
  await eachAnswered(storage, async ({ form: harvested, kind }) => {
    const { formId, site, page, form, controls } = harvested;
    const whole = { ...form, controls };
    const type = kind === 'confirmed' ? 'search' : 'other';
    const context = { url: page, title: '', forms: 1 };
    rows.set(formId, rowOf(whole, context, type, hashed(site), hashed(`${site} ${formId}`)));
  });
  if (rows.size === 0) throw new LabelledDataError(nothingToldBy(storage));
  return [...rows.values()];
}

const nothingToldBy = (storage: string): string =>
  `${storage} holds no form that was asked and told anything; run fieldfare harvest first`;

/** Records whose words are read to tell what a database is about. */
const MOST_RECORDS = 200;

/**
 * What forms turned out to search, as labels for the judge of domains: what the records that came back are about, told
 * by their words alone, whatever form and page promised. Forms whose records are like no domain are left out.
 * @throws {LabelledDataError} where no form of the storage showed records that are about something
 */
export async function answeredDomainRows(storage: string): Promise<DomainRow[]> {
  const { domainFeaturesOf, LabelledDataError } = await import('../../../forms/index.ts');
  const { DOMAIN_CLASSES } = await import('../domains/domain-rows.ts');
  const { hashed } = await import('../forms/rows.ts');
  const { loadDomains } = await import('../../../foundation/domain/index.ts');
  const { archivedPage } = await import('../../../library/index.ts');
  const { classifyTopic } = await import('../../../foundation/topics/index.ts');
  const domains = loadDomains();
  const rows = new Map<string, DomainRow>();
  await eachAnswered(storage, async ({ store, runId, form: harvested, kind }) => {
    if (kind !== 'confirmed') return;
    const { formId, site, page: url, form, controls } = harvested;
    const text = await recordsOf(store, runId, formId);
    const about = classifyTopic({ url: '', title: '', text }, [], domains).domain;
    const domain = DOMAIN_CLASSES.find((name) => name === about);
    const page = await archivedPage(store, runId, url);
    if (domain === undefined || page === undefined) return;
    const features = domainFeaturesOf({ ...form, controls }, { url, ...page }, domains);
    rows.set(formId, { domain, site: hashed(site), form: form.id, features });
  });
  if (rows.size === 0) throw new LabelledDataError(nothingToldBy(storage));
  return [...rows.values()];
}

async function recordsOf(store: Pick<Store, 'records'>, runId: number, formId: string): Promise<string> {
  const records = await store.records.ofForm(runId, formId, MOST_RECORDS);
  return records.map(({ title, fields, text }) => `${title} ${fields} ${text}`).join('\n');
}

interface Answered {
  readonly store: Store;
  readonly runId: number;
  readonly form: HarvestedForm;
  readonly kind: 'confirmed' | 'no-answer';
}

/** Every form of a storage whose answers say whether it searches; of runs in order, so that the latest word comes last. */
async function eachAnswered(storage: string, visit: (one: Answered) => Promise<void>): Promise<void> {
  const { openStore } = await import('../../../drivers/open/index.ts');
  const { answersByForm, harvestedForms, listRuns } = await import('../../../library/index.ts');
  const { postQueryOf } = await import('../../../submissions/index.ts');
  await whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    for (const { id: runId } of [...(await listRuns(store))].sort((a, b) => a.id - b.id)) {
      const answers = await answersByForm(store, runId);
      for await (const form of harvestedForms(store, runId)) {
        const { kind } = postQueryOf(answers.get(form.formId) ?? {}, undefined);
        if (kind === 'confirmed' || kind === 'no-answer') await visit({ store, runId, form, kind });
      }
    }
  });
}
