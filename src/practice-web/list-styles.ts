/** Lists of records in the markup of other sites than the six designs. */

import { escapeHtml, link, scriptJson } from './html.ts';
import type { RowStyle } from './list-habits.ts';
import type { Entry } from './site.ts';

type Fact = Entry['facts'][number];

/** @returns undefined where the design of the site draws them */
export function drawRows(style: RowStyle, entries: readonly Entry[], groupedBy: string): string | undefined {
  const draw = STYLES[style];
  const grouped = entries.some(({ facts }) => facts.some(([label]) => label === groupedBy));
  return draw === undefined || (GROUPED.has(style) && !grouped) ? undefined : draw(entries, groupedBy);
}

const GROUPED: ReadonlySet<RowStyle> = new Set(['grouped', 'shared', 'headed']);

const titleOf = ({ href, title }: Entry): string => link(href, title);
const lineOf = ([label, value]: Fact): string => `${escapeHtml(label)}: ${escapeHtml(value)}`;

/** Entries by the value of a fact, which they do not repeat; in the order of its first. */
function groupsOf(entries: readonly Entry[], label: string): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const value = entry.facts.find(([name]) => name === label)?.[1] ?? '';
    const rest = { ...entry, facts: entry.facts.filter(([name]) => name !== label) };
    groups.set(value, [...(groups.get(value) ?? []), rest]);
  }
  return groups;
}

const cellsOf = ({ facts }: Entry): string =>
  facts.map(([, value]) => `<td>${escapeHtml(value)}</td>`).join('');
const headsOf = (entry: Entry | undefined, mark: (text: string) => string): string =>
  (entry?.facts ?? []).map(([label]) => mark(escapeHtml(label))).join('');

function grouped(entries: readonly Entry[], label: string): string {
  const groups = groupsOf(entries, label);
  const [first] = [...groups.values()].flat();
  const wide = 1 + (first?.facts.length ?? 0);
  const bold = (text: string): string => `<td><b>${text}</b></td>`;
  const rows = [...groups].map(
    ([value, own]) =>
      `<tr><td colspan="${wide}"><i>${lineOf([label, value])}</i></td></tr>\n${own.map((entry) => `<tr><td>${titleOf(entry)}</td>${cellsOf(entry)}</tr>`).join('\n')}`,
  );
  return `<table border="1"><tr>${bold('#')}${headsOf(first, bold)}</tr>
${rows.join('\n')}
<tr><td colspan="${wide}"><b>&Sigma; ${entries.length}</b></td></tr>
<tr><td colspan="${wide}"><small>&copy; ${escapeHtml(label)}</small></td></tr></table>`;
}

function shared(entries: readonly Entry[], label: string): string {
  const groups = groupsOf(entries, label);
  const [first] = [...groups.values()].flat();
  const head = (text: string): string => `<th>${text}</th>`;
  const rows = [...groups].flatMap(([value, own]) =>
    own.map((entry, at) => {
      const common = at === 0 ? `<td rowspan="${own.length}">${escapeHtml(value)}</td>` : '';
      return `<tr>${common}<td>${titleOf(entry)}</td>${cellsOf(entry)}</tr>`;
    }),
  );
  return `<table><tr>${head(escapeHtml(label))}${head('#')}${headsOf(first, head)}</tr>\n${rows.join('\n')}</table>`;
}

const terms = (entries: readonly Entry[]): string =>
  `<dl>${entries.map((entry) => `<dt>${titleOf(entry)}</dt>${entry.facts.map((fact) => `<dd>${lineOf(fact)}</dd>`).join('')}`).join('\n')}</dl>`;

const lines = (entries: readonly Entry[]): string =>
  `<p>${entries.map((entry) => `${titleOf(entry)}<br>${entry.facts.map(lineOf).join('<br>')}`).join('<br><br>\n')}</p>`;

const headed = (entries: readonly Entry[], label: string): string =>
  [...groupsOf(entries, label)]
    .map(
      ([value, own]) =>
        `<h4>${escapeHtml(value)}</h4><ul>${own.map((entry) => `<li>${titleOf(entry)} <div>${entry.facts.map(lineOf).join('</div><div>')}</div></li>`).join('')}</ul>`,
    )
    .join('\n');

/** A number and its unit in elements of their own, with a comment between them as frameworks write it. */
const piecesOf = (value: string): string =>
  escapeHtml(value).replace(/^(\d+) (\S+)$/, '<b>$1</b><!-- -->&#160;<!-- --><small>$2</small>');

const split = (entries: readonly Entry[]): string =>
  entries
    .map(
      (entry) =>
        `<div class="hit"><h4>${titleOf(entry)}</h4>${entry.facts.map(([label, value]) => `<p><span class="hit-label">${escapeHtml(label)}:</span> <span class="hit-value">${piecesOf(value)}</span></p>`).join('')}</div>`,
    )
    .join('\n');

/** The list as data, and a script that draws it. */
function data(entries: readonly Entry[]): string {
  const rows = entries.map(({ href, title, facts }) => ({ url: href, title, ...Object.fromEntries(facts) }));
  const code = `var found=${scriptJson(rows)};(function(){var box=document.getElementById('found');found.forEach(function(one){var item=document.createElement('li'),to=document.createElement('a');to.href=one.url;to.textContent=one.title;item.appendChild(to);Object.keys(one).forEach(function(name){if(name==='url'||name==='title')return;var part=document.createElement('div');part.textContent=name+': '+one[name];item.appendChild(part)});box.appendChild(item)})})()`;
  return `<ul id="found"></ul><script>${code}</script>`;
}

const STYLES: Readonly<Partial<Record<RowStyle, (entries: readonly Entry[], groupedBy: string) => string>>> =
  {
    grouped,
    shared,
    terms,
    lines,
    headed,
    split,
    data,
  };
