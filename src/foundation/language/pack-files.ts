import { readdirSync } from 'node:fs';
import type { LanguagePack } from './language-pack.ts';

const FOLDER = new URL('./packs/', import.meta.url);

/** Their fingerprint, where it is known. */
export const knownFingerprint = (): string | undefined => undefined;

/** Every file of the folder `packs` is a language: nothing else names them. The package has them in this module's place. */
export function packFiles(): Promise<(readonly [code: string, LanguagePack])[]> {
  const files = readdirSync(FOLDER).filter((file) => /^[a-z]{2,3}\.ts$/.test(file));
  return Promise.all(
    files.map(async (file) => {
      const { default: pack } = (await import(new URL(file, FOLDER).href)) as { default: LanguagePack };
      return [file.replace('.ts', ''), pack] as const;
    }),
  );
}
