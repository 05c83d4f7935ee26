import { PACKS } from '../../foundation/language/index.ts';
import { foldText } from '../../foundation/text/index.ts';

/** Code of a language by its name in any language of the packs, or by a code of two or three letters: `Inglés`, `eng`, `en-GB`. */
export function languageCode(text: string): string | undefined {
  const said = foldText(text).trim();
  const named = names().get(said);
  if (named !== undefined) return named;
  if (!/^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/.test(said)) return undefined;
  const { language } = new Intl.Locale(said.replace('_', '-'));
  return CODES.has(language) ? language : undefined;
}

const LANGUAGES = [...PACKS.keys()].filter((code) => code !== 'und');
const CODES: ReadonlySet<string> = new Set([
  ...LANGUAGES,
  'la',
  'ga',
  'cy',
  'gl',
  'sq',
  'mk',
  'ka',
  'hy',
  'ur',
  'sa',
  'mr',
  'te',
]);
/** Made with the first name that is asked for: most commands ask for none. */
const names = (): ReadonlyMap<string, string> => {
  known ??= new Map(LANGUAGES.flatMap(namesIn));
  return known;
};
let known: ReadonlyMap<string, string> | undefined;

function namesIn(language: string): (readonly [string, string])[] {
  const displayed = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
  return [...CODES].flatMap((code) => {
    const name = displayed.of(code);
    return name === undefined ? [] : [[foldText(name), code] as const];
  });
}
