/** Cuts characters off the end of a text in linear time; an expression such as `/x+$/` starts anew at each of them. */
export function trimEndOf(text: string, cut: RegExp): string {
  let end = text.length;
  while (end > 0 && cut.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** Cuts characters off both ends of a text in linear time. @param cut matches one character; without the flag `g` */
export function trimOf(text: string, cut: RegExp): string {
  const rest = trimEndOf(text, cut);
  let start = 0;
  while (start < rest.length && cut.test(rest[start] ?? '')) start++;
  return rest.slice(start);
}
