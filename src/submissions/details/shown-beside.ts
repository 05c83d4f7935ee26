/** Which of the facts that a page shows stand beside what it tells machines. */

import { foldText, minutesIn } from '../../foundation/text/index.ts';
import { typedFields } from '../answers/typed-fields.ts';
import type { DetailFields, DetailValue, Fields } from '../types/detail.ts';
import type { LabelledFact } from './labelled-facts.ts';

/** Of these a thing has several, or a page shows others near by (of a step, of one portion): what is told stands. */
const TOLD = new Set(
  'author,artist,director,category,cuisine,keywords,language,format,yields,rating,duration,total time,prep time,cook time'.split(
    ',',
  ),
);
const DATED = new Set(['date', 'price']);
const NUTRITION = 'nutrition';

/** Words and numbers, folded, each between spaces: “€ 12.50” and “12.50 EUR” have a number in common. */
export const words = (text: string): string =>
  ` ${(foldText(text).match(/[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*/gu) ?? []).join(' ')} `;

/**
 * The shown facts that go before the told ones, or complete them. Where both say the same, the told wording stands; where
 * they contradict each other, the label that people read decides, but for names of which there may be several.
 */
export function shownBeside(
  facts: readonly LabelledFact[],
  told: { readonly fields: Fields; readonly nested: DetailFields },
  domain: string | null,
  language: string,
): DetailFields {
  const leaves = new Set([...leavesOf(told.nested), ...Object.values(told.fields).map(String)].map(words));
  const nestedWords = [...leavesOf(told.nested)].map(words).join('');
  const shown: Record<string, string | number> = Object.create(null);
  const nutrition: Record<string, string | number> = Object.create(null);
  for (const fact of facts) {
    const [[name, value] = ['', '']] = Object.entries(nameOf(fact, domain, language));
    const own = words(String(value));
    const there = told.fields[name];
    // Unlike a film, a dish has a time in all and times of its parts.
    const isTimed = name === 'duration' && told.fields['total time'] !== undefined;
    const isKnown = there !== undefined || told.nested[name] !== undefined || isTimed;
    const before = shown[name];
    if (fact.group !== undefined) nutrition[name] ??= value;
    else if (
      isKnown
        ? !decides(fact, name, there)
        : leaves.has(own) || nestedWords.includes(`${words(fact.label).trimEnd()}${own}`)
    )
      continue;
    else if (before === undefined) shown[name] = value;
    else if (!isSame(before, value) && fact.name === undefined && !isKnown) {
      let free = 2;
      while (`${name} ${free}` in shown && !isSame(shown[`${name} ${free}`], value)) free++;
      shown[`${name} ${free}`] = value;
    }
  }
  const hasNutrition = told.nested[NUTRITION] === undefined && Object.keys(nutrition).length > 0;
  return { ...shown, ...(hasNutrition && { [NUTRITION]: { ...nutrition } }) };
}

const nameOf = ({ name, value, ...fact }: LabelledFact, domain: string | null, language: string): Fields =>
  name === undefined ? typedFields([{ ...fact, value }], domain, language) : { [name]: value };

function decides(fact: LabelledFact, name: string, there: string | number | undefined): boolean {
  if (there === undefined || fact.name !== undefined || TOLD.has(name)) return false;
  return !isSame(there, fact.value) && (!DATED.has(name) || fact.kind === name);
}

/** The same words or some of them, or the same time. */
function isSame(one: string | number | undefined, other: string | number): boolean {
  const [a, b] = [words(String(one)), words(String(other))];
  const minutes = minutesIn(String(one));
  return a.includes(b) || b.includes(a) || (minutes !== undefined && minutes === minutesIn(String(other)));
}

function* leavesOf(value: DetailValue): Generator<string> {
  if (typeof value !== 'object') yield String(value);
  else for (const inner of Object.values(value) as DetailValue[]) yield* leavesOf(inner);
}
