import { type FormTriggers, findFormTriggers, type OpenPage } from '../../foundation/browser/index.ts';
import type { JudgedForm } from '../../library/index.ts';
import { likelyTriggers, openSearches } from '../../submissions/index.ts';
import type { PageAnalysis } from '../analysis/index.ts';

/** Finds what may open a search on a page; undefined where nothing does, so that the page need not be held for it. */
export async function triggersOn({ session }: OpenPage): Promise<FormTriggers | undefined> {
  return likelyOf(await findFormTriggers(session));
}

export const likelyOf = (found: FormTriggers): FormTriggers | undefined =>
  likelyTriggers(found, false).length > 0 ? found : undefined;

/** Adds the forms that a page has only once something is pressed, and says what that was. @param read reads the page as it stands then */
export async function withOpened<R extends PageAnalysis>(
  reading: R,
  open: OpenPage,
  openers: FormTriggers,
  read: (packed: string) => R | Promise<R>,
): Promise<R> {
  const searchSeen = reading.forms.some(({ verdict }) => verdict.searchable);
  const forms: JudgedForm[] = [...reading.forms];
  for (const { by, packed } of await openSearches(open, openers, searchSeen)) {
    const known = new Set(forms.map(({ form }) => form.id));
    for (const one of (await read(packed)).forms) {
      if (known.has(one.form.id)) continue;
      const where = { ...one.form.where, openedBy: by };
      forms.push({ ...one, form: { ...one.form, where, index: forms.length } });
    }
  }
  return forms.length === reading.forms.length ? reading : { ...reading, forms };
}
