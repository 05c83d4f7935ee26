import type { ReasonCount } from './collect-crawl.ts';
import { html, type Markup } from './html.ts';
import { tableSection } from './html-table.ts';
import { learntHead, learntRows } from './learnt-terms.ts';
import type { RunReport } from './run-report.ts';
import { cutPagesNote, familiarNote, notRenderedNote, obeyedNote, renderingRecall } from './run-words.ts';
import { counted, shown, wholeNumber } from './words.ts';

/** Holds what was found on a practice web against the truth. */
export const practiceSection = ({ practice = [] }: RunReport): Markup | undefined =>
  tableSection({
    title: 'Ground truth',
    unit: ['figure', 'figures'],
    note: 'The practice web knows its own forms.',
    heads: ['Of', 'Found'],
    rows: practice.map(({ label, value }) => [
      shown(label, 80),
      typeof value === 'number' ? number(value) : shown(value, 60),
    ]),
  });

/** Says on which forms the learners contradict each other, and how to look at them. */
export const learnersNote = ({ learnersDisagree = 0, run }: RunReport): Markup | false =>
  learnersDisagree > 0 &&
  html`<p class="note">On ${counted(learnersDisagree, 'form')} of any kind the support vector machine and the nearest labelled forms
disagree: <code class="mono">fieldfare label ${run.id}</code> shows those first.</p>`;

/** Says why pages were rendered, why they were not crawled, and each that failed. */
export function reasonsSection({
  renderReasons,
  failures,
  errors,
  totals,
  run,
}: RunReport): Markup | undefined {
  const tables = [
    reasonTable('Pages rendered in a browser', renderReasons),
    reasonTable('Pages not crawled', failures),
  ].filter((table) => table !== undefined);
  const failed = tableSection({
    title: 'Errors',
    unit: ['page', 'pages'],
    total: totals.failed,
    command: `fieldfare export pages --run ${run.id}`,
    heads: ['Page', 'Error'],
    rows: errors.map(({ url, reason }) => [pageLink(url, run.web, url), shown(reason, 160)]),
  });
  return html`${tables.length > 0 && html`<section><div class="pair">${tables}</div></section>`}${failed}`;
}

const reasonTable = (title: string, reasons: readonly ReasonCount[]): Markup | undefined =>
  tableSection({
    title,
    unit: ['reason', 'reasons'],
    heads: ['Reason', 'Pages'],
    rows: reasons.map(({ reason, count }) => [shown(reason, 160), count]),
  });

/** Returns what was rendered and why, what the audit says of the rest, which rules held and who blocked us. */
export function crawlSection({ crawl }: RunReport): Markup | undefined {
  if (crawl === undefined) return undefined;
  const { audit, cut, notRendered, gate, rules, obeyed, blocked, parked } = crawl;
  const wishes = obeyedNote(obeyed);
  const said = wishes !== undefined && html`<section><h2>Obeyed</h2><p class="note">${wishes}.</p></section>`;
  return html`${tableSection({
    title: 'Pages by rendering',
    unit: ['reason', 'reasons'],
    note: [
      cut > 0 ? `Cut: ${cutPagesNote(cut)}.` : '',
      notRendered > 0 ? `${notRenderedNote(notRendered)}.` : '',
      auditNote(audit),
    ]
      .filter(Boolean)
      .join(' '),
    heads: ['Read by', 'Reason', 'Pages', 'Reading, ms', 'Rendering, ms', 'Rendering added forms on'],
    rows: gate.map((row) => [
      ...[row.renderedBy, shown(row.reason, 160)],
      ...[row.pages, row.readMs, row.renderMs, row.useful],
    ]),
  })}
${tableSection({
  title: learntHead(crawl),
  unit: ['feature', 'features'],
  note: 'Words of addresses and texts of links that led to forms, stemmed; the strategy takes links like them first.',
  heads: ['Of', 'Feature', 'First', 'Now'],
  rows: learntRows(crawl).map((row) => row.map((cell) => shown(cell, 160))),
})}
${tableSection({
  title: 'Links not followed, by rule',
  unit: ['rule', 'rules'],
  heads: ['Rule', 'Links', 'Sites'],
  rows: rules.map(({ rule, count, sites }) => [rule, count, sites]),
})}
${tableSection({
  title: 'Sites that blocked us: their forms are unknown',
  unit: ['site', 'sites'],
  heads: ['Site', 'By', 'Pages'],
  rows: blocked.map(({ site, says, pages }) => [shown(site, 160), shown(says, 160), pages]),
})}
${tableSection({
  title: 'Unreachable hosts',
  unit: ['host', 'hosts'],
  heads: ['Host', 'Links remaining'],
  rows: parked.map(({ reason: host, count }) => [shown(host, 160), count]),
})}${said}`;
}

function auditNote(audit: NonNullable<RunReport['crawl']>['audit']): string {
  const recall = renderingRecall(audit);
  const scripts = familiarNote(audit.familiar);
  return [
    ...(recall === undefined
      ? []
      : [
          `Rendering recall, the share of pages with search forms that were recognised: ${recall}; rendering showed a missed search form on ${wholeNumber(audit.missed)}.`,
        ]),
    ...(scripts === undefined ? [] : [`Known scripts: ${scripts}.`]),
  ].join(' ');
}

/** A page of the run: nobody finds those of the practice web or of an archive at their address. */
const pageLink = (address: string, web: string, says: string): Markup =>
  /^(?:practice|replay)(?::|$)/.test(web) ? html`${shown(says, 160)}` : link(address, says);

/** A link for addresses of the web alone; anything else stays text. */
function link(address: string, says: string): Markup {
  const text = shown(says, 160);
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return html`${text}`;
  return html`<a href="${url.href}" rel="noreferrer noopener nofollow">${text}</a>`;
}

const number = (value: number): string => (Number.isInteger(value) ? wholeNumber(value) : value.toFixed(3));
