import { outlookText } from '../crawl/events/index.ts';
import { addressOfRun, type RunInfo } from '../library/index.ts';
import type { CrawlFacts } from './collect-crawl.ts';
import { learntHead, learntRows } from './learnt-terms.ts';
import { runText } from './reason-text.ts';
import {
  cutPagesNote,
  familiarNote,
  leftNotes,
  notRenderedNote,
  obeyedNote,
  renderingRecall,
} from './run-words.ts';
import { byteSize, counted, duration, shown, wholeNumber } from './words.ts';

interface RunStatusFacts {
  readonly run: RunInfo;
  readonly crawl: CrawlFacts;
}

const ROWS = 12;
const LINK_STATES: Readonly<Record<string, string>> = { leased: 'in progress', refused: 'not permitted' };

/** Returns how far a run is, for a terminal. */
export function statusLines({ run, crawl }: RunStatusFacts): string[] {
  const { links, gate, cut, notRendered, audit, rules, obeyed, blocked, parked } = crawl;
  const pages = gate.reduce((sum, row) => sum + row.pages, 0);
  const rendered = gate
    .filter((row) => row.renderedBy === 'browser')
    .reduce((sum, row) => sum + row.pages, 0);
  const seconds = run.activeMs / 1_000;
  const reason = run.reason === null ? '' : `: ${shown(runText(run.reason), 200)}`;
  const states = Object.entries(links).map(
    ([state, count]) => `${wholeNumber(count)} ${LINK_STATES[state] ?? state}`,
  );
  const lines = [
    ...leftNotes(crawl.left),
    `Run ${run.id}: ${shown(addressOfRun(run) ?? run.domains.join(', '), 120)} · ${shown(run.web, 60)} · ${shown(run.strategy, 40)}`,
    `  ${run.status}${reason}`,
    `  ${counted(pages, 'page')}, ${wholeNumber(rendered)} in a browser, in ${duration(seconds)}${seconds > 0 ? ` (${(pages / seconds).toFixed(1)} a second)` : ''}`,
    `  ${counted(run.requests, 'request')}, ${byteSize(run.bytesIn)} received`,
    `  links: ${states.join(', ') || 'none yet'}`,
  ];
  if (crawl.outlook !== null) lines.push(...outlookText(crawl.outlook).map((text) => `  ${shown(text)}`));
  if (cut > 0) lines.push(`  cut: ${cutPagesNote(cut)}`);
  if (notRendered > 0) lines.push(`  not rendered: ${notRenderedNote(notRendered)}`);
  const recall = renderingRecall(audit);
  if (recall !== undefined)
    lines.push(`  rendering recall: ${recall}, ${wholeNumber(audit.missed)} with missed forms`);
  const familiar = familiarNote(audit.familiar);
  if (familiar !== undefined) lines.push(`  known scripts: ${familiar}`);
  const wishes = obeyedNote(obeyed);
  if (wishes !== undefined) lines.push(`  obeyed: ${wishes}`);
  const list = (head: string, rows: readonly string[]) => {
    if (rows.length === 0) return;
    lines.push('', head, ...rows.slice(0, ROWS).map((row) => `  ${row}`));
    if (rows.length > ROWS) lines.push(`  and ${wholeNumber(rows.length - ROWS)} more (--json lists all)`);
  };
  list('Pages by rendering', gate.map(gateLine));
  list(
    learntHead(crawl),
    learntRows(crawl).map(([of, feature, , after]) => `${of}, ${feature}: ${after}`),
  );
  list(
    'Links not followed, by rule',
    rules.map(
      ({ rule, count, sites }) => `${wholeNumber(count).padStart(8)}  ${rule} (${counted(sites, 'site')})`,
    ),
  );
  list(
    'Sites that block us',
    blocked.map(({ site, says }) => `${shown(site, 60)}: ${shown(says, 200)}`),
  );
  list(
    'Unreachable hosts',
    parked.map(({ reason: host, count }) => `${shown(host, 60)}: ${counted(count, 'link')}`),
  );
  if (['interrupted', 'partial', 'budget', 'failed'].includes(run.status)) {
    lines.push('', `Continue with: fieldfare harvest --resume ${run.id}`);
  } else if (run.status === 'complete' && parked.length > 0)
    lines.push('', `Try the unreachable hosts again with: fieldfare harvest --resume ${run.id}`);
  return lines;
}

const gateLine = ({
  renderedBy,
  reason,
  pages,
  readMs,
  renderMs,
  useful,
}: CrawlFacts['gate'][number]): string => {
  const cost =
    renderedBy === 'browser'
      ? `${renderMs} ms to render, added forms on ${counted(useful, 'page')}`
      : `${readMs} ms to read`;
  return `${wholeNumber(pages).padStart(8)}  ${renderedBy}: ${shown(reason, 70)} (${cost})`;
};
