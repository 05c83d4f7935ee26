import type { FormRow } from '../forms/index.ts';
import { practiceRows } from './practice-forms.ts';

const PREFIX = 'answers:';

/** Rows for `--with`: of practice webs, or of what a harvest's own forms answered (`answers:STORAGE`). */
export const extraRows = (source: string): Promise<FormRow[]> =>
  source.startsWith(PREFIX) ? answeredRows(source.slice(PREFIX.length)) : practiceRows(source);

/**
 * Verdicts on answers as labels for the judge of forms: a form that showed records searches, one that never answered a
 * question does not (post-query teaches pre-query: papers 002 and 004). Of all runs in the storage the latest word counts.
 * @throws {LabelledDataError} where no form of the storage was asked
 */
export async function answeredRows(storage: string): Promise<FormRow[]> {
  const { openStore } = await import('../store/index.ts');
  const { answersByForm, harvestedForms, listRuns } = await import('../library/index.ts');
  const { postQueryOf } = await import('../submissions/index.ts');
  const forms = await import('../forms/index.ts');
  const store = await openStore(storage, { mode: 'read' });
  const rows = new Map<string, FormRow>();
  try {
    for (const { id } of [...(await listRuns(store))].sort((a, b) => a.id - b.id)) {
      const answers = await answersByForm(store.db, id);
      for await (const { formId, site, page, form, controls } of harvestedForms(store.db, id)) {
        const { kind } = postQueryOf(answers.get(formId) ?? {}, undefined);
        if (kind !== 'confirmed' && kind !== 'never-answers') continue;
        const whole = { ...form, controls };
        const type = kind === 'confirmed' ? 'search' : 'other';
        const context = { url: page, title: '', forms: 1 };
        rows.set(
          formId,
          forms.rowOf(whole, context, type, forms.hashed(site), forms.hashed(`${site} ${formId}`)),
        );
      }
    }
  } finally {
    await store.close();
  }
  if (rows.size === 0)
    throw new forms.LabelledDataError(
      `${storage} holds no form that was asked and told anything; run fieldfare harvest first`,
    );
  return [...rows.values()];
}
