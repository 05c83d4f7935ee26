import type { Answer, LinkSignature } from '../types/answer.ts';
import { type Echo, NO_ECHO } from './echo.ts';
import { linkDigest, linkDigests, tagPathDigest } from './link-digests.ts';
import { isNarrowed } from './narrowing.ts';
import type { Outline, Part } from './outline.ts';
import type { PageReading, RecordList } from './reading.ts';
import { lineDigest, linesOf, recordDigest, shapeDigest, wordsDigest } from './page-signature.ts';

/**
 * What answers have in common whatever is asked: the template, as RoadRunner (Crescenzi, Mecca and Merialdo, VLDB 2001) and
 * ExAlg (Arasu and Garcia-Molina, SIGMOD 2003) infer it from several pages of one site. Two answers to nonsense of different
 * letters are such pages that hold no record; so what they share is no record either, and records live where answers differ.
 */
export interface Template {
  /** Answers to nonsense are known. */
  readonly compared: boolean;
  /**
   * The form narrows a list that stands on its own page: the answer to nonsense is that page without its list, or the page
   * is an answer to an earlier question. What is left of the list in other answers are their records, though it stood there
   * before.
   */
  readonly narrows: boolean;
  /** Nonsense got this line, in any of its answers. What is asked for may stand in the template by chance. */
  hasLine(text: string): boolean;
  /** Lines of all answers to nonsense that neither the form's page nor an answer with hits has: words of a denial. */
  readonly denial: readonly string[];
  /** Whether some answer with hits is known to lack them. */
  readonly denialIsSure: boolean;
  /** Whether a link is a part of the template. */
  isShared(outline: Outline, part: Part, address: string): boolean;
}

const SHARED = 0.8;

/** Nothing but the template: what does not narrow, and has no link. */
export const NO_TEMPLATE: Template = {
  compared: false,
  narrows: false,
  hasLine: () => false,
  denial: [],
  denialIsSure: false,
  isShared: () => false,
};

/** What is compared of an answer. */
export type ProbeAnswer = Pick<Answer, 'verdict' | 'trace'>;

interface TemplateEvidence {
  readonly nonsense: readonly ProbeAnswer[];
  readonly earlier: readonly ProbeAnswer[];
  readonly formReading: PageReading;
  /** What the form's page answers itself, where it is an answer to an earlier question. */
  readonly formEcho: Echo;
  readonly formOutline: Outline;
  /** The answer that is looked at; undefined where it is no page. */
  readonly outline: Outline | undefined;
  readonly echo: Echo;
}

export function templateOf(evidence: TemplateEvidence): Template {
  const { nonsense, earlier, formReading, formEcho, formOutline, outline, echo } = evidence;
  const known = nonsense.filter(({ trace }) => trace.lines.length > 0 || trace.lists.length > 0);
  const [first] = known;
  if (first === undefined || outline === undefined) return NO_TEMPLATE;
  const formLines = new Set([...linesOf(formReading, echo), ...linesOf(formReading, formEcho)]);
  const narrows = isAnswer(formReading, formEcho) || isNarrowed(formReading, first.trace, formEcho);
  const shared = sharedLinks(known);
  const own = [...linkDigests(outline, echo), ...linkDigests(outline, NO_ECHO)];
  // Where nonsense gets another page, without the site's menus, what the form's page has besides is template as well.
  const templates = narrows ? [shared] : [shared, linkDigests(formOutline, formEcho)];
  const stays = staying(templates, own);
  const common = known
    .map(({ trace }) => trace.lines)
    .reduce((one, other) => one.filter((line) => other.includes(line)));
  const hits = earlier.filter(({ verdict }) => verdict === 'hits').map(({ trace }) => new Set(trace.lines));
  const lines = new Set(known.flatMap(({ trace }) => [...trace.lines, ...(trace.all ?? [])]));
  return {
    compared: true,
    narrows,
    hasLine: (text) => lines.has(lineDigest(text, echo)) || lines.has(lineDigest(text, NO_ECHO)),
    denial: common.filter((line) => !formLines.has(line) && !hits.some((lines) => lines.has(line))),
    denialIsSure: hits.length > 0,
    isShared: (page, part, address) => {
      const links = stays.get(tagPathDigest(page, part.path));
      return (
        links !== undefined &&
        (links.has(linkDigest(address, echo)) || links.has(linkDigest(address, NO_ECHO)))
      );
    },
  };
}

/** The page that the form was found on is an answer of its own, and says to what. */
const isAnswer = ({ title, lines }: PageReading, echo: Echo): boolean =>
  echo.isIn(title) || lines.some(({ text, furniture }) => !furniture && text.length < 100 && echo.isIn(text));

/** Links that all answers to nonsense have. */
function sharedLinks(nonsense: readonly ProbeAnswer[]): LinkSignature[] {
  const [first, ...others] = nonsense.map(({ trace }) => trace.links ?? []);
  return (first ?? []).map(({ path, links }) => {
    const there = others.map((other) => new Set(other.find((one) => one.path === path)?.links ?? []));
    return { path, links: links.filter((link) => there.every((one) => one.has(link))) };
  });
}

/**
 * Of each template the links along one path that (nearly) all stand in this answer again. Where some are gone, the path
 * holds a list that depends on the question, and what is left of it may be the answer.
 */
function staying(
  templates: readonly (readonly LinkSignature[])[],
  own: readonly LinkSignature[],
): Map<string, Set<string>> {
  const here = new Map<string, Set<string>>();
  for (const { path, links } of own) here.set(path, new Set([...(here.get(path) ?? []), ...links]));
  const stays = new Map<string, Set<string>>();
  for (const template of templates) {
    for (const { path, links } of template) {
      const there = here.get(path);
      if (there === undefined || links.length === 0) continue;
      const again = links.filter((link) => there.has(link));
      if (again.length < SHARED * links.length) continue;
      const known = stays.get(path) ?? new Set();
      for (const link of again) known.add(link);
      stays.set(path, known);
    }
  }
  return stays;
}

/**
 * A list without the entries that stand in it whatever is asked: all of those that nonsense got at this place, be they tabs
 * or a row of sums. Where only some of these are there, they were found.
 */
export function withoutShared(list: RecordList, nonsense: readonly Answer[], echo: Echo): RecordList {
  const shape = shapeDigest(list.shape);
  const shared = new Set<string>();
  const ways = list.records.map((record) => [
    recordDigest(record, echo),
    recordDigest(record, NO_ECHO),
    ...(record.link === undefined ? [wordsDigest(record, echo), wordsDigest(record, NO_ECHO)] : []),
  ]);
  const here = new Set(ways.flat());
  for (const { trace } of nonsense)
    for (const other of trace.lists) {
      if (other.shape !== shape) continue;
      for (const theirs of [other.keys, other.words ?? []])
        if (theirs.every((key) => key !== '' && here.has(key))) for (const key of theirs) shared.add(key);
    }
  if (shared.size === 0) return list;
  return { ...list, records: list.records.filter((_, i) => !(ways[i] ?? []).some((key) => shared.has(key))) };
}
