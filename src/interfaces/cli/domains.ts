import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { DomainRow } from '../../forms/index.ts';
import { answeredDomainRows, answersIn } from './answered-forms.ts';
import { foldProgress, printJson, progress, wholeNumber } from './labelled-data.ts';
import { practiceForms, seedRange } from './practice-forms.ts';

interface TrainFlags {
  data?: readonly string[];
  labels?: string;
  rows?: string;
  with: string;
  practiceRows?: string;
  none?: readonly string[];
  noneRows?: string;
  out?: string;
  storage: string;
  folds: number;
  seeds: number;
  seed: number;
  date: string;
  json?: true;
}

/** `train domains`: the judge of which domain a search form is about. */
export function trainDomainsCommand(): Command {
  return new Command('domains')
    .description('train the judge of which domain a search form is about, and write model and model card')
    .option(
      '--data <folder...>',
      'folders of *.warc.gz to make the rows anew from (default: the rows that come along)',
    )
    .option('--labels <file>', 'which form is about which domain (default: the rows that come along)')
    .option('--rows <file>', 'where to write the rows made from pages (default: not written)')
    .option(
      '--with <source>',
      'practice (the rows that come along), practice:100-104 (webs grown anew), answers:storage (what your harvests’ forms turned out to search) or none',
      'practice',
    )
    .option(
      '--practice-rows <file>',
      'where to write the rows of practice webs grown anew (default: not written)',
    )
    .option(
      '--none <folder...>',
      'folders of *.warc.gz of sites about none of the domains: whatever searches there is about none (default: the rows that come along)',
    )
    .option('--none-rows <file>', 'where to write the rows made from --none (default: not written)')
    .option(
      '--out <file>',
      'the model to write; its card goes beside it as .md (default: models/domains.json)',
    )
    .option(
      '--storage <dir>',
      'folder whose own labels are learned from besides the rows that come along',
      'storage',
    )
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many deals of the sites into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of folds and calibration', wholeNumber(0, 1e9), 1)
    .option('--date <yyyy-mm-dd>', 'day for the model card', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare train domains\n  fieldfare train domains --data labelled/ --labels my-labels.jsonl --out my-domains.json',
    )
    .action(trainDomains);
}

async function trainDomains(flags: TrainFlags): Promise<void> {
  const forms = await import('../../forms/index.ts');
  const own = flags.data === undefined ? await forms.ownDomainRows(flags.storage) : [];
  const rows = [...(await realRows(flags)), ...own];
  if (flags.rows !== undefined) await writeFile(flags.rows, forms.formatDomainRows(rows));
  const extra = flags.with === 'none' ? [] : await practiceDomainRows(flags.with);
  if (flags.practiceRows !== undefined) await writeFile(flags.practiceRows, forms.formatDomainRows(extra));
  const none = await noneRows(flags.none);
  if (flags.noneRows !== undefined) await writeFile(flags.noneRows, forms.formatDomainRows(none));
  const lessons = { rows, extra, none };
  const machines = forms.trainDomains(lessons, { seed: flags.seed });
  const scores = forms.crossValidateDomains(lessons, { ...flags, onFold: foldProgress() }, machines);
  const noneScores = forms.noneScoresText(forms.leaveOneSiteOut(lessons, machines));
  const model = forms.domainModelText(machines);
  const file = flags.out ?? forms.DEFAULT_DOMAIN_MODEL;
  const card = file.replace(/\.json$/, '').concat('.md');
  await writeFile(file, model);
  const counts = { real: rows.length, extra: extra.length, none: new Set(none.map(({ form }) => form)).size };
  await writeFile(card, cardText(forms.domainScoresMarkdown(scores), noneScores, counts, flags.date));
  const { name } = forms.loadDomainModel(file);
  if (flags.json) printJson({ model: name, file, card, ...scores });
  else
    process.stdout.write(
      `${forms.domainScoresText(scores)}\n${noneScores}\nwrote ${name} to ${file}, its card to ${card}\n`,
    );
}

interface Counts {
  readonly real: number;
  readonly extra: number;
  readonly none: number;
}

const cardText = (scores: string, noneScores: string, { real, extra, none }: Counts, date: string): string =>
  `# Model card: domains.json

Says which domain a search form is about: book, flight, hotel, music, premiere, product, property, or none. Numbers and feature
names only. Written by \`fieldfare train domains\`: do not edit.

Trained ${date} on ${real} real search forms, labelled by hand (datasets/domains), ${none} of applications about none of the domains at
twice their weight, and ${extra} of practice webs at three tenths of it. Two linear support vector machines judge pairs of form and
domain: one for goods, one shared by all other domains. A form is about the likeliest domain from a probability of one half on, and
about none below that.

## Scores

Cross-validated on the real forms, folds by site. ${scores}

${noneScores}.
`;

async function realRows({ data, labels }: Pick<TrainFlags, 'data' | 'labels'>): Promise<DomainRow[]> {
  const forms = await import('../../forms/index.ts');
  if (data === undefined) return forms.readDomainRows();
  const { loadDomains } = await import('../../foundation/domain/index.ts');
  const known = await forms.readDomainLabels(labels ?? forms.DOMAIN_ROWS);
  const rows: DomainRow[] = [];
  for await (const row of forms.domainRows(data, known, loadDomains())) {
    rows.push(row);
    progress(`${rows.length} of ${known.size} labelled forms found`);
  }
  progress('');
  return rows;
}

/** Forms of sites about none of the domains: those that come along, or all that is judged a search form in archives. */
async function noneRows(folders: readonly string[] | undefined): Promise<DomainRow[]> {
  const forms = await import('../../forms/index.ts');
  if (folders === undefined) return forms.readDomainRows(forms.NONE_DOMAIN_ROWS);
  const { loadDomains } = await import('../../foundation/domain/index.ts');
  const model = forms.loadModel();
  const rows: DomainRow[] = [];
  for await (const row of forms.noneDomainRows(
    folders,
    loadDomains(),
    (form, context) => forms.judgeForm(form, model, { context }).searchable,
  ))
    rows.push(row);
  return rows;
}

/** Search forms of practice webs with the domain of the database behind each. */
async function practiceDomainRows(source: string): Promise<DomainRow[]> {
  const forms = await import('../../forms/index.ts');
  if (source === 'practice') return forms.readDomainRows(forms.PRACTICE_DOMAIN_ROWS);
  const storage = answersIn(source);
  if (storage !== undefined) return answeredDomainRows(storage);
  const { loadDomains } = await import('../../foundation/domain/index.ts');
  const domains = loadDomains();
  const rows: DomainRow[] = [];
  for (const seed of seedRange(source.replace(/^practice:/, ''))) {
    for (const { form, row, url, title, text, domain } of await practiceForms(seed)) {
      if (form === undefined || row.type !== 'search') continue;
      const known = forms.DOMAIN_CLASSES.find((name) => name === domain) ?? 'other';
      const features = forms.domainFeaturesOf(form, { url, title, text }, domains);
      rows.push({ domain: known, site: row.site, form: form.id, features });
    }
  }
  return rows;
}

interface EvaluateFlags extends Pick<TrainFlags, 'data' | 'labels' | 'folds' | 'seeds' | 'seed' | 'json'> {
  model?: string;
  practice?: string;
}

/** `evaluate domains`: cross-validation on the real forms, or a finished model on other ones. */
export function evaluateDomainsCommand(): Command {
  return new Command('domains')
    .description('which domain search forms are about, against hand labels or practice webs')
    .option(
      '--data <folder...>',
      'folders of *.warc.gz with the labelled forms (default: the rows that come along)',
    )
    .option('--labels <file>', 'which form is about which domain (default: the rows that come along)')
    .option('--model <file>', 'score this model as it is, instead of cross-validating')
    .option('--practice <seeds>', 'score the model on practice webs of these seeds, such as 200-203')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many deals of the sites into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of the first deal', wholeNumber(0, 1e9), 1)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare evaluate domains\n  fieldfare evaluate domains --practice 200-203 --json',
    )
    .action(evaluateDomains);
}

async function evaluateDomains(flags: EvaluateFlags): Promise<void> {
  const forms = await import('../../forms/index.ts');
  const rows =
    flags.practice === undefined
      ? await realRows(flags)
      : await practiceDomainRows(`practice:${flags.practice}`);
  const finished = flags.model !== undefined || flags.practice !== undefined;
  const scores = finished
    ? forms.scoreDomains(forms.loadDomainModel(flags.model), rows)
    : forms.crossValidateDomains(
        { rows, extra: await practiceDomainRows('practice'), none: await noneRows(undefined) },
        { ...flags, onFold: foldProgress() },
      );
  if (flags.json) printJson(scores);
  else process.stdout.write(forms.domainScoresText(scores));
}
