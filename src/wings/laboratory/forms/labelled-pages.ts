import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { type FormType, LabelledDataError } from '../../../forms/index.ts';
import { jsonOf } from '../../../foundation/text/index.ts';
import { filesEnding, htmlRecords } from './html-records.ts';

/** One annotated form, as a line of `*.labels.html5.jsonl`. Other columns are let through unread. */
const labelLine = z.object({
  url: z.string(),
  domain: z.string().min(1),
  type: z.string(),
  fingerprint: z.string().min(1),
  html5FormIndex: z.number().int().min(0).nullable(),
  fields: z.record(z.string(), z.string()).nullish(),
});

interface FormLabel {
  readonly url: string;
  /** Registrable domain: the group of cross-validation. */
  readonly domain: string;
  readonly type: FormType;
  /** Equal fingerprints are copies of one form. */
  readonly fingerprint: string;
  /** Position among the page's `<form>` elements; `null` where an HTML5 tree has no such form. */
  readonly formIndex: number | null;
  /** Annotated field types by control name; empty where fields are not labelled. */
  readonly fields: Readonly<Record<string, string>>;
}

interface LabelledPage {
  readonly url: string;
  readonly html: string;
  /** Empty for an unlabelled page. */
  readonly labels: readonly FormLabel[];
}

/** The types of the annotation that count as one of ours; every other is `other`. */
const TYPES: Readonly<Record<string, FormType>> = {
  search: 'search',
  login: 'login',
  registration: 'registration',
  'password/login recovery': 'recovery',
  'contact/comment': 'contact',
  'join mailing list': 'mailing-list',
  'order/add to cart': 'order',
};

/**
 * Pages and labels of a folder that holds `*.warc.gz` and `*.labels.html5.jsonl`, in the order of the archives.
 * @throws with the file and line where something is missing or malformed
 */
export async function* readLabelledPages(folder: string): AsyncGenerator<LabelledPage> {
  const { archives, labelFiles } = await filesOf(folder);
  const all: FormLabel[] = [];
  for (const file of labelFiles) all.push(...parseLabels(await readFile(file, 'utf8'), file));
  const labels = Map.groupBy(all, ({ url }) => url);
  for (const archive of archives) {
    for await (const { url, html } of htmlRecords(archive)) {
      yield { url, html, labels: labels.get(url) ?? [] };
      labels.delete(url);
    }
  }
  const missing = labels.keys().next().value;
  if (missing !== undefined) {
    throw new LabelledDataError(
      `${folder}: ${labels.size} labelled pages are in none of the archives, the first is ${missing}`,
    );
  }
}

async function filesOf(folder: string): Promise<{ archives: string[]; labelFiles: string[] }> {
  const archives = await filesEnding(folder, '.warc.gz');
  const labelFiles = await filesEnding(folder, '.labels.html5.jsonl');
  if (archives.length === 0 || labelFiles.length === 0) {
    throw new LabelledDataError(`${folder} must hold *.warc.gz (pages) and *.labels.html5.jsonl (labels)`);
  }
  return { archives, labelFiles };
}

function parseLabels(text: string, file: string): FormLabel[] {
  const labels: FormLabel[] = [];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const parsed = labelLine.safeParse(jsonOf(line));
    if (!parsed.success)
      throw new LabelledDataError(`${file}:${i + 1}: not a label: ${z.prettifyError(parsed.error)}`);
    const { url, domain, type, fingerprint, html5FormIndex, fields } = parsed.data;
    labels.push({
      url,
      domain,
      type: TYPES[type] ?? 'other',
      fingerprint,
      formIndex: html5FormIndex,
      fields: fields ?? {},
    });
  });
  return labels;
}
