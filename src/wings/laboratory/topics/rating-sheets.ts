import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { csvOf } from '../../../foundation/csv/index.ts';
import { makeFolder } from '../../../foundation/errors/index.ts';
import { seededRandom, shuffled } from '../../../foundation/learning/index.ts';
import { KnowledgeError } from '../../../knowledge/index.ts';
import { sampleSize, stratumSize } from './sample-size.ts';

/** A page that was accepted or rejected. */
export interface DecidedPage {
  readonly topic: string;
  readonly url: string;
  readonly title: string;
  readonly accepted: boolean;
}

/** A page of the sample; the decision is not on the raters' sheets. */
interface SampledPage extends DecidedPage {
  readonly number: number;
}

export interface Ratings {
  readonly pages: readonly SampledPage[];
  /** Each rater's answers: is the page about the topic? */
  readonly raters: readonly { readonly name: string; readonly answers: readonly boolean[] }[];
}

const KEY_FILE = 'sample.json';
const SHEET = /^rater-\d+\.csv$/;
const keySchema = z.array(
  z.object({
    number: z.int(),
    topic: z.string(),
    url: z.string(),
    title: z.string(),
    accepted: z.boolean(),
  }),
);

/** A stratified random sample of the decisions on one topic (paper 003, eq. 7 and 8), shuffled. */
export function drawSample(pages: readonly DecidedPage[], seed: number): DecidedPage[] {
  const random = seededRandom(seed);
  const size = sampleSize(pages.length);
  const strata = [true, false].map((accepted) => pages.filter((page) => page.accepted === accepted));
  const drawn = strata.flatMap((stratum) =>
    shuffled(stratum, random).slice(0, stratumSize(size, stratum.length, pages.length)),
  );
  return shuffled(drawn, random);
}

/** Writes the sample and an empty sheet for each rater into a folder; sheets that are there are never overwritten. */
export async function writeSheets(
  folder: string,
  pages: readonly DecidedPage[],
  raters: number,
): Promise<void> {
  makeFolder(folder);
  const numbered = pages.map((page, i): SampledPage => ({ number: i + 1, ...page }));
  const lines = numbered.map(({ number, topic, url, title }) => [number, topic, url, title, '']);
  const sheet = csvOf([['number', 'topic', 'url', 'title', 'relevant'], ...lines]);
  try {
    await writeFile(join(folder, KEY_FILE), JSON.stringify(numbered), { flag: 'wx' });
    for (let rater = 1; rater <= raters; rater++)
      await writeFile(join(folder, `rater-${rater}.csv`), sheet, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new KnowledgeError(`${folder} has sheets already; give another folder, or take them away`);
  }
}

/**
 * Reads filled-in sheets back.
 * @throws {KnowledgeError} naming sheet and line where a row is missing, is not of the sample, or has no answer
 */
export async function readSheets(folder: string): Promise<Ratings> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => SHEET.test(name)).sort();
  const key = await readFile(join(folder, KEY_FILE), 'utf8').catch(() => undefined);
  if (key === undefined || files.length < 2)
    throw new KnowledgeError(
      `${folder} holds no sample with two sheets: expected ${KEY_FILE} and rater-1.csv, rater-2.csv, … as --sheets writes them`,
    );
  const pages = parsedKey(key, join(folder, KEY_FILE));
  const raters = [];
  for (const file of files) {
    const path = join(folder, file);
    raters.push({
      name: basename(file, '.csv'),
      answers: answersOf(path, await readFile(path, 'utf8'), pages),
    });
  }
  return { pages, raters };
}

function parsedKey(text: string, file: string): SampledPage[] {
  try {
    return keySchema.parse(JSON.parse(text));
  } catch (error) {
    throw new KnowledgeError(`${file} is damaged; write the sheets anew with --sheets`, { cause: error });
  }
}

const YES = /^(?:1|y|yes|true|x)$/i;
const NO = /^(?:0|n|no|false|-)$/i;

function answersOf(file: string, text: string, pages: readonly SampledPage[]): boolean[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    throw new KnowledgeError(`${file} is no CSV table: ${(error as Error).message}`, { cause: error });
  }
  const answers = new Map<number, boolean>();
  for (const [i, { number = '', relevant = '' }] of rows.entries()) {
    if (!YES.test(relevant) && !NO.test(relevant))
      throw new KnowledgeError(
        `${file}, line ${i + 2}: page ${number || '?'} has ${relevant === '' ? 'no answer' : `the answer “${relevant.slice(0, 20)}”`}; write yes or no in the column “relevant”`,
      );
    answers.set(Number(number), YES.test(relevant));
  }
  const missing = pages.filter(({ number }) => !answers.has(number)).map(({ number }) => number);
  if (missing.length > 0)
    throw new KnowledgeError(
      `${file}: ${missing.length} of ${pages.length} rows are missing (${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''})`,
    );
  return pages.map(({ number }) => answers.get(number) === true);
}
