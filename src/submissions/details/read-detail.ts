import { type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import { isInList } from '../answers/page-signature.ts';
import { outlineOfPage, readPage } from '../answers/read-page.ts';
import { typedFields } from '../answers/typed-fields.ts';
import type { ResultRecord } from '../types/answer.ts';
import type { DetailReading } from '../types/detail.ts';
import { type LabelledFact, labelledFacts } from './labelled-facts.ts';
import { structuredFacts } from './structured-facts.ts';

const MAX_TEXT = 200_000;
/** Texts that the list did not label: they can be found again, and say nothing else if they are not. */
const UNNAMED = /^text(?: \d+)?$/;

/**
 * Reads the page of one record and holds it against what the list showed of the record.
 * @param formPage what stands on it too is the site's, not the record's
 */
export function readDetail(
  tree: TreeDocument,
  record: Pick<ResultRecord, 'title' | 'fields'>,
  { domain, formPage }: { readonly domain: string | null; readonly formPage: TreeDocument | undefined },
): DetailReading {
  const boilerplate = new Set(formPage === undefined ? [] : boilerplateOf(formPage).map(pair));
  const own = factsOf(tree).filter((fact) => !boilerplate.has(pair(fact)));
  const structured = structuredFacts(tree, whole(record.title));
  // What people are shown goes before what machines are told.
  const shown = typedFields(own, domain);
  const fields = { ...structured.nested, ...structured.fields, ...shown };
  const said = words(`${tree.title} ${structured.name} ${textOf(tree.root, MAX_TEXT)}`);
  const told = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'object' || value === undefined ? undefined : words(String(value));
  };
  const listed = Object.entries(record.fields).map(([name, value]) => [name, words(String(value))] as const);
  const isSaid = (value: string): boolean => value !== ' ' && said.includes(value);
  const agrees = (name: string, value: string): boolean => {
    const there = told(name);
    // Several fields in a row, which stand apart on the record's own page.
    if (UNNAMED.test(name))
      return (
        value !== ' ' &&
        value
          .trim()
          .split(' ')
          .every((word) => isSaid(` ${word} `))
      );
    if (there !== undefined && (there.includes(value) || value.includes(there))) return true;
    // Machines are told numbers and dates in a writing of their own.
    return shown[name] === undefined && isSaid(value);
  };
  const confirmed = listed.filter(([name, value]) => agrees(name, value));
  const differing = listed.filter(
    ([name, value]) => !UNNAMED.test(name) && told(name) !== undefined && !agrees(name, value),
  );
  return {
    named: record.title === '' || isSaid(words(whole(record.title))),
    fields,
    confirmed: confirmed.map(([name]) => name),
    differing: differing.map(([name]) => name),
    added: Object.keys(fields).filter(
      (name) => record.fields[name] === undefined && typeof fields[name] !== 'object',
    ),
  };
}

/** Lists cut long titles, often within a word. */
const whole = (title: string): string => title.replace(/\s*\S*(?:…|\.\.\.)\s*$/u, '');

const factsOf = (tree: TreeDocument) => labelledFacts(outlineOfPage(tree));

/** Facts of records that the page shows are the records'. */
function boilerplateOf(formPage: TreeDocument): readonly LabelledFact[] {
  const { lists } = readPage(formPage);
  return factsOf(formPage).filter(({ at }) => !lists.some((list) => isInList(list, at)));
}

const pair = ({ label, value }: { readonly label: string; readonly value: string }): string =>
  `${label}\n${value}`;

/** Words and numbers, folded, each between spaces: “€ 12.50” and “12.50 EUR” have a number in common. */
const words = (text: string): string =>
  ` ${(foldText(text).match(/\p{L}+|\p{N}+(?:[.,]\p{N}+)*/gu) ?? []).join(' ')} `;
