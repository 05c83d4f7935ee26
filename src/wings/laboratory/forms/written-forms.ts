import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { contextOf, extractForms, FORM_TYPES } from '../../../forms/index.ts';
import { parseTree } from '../../../foundation/dom/index.ts';
import { formatRows, hashed, parseChecked, parseRows, rowOf, type TrainingRow } from './rows.ts';

/** Forms written down for what neither the labels nor the practice webs hold: filters to type into, pickers of a period … */
export const WRITTEN_FORMS = fileURLToPath(
  new URL('../../../../datasets/forms/written.jsonl', import.meta.url),
);

const line = z.object({ type: z.enum(FORM_TYPES), kind: z.string(), html: z.string() });
const ADDRESS = 'http://written.example/page';

/** @throws with file and line where one of them is damaged, or holds no form */
export async function writtenRows(path: string = WRITTEN_FORMS): Promise<TrainingRow[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((entry) => entry.trim() !== '');
  const rows = lines.map((entry, i) => {
    const { type, html } = parseChecked(line, entry, path, i + 1);
    const tree = parseTree(html, ADDRESS);
    const forms = extractForms(tree);
    const name = hashed(`written ${html}`);
    return rowOf(forms[0], contextOf(tree, forms), type, name, name);
  });
  // Through their text, so that they are as round as rows that come from files.
  return parseRows(formatRows(rows), path);
}
