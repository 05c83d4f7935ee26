import { type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import { minutesIn } from '../../foundation/text/index.ts';
import { languageOf } from '../answers/page-language.ts';
import { isInList } from '../answers/page-signature.ts';
import { type Outline, textsBetween } from '../answers/outline.ts';
import { outlineOfPage, readPage } from '../answers/read-page.ts';
import type { ResultRecord } from '../types/answer.ts';
import type { DetailFields, DetailReading, Fields } from '../types/detail.ts';
import { type LabelledFact, labelledFacts } from './labelled-facts.ts';
import { loneDuration, markedFacts } from './marked-facts.ts';
import { availabilityOf, numberOf } from './offer-facts.ts';
import { isAside, joined } from './record-part.ts';
import { shownBeside, words } from './shown-beside.ts';
import { structuredFacts, withTotal } from './structured-facts.ts';

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
  const boilerplate = new Set(formPage === undefined ? [] : boilerplateOf(formPage, domain).map(pair));
  const own = factsOf(tree, domain, whole(record.title)).filter((fact) => !boilerplate.has(pair(fact)));
  const outline = outlineOfPage(tree);
  const structured = structuredFacts(tree, whole(record.title), headingOf(outline));
  const shown = shownBeside(own, structured, domain, languageOf(outline));
  const fields = withOffer(
    withTotal({ ...structured.nested, ...structured.fields, ...shown }),
    structured.fields,
    tree,
    outline,
  );
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

/** The only heading of the first level. */
function headingOf(outline: Outline): string {
  const heads = outline.parts.filter(({ element, hidden }) => element.tag === 'h1' && !hidden);
  const [head] = heads;
  return head === undefined || heads.length > 1
    ? ''
    : joined(textsBetween(outline, head.start, head.end)).slice(0, 300);
}

const OF_OFFERS = ['price', 'offers', 'asin', 'gtin', 'mpn'];

/** What is for sale is to be had or not, and has a number. */
function withOffer(fields: DetailFields, told: Fields, tree: TreeDocument, outline: Outline): DetailFields {
  if (!OF_OFFERS.some((name) => fields[name] !== undefined)) return fields;
  const availability = availabilityOf(outline, isAside(outline), fields);
  const { identifier, asin, mpn, gtin } = fields;
  const number = told.identifier ?? asin ?? numberOf(outline, tree.url) ?? identifier ?? gtin ?? mpn;
  const { price, ...others } = fields;
  // Nothing can be bought for nothing there: shops fill in a price that they do not have.
  const isFilledIn = availability === 'OutOfStock' && /^\D*0(?:[.,]0+)?\D*$/.test(String(price));
  return {
    ...(isFilledIn ? others : fields),
    ...(availability !== undefined && { availability }),
    ...(number !== undefined && { identifier: number }),
  };
}

/** Lists cut long titles, often within a word. */
const whole = (title: string): string => {
  const [, kept] = /^(.*)(?:…|\.\.\.)$/su.exec(title.trim()) ?? [];
  return kept === undefined ? title : kept.slice(0, kept.lastIndexOf(' ') + 1).trimEnd();
};

const factsOf = (tree: TreeDocument, domain: string | null, title: string): readonly LabelledFact[] => {
  const outline = outlineOfPage(tree);
  const isOff = isAside(outline);
  const labelled = labelledFacts(outline, domain, isOff);
  const marked = markedFacts(outline, isOff, title);
  const isTimed = [...labelled, ...marked].some(({ value }) => minutesIn(value) !== undefined);
  return [...labelled, ...marked, ...(isTimed ? [] : loneDuration(outline, isOff))];
};

/** Facts of records that the page shows are the records'. */
function boilerplateOf(formPage: TreeDocument, domain: string | null): readonly LabelledFact[] {
  const { lists } = readPage(formPage);
  return factsOf(formPage, domain, '').filter(({ at }) => !lists.some((list) => isInList(list, at)));
}

const pair = ({ label, value }: { readonly label: string; readonly value: string }): string =>
  `${label}\n${value}`;
