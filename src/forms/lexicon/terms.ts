/** Terms between commas; line ends count as commas. */
export const terms = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((term) => term.trim())
    .filter((term) => term !== '');
