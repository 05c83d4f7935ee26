import { ENOUGH_CASES } from '../foundation/learning/index.ts';
import type { FormLists, RunLists } from '../interfaces/views/index.ts';
import { depthChart, growthChart, typeChart, verdictChart } from './charts.ts';
import { dataText, short } from './collect-lists.ts';
import { COMPONENT_STYLES } from './component-styles.ts';
import { html, Markup } from './html.ts';
import { htmlPage, scriptElement } from './html-page.ts';
import { provenanceSection } from './provenance-section.ts';
import { siteStateText } from './reason-text.ts';
import { reportScript } from './report-script.ts';
import { crawlSection, learnersNote, practiceSection, reasonsSection } from './report-tables.ts';
import { harvestRate, type RunReport } from './run-report.ts';
import { domainsOf, ending, headline, leftNotes, reachedSites } from './run-words.ts';
import type { SubmissionReport } from './submission-report.ts';
import { submissionsSection } from './submissions-section.ts';
import { byteSize, counted, duration, period, shown, wholeNumber } from './words.ts';

/** The report of a run as one HTML file. Everything that came from pages is escaped. */
export async function reportHtml(report: RunReport, forms: FormLists): Promise<string> {
  const lists: RunLists = short({
    ...forms,
    sites: sitesOf(report),
    isLive: !/^(?:practice|replay)(?::|$)/.test(report.run.web),
  });
  const { client, markup } = await reportScript();
  const body = html`${headerOf(report)}
<main>
${tiles(report)}
${await chartsSection(report)}
${practiceSection(report)}
${learnersNote(report)}
<div id="explorer">${new Markup(markup(lists))}</div>
${await submissionsSection(report.submissions)}
${reasonsSection(report)}
${crawlSection(report)}
${provenanceSection(report)}
</main>
${FOOTER}
${scriptElement('type="application/json" id="run-lists"', dataText(lists))}`;
  return htmlPage({
    title: `Fieldfare: run ${report.run.id}, ${domainsOf(report.run)}`,
    styles: COMPONENT_STYLES,
    body,
    script: client,
  });
}

const sitesOf = ({ sites, totals }: RunReport): RunLists['sites'] => ({
  items: sites.map((row) => ({ ...row, status: siteStateText(row.status) })),
  total: totals.sites,
});

function headerOf(report: RunReport): Markup {
  const { run } = report;
  return html`<header>
<p class="eyebrow">Fieldfare harvest, run ${run.id}</p>
<h1>${[...leftNotes(report.crawl?.left), headline(report)].join(' ')}</h1>
<ul class="facts">
<li class="status-${run.status}"><b>${ending(report)}</b>${resumed(run.resumed)}</li>
<li>${run.from === null ? 'Domain' : 'Page'} <b>${domainsOf(run)}</b></li>
<li>Web <b>${shown(run.web, 80)}</b></li>
<li>Strategy <b>${shown(run.strategy, 40)}</b></li>
<li>${period(run.startedAt, run.finishedAt)}</li>
</ul>
</header>`;
}

function resumed(times: number): string {
  return times === 0 ? '' : times === 1 ? ', resumed once' : `, resumed ${wholeNumber(times)} times`;
}

function tiles(report: RunReport): Markup {
  const { totals, run } = report;
  const about = run.domains.length === 0 ? '' : `${wholeNumber(totals.relevant)} about ${domainsOf(run)}`;
  return html`<dl class="tiles">
${tile('Search forms', wholeNumber(totals.searchable), about, true)}
${recordsTile(report.submissions)}
${tile('All forms', wholeNumber(totals.forms), share(totals.searchable, totals.forms))}
${tile('Pages crawled', wholeNumber(totals.pages), `${wholeNumber(totals.rendered)} in a browser`)}
${tile('Sites with search forms', wholeNumber(totals.searchableSites), reachedSites(totals))}
${tile('Harvest rate', harvestRate(totals), 'search forms per page crawled')}
${tile('Not crawled', wholeNumber(totals.failed + totals.skipped), `${wholeNumber(totals.failed)} failed, ${wholeNumber(totals.skipped)} skipped`)}
${tile('Time', duration(run.seconds), speed(totals.pages, run.seconds))}
${tile('Traffic', byteSize(totals.bytes), counted(totals.requests, 'request'))}
</dl>`;
}

const recordsTile = (submissions: SubmissionReport | undefined): Markup | false =>
  submissions !== undefined &&
  tile(
    'Records',
    wholeNumber(submissions.distinct),
    `distinct, from ${counted(submissions.answering, 'form')}`,
  );

function tile(label: string, value: string, note: string, first = false): Markup {
  return html`<div class="tile${first ? ' first' : ''}"><dt>${label}</dt><dd>${value}${note !== '' && html`<small>${note}</small>`}</dd></div>`;
}

function share(part: number, whole: number): string {
  return whole < ENOUGH_CASES ? '' : `${Math.round((100 * part) / whole)} % searchable`;
}

function speed(pages: number, seconds: number): string {
  return seconds <= 0 ? '' : `${(pages / seconds).toFixed(pages / seconds < 10 ? 1 : 0)} pages per second`;
}

async function chartsSection(report: RunReport): Promise<Markup | undefined> {
  const figures = [
    figure('Forms discovered by pages crawled', 'Distinct forms.', await growthChart(report)),
    figure(
      'Classification',
      'Forms by rejection rule; the classifier judges the other forms.',
      await verdictChart(report),
      true,
    ),
    figure('Depth', 'Search forms of all forms, by links from a seed.', await depthChart(report), true),
    figure('Form types', 'Forms by type.', await typeChart(report), true),
  ].filter((drawn) => drawn !== undefined);
  return figures.length === 0
    ? undefined
    : html`<section aria-label="Charts"><div class="charts">${figures}</div></section>`;
}

function figure(title: string, note: string, drawing: Markup | undefined, keyed = false): Markup | undefined {
  if (drawing === undefined) return undefined;
  return html`<figure><figcaption><h3>${title}</h3>${keyed && KEY}<p class="about">${note}</p></figcaption>${drawing}</figure>`;
}

const KEY = html`<p class="keys"><span class="c"><span class="key on"></span>search forms</span> <span class="c"><span class="key"></span>others</span></p>`;

const FOOTER = html`<footer><dl>
<dt>Search form</dt><dd>A form that asks a database: no rejection rule holds, and the classifier finds it searchable.</dd>
<dt>Harvest rate</dt><dd>Search forms found, divided by pages crawled.</dd>
<dt>Query</dt><dd>One set of values sent to a form.</dd>
<dt>Result page</dt><dd>A page that came back for a query: its first, or a further one by paging.</dd>
<dt>Distinct record</dt><dd>An entry of result pages, counted once for each site.</dd>
<dt>Coverage</dt><dd>Distinct records seen of those in the database behind a form.</dd>
<dt>n too small</dt><dd>A share, rate or score of fewer than ${ENOUGH_CASES} cases says too little to be shown; their number stands in brackets.</dd>
<dt>Similarity</dt><dd>Cosine between the words of a site’s best page and the terms of the domain, 0 to 1.</dd>
<dt>Depth</dt><dd>The fewest links from a seed of the site to the page.</dd>
</dl></footer>`;
