import { html, type Markup } from './html.ts';
import { tableSection } from './html-table.ts';
import type { RunReport } from './run-report.ts';
import { byteSize, counted, shown } from './words.ts';

const EXPORTS = ['records', 'forms', 'pages', 'sites', 'submissions', 'documents'];

/** Returns what a run can be cited and repeated by, and the files beside the report. */
export function provenanceSection({ run, provenance }: RunReport): Markup | undefined {
  if (provenance === undefined) return undefined;
  const { version, seeds, settings, rankers, archive } = provenance;
  const hash = archive.map(({ sha256 }) => sha256).join(', ');
  const kept = archive.length > 0 && html`, archive SHA-256 <span class="mono">${shown(hash, 80)}</span>`;
  return html`<section><h2>Cite this run</h2>
<p class="cite">Fieldfare ${version}, run ${run.id}, ${shown(run.web, 80)}, ${run.startedAt} to ${run.finishedAt}${kept}.</p></section>
${tableSection({
  title: 'Files',
  unit: ['file', 'files'],
  heads: ['File or command', 'Size'],
  rows: [
    ...archive.map(({ file, bytes }) => [
      html`<a href="${file}">${file}</a> <span class="sub">every request and response (WARC)</span>`,
      byteSize(bytes),
    ]),
    ...EXPORTS.map((kind) => [
      html`<code class="mono">fieldfare export ${kind} --run ${run.id} --format csv --out ${kind}.csv</code>`,
      '–',
    ]),
  ],
})}
${tableSection({
  title: 'Seeds',
  unit: ['seed', 'seeds'],
  heads: [counted(seeds.length, 'seed')],
  rows: seeds.map((seed) => [shown(seed, 300)]),
})}
${tableSection({
  title: 'Versions of the ranker',
  unit: ['version', 'versions'],
  heads: ['Version', 'SHA-256 of what it learned from'],
  rows: rankers.map((hash, i) => [String(i + 1), html`<span class="mono">${shown(hash, 80)}</span>`]),
})}
${tableSection({
  title: 'Settings',
  unit: ['setting', 'settings'],
  heads: ['Setting', 'Value'],
  rows: settings.map(({ name, value }) => [name, shown(value, 300)]),
})}`;
}
