/** Full stops behind these end no sentence. */
const ABBREVIATIONS = new Set(
  `mr mrs ms dr prof sr jr st rev hon gen col capt lt sgt no nos vol vols ed eds p pp fig figs ch sec vs cf ca approx dept est inc ltd co corp
  bros jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun e.g i.e u.s u.k a.m p.m bzw z.b nr bd hrsg str usw etc`.split(
    /\s+/,
  ),
);
/** Ends a sentence in Latin, Devanagari, Chinese, Arabic … A run of Latin ends is looked at once: from each it would take hours. */
const ENDS = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|[।॥。！？؟]+["'”’»」』）]*/gu;
/** Cuts a sentence that has no end in sight. */
const MAX_SENTENCE = 2_000;

/**
 * Sentences of a piece of running text, in order, white space trimmed. A full stop ends a sentence where white space follows
 * that a lower-case letter does not follow, and no abbreviation, initial or number stands before it. One pass, linear in the text.
 */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const push = (end: number) => {
    for (; start < end; start += MAX_SENTENCE) {
      const sentence = text.slice(start, Math.min(end, start + MAX_SENTENCE)).trim();
      if (sentence !== '') sentences.push(sentence);
    }
    start = end;
  };
  for (const match of text.matchAll(ENDS)) {
    const end = match.index + match[0].length;
    if (endsSentence(text, match.index, end, match[0])) push(end);
  }
  push(text.length);
  return sentences;
}

function endsSentence(text: string, at: number, end: number, mark: string): boolean {
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  // Far enough for the longest abbreviation.
  const before = /\S{0,12}$/u.exec(text.slice(Math.max(0, at - 12), at))?.[0] ?? '';
  const word = before.replace(/^["'“‘(«[]+/u, '').toLowerCase();
  if (ABBREVIATIONS.has(word) || /^\p{L}$/u.test(word)) return false;
  const next = /^\s*["'“‘(«[]*(\S)/u.exec(text.slice(end, end + 12))?.[1];
  return next === undefined || !/\p{Ll}/u.test(next);
}
