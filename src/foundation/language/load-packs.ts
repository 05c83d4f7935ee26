import type { LanguagePack } from './language-pack.ts';
import { packFiles } from './pack-files.ts';

/** Where two languages fit a text equally well, the earlier one wins. */
const FIRST = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

const rankOf = (code: string): number => (FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length);

/** The packs of all languages by code, in an order that never changes. */
export const PACKS: ReadonlyMap<string, LanguagePack> = new Map(
  [...packFiles()].sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)),
);
