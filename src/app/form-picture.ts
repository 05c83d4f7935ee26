import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../foundation/errors/index.ts';
import { EXCHANGES_FILE } from '../foundation/warc/index.ts';
import { formsOfSite, openArchive } from '../library/index.ts';
import type { Store } from '../storage/index.ts';
import { inspect } from './inspect.ts';

export interface PicturedForm {
  readonly storage: string;
  readonly runId: number;
  readonly formId: string;
  readonly site: string;
}

/** Limits what is read behind the exchange of a page: what it loads is archived next. */
const PAGE_BYTES = 16 * 1024 * 1024;

/** A picture under way, by its file; one browser at a time draws. */
const underWay = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * The page of a form as the archive of its run holds it, the form outlined, as PNG; nothing is sent to any network. Drawn
 * once and kept in the folder of the run.
 * @throws {TransportError} where the archive does not hold the page
 * @returns undefined where the site of the run has no such form
 */
export async function formPicture(
  store: Store,
  { storage, runId, formId, site }: PicturedForm,
): Promise<Buffer | undefined> {
  const file = join(store.runFolder(runId), 'pictures', `${formId}.png`);
  if (existsSync(file)) return readFile(file);
  const found = (await formsOfSite(store, runId, site)).find((one) => one.formId === formId);
  if (found === undefined) return undefined;
  const draw = async () => {
    makeFolder(join(store.runFolder(runId), 'pictures'));
    const picture = `${file}.new`;
    const local = join(store.runFolder(runId), EXCHANGES_FILE);
    const copy = `${file}.warc.gz`;
    try {
      const place = existsSync(local) ? undefined : await store.pages.exchange(runId, found.page);
      if (place !== undefined)
        await (await openArchive(store, runId)).copyRange({ ...place, length: PAGE_BYTES }, copy);
      const web = `replay:${existsSync(local) ? local : copy}`;
      await inspect(found.page, { storage, web, picture, pictured: found.form.id });
    } finally {
      await rm(copy, { force: true });
    }
    await rename(picture, file);
    return readFile(file);
  };
  const drawing = underWay.get(file) ?? last.then(draw).finally(() => underWay.delete(file));
  underWay.set(file, drawing);
  last = drawing.catch(() => undefined);
  return drawing;
}
