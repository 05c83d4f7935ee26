import { sql } from 'kysely';
import { type RenderAudit, type RenderRecall, renderRecall, type Sampled } from '../crawl/rendering/index.ts';
import type { Database } from '../drivers/sqlite/index.ts';
import { NOFOLLOW_RULES } from '../foundation/dom/index.ts';
import { skippedWrongly } from '../library/index.ts';
import { type RenderCode, reasonOf } from '../storage/index.ts';
import { renderedText } from './reason-text.ts';
import type { ReasonCount } from './run-report.ts';

/** How a crawl went about its work, as plain data. */
export interface CrawlFacts {
  /** Links by what became of them: waiting, leased, done, failed, refused, parked. */
  readonly links: Readonly<Record<string, number>>;
  /** Pages by how they were read and why so, with what each kind cost on average in milliseconds. */
  readonly gate: readonly GateRow[];
  /** Pages that were too long and are known in part only. */
  readonly cut: number;
  /** What rendering a sample of the other pages has told. */
  readonly audit: Omit<RenderAudit, 'familiar'> & {
    readonly familiar: FamiliarFacts;
    readonly estimate: RenderRecall | null;
  };
  /** How often each trap, stop or limit held, and on how many sites. */
  readonly rules: readonly RuleRow[];
  /** What was left alone because the site's owner asks for it. */
  readonly obeyed: ObeyedFacts;
  /** Sites of which nothing could be read because they keep us out. */
  readonly blocked: readonly BlockedSite[];
  /** Hosts that were given up. */
  readonly parked: readonly ReasonCount[];
}

/** Pages whose scripts were familiar: `unseen` were spared the browser, `audited` rendered all the same. */
export interface FamiliarFacts extends Sampled {
  /** Rendered all the same, and something else than expected: search forms (`missed`), others, links. */
  readonly surprises: number;
  /** Spared first, and rendered after all once their scripts had surprised elsewhere. */
  readonly afterAll: number;
  /** The same, and not rendered yet. */
  readonly notYet: number;
}

interface GateRow {
  readonly renderedBy: string;
  readonly reason: string;
  readonly pages: number;
  readonly readMs: number;
  readonly renderMs: number;
  /** Pages on which the browser showed a search form that HTTP had not. */
  readonly paid: number;
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
  readonly pages: number;
}

const MAX_ROWS = 200;

/** The page was to be rendered, and could not be. */
const FAILED = sql<number>`(rendered_by = 'http' and render_ms is not null)`;

interface RenderColumns {
  readonly rendered_by: string;
  readonly render_code: RenderCode | null;
  readonly render_detail: string | null;
  readonly audited: number;
  readonly failed: number;
}

/** Why pages of a kind were rendered or not, for people; '' where that is unknown. */
export const pageText = ({
  rendered_by,
  render_code,
  render_detail,
  audited,
  failed,
}: RenderColumns): string =>
  render_code === null
    ? ''
    : renderedText({
        reason: reasonOf(render_code, render_detail),
        renderedBy: rendered_by,
        audited: audited === 1,
        failed: failed === 1,
      });

export async function collectCrawl(db: Database, runId: number): Promise<CrawlFacts> {
  const rules = await ruleRows(db, runId);
  const nofollow = new Set<string>(Object.values(NOFOLLOW_RULES));
  return {
    links: await linksByState(db, runId),
    gate: await gateRows(db, runId),
    cut: await cutPages(db, runId),
    audit: await auditOf(db, runId),
    rules: rules.filter(({ rule }) => !nofollow.has(rule)),
    obeyed: await obeyedFacts(db, runId, rules),
    blocked: await blockedSites(db, runId),
    parked: await parkedHosts(db, runId),
  };
}

async function linksByState(db: Database, runId: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('link')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .groupBy('state')
    .orderBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

async function gateRows(db: Database, runId: number): Promise<GateRow[]> {
  const rows = await db
    .selectFrom('page')
    .select(({ fn }) => [
      'rendered_by',
      'render_code',
      'render_detail',
      'audited',
      FAILED.as('failed'),
      fn.countAll<number>().as('pages'),
      fn.avg<number | null>('read_ms').as('read'),
      fn.avg<number | null>('render_ms').as('render'),
    ])
    .select((eb) => eb.fn.countAll<number>().filterWhere('gain_forms', '>', 0).as('paid'))
    .where('run_id', '=', runId)
    .where('rendered_by', '!=', 'none')
    .groupBy(['rendered_by', 'render_code', 'render_detail', 'audited', FAILED])
    .orderBy('pages', 'desc')
    .orderBy('render_code')
    .orderBy('render_detail')
    .limit(MAX_ROWS)
    .execute();
  return rows.map((row) => ({
    renderedBy: row.rendered_by,
    reason: pageText(row),
    pages: Number(row.pages),
    readMs: Math.round(Number(row.read ?? 0) * 10) / 10,
    renderMs: Math.round(Number(row.render ?? 0)),
    paid: Number(row.paid),
  }));
}

async function cutPages(db: Database, runId: number): Promise<number> {
  const { cut } = await db
    .selectFrom('page')
    .select((eb) => eb.fn.countAll<number>().as('cut'))
    .where('run_id', '=', runId)
    .where('rendered_by', '!=', 'none')
    .where('truncated', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(cut);
}

async function auditOf(db: Database, runId: number): Promise<CrawlFacts['audit']> {
  const counts = await db
    .selectFrom('page')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('audited', '=', 1).as('audited'),
      fn.countAll<number>().filterWhere('audited', '=', 1).filterWhere('gain_forms', '>', 0).as('missed'),
      fn.countAll<number>().filterWhere('rendered_by', '=', 'http').as('http'),
    ])
    .where('run_id', '=', runId)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .executeTakeFirstOrThrow();
  const { withForms } = await db
    .selectFrom('sighting')
    .innerJoin('form_variant', (join) =>
      join
        .onRef('form_variant.run_id', '=', 'sighting.run_id')
        .onRef('form_variant.variant', '=', 'sighting.variant'),
    )
    .select((eb) => eb.fn.count<number>('sighting.page_id').distinct().as('withForms'))
    .where('sighting.run_id', '=', runId)
    .where('form_variant.searchable', '=', 1)
    .executeTakeFirstOrThrow();
  const familiar = await familiarFacts(db, runId);
  const audit = {
    withForms: Number(withForms),
    unseen: Number(counts.http) - familiar.unseen,
    audited: Number(counts.audited),
    missed: Number(counts.missed),
    familiar,
  };
  return { ...audit, estimate: renderRecall(audit) ?? null };
}

async function familiarFacts(db: Database, runId: number): Promise<FamiliarFacts> {
  const counts = await db
    .selectFrom('page')
    .select(({ fn }) => {
      const pages = (...kinds: ('spared' | 'confirmed' | 'surprise' | 'after-all')[]) =>
        fn.countAll<number>().filterWhere('familiar', 'in', kinds);
      return [
        pages('spared').as('unseen'),
        pages('confirmed', 'surprise').as('audited'),
        pages('confirmed', 'surprise').filterWhere('gain_forms', '>', 0).as('missed'),
        pages('surprise').as('surprises'),
        pages('after-all').as('afterAll'),
      ];
    })
    .where('run_id', '=', runId)
    .where('familiar', 'is not', null)
    .executeTakeFirstOrThrow();
  const { notYet } = await skippedWrongly(db, runId)
    .select((eb) => eb.fn.countAll<number>().as('notYet'))
    .executeTakeFirstOrThrow();
  return {
    unseen: Number(counts.unseen),
    audited: Number(counts.audited),
    missed: Number(counts.missed),
    surprises: Number(counts.surprises),
    afterAll: Number(counts.afterAll),
    notYet: Number(notYet),
  };
}

async function obeyedFacts(db: Database, runId: number, rules: readonly RuleRow[]): Promise<ObeyedFacts> {
  const { count } = await db
    .selectFrom('link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('state', '=', 'refused')
    .where('reason_code', '=', 'robots')
    .executeTakeFirstOrThrow();
  const held = (name: string) => rules.find(({ rule }) => rule === name)?.count ?? 0;
  return {
    robotsTxt: Number(count),
    metaNofollow: held(NOFOLLOW_RULES.meta),
    headerNofollow: held(NOFOLLOW_RULES.header),
    relNofollow: held(NOFOLLOW_RULES.rel),
  };
}

async function ruleRows(db: Database, runId: number): Promise<RuleRow[]> {
  const rows = await db
    .selectFrom('rule_count')
    .select(({ fn }) => ['rule', fn.sum<number>('count').as('held'), fn.countAll<number>().as('sites')])
    .where('run_id', '=', runId)
    .groupBy('rule')
    .orderBy('held', 'desc')
    .orderBy('rule')
    .execute();
  return rows.map(({ rule, held, sites }) => ({ rule, count: Number(held), sites: Number(sites) }));
}

/** A site that let us read one page is not blocked, whatever it said to others. */
export async function blockedSites(db: Database, runId: number): Promise<BlockedSite[]> {
  const rows = await db
    .selectFrom('page')
    .select(({ fn }) => [
      'site',
      fn.min<string>('blocked_by').as('by'),
      fn.countAll<number>().as('pages'),
      fn.countAll<number>().filterWhere('blocked_by', 'is', null).filterWhere('status', '<', 300).as('read'),
    ])
    .where('run_id', '=', runId)
    .groupBy('site')
    .having((eb) => eb.fn.min('blocked_by'), 'is not', null)
    .orderBy('site')
    .execute();
  return rows
    .filter(({ read }) => Number(read) === 0)
    .map(({ site, by, pages }) => ({ site, by, pages: Number(pages) }));
}

async function parkedHosts(db: Database, runId: number): Promise<ReasonCount[]> {
  const rows = await db
    .selectFrom('link')
    .select(['host', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .where('state', '=', 'parked')
    .groupBy('host')
    .orderBy('count', 'desc')
    .orderBy('host')
    .limit(MAX_ROWS)
    .execute();
  return rows.map(({ host, count }) => ({ reason: host, count: Number(count) }));
}
