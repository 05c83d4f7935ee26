/**
 * How well the main content of pages is found: F1 of the multisets of their lower-case words, mean over the pages of each kind.
 * Pages with known content do not come with the project: a folder holds `NAME.html`, `NAME.txt` (the content) and `kinds.json`
 * (`{ NAME: kind }`). Another extractor's texts, in a folder of `NAME.txt`, are measured beside.
 *
 *     npm run bench -- main-content --pages FOLDER [--beside FOLDER] [--worst 10] [--json]
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { blocksOf, markdownOf, parseTree, type TreeDocument } from '../../src/foundation/dom/index.ts';

interface Score {
  readonly page: string;
  readonly kind: string;
  readonly blocks: number;
  readonly markdown: number;
  readonly beside: number;
  /** CPU of a reading of the parsed page. */
  readonly ms: number;
}

export async function mainContentBench(json: boolean, settings: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: settings.filter((one) => one !== '--json'),
    options: {
      pages: { type: 'string' },
      beside: { type: 'string' },
      worst: { type: 'string', default: '0' },
    },
  });
  if (values.pages === undefined) throw new Error('main-content needs --pages FOLDER');
  const folder = values.pages;
  const kinds: Record<string, string> = JSON.parse(readFileSync(join(folder, 'kinds.json'), 'utf8'));
  const scores = Object.entries(kinds).map(([page, kind]) => scoreOf(folder, page, kind, values.beside));
  if (json) process.stdout.write(`${JSON.stringify(scores)}\n`);
  else process.stdout.write(`${tableOf(scores, Number(values.worst))}\n`);
}

function scoreOf(folder: string, page: string, kind: string, beside?: string): Score {
  const tree = parseTree(readFileSync(join(folder, `${page}.html`), 'utf8'), `https://${page}.test/`);
  const truth = wordsIn(readFileSync(join(folder, `${page}.txt`), 'utf8'));
  const start = process.cpuUsage().user;
  const blocks = wordsIn(contentOf(tree));
  const ms = (process.cpuUsage().user - start) / 1000;
  const markdown = wordsIn(shownText(markdownOf(tree)));
  const other = join(beside ?? folder, `${page}.txt`);
  return {
    page,
    kind,
    blocks: agreement(blocks, truth),
    markdown: agreement(markdown, truth),
    beside:
      beside !== undefined && existsSync(other) ? agreement(wordsIn(readFileSync(other, 'utf8')), truth) : 0,
    ms,
  };
}

/** Takes addresses and the numbers of list items from Markdown. */
const shownText = (markdown: string): string =>
  markdown.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/^[ >]*\d+\. /gm, '');

const contentOf = (tree: TreeDocument): string =>
  blocksOf(tree)
    .filter(({ chrome }) => !chrome)
    .map(({ text }) => text)
    .join('\n');

function wordsIn(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

function agreement(found: ReadonlyMap<string, number>, truth: ReadonlyMap<string, number>): number {
  const count = (words: ReadonlyMap<string, number>) => [...words.values()].reduce((sum, n) => sum + n, 0);
  let common = 0;
  for (const [word, times] of found) common += Math.min(times, truth.get(word) ?? 0);
  return (2 * common) / Math.max(1, count(found) + count(truth));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function tableOf(scores: readonly Score[], worst: number): string {
  const row = (name: string, of: readonly Score[]) =>
    [
      name.padEnd(15),
      String(of.length).padStart(5),
      ...(['blocks', 'markdown', 'beside'] as const).map((key) =>
        mean(of.map((score) => score[key]))
          .toFixed(3)
          .padStart(9),
      ),
    ].join('');
  const kinds = [...new Set(scores.map(({ kind }) => kind))].sort();
  const times = scores.map(({ ms }) => ms).sort((a, b) => a - b);
  return [
    'kind            pages   blocks markdown   beside',
    ...kinds.map((kind) =>
      row(
        kind,
        scores.filter((score) => score.kind === kind),
      ),
    ),
    row('all', scores),
    `CPU of a reading: median ${times[times.length >> 1]?.toFixed(1)} ms, most ${times.at(-1)?.toFixed(1)} ms`,
    ...[...scores]
      .sort((a, b) => a.blocks - a.beside - (b.blocks - b.beside))
      .slice(0, worst)
      .map(({ page, blocks, beside }) => `${page.padEnd(40)} ${blocks.toFixed(3)} ${beside.toFixed(3)}`),
  ].join('\n');
}
