import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contextOf, extractForms, judgeForm, loadModel, meaningsOf } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import type { RandomSource } from '../../src/foundation/learning/random.ts';
import { cpuTime } from '../cpu-time.ts';

const CORPUS = resolve(import.meta.dirname, '../fixtures/pages');

/** Pages of the corpus in this repository. */
export const corpusPages = (): string[] =>
  readdirSync(CORPUS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(`${CORPUS}/${name}/page.html`, 'utf8'));

const DEVELOPMENT = resolve(import.meta.dirname, '../../../shared/datasets/forms');

/** Real pages where the shared data lies beside the project; none elsewhere. */
export async function realPages(most: number): Promise<string[]> {
  if (!existsSync(DEVELOPMENT)) return [];
  const { readLabelledPages } = await import('../../src/wings/laboratory/forms/labelled-pages.ts');
  const pages: string[] = [];
  for await (const { html } of readLabelledPages(DEVELOPMENT)) {
    if (html.length < 200_000) pages.push(html);
    if (pages.length >= most) break;
  }
  return pages;
}

const PIECES = [
  '<form>',
  '</form>',
  '<form action="javascript:x()">',
  '<table><form><tr>',
  '<select>',
  '</select>',
  '<option value=1>',
  '<input name=',
  '<input type=hidden name=a[b][]>',
  '<label for=',
  '</label>',
  '<template>',
  '<!--',
  '-->',
  '<![CDATA[',
  '<svg>',
  '<math>',
  '<textarea>',
  '<script>',
  '<style>',
  '<iframe srcdoc="<form><input name=q>">',
  '\0',
  '\uFFFD',
  '\uD800',
  '&#x0;',
  '&#1114112;',
  '"',
  "'",
  '<',
  '>',
  '=',
  '<base href="//[">',
  '<fieldset><legend>',
  '<button form=x>',
  '<a href="javascript:document.forms[0].submit()">',
  '<input type=search>',
  `${'<div>'.repeat(600)}`,
  `<input name="${'n'.repeat(5_000)}">`,
  `<select>${'<option>x'.repeat(500)}</select>`,
  '<input maxlength=99999999999999999999>',
];

/** One to eight cuts, copies, swaps, insertions and broken characters at places the seed chooses. */
export function mutated(page: string, others: readonly string[], random: RandomSource): string {
  let html = page;
  const at = (text: string): number => Math.floor(random() * (text.length + 1));
  for (let times = 1 + Math.floor(random() * 8); times > 0; times--) {
    const from = at(html);
    const to = Math.min(html.length, from + Math.floor(random() ** 3 * 2_000));
    const piece = PIECES[Math.floor(random() * PIECES.length)] as string;
    const other = others[Math.floor(random() * others.length)] as string;
    switch (Math.floor(random() * 6)) {
      case 0:
        html = html.slice(0, from) + html.slice(to);
        break;
      case 1:
        html = html.slice(0, to) + html.slice(from, to).repeat(1 + Math.floor(random() * 3)) + html.slice(to);
        break;
      case 2:
        html = html.slice(0, from) + piece + html.slice(from);
        break;
      case 3:
        html = html.slice(0, from) + other.slice(at(other)).slice(0, 3_000) + html.slice(to);
        break;
      case 4:
        html =
          html.slice(0, from) + String.fromCharCode(Math.floor(random() * 65_536)) + html.slice(from + 1);
        break;
      default:
        html = html.slice(0, Math.max(20, from));
    }
  }
  return html;
}

export interface FuzzResult {
  readonly pages: number;
  readonly forms: number;
  readonly slowestMs: number;
  /** Seeds of mutations that broke something, with what it was. */
  readonly broken: readonly string[];
}

/** Reads and judges so many mutated pages; each can be made again from its number. */
export function fuzz(pages: readonly string[], times: number): FuzzResult {
  const model = loadModel();
  const broken: string[] = [];
  let forms = 0;
  let slowestMs = 0;
  for (let number = 0; number < times; number++) {
    const random = seededRandom(number);
    const html = mutated(pages[number % pages.length] as string, pages, random);
    const start = cpuTime();
    try {
      forms += judgeAll(html, model);
    } catch (error) {
      broken.push(`mutation ${number}: ${error instanceof Error ? error.message : String(error)}`);
    }
    slowestMs = Math.max(slowestMs, cpuTime() - start);
  }
  return { pages: times, forms, slowestMs, broken };
}

function judgeAll(html: string, model: ReturnType<typeof loadModel>): number {
  const tree = parseTree(html, 'http://site.example/page');
  const forms = extractForms(tree);
  const context = contextOf(tree, forms);
  if (forms.length > 2_000) throw new Error(`${forms.length} forms`);
  for (const form of forms) {
    const verdict = judgeForm(form, model, { context });
    if (verdict.kind === 'classified' && !(verdict.score >= 0 && verdict.score <= 1))
      throw new Error(`score ${verdict.score}`);
    if (meaningsOf(form).length !== form.controls.length) throw new Error('a control without a meaning');
    if (!/^[0-9a-f]{16}$/.test(form.id)) throw new Error(`identity ${form.id}`);
  }
  return forms.length;
}
