/** Control characters, and the marks that turn the reading direction round: a page could fake what a report or a terminal says. */
const DECEPTIVE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Text of others made fit for a terminal or a report: one line that steers nothing, white space as it stands. */
export const plainText = (text: string): string => text.replace(DECEPTIVE, ' ');

/** The same of a text whose lines stay lines. */
export const plainLines = (text: string): string => text.split('\n').map(plainText).join('\n');

/** The same without white space at the ends and twice in a row. */
export const printable = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();
