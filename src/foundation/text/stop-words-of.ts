import { foldText } from './fold.ts';
import { STOP_WORDS } from './stop-words.ts';

const LISTS: Readonly<Record<string, string>> = {
  de: `aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bereits bin bis bist da damit dann das
    dass dazu dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
    einen einer eines er es etwas euch für gegen haben hat hatte hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in
    ins ist ja jede jeden jeder jetzt kann kein keine können mehr mein meine mich mir mit muss nach nicht nichts noch nun nur ob oder
    ohne schon sehr sein seine sich sie sind so soll sondern sowie über um und uns unser unsere unter vom von vor war waren was weil
    wenn wer werden wie wieder wir wird wo wurde zu zum zur zwischen`,
  fr: `ai alors au aucun aussi autre autres aux avait avec avez avoir car ce cela ces cet cette ceux chaque chez ci comme comment
    dans de depuis des donc du elle elles en encore entre est et être eu fait faire font hors il ils je la là le les leur leurs lors
    lui ma mais me même mes moins mon ne nos notre nous on ont ou où par pas peut peu plus pour pourquoi qu quand que quel quelle
    quelles qui sa sans se sera ses si son sont sous sur ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous
    y été`,
  es: `al algo algunas algunos ante antes aquí así aunque cada como con contra cual cuando de del desde donde dos el él ella ellas
    ellos en entre era es esa esas ese eso esos esta está están estas este esto estos fue ha han hasta hay la las le les lo los más me
    mi mientras muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por porque puede que qué quien se
    sea ser si sí sido sin sobre son su sus también tan te tiene toda todas todo todos tu tus un una uno unos y ya yo`,
  it: `agli ai al alla alle allo anche c che chi ci come con cui da dagli dai dal dalla dalle dei degli del della delle dello di dove e
    è ed era essere fra gli ha hanno i il in io la le lei lo loro lui ma mi mia mio ne negli nei nel nella nelle nello noi non nostra
    nostro o per perché più quale quando quanto quella quello questa queste questi questo sarà se si sia solo sono sua sue sugli sui
    sul sulla suo tra tu tua tuo tutti tutto un una uno vi voi`,
  nl: `aan al alle als altijd bij dan dat de der deze die dit doen door dus een en er ge geen had heb hebben heeft het hier hij hoe hun
    iets ik in is ja je jij kan kunnen maar me meer met mij mijn moet na naar niet niets nog nu of om omdat onder ons onze ook op over
    te tegen toch toen tot u uit uw van veel voor waar want waren was wat we wel werd wie wij wil worden wordt zal ze zich zij zijn zo
    zonder`,
  pt: `ao aos aquela aquele aqui as até com como da das de dela dele do dos e é ela ele eles em entre era essa esse esta está este eu
    foi há isso isto já lhe mais mas me mesmo meu minha muito na nas não nem no nos nossa nosso num numa o os ou para pela pelo por qual
    quando que quem são se sem ser seu só sua suas também te tem tu um uma você`,
};

/** Function words of one language (two-letter code), folded; undefined where Fieldfare has no list. */
export function stopWordsOf(language: string): ReadonlySet<string> | undefined {
  if (language === 'en') return STOP_WORDS;
  const list = LISTS[language];
  return list === undefined ? undefined : new Set(list.split(/\s+/).map(foldText));
}

/** Function words of English, German, French, Spanish, Italian, Dutch and Portuguese, for text of unknown language. */
export const STOP_WORDS_OF_ALL: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...Object.keys(LISTS).flatMap((language) => [...(stopWordsOf(language) ?? [])]),
]);
