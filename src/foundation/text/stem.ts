// The one file, not the package: importing `natural` whole loads three database drivers and reads `./.env`.
import porterStemmer from 'natural/lib/natural/stemmers/porter_stemmer.js';

/** Porter stem of one lower-case English word; other scripts come back unchanged. */
export function stem(word: string): string {
  return /^[a-z]+$/.test(word) ? porterStemmer.stem(word) : word;
}
