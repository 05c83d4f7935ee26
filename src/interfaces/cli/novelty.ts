import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  OptionsError,
  off,
  oneOf,
  readNamedFile,
  share,
  summaryLength,
  texts,
} from '../../foundation/options/index.ts';
import { plainText } from '../../foundation/text/index.ts';
import type { Store } from '../../storage/index.ts';
import {
  chooseRun,
  command,
  type FlagsOf,
  inStore,
  printJson,
  text,
  whichRun,
  withStore,
} from '../terminal/index.ts';

const PROGRESS_EVERY_MS = 5_000;

const options = z.object({
  run: whichRun,
  mode: oneOf(['page', 'sentence'])
    .default('sentence')
    .describe('<mode> judge whole pages, or sentence by sentence'),
  threshold: share
    .optional()
    .describe('<similarity> similarity above which a text is a duplicate')
    .meta({ defaultText: '0.65, or that of the domain file' }),
  ontology: texts.describe('<file> is-a relations, a YAML file of your own'),
  again: off.describe('judge the run again'),
  keepKnown: off.describe('keep the texts of duplicates, too, instead of a pointer to the original'),
  summary: summaryLength
    .optional()
    .describe('sentences in the summary that whole pages are compared by: a share, or a number')
    .meta({ defaultText: '0.75' }),
  reindex: off.describe('only rebuild the full-text index and the sentence index from the store'),
  compare: off.describe(
    'compare a generic crawl with a novelty crawl, of the run and those before it, each page as it was crawled first: duplicates removed, memory overhead, pages identified',
  ),
  query: texts
    .describe('<words> a query to compare by')
    .meta({ defaultText: 'the commonest terms of each category' }),
  report: text.describe('<file> write the comparison as an HTML page with charts'),
  explain: off.describe(
    'of texts given as files: show the words that are compared, nouns with *, and the numbers of grams and hashes',
  ),
  ...inStore,
  json: off.describe('print the outcome as JSON'),
});

export const noveltyCommand = command({
  options,
  help: 'Examples:\n  fieldfare novelty\n  fieldfare novelty --run 3 --mode page --threshold 0.8 --again\n  fieldfare novelty --compare --query sports --query ball --report novelty.html\n  fieldfare novelty first.txt second.txt third.txt',
  run: (flags: Flags, files: readonly string[], given: Partial<Flags>) =>
    files.length > 0 ? judgeFiles(files, flags, given) : judgePages(flags),
});

type Flags = FlagsOf<typeof options>;

const OF_FILES = ['mode', 'threshold', 'ontology', 'summary', 'explain', 'json'];
const MOST_BYTES = 5_000_000;

async function judgeFiles(files: readonly string[], flags: Flags, given: Partial<Flags>): Promise<void> {
  const other = Object.keys(given).find((name) => !OF_FILES.includes(name));
  if (other !== undefined)
    throw new OptionsError('', [{ option: other, message: 'is for pages of a run, not for files' }]);
  const { judgeTexts } = await import('../../library/index.ts');
  const { mode, explain } = flags;
  const found = await judgeTexts(files.map(textOf), { ...flags, ontologies: flags.ontology });
  if (flags.json) return printJson(found.map((one, i) => ({ file: files[i], ...one })));
  for (const [at, { kind, similarity, like, sentences, hashes }] of found.entries()) {
    const fresh = sentences.filter(({ isNew }) => isNew === true).length;
    const facts = [
      `${files[at]}: ${kind === 'bare' ? 'no sentence to judge' : kind}`,
      mode === 'page' ? '' : `${fresh} of ${sentences.length} sentences new`,
      like === undefined
        ? ''
        : `most like ${files[like]}${similarity > 0 ? ` (${similarity.toFixed(2)})` : ''}`,
      explain ? `${hashes} hashes kept` : '',
    ];
    say(facts.filter((fact) => fact !== '').join(', '));
    for (const { text, isNew, terms, grams } of mode === 'page' && !explain ? [] : sentences) {
      say(`  ${isNew === undefined ? '' : isNew ? 'new    ' : 'known  '}${text}`);
      if (explain) say(`    ${terms.join(' ')} (5-grams: ${grams})`);
    }
  }
  if (mode === 'page' && found.some(({ kind }) => kind === 'known')) say(LOST);
}

const say = (line: string): boolean => process.stdout.write(`${plainText(line)}\n`);

/** @throws {OptionsError} saying what is wrong with the file */
function textOf(file: string): string {
  try {
    if (statSync(file).size > MOST_BYTES) throw new Error(`longer than ${MOST_BYTES / 1e6} MB`);
    const text = readNamedFile(file);
    if (/[\0\uFFFD]/.test(text)) throw new Error('no text in UTF-8');
    return text.replaceAll('\r\n', '\n');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OptionsError(`cannot read ${file} (${code ?? message})`);
  }
}

const LOST =
  'Pages were compared whole: what is new in a duplicate is lost with it; --mode sentence keeps it';

type Judged = Awaited<ReturnType<typeof import('../../library/index.ts')['judgeLibrary']>>;

async function judgePages(flags: Flags): Promise<void> {
  if (flags.explain)
    throw new OptionsError('', [{ option: 'explain', message: 'is for texts given as files' }]);
  await withStore(flags.storage, 'write', (store) => judgeRun(store, flags));
}

async function judgeRun(store: Store, flags: Flags): Promise<void> {
  const { compareNovelty, judgeLibrary, rebuildIndexes } = await import('../../library/index.ts');
  const warn = (line: string) => process.stderr.write(`${plainText(line)}\n`);
  let said = Date.now();
  if (flags.reindex) {
    const documents = await rebuildIndexes(store);
    if (flags.json) return printJson({ documents });
    return void process.stdout.write(`indexed anew: ${documents} documents\n`);
  }
  const outcome = await judgeLibrary(store, {
    run: String((await chooseRun(store, flags.run)).id),
    mode: flags.mode,
    ontologies: flags.ontology,
    again: flags.again,
    keepKnown: flags.keepKnown,
    ...(flags.summary !== undefined && { summary: flags.summary }),
    ...(flags.threshold !== undefined && { threshold: flags.threshold }),
    onWarning: (message) => warn(`warning: ${message}`),
    onProgress: (done, all) => {
      if (Date.now() - said < PROGRESS_EVERY_MS) return;
      said = Date.now();
      warn(`${done} of ${all} documents judged`);
    },
  });
  const comparison =
    flags.compare || flags.report !== undefined
      ? await compareNovelty(store, outcome.runId, flags.query)
      : undefined;
  if (flags.report !== undefined && comparison !== undefined) {
    const { noveltyReportHtml } = await import('../../reports/index.ts');
    await writeFile(flags.report, await noveltyReportHtml(comparison));
  }
  if (flags.json) printJson({ ...outcome, ...(comparison && { comparison }) });
  else {
    process.stdout.write(`${summary(outcome)}\n`);
    if (flags.mode === 'page' && outcome.known > 0) say(LOST);
    if (comparison !== undefined) {
      const { noveltyTable } = await import('../../reports/index.ts');
      process.stdout.write(`\n${noveltyTable(comparison)}\n`);
    }
  }
}

function summary({ runId, documents, novel, known, bare }: Judged): string {
  return `Run ${runId}: ${documents} ${documents === 1 ? 'document' : 'documents'}, ${novel} novel, ${known} ${known === 1 ? 'duplicate' : 'duplicates'}, ${bare} without content`;
}
