import { readdirSync } from 'node:fs';
import type { LanguagePack } from './language-pack.ts';

const FOLDER = new URL('./packs/', import.meta.url);
/** Where two languages fit a text equally well, the earlier one wins. */
const FIRST = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

const rankOf = (code: string): number => (FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length);

/** Every file of the folder `packs` is a language: nothing else names them. */
async function loadPacks(): Promise<ReadonlyMap<string, LanguagePack>> {
  const files = readdirSync(FOLDER).filter((file) => /^[a-z]{2,3}\.(?:js|ts)$/.test(file));
  const loaded = files.map(async (file) => {
    const { default: pack } = (await import(new URL(file, FOLDER).href)) as { default: LanguagePack };
    return [file.replace(/\..*/, ''), pack] as const;
  });
  const packs = await Promise.all(loaded);
  return new Map(packs.sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)));
}

/** The packs of all languages by code, in an order that never changes. */
export const PACKS = await loadPacks();
