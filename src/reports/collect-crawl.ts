import type { Outlook } from '../crawl/events/index.ts';
import { type RenderAudit, type RenderRecall, renderRecall, type Sampled } from '../crawl/rendering/index.ts';
import type { Learnt } from '../crawl/strategies/index.ts';
import { TERMS_GUARD } from '../forms/index.ts';
import { NOFOLLOW_RULES } from '../foundation/dom/index.ts';
import {
  type FamiliarFigures,
  LEFT_CODES,
  type LeftSite,
  type LinkFigures,
  type PageFigures,
  type PagesOfSite,
  type RuleCountRow,
  reasonOf,
  type Store,
} from '../storage/index.ts';
import { collectOutlook } from './outlook.ts';
import { blockedText, renderedText } from './reason-text.ts';

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

/** Says how a crawl went about its work, as plain data. */
export interface CrawlFacts {
  /** Links by what became of them: waiting, leased, done, failed, refused, parked. */
  readonly links: Readonly<Record<string, number>>;
  /** Pages by how they were read and why so, with what each kind cost on average in milliseconds. */
  readonly gate: readonly GateRow[];
  /** Pages that were too long, or came in part only. */
  readonly cut: number;
  /** Pages that were to be rendered and could not be: forms and links that scripts add there are unknown. */
  readonly notRendered: number;
  /** Holds what rendering a sample of the other pages has told. */
  readonly audit: Omit<RenderAudit, 'familiar'> & {
    readonly familiar: FamiliarFacts;
    readonly estimate: RenderRecall | null;
  };
  /** Says how often each trap, stop or limit held, and on how many sites. */
  readonly rules: readonly RuleRow[];
  /** Holds what was left alone because the site's owner asks for it. */
  readonly obeyed: ObeyedFacts;
  /** Sites of which nothing could be read because they keep us out. */
  readonly blocked: readonly BlockedSite[];
  /** Hosts that were given up. */
  readonly parked: readonly ReasonCount[];
  /** What the strategy goes by, after it learnt first and last; null where it learns no terms. */
  readonly learnt: { readonly first: Learnt; readonly last: Learnt } | null;
  /** Sites most links of which could not be had, though a page could. */
  readonly left: readonly LeftSite[];
  /** How far it is; null where it has ended. */
  readonly outlook: Outlook | null;
}

/** Pages whose scripts were familiar: `unseen` were not rendered, `audited` were rendered all the same. */
export interface FamiliarFacts extends Sampled {
  /** Rendered all the same, and something else than expected: search forms (`missed`), others, links. */
  readonly mismatches: number;
  /** Skipped first, and rendered later because their scripts had another outcome on another page. */
  readonly reRendered: number;
  /** The same, and not rendered yet. */
  readonly wronglySkipped: number;
}

interface GateRow {
  readonly renderedBy: string;
  readonly reason: string;
  readonly pages: number;
  readonly readMs: number;
  readonly renderMs: number;
  /** Pages on which the browser showed a search form that HTTP had not. */
  readonly useful: number;
}

export interface ObeyedFacts {
  /** Addresses that robots.txt forbids. */
  readonly robotsTxt: number;
  /** Pages whose links were not followed: their `<meta name=robots>`, or the header X-Robots-Tag, says nofollow. */
  readonly metaNofollow: number;
  readonly headerNofollow: number;
  /** Single links of other pages, marked `rel=nofollow`. */
  readonly relNofollow: number;
}

interface RuleRow {
  readonly rule: string;
  readonly count: number;
  readonly sites: number;
}

interface BlockedSite {
  readonly site: string;
  readonly by: string;
  /** The same for people. */
  readonly says: string;
  readonly page: string | null;
  readonly pages: number;
}

const MAX_ROWS = 200;

/** Says why pages of a kind were rendered or not, for people; '' where that is unknown. */
export const pageText = ({
  rendered_by,
  render_code,
  render_detail,
  audited,
  failed,
}: PageFigures): string =>
  render_code === null
    ? ''
    : renderedText({
        reason: reasonOf(render_code, render_detail),
        renderedBy: rendered_by,
        audited: audited === 1,
        failed: failed === 1,
      });

/** Sums up a figure of rows. */
export const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);

export async function collectCrawl(
  { figures, forms, pace, pages, runs }: Pick<Store, 'figures' | 'forms' | 'pace' | 'pages' | 'runs'>,
  runId: number,
): Promise<CrawlFacts> {
  const links = await figures.links(runId);
  const kinds = await figures.pages(runId);
  const rules = ruleRows(await runs.ruleCounts(runId));
  const nofollow = new Set<string>(Object.values(NOFOLLOW_RULES));
  const wronglySkipped = (await pages.wronglySkipped(runId)).length;
  const familiar = familiarFacts(await figures.familiar(runId), wronglySkipped);
  const hosts = await figures.parkedHosts(runId, MAX_ROWS);
  return {
    links: linksByState(links),
    gate: gateRows(kinds),
    cut: sumOf(read(kinds), ({ truncated }) => truncated),
    notRendered: sumOf(kinds, ({ pages, failed }) => (failed === 1 ? pages : 0)),
    audit: auditOf(kinds, await forms.pagesWithSearchForms(runId), familiar),
    rules: rules.filter(({ rule }) => !nofollow.has(rule)),
    obeyed: obeyedFacts(links, rules),
    blocked: blockedSites(await figures.pagesOfSites(runId)),
    parked: hosts.map(({ host, links }) => ({ reason: host, count: links })),
    learnt: JSON.parse((await runs.get(runId))?.learnt ?? 'null'),
    left: (await figures.leftSites(runId, LEFT_CODES)).slice(0, MAX_ROWS),
    outlook: await collectOutlook(
      { pace, runs },
      runId,
      links,
      sumOf(read(kinds), ({ pages }) => pages),
    ),
  };
}

function linksByState(links: readonly LinkFigures[]): Record<string, number> {
  const states: Record<string, number> = {};
  for (const { state, count } of links) states[state] = (states[state] ?? 0) + count;
  return states;
}

/** Pages that could be read. */
const read = (pages: readonly PageFigures[]): PageFigures[] =>
  pages.filter(({ rendered_by }) => rendered_by !== 'none');

const gateRows = (pages: readonly PageFigures[]): GateRow[] =>
  read(pages)
    .sort((a, b) => b.pages - a.pages)
    .slice(0, MAX_ROWS)
    .map((row) => ({
      renderedBy: row.rendered_by,
      reason: pageText(row),
      pages: row.pages,
      readMs: Math.round((row.read_ms ?? 0) * 10) / 10,
      renderMs: Math.round(row.render_ms ?? 0),
      useful: row.gained,
    }));

function auditOf(
  pages: readonly PageFigures[],
  withForms: number,
  familiar: FamiliarFacts,
): CrawlFacts['audit'] {
  const audited = pages.filter((row) => row.audited === 1);
  const http = pages.filter(({ rendered_by }) => rendered_by === 'http');
  const audit = {
    withForms,
    unseen: sumOf(http, ({ succeeded }) => succeeded) - familiar.unseen,
    audited: sumOf(audited, ({ succeeded }) => succeeded),
    missed: sumOf(audited, ({ succeeded_gained }) => succeeded_gained),
    familiar,
  };
  return { ...audit, estimate: renderRecall(audit) ?? null };
}

function familiarFacts(figures: readonly FamiliarFigures[], wronglySkipped: number): FamiliarFacts {
  const of = (...kinds: FamiliarFigures['familiar'][]) =>
    figures.filter(({ familiar }) => kinds.includes(familiar));
  const pages = (...kinds: FamiliarFigures['familiar'][]) => sumOf(of(...kinds), (row) => row.pages);
  return {
    unseen: pages('skipped'),
    audited: pages('confirmed', 'mismatch'),
    missed: sumOf(of('confirmed', 'mismatch'), ({ gained }) => gained),
    mismatches: pages('mismatch'),
    reRendered: pages('re-rendered'),
    wronglySkipped,
  };
}

function obeyedFacts(links: readonly LinkFigures[], rules: readonly RuleRow[]): ObeyedFacts {
  const forbidden = links.filter(({ state, reason_code }) => state === 'refused' && reason_code === 'robots');
  const held = (name: string) => rules.find(({ rule }) => rule === name)?.count ?? 0;
  return {
    robotsTxt: sumOf(forbidden, ({ count }) => count),
    metaNofollow: held(NOFOLLOW_RULES.meta),
    headerNofollow: held(NOFOLLOW_RULES.header),
    relNofollow: held(NOFOLLOW_RULES.rel),
  };
}

const ruleRows = (counts: readonly RuleCountRow[]): RuleRow[] =>
  [...Map.groupBy(counts, ({ rule }) => rule)]
    .map(([rule, sites]) => ({ rule, count: sumOf(sites, ({ count }) => count), sites: sites.length }))
    .sort((a, b) => b.count - a.count);

/** A site that let us read one page is not blocked, whatever it said to others; terms stand before a part of one. */
export const blockedSites = (sites: readonly PagesOfSite[]): BlockedSite[] =>
  sites.flatMap(({ site, blocked_by: by, blocked_page: page, open, pages }) =>
    by === null || (open > 0 && by !== TERMS_GUARD)
      ? []
      : [{ site, by, says: blockedText(by, page), page, pages }],
  );
