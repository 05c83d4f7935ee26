/** `fieldfare practice-score`: scores any crawler that was on the practice web, by its log, the pages it visited and the forms it lists. */

import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { FieldfareError } from '../../foundation/errors/index.ts';
import type { ClaimedForm, LogEntry, Truth } from '../../practice-web/index.ts';

interface Options {
  readonly truth: string;
  readonly log?: string;
  readonly visited?: string;
  readonly forms?: string;
  readonly json?: boolean;
}

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

async function logOf(options: Options, truth: Truth): Promise<readonly LogEntry[] | undefined> {
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

async function score(options: Options): Promise<void> {
  const { claimedFormSchema, scoreForms, truthSchema } = await import('../../practice-web/index.ts');
  const truth = fitting<Truth>(truthSchema, await textOf(options.truth), options.truth);
  const lines = options.forms === undefined ? [] : await linesOf(options.forms);
  const claims = lines.map(([line, where]) => fitting<ClaimedForm>(claimedFormSchema, line, where));
  const scored = scoreForms(truth, claims, await logOf(options, truth));
  if (options.json) return console.log(JSON.stringify(scored));
  const { practiceScoreText } = await import('./practice-score-text.ts');
  console.log(practiceScoreText(scored));
}

/** The command, for the program to add. */
export function practiceScoreCommand(): Command {
  return new Command('practice-score')
    .description('score the crawl of any program on the practice web')
    .requiredOption('--truth <file>', 'the truth.json of that web')
    .option('--log <file>', 'access log of this crawl only')
    .option('--visited <file>', 'where there is no log: visited addresses in their order, one per line')
    .option(
      '--forms <file>',
      'forms that the program found, one JSON object per line: site, page, action, controls, searchable',
    )
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      '\nExample:\n  fieldfare practice-score --truth storage/practice-web/truth.json --log storage/practice-web/access-….jsonl --forms forms.jsonl\n',
    )
    .action(score);
}
