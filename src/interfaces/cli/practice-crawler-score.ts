/** Scores any crawler that was on the practice web, by its log, the pages it visited and the forms it lists. */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { off } from '../../foundation/options/index.ts';
import type { ClaimedForm, LogEntry, Truth } from '../../practice-web/index.ts';
import { command, type FlagsOf, text } from '../terminal/index.ts';

const options = z.object({
  truth: z.string('expected a file').describe('<file> the truth.json of that web'),
  log: text.describe('<file> access log of this crawl only'),
  visited: text.describe('<file> where there is no log: visited addresses in their order, one per line'),
  forms: text.describe(
    '<file> forms that the program found, one JSON object per line: site, page, action, controls, searchable',
  ),
  json: off.describe('machine-readable output'),
});
type Flags = FlagsOf<typeof options>;

export const practiceScoreCommand = command({
  options,
  help: 'Example:\n  fieldfare practice-score --truth storage/practice-web/truth.json --log storage/practice-web/access-….jsonl --forms forms.jsonl\n',
  run: score,
});

/** A file that cannot be read, or a line in it that is not what it should be. */
class ScoreInputError extends FieldfareError {
  readonly code = 'score-input';
}

interface Schema<T> {
  safeParse(value: unknown): { readonly data?: T; readonly error?: { readonly issues: readonly Issue[] } };
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new ScoreInputError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function fitting<T>(schema: Schema<T>, text: string, where: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ScoreInputError(`${where}: no JSON`);
  }
  const { data, error } = schema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (data === undefined)
    throw new ScoreInputError(`${where}: ${issue?.path.map(String).join('.') || 'it'}: ${issue?.message}`);
  return data;
}

const linesOf = async (file: string): Promise<(readonly [line: string, where: string])[]> =>
  (await textOf(file))
    .split('\n')
    .map((line, at) => [line.trim(), `${file}, line ${at + 1}`] as const)
    .filter(([line]) => line !== '');

async function logOf(options: Flags, truth: Truth): Promise<readonly LogEntry[] | undefined> {
  const { logEntrySchema, visitsAsLog } = await import('../../practice-web/index.ts');
  if (options.log !== undefined)
    return (await linesOf(options.log)).map(([line, where]) => fitting(logEntrySchema, line, where));
  if (options.visited === undefined) return undefined;
  const urls = (await linesOf(options.visited)).map(([line, where]) => {
    if (!URL.canParse(line)) throw new ScoreInputError(`${where}: “${line.slice(0, 80)}” is no address`);
    return line;
  });
  return visitsAsLog(truth, urls);
}

async function score(options: Flags): Promise<void> {
  const { claimedFormSchema, scoreForms, truthSchema } = await import('../../practice-web/index.ts');
  const truth = fitting<Truth>(truthSchema, await textOf(options.truth), options.truth);
  const lines = options.forms === undefined ? [] : await linesOf(options.forms);
  const claims = lines.map(([line, where]) => fitting<ClaimedForm>(claimedFormSchema, line, where));
  const scored = scoreForms(truth, claims, await logOf(options, truth));
  if (options.json) return console.log(JSON.stringify(scored));
  const { practiceScoreText } = await import('./practice-score-text.ts');
  console.log(practiceScoreText(scored));
}
