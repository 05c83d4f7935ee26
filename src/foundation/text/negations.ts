const LISTS: Readonly<Record<string, string>> = {
  en: 'not no never none nor neither without cannot nobody nothing nowhere',
  de: 'nicht kein keine keinen keinem keiner keines nie niemals ohne niemand nichts',
  fr: 'ne pas jamais sans aucun aucune rien',
  es: 'no nunca jamas sin ningun ninguna nadie nada',
  it: 'non mai senza nessuno nessuna niente',
  nl: 'niet geen nooit zonder niemand niets',
  pt: 'nao nunca jamais sem nenhum nenhuma ninguem nada',
};

const NONE: ReadonlySet<string> = new Set();
const SETS = new Map(Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(' '))]));

/** Words that turn a statement into its opposite, folded; empty where Fieldfare has no list. */
export const negationsOf = (language: string): ReadonlySet<string> => SETS.get(language) ?? NONE;
