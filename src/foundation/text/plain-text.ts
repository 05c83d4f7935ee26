/** Control characters, and the marks that turn the reading direction round: a page could fake what a report or a terminal says. */
const DECEPTIVE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Signs that nobody sees: of control, of no width, of direction, tags, fillers, variations. */
const UNSEEN =
  /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Variation_Selector}\u115f\u1160\u17b4\u17b5\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f/gu;
/** Letters that joiners shape, and pictures that they make one of. */
const JOINED =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Mymr}\p{sc=Khmr}\p{sc=Mong}\p{sc=Tibt}]/u;
const PICTURED = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const VARIED = /[\p{Emoji}\p{sc=Han}\p{sc=Mymr}\u1820-\u18aa]/u;
const NUMBER_SIGN = /[\u0600-\u0605\u06dd\u070f\u08e2]/;

/** Text without the signs that nobody sees, which may carry words all the same; those that writing needs stay. */
export const withoutUnseen = (text: string): string =>
  text.replace(UNSEEN, (sign, at: number) => {
    const [before = ' '] = [...text.slice(Math.max(0, at - 2), at)].slice(-1);
    if (sign === '\u200d') return JOINED.test(before) || PICTURED.test(before) ? sign : '';
    if (sign === '\u200c') return JOINED.test(before) ? sign : '';
    if (/\p{Variation_Selector}/u.test(sign)) return VARIED.test(before) ? sign : '';
    return NUMBER_SIGN.test(sign) ? sign : '';
  });

/** Text of others made fit for a terminal or a report: one line that steers nothing, white space as it stands. */
export const plainText = (text: string): string => text.replace(DECEPTIVE, ' ');

/** The same of a text whose lines stay lines. */
export const plainLines = (text: string): string => text.split('\n').map(plainText).join('\n');

/** The same without white space at the ends and twice in a row. */
export const printable = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();
