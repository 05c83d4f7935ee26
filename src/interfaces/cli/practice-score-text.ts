import { figureOf } from '../../foundation/learning/index.ts';
import type { Score } from '../../practice-web/index.ts';

const share = (part: number, whole: number): string => `${part} of ${whole}`;
const three = (value: number): string => value.toFixed(3);

function line(name: string, score: Score['all']): string {
  const { found, wrong, expected, precision, recall, f1 } = score;
  return [
    name.padEnd(24),
    'found',
    share(found, expected).padEnd(11),
    'wrong',
    String(wrong).padEnd(4),
    `precision ${figureOf(three(precision), found + wrong)}, recall ${figureOf(three(recall), expected)}, F1 ${figureOf(three(f1), expected)}`,
  ].join(' ');
}

/** The score of a crawl of the practice web, as lines of text. */
export function practiceScoreText(score: Score): string {
  const lines = [line('forms seen', score.all), line('searchable forms', score.searchable)];
  for (const [domain, one] of Object.entries(score.domains)) lines.push(line(`  domain ${domain}`, one));
  lines.push('', 'kind of form             type          listed      right');
  for (const kind of score.kinds) {
    lines.push(
      `${kind.kind.padEnd(24)} ${kind.type.padEnd(13)} ${share(kind.listed, kind.expected).padEnd(11)} ${share(kind.right, kind.expected)}`,
    );
  }
  for (const missed of score.searchable.missed)
    lines.push(`missed: ${missed.site} ${missed.key} (${missed.kind}) at ${missed.example}`);
  for (const wrong of score.searchable.wrongClaims)
    lines.push(`wrongly claimed: ${wrong.action || '(no action)'} on ${wrong.page}`);
  if (score.log) lines.push('', ...renderLog(score.log));
  return lines.join('\n');
}

function renderLog(log: NonNullable<Score['log']>): string[] {
  const pairs = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none';
  return [
    `pages ${log.pages} on ${share(log.sitesReached, log.sites)} sites, relevant sites ${share(log.relevantSitesReached, log.relevantSites)}`,
    `share of pages on relevant sites, by tenths: ${log.harvestRate.map((rate) => three(rate)).join(' ') || '–'}`,
    `order of sites (nDCG): ${
      Object.entries(log.ranking)
        .map(([domain, quality]) => `${domain} ${three(quality)}`)
        .join(', ') || '–'
    }`,
    ...log.records.map(
      (one) =>
        `records of ${one.site} ${one.database}: listed ${share(one.listed, one.records)}, visited ${one.covered}`,
    ),
    ...log.forms.map(
      (one) =>
        `searches of ${one.site} ${one.form}: ${one.queries} in ${one.resultPages} pages, ${share(one.listed, one.reach.any)} that can be had`,
    ),
    `submissions: ${pairs(log.submissions)}; dangerous ${log.dangerousSubmissions}, POSTs sent twice ${log.repeatedPosts}`,
    `answers: ${pairs(log.answers)}`,
    `robots violations ${log.robotsViolations}, smallest gap on a host ${log.smallestGapMs === null ? '–' : `${log.smallestGapMs} ms`}`,
    `traps and faults touched: ${pairs(log.traps)}`,
  ];
}
