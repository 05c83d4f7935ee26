import { html, type Markup } from './html.ts';
import type { ReasonCount, RunReport, SearchableFormRow, SiteFigures } from './run-report.ts';
import { cutPagesNote, familiarNote, obeyedNote, shortAddress, shown, wholeNumber } from './words.ts';

/** On the practice web: what was found against the truth. */
export function practiceSection({ practice }: RunReport): Markup | undefined {
  if (practice === undefined || practice.length === 0) return undefined;
  const rows = practice.map(
    ({ label, value }) =>
      html`<tr><td>${shown(label, 80)}</td><td class="n">${typeof value === 'number' ? number(value) : shown(value, 60)}</td></tr>`,
  );
  return html`<section><h2>Against the truth</h2><p class="note">The practice web knows its own forms.</p>
<div class="scroll"><table><tbody>${rows}</tbody></table></div></section>`;
}

/** The searchable forms, as many as the report was given. */
export function formsSection({ searchableForms, learnersDisagree = 0, run, totals }: RunReport): Markup {
  const rows = searchableForms.map(formRow);
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Search forms"><table>
<thead><tr><th scope="col">Site and page</th><th scope="col">What can be filled in</th><th scope="col">Sent to</th><th scope="col">Domain</th><th scope="col" class="n">Depth</th><th scope="col" class="n">Score</th><th scope="col">Learners</th><th scope="col" class="n">Pages</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
  const label = html`<code class="mono">fieldfare label ${run.id}</code>`;
  const doubt =
    learnersDisagree > 0 &&
    html`<p class="note">On ${wholeNumber(learnersDisagree)} forms of any kind the support vector machine and the nearest labelled forms disagree: ${label} asks about those first.</p>`;
  return html`<section><h2>Search forms</h2>${cutNote(rows.length, totals.searchable)}${doubt}
${rows.length > 0 ? table : html`<p class="empty">None was found.</p>`}</section>`;
}

function formRow(form: SearchableFormRow): Markup {
  return html`<tr><td class="w">${shown(form.site, 80)}<span class="sub">${link(form.page, form.site)}</span></td>
<td class="w">${shown(form.controls, 200)}</td>
<td class="w"><span class="c">${shown(form.method, 10).toUpperCase()}</span> <span class="sub">${shown(shortAddress(form.action, form.site), 160)}</span></td>
<td class="c">${shown(form.domain ?? '–', 40)}</td><td class="n">${number(form.depth)}</td><td class="n">${form.score.toFixed(2)}</td><td class="w">${learnersCell(form)}</td><td class="n">${number(form.sightings)}</td></tr>`;
}

/** What both learners say, and the five nearest labelled forms with their distances. */
function learnersCell({ learners }: SearchableFormRow): Markup {
  if (learners === undefined) return html`–`;
  const { svm, knn, neighbours } = learners;
  const near = neighbours.map(
    ({ type, distance, url, row }, i) =>
      html`${i > 0 && ', '}${url === undefined ? shown(`${type} (${row})`, 60) : link(url, '', type)} ${distance.toFixed(2)}`,
  );
  return html`<span class="c">SVM ${svm.toFixed(2)}, KNN ${knn.toFixed(2)}</span> <span class="sub">nearest: ${near}</span>`;
}

/** The sites, in the order given. */
export function sitesSection({ sites, totals }: RunReport): Markup {
  const rows = sites.map(siteRow);
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Sites"><table>
<thead><tr><th scope="col">Site</th><th scope="col">Domain</th><th scope="col" class="n">Similarity</th><th scope="col" class="n">Pages</th><th scope="col" class="n">Forms</th><th scope="col" class="n">Search forms</th><th scope="col">Status</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
  return html`<section><h2>Sites</h2>${cutNote(rows.length, totals.sites)}
${rows.length > 0 ? table : html`<p class="empty">None was reached.</p>`}</section>`;
}

function siteRow(site: SiteFigures): Markup {
  return html`<tr><td class="w">${shown(site.site, 80)}</td><td class="c">${shown(site.domain ?? '–', 40)}</td><td class="n">${site.similarity?.toFixed(3) ?? '–'}</td><td class="n">${number(site.pages)}</td><td class="n">${number(site.forms)}</td><td class="n">${number(site.searchable)}</td><td class="c">${shown(site.status, 40)}</td></tr>`;
}

/** Why pages were rendered, and why they could not be had. */
export function reasonsSection({ renderReasons, failures }: RunReport): Markup | undefined {
  const tables = [
    reasonTable('Why a browser was needed', renderReasons),
    reasonTable('Why pages were not read', failures),
  ].filter((table) => table !== undefined);
  return tables.length === 0 ? undefined : html`<section><div class="pair">${tables}</div></section>`;
}

function reasonTable(title: string, reasons: readonly ReasonCount[]): Markup | undefined {
  if (reasons.length === 0) return undefined;
  const rows = reasons.map(
    ({ reason, count }) =>
      html`<tr><td class="w">${shown(reason, 160)}</td><td class="n">${number(count)}</td></tr>`,
  );
  return html`<section><h2>${title}</h2><div class="scroll"><table>
<thead><tr><th scope="col">Reason</th><th scope="col" class="n">Pages</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

/** What was rendered and why, what the audit says of the rest, which rules held and who kept us out. */
export function crawlSection({ crawl }: RunReport): Markup | undefined {
  if (crawl === undefined) return undefined;
  const { audit, cut, gate, rules, obeyed, blocked, parked } = crawl;
  const wishes = obeyedNote(obeyed);
  const tables = [
    plainTable(
      'How pages were read',
      ['Read by', 'Why', 'Pages', 'Reading ms', 'Rendering ms', 'Search forms gained on'],
      gate.map((row) => [row.renderedBy, row.reason, row.pages, row.readMs, row.renderMs, row.useful]),
      [cut > 0 ? `Cut: ${cutPagesNote(cut)}.` : '', auditNote(audit)].filter(Boolean).join(' '),
    ),
    plainTable(
      'Links not followed, by rule',
      ['Rule', 'Links', 'Sites'],
      rules.map(({ rule, count, sites }) => [rule, count, sites]),
    ),
    plainTable(
      'Sites that kept us out: their forms are unknown',
      ['Site', 'By', 'Pages'],
      blocked.map(({ site, by, pages }) => [site, by, pages]),
    ),
    plainTable(
      'Hosts that stopped answering and were given up',
      ['Host', 'Links left'],
      parked.map(({ reason: host, count }) => [host, count]),
    ),
  ].filter((table) => table !== undefined);
  const said = wishes !== undefined && html`<section><h2>Obeyed</h2><p class="note">${wishes}.</p></section>`;
  return tables.length === 0 && wishes === undefined ? undefined : html`${tables}${said}`;
}

function auditNote({
  estimate,
  audited,
  missed,
  familiar,
}: NonNullable<RunReport['crawl']>['audit']): string {
  const scripts = familiarNote(familiar);
  const known = scripts === undefined ? [] : [`Familiar scripts: ${scripts}.`];
  if (estimate === null) return known.join('');
  const { recall, low, high } = estimate;
  return [
    `Of the pages with search forms, ${(100 * recall).toFixed(1)} % were seen as such (95 %: ${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}): ${wholeNumber(audited)} pages that HTTP alone had read were rendered too, and ${wholeNumber(missed)} of them showed another search form.`,
    ...known,
  ].join(' ');
}

function plainTable(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  note = '',
): Markup | undefined {
  if (rows.length === 0) return undefined;
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? html`<td class="n">${value.toLocaleString('en')}</td>`
      : html`<td class="w">${shown(value, 160)}</td>`;
  const body = rows.map((row) => html`<tr>${row.map(cell)}</tr>`);
  return html`<section><h2>${title}</h2>${note !== '' && html`<p class="note">${note}</p>`}<div class="scroll"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${body}</tbody></table></div></section>`;
}

/** A link for addresses of the web alone; anything else stays text. */
function link(address: string, site: string, says = shortAddress(address, site)): Markup {
  const text = shown(says, 160);
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return html`${text}`;
  return html`<a href="${url.href}" rel="noreferrer noopener nofollow">${text}</a>`;
}

function cutNote(rows: number, total: number): Markup | undefined {
  if (total <= rows || rows === 0) return undefined;
  return html`<p class="note">The first ${wholeNumber(rows)} of ${wholeNumber(total)}; <code class="mono">fieldfare export</code> lists all.</p>`;
}

const number = (value: number): string => (Number.isInteger(value) ? wholeNumber(value) : value.toFixed(3));
