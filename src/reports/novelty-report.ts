import { textColumns } from '../foundation/text/index.ts';
import type { NoveltyComparison } from '../library/index.ts';
import { COLOUR, draw, frame } from './drawing.ts';
import { html, type Markup } from './html.ts';
import { htmlPage, PLAIN_STYLES } from './html-page.ts';
import { tableSection } from './html-table.ts';
import { counted, shown, wholeNumber } from './words.ts';

const BAR = 14;
const ARMS = { domain: ['generic crawl', 'novelty crawl'], range: [COLOUR.plain, COLOUR.searchable] };

/** A generic crawl beside a novelty crawl: the tables 3–5 and figures 10–15 of paper 000, as one page without scripts. */
export async function noveltyReportHtml(comparison: NoveltyComparison): Promise<string> {
  const { runId, queries, memory, redundancy } = comparison;
  const categories = [...new Set(queries.map((row) => row.category))];
  const charts: Markup[] = [];
  for (const category of categories) {
    const rows = queries.filter((row) => row.category === category);
    const drawn = await bars(
      rows.flatMap(({ query, generic, novel }) => [
        { label: query, arm: 'generic crawl', value: generic },
        { label: query, arm: 'novelty crawl', value: novel },
      ]),
      'pages',
    );
    charts.push(html`<figure><figcaption><h3>${category}: pages by query</h3></figcaption>${drawn}</figure>`);
  }
  const overhead = await bars(
    [
      { label: 'at 5 MB a page', arm: 'generic crawl', value: memory.genericMb },
      { label: 'at 5 MB a page', arm: 'novelty crawl', value: memory.novelMb },
    ],
    'MB',
  );
  const held = await bars(
    [
      { label: 'texts kept', arm: 'generic crawl', value: memory.genericTextMb },
      { label: 'texts kept', arm: 'novelty crawl', value: memory.heldTextMb },
    ],
    'MB',
  );
  const title = `Run ${runId}: deduplication`;
  const body = html`<header><h1>${title}</h1><p>${lead(memory.genericPages, memory.novelPages, redundancy)}</p></header><main>
${tableSection({ title: 'Pages by query', unit: ['query', 'queries'], heads: HEADS, rows: queries.map(cells) })}
<div class="charts">${charts}</div>
${duplicatesSection(comparison)}
<h2>Memory overhead</h2>
<div class="charts"><figure><figcaption><h3>Memory overhead (MO = pages × page size)</h3></figcaption>${overhead}</figure>
<figure><figcaption><h3>Texts kept</h3><p class="about">${heldLine(memory)}</p></figcaption>${held}</figure></div>
</main>`;
  return htmlPage({ title, styles: PLAIN_STYLES, body });
}

/** A page that is like no other is a duplicate because each of its sentences is known. */
const likenessText = (similarity: number | null): string => {
  if (similarity === null) return '–';
  return similarity === 0 ? 'no new sentence' : similarity.toFixed(2);
};

const duplicatesSection = ({ runId, duplicates, duplicateCount }: NoveltyComparison): Markup | undefined =>
  tableSection({
    title: 'Duplicates',
    heads: ['document', 'repeats', 'similarity'],
    rows: duplicates.map(({ url, title, like, similarity }) => [
      html`${shown(title, 80)}<span class="sub">${shown(url)}</span>`,
      ...[like === null ? '–' : shown(like), likenessText(similarity)],
    ]),
    unit: ['duplicate', 'duplicates'],
    total: duplicateCount,
    command: `fieldfare export documents --run ${runId}`,
    empty: 'No document repeats another.',
  });

const HEADS = [
  'domain',
  'query',
  'pages, generic',
  'pages, novelty (NPI)',
  'pages removed (RR)',
  'MB, generic',
  'MB, novelty',
];

const cells = (row: NoveltyComparison['queries'][number]): (string | number)[] => [
  row.category,
  row.query,
  row.generic,
  row.novel,
  row.redundancyRemoved,
  (row.genericBytes / 1e6).toFixed(2),
  (row.novelBytes / 1e6).toFixed(2),
];

const lead = (generic: number, novel: number, redundancy: number): string =>
  `${wholeNumber(novel)} of ${counted(generic, 'page')} ${generic === 1 ? 'is' : 'are'} novel. For the queries below, ${Math.round(redundancy * 100)} % of the pages that a generic crawl returns are duplicates; a novelty crawl removes them.`;

/** Returns what is really held, measured. */
const heldLine = ({ genericTextMb, heldTextMb, onDiskMb }: NoveltyComparison['memory']): string =>
  `${heldTextMb.toFixed(2)} of ${genericTextMb.toFixed(2)} MB are kept; the documents of all runs take ${onDiskMb.toFixed(2)} MB on disk`;

/** The same as lines of text, for a terminal. */
export function noveltyTable(comparison: NoveltyComparison): string {
  const { queries, memory, redundancy } = comparison;
  return [
    lead(memory.genericPages, memory.novelPages, redundancy),
    '',
    ...textColumns(
      HEADS,
      queries.map((query) => cells(query).map(String)),
    ),
    '',
    `Memory overhead at 5 MB a page: ${memory.genericMb} MB generic, ${memory.novelMb} MB novelty`,
    `Texts: ${heldLine(memory)}`,
  ].join('\n');
}

interface BarRow {
  readonly label: string;
  readonly arm: string;
  readonly value: number;
}

/** No half pages. */
const WHOLE = { tickMinStep: 1, format: ',d' };

function bars(values: readonly BarRow[], unit: string): Promise<Markup> {
  const labels = new Set(values.map((row) => row.label)).size;
  return draw({
    ...frame(labels * BAR * 3 + 70, { left: 110, right: 20, top: 30, bottom: 40 }),
    data: { values: values.map((row) => ({ ...row })) },
    mark: { type: 'bar', cornerRadiusEnd: 2 },
    encoding: {
      y: { field: 'label', type: 'nominal', sort: null, title: null },
      yOffset: { field: 'arm', type: 'nominal', sort: null },
      x: {
        field: 'value',
        type: 'quantitative',
        title: unit,
        axis: { tickCount: 4, ...(unit === 'pages' && WHOLE) },
      },
      color: {
        field: 'arm',
        type: 'nominal',
        scale: ARMS,
        legend: { orient: 'top', title: null, labelColor: COLOUR.text },
      },
    },
  });
}
