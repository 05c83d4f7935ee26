import { writeFile } from 'node:fs/promises';
import { domainFeaturesOf, judgeForm, loadDomainModel, loadModel } from '../../../forms/index.ts';
import { loadDomains } from '../../../foundation/domain/index.ts';
import {
  crossValidateDomains,
  domainScoresMarkdown,
  leaveOneSiteOut,
  noneScoresText,
  scoreDomains,
} from '../domains/domain-evaluation.ts';
import {
  DOMAIN_CLASSES,
  DOMAIN_ROWS,
  type DomainRow,
  domainRows,
  formatDomainRows,
  NONE_DOMAIN_ROWS,
  noneDomainRows,
  PRACTICE_DOMAIN_ROWS,
  readDomainLabels,
  readDomainRows,
} from '../domains/domain-rows.ts';
import { trainDomains } from '../domains/domain-training.ts';
import type { FoldOptions } from '../forms/cross-validation.ts';
import { ownDomainRows } from '../forms/own-labels.ts';
import { answeredDomainRows, answersIn } from './answered-forms.ts';
import type { ReadProgress } from './labelled-rows.ts';
import { domainModelText } from './model-text.ts';
import { practiceForms, seedRange } from './practice-forms.ts';
import { writeModel } from './write-model.ts';

interface LabelledDomains {
  /** Folders of archives to make the rows anew from (default: the rows that come along). */
  readonly data?: readonly string[];
  /** File that says which form is about which domain. */
  readonly labels?: string;
  readonly onRead?: ReadProgress;
}

interface TrainDomainsOptions extends LabelledDomains, FoldOptions {
  /** File for the rows made from pages. */
  readonly rows?: string;
  /** Other rows to learn from: `practice`, `practice:100-104`, `answers:STORAGE` or `none`. */
  readonly with: string;
  /** File for the rows of practice webs grown anew. */
  readonly practiceRows?: string;
  /** Folders of archives of sites about none of the domains. */
  readonly none?: readonly string[];
  /** File for the rows made from these. */
  readonly noneRows?: string;
  /** The model to write (default: kept under `models` of the storage folder); its card goes beside it as `.md`. */
  readonly out?: string;
  readonly storage: string;
  /** Day for the model card, `yyyy-mm-dd`. */
  readonly date: string;
}

type DomainScores = ReturnType<typeof scoreDomains>;

interface TrainedDomains {
  readonly model: string;
  readonly file: string;
  readonly card: string;
  readonly scores: ReturnType<typeof crossValidateDomains>;
  /** Says how applications about none of the domains are judged, in words. */
  readonly noneScores: string;
}

/** Trains the judge of which domain a search form is about, and writes model and model card. */
export async function trainDomainModel(options: TrainDomainsOptions): Promise<TrainedDomains> {
  const { seed, onFold = () => undefined } = options;
  const own = options.data === undefined ? await ownDomainRows(options.storage) : [];
  const rows = [...(await realRows(options)), ...own];
  if (options.rows !== undefined) await writeFile(options.rows, formatDomainRows(rows));
  const extra = options.with === 'none' ? [] : await practiceDomainRows(options.with);
  if (options.practiceRows !== undefined) await writeFile(options.practiceRows, formatDomainRows(extra));
  const none = await noneRows(options.none);
  if (options.noneRows !== undefined) await writeFile(options.noneRows, formatDomainRows(none));
  const lessons = { rows, extra, none };
  const machines = trainDomains(lessons, { seed });
  const { folds, seeds } = options;
  const scores = crossValidateDomains(lessons, { folds, seeds, seed, onFold }, machines);
  const noneScores = noneScoresText(leaveOneSiteOut(lessons, machines));
  const counts = { real: rows.length, extra: extra.length, none: new Set(none.map(({ form }) => form)).size };
  const { macroF1, accuracy } = scores;
  const files = await writeModel(options, {
    ...{ kind: 'domains', text: domainModelText(machines), date: options.date, engine: 'smo' },
    metrics: { n: rows.length, macroF1, accuracy },
    card: () => cardText(domainScoresMarkdown(scores), noneScores, counts, options.date),
  });
  return { model: loadDomainModel(files.file).name, ...files, scores, noneScores };
}

interface EvaluateDomainsOptions extends LabelledDomains, FoldOptions {
  /** Scores this model as it is, instead of cross-validating. */
  readonly model?: string;
  /** Scores the model on practice webs of these seeds, such as `200-203`. */
  readonly practice?: string;
}

/** Cross-validates on the real forms, or scores a finished model on others. */
export async function evaluateDomains(options: EvaluateDomainsOptions): Promise<DomainScores> {
  const { model, practice, folds, seeds, seed, onFold = () => undefined } = options;
  const rows =
    practice === undefined ? await realRows(options) : await practiceDomainRows(`practice:${practice}`);
  if (model !== undefined || practice !== undefined) return scoreDomains(loadDomainModel(model), rows);
  const lessons = { rows, extra: await practiceDomainRows('practice'), none: await noneRows(undefined) };
  return crossValidateDomains(lessons, { folds, seeds, seed, onFold });
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

async function realRows({ data, labels, onRead = () => undefined }: LabelledDomains): Promise<DomainRow[]> {
  if (data === undefined) return readDomainRows();
  const known = await readDomainLabels(labels ?? DOMAIN_ROWS);
  const rows: DomainRow[] = [];
  for await (const row of domainRows(data, known, loadDomains())) {
    rows.push(row);
    onRead(rows.length, known.size + 1);
  }
  onRead(rows.length, rows.length);
  return rows;
}

/** Forms of sites about none of the domains: those that come along, or all that is judged a search form in archives. */
async function noneRows(folders: readonly string[] | undefined): Promise<DomainRow[]> {
  if (folders === undefined) return readDomainRows(NONE_DOMAIN_ROWS);
  const model = loadModel();
  const rows: DomainRow[] = [];
  for await (const row of noneDomainRows(
    folders,
    loadDomains(),
    (form, context) => judgeForm(form, model, { context }).searchable,
  ))
    rows.push(row);
  return rows;
}

/** Search forms of practice webs with the domain of the database behind each. */
async function practiceDomainRows(source: string): Promise<DomainRow[]> {
  if (source === 'practice') return readDomainRows(PRACTICE_DOMAIN_ROWS);
  const storage = answersIn(source);
  if (storage !== undefined) return answeredDomainRows(storage);
  const domains = loadDomains();
  const rows: DomainRow[] = [];
  for (const seed of seedRange(source.replace(/^practice:/, ''))) {
    for (const { form, row, url, title, text, domain } of await practiceForms(seed)) {
      if (form === undefined || row.type !== 'search') continue;
      const known = DOMAIN_CLASSES.find((name) => name === domain) ?? 'other';
      const features = domainFeaturesOf(form, { url, title, text }, domains);
      rows.push({ domain: known, site: row.site, form: form.id, features });
    }
  }
  return rows;
}
