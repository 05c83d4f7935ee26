import type { Answer, LinkSignature } from '../types/answer.ts';
import { type Echo, NO_ECHO } from './echo.ts';
import { linkDigest, linkDigests, tagPathDigest } from './link-digests.ts';
import { lacksFormPageList } from './narrowing.ts';
import type { Outline, Part } from './outline.ts';
import {
  lineDigest,
  lineDigests,
  placeDigest,
  recordDigest,
  shapeDigest,
  wordsDigest,
} from './page-signature.ts';
import type { PageReading, RecordList } from './reading.ts';

/**
 * The template: what answers have in common whatever is queried, inferred from several pages of one site as
 * in RoadRunner (Crescenzi, Mecca and Merialdo, VLDB 2001) and ExAlg (Arasu and Garcia-Molina, SIGMOD 2003).
 * Two answers to different nonsense are pages without records, so what they share is no record, and records
 * are where answers differ.
 */
export interface Template {
  /** Answers to nonsense were available for comparison. */
  readonly compared: boolean;
  /**
   * The form filters a list on its own page: the answer to nonsense is that page without its list, or the
   * page is the answer to an earlier query. Entries of that list in other answers are their records.
   */
  readonly narrows: boolean;
  /** Tells whether any answer to nonsense has this line, with the query masked or not. */
  hasLine(text: string): boolean;
  /** Lines of the no-hits message: only answers to nonsense have them, and all of these. */
  readonly denial: readonly string[];
  /** An answer with hits is known to lack these lines. */
  readonly denialIsSure: boolean;
  /** Tells whether a link belongs to the template. */
  isShared(outline: Outline, part: Part, address: string): boolean;
}

const MIN_SHARED = 0.8;

/** The empty template, used without answers to nonsense. */
export const NO_TEMPLATE: Template = {
  compared: false,
  narrows: false,
  hasLine: () => false,
  denial: [],
  denialIsSure: false,
  isShared: () => false,
};

/** The part of an answer that is compared. */
export type ProbeAnswer = Pick<Answer, 'verdict' | 'trace'>;

interface TemplateEvidence {
  readonly nonsense: readonly ProbeAnswer[];
  readonly earlier: readonly ProbeAnswer[];
  /** Paths at which earlier answers with hits had their records: see {@link tagPathDigest}. */
  readonly paths?: ReadonlySet<string>;
  readonly formReading: PageReading;
  /** Masks the query of the form's page, if that is an answer to an earlier query. */
  readonly formEcho: Echo;
  readonly formOutline: Outline;
  /** The answer to be read; undefined if it is no page. */
  readonly outline: Outline | undefined;
  readonly echo: Echo;
}

export function inferTemplate(evidence: TemplateEvidence): Template {
  const { nonsense, earlier, paths, formReading, formEcho, formOutline, outline, echo } = evidence;
  const probeAnswers = nonsense.filter(({ trace }) => trace.lines.length > 0 || trace.lists.length > 0);
  const [first] = probeAnswers;
  if (first === undefined || outline === undefined) return NO_TEMPLATE;
  const formLines = new Set([...lineDigests(formReading, echo), ...lineDigests(formReading, formEcho)]);
  const narrows = isAnswer(formReading, formEcho) || lacksFormPageList(formReading, first.trace, formEcho);
  const shared = sharedLinks(probeAnswers);
  const own = [...linkDigests(outline, echo), ...linkDigests(outline, NO_ECHO)];
  // Nonsense may get a page without the site's menus, so links of the form's page are template, too; but for its own
  // list of what a wide query brings.
  const ofForm = linkDigests(formOutline, formEcho).filter(({ path }) => paths?.has(path) !== true);
  const templates = narrows ? [shared] : [shared, ofForm];
  const remaining = remainingLinks(templates, own);
  const common = probeAnswers
    .map(({ trace }) => trace.lines)
    .reduce((one, other) => one.filter((line) => other.includes(line)));
  const hits = earlier.filter(({ verdict }) => verdict === 'hits').map(({ trace }) => new Set(trace.lines));
  const lines = new Set(probeAnswers.flatMap(({ trace }) => [...trace.lines, ...(trace.all ?? [])]));
  return {
    compared: true,
    narrows,
    hasLine: (text) => lines.has(lineDigest(text, echo)) || lines.has(lineDigest(text, NO_ECHO)),
    // An objection to nonsense is no message that there is nothing.
    denial: probeAnswers.some(({ verdict }) => verdict === 'error-message')
      ? []
      : common.filter((line) => !formLines.has(line) && !hits.some((lines) => lines.has(line))),
    denialIsSure: hits.length > 0,
    isShared: (page, part, address) => {
      const links = remaining.get(tagPathDigest(page, part.path));
      return (
        links !== undefined &&
        (links.has(linkDigest(address, echo)) || links.has(linkDigest(address, NO_ECHO)))
      );
    },
  };
}

/** Tells whether the form's page is an answer itself and repeats its query. */
const isAnswer = ({ title, lines }: PageReading, echo: Echo): boolean =>
  echo.occursIn(title) ||
  lines.some(({ text, boilerplate }) => !boilerplate && text.length < 100 && echo.occursIn(text));

/** Selects the links that all answers to nonsense have. */
function sharedLinks(nonsense: readonly ProbeAnswer[]): LinkSignature[] {
  const [first, ...others] = nonsense.map(({ trace }) => trace.links ?? []);
  return (first ?? []).map(({ path, links }) => {
    const otherLinks = others.map((other) => new Set(other.find((one) => one.path === path)?.links ?? []));
    return { path, links: links.filter((link) => otherLinks.every((one) => one.has(link))) };
  });
}

/**
 * Selects the template links of each path whose links are (nearly) all in this answer. If more are gone, the
 * path holds a list that depends on the query, and the remaining links may be the answer.
 */
function remainingLinks(
  templates: readonly (readonly LinkSignature[])[],
  own: readonly LinkSignature[],
): Map<string, Set<string>> {
  const here = new Map<string, Set<string>>();
  for (const { path, links } of own) here.set(path, new Set([...(here.get(path) ?? []), ...links]));
  const remaining = new Map<string, Set<string>>();
  for (const template of templates) {
    for (const { path, links } of template) {
      const ownLinks = here.get(path);
      if (ownLinks === undefined || links.length === 0) continue;
      const shared = links.filter((link) => ownLinks.has(link));
      if (shared.length < MIN_SHARED * links.length) continue;
      const known = remaining.get(path) ?? new Set();
      for (const link of shared) known.add(link);
      remaining.set(path, known);
    }
  }
  return remaining;
}

/**
 * Drops the entries that are in a list whatever is queried, such as tabs or totals: those that nonsense got
 * in a list of this shape, if all of them are there. If only some are there, they were found.
 */
export function dropSharedRecords(list: RecordList, nonsense: readonly Answer[], echo: Echo): RecordList {
  const shape = shapeDigest(list.shape);
  const place = placeDigest(list.shape);
  const shared = new Set<string>();
  const variants = list.records.map((record) => [
    recordDigest(record, echo),
    recordDigest(record, NO_ECHO),
    // The link of an advertisement carries a token, or the query.
    wordsDigest(record, echo),
    wordsDigest(record, NO_ECHO),
  ]);
  const here = new Set(variants.flat());
  for (const { trace } of nonsense)
    for (const other of trace.lists) {
      const isThere = other.shape === shape || other.place === place;
      for (const theirs of [other.shape === shape ? other.keys : [], isThere ? (other.words ?? []) : []])
        if (theirs.every((key) => key !== '' && here.has(key))) for (const key of theirs) shared.add(key);
    }
  if (shared.size === 0) return list;
  return {
    ...list,
    records: list.records.filter((_, i) => !(variants[i] ?? []).some((key) => shared.has(key))),
  };
}

/** Drops what has no link among records that have, and stands as a line on answers to nonsense: the foot of a page. */
export function dropTemplateLines(list: RecordList, { hasLine }: Template): RecordList {
  if (!list.records.some(({ link }) => link !== undefined)) return list;
  const records = list.records.filter(
    ({ link, title, fields }) =>
      link !== undefined || !hasLine([title, ...fields.map(({ value }) => value)].join(' ')),
  );
  return records.length === list.records.length ? list : { ...list, records };
}
