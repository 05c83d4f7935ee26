import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { FieldfareError, fileFault, makeFolder } from '../errors/index.ts';
import { jsonOf } from '../text/index.ts';

export const MODEL_KINDS = ['forms', 'neighbours', 'domains', 'rankers'] as const;
/** Judge of forms, labelled forms to compare with, judge of what forms are about, rankers of links and sites. */
export type ModelKind = (typeof MODEL_KINDS)[number];

const keptModel = z.object({
  kind: z.enum(MODEL_KINDS),
  number: z.number().int().positive(),
  file: z.string().regex(/^[a-z]+-\d+\.jsonl?$/),
  card: z.string().regex(/^[a-z]+-\d+\.md$/),
  /** Day of the training, `yyyy-mm-dd`. */
  date: z.string(),
  engine: z.string(),
  metrics: z.record(z.string(), z.number()),
  /** False after a rollback. */
  good: z.boolean(),
});
const listFile = z.object({
  format: z.literal('fieldfare-models'),
  version: z.literal(1),
  models: z.array(keptModel),
});

export type KeptModel = Readonly<z.infer<typeof keptModel>>;

class KeptModelsError extends FieldfareError {
  readonly code = 'kept-models';
}

const folderOf = (storage: string): string => join(storage, 'models');
const listOf = (storage: string): string => join(folderOf(storage), 'models.json');

/** The models that were trained into a storage folder, the latest of a kind last. @throws {KeptModelsError} where the list is damaged */
export function keptModels(storage: string): readonly KeptModel[] {
  const path = listOf(storage);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    // The store reports faults of the storage folder itself.
    if (/^(?:ENOENT|ENOTDIR|ELOOP)$/.test((cause as NodeJS.ErrnoException).code ?? '')) return [];
    throw new KeptModelsError(`cannot read the list of models ${path}: ${fileFault(cause)}`, { cause });
  }
  const parsed = listFile.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new KeptModelsError(`${path} is damaged: ${z.prettifyError(parsed.error)}`, {
      hint: 'move the folder away to judge by the models that are shipped',
    });
  return parsed.data.models;
}

/** The latest model of a kind that was not rolled back. */
export const modelInUse = (models: readonly KeptModel[], kind: ModelKind): KeptModel | undefined =>
  models.findLast((model) => model.kind === kind && model.good);

export const pathOfModel = (storage: string, { file }: Pick<KeptModel, 'file'>): string =>
  join(folderOf(storage), file);

/** File of the model of a kind that a storage folder judges by; undefined where that is the shipped one. */
export function ownModelFile(storage: string | undefined, kind: ModelKind): string | undefined {
  if (storage === undefined) return undefined;
  const model = modelInUse(keptModels(storage), kind);
  return model && pathOfModel(storage, model);
}

/** Keeps a model and its card beside those before it, and judges by it from now on. */
export function keepModel(
  storage: string,
  model: Pick<KeptModel, 'kind' | 'date' | 'engine' | 'metrics'> & {
    readonly text: string;
    readonly card: (file: string) => string;
  },
): KeptModel {
  const { text, card, kind, ...facts } = model;
  const models = keptModels(storage);
  const number = (models.findLast((one) => one.kind === kind)?.number ?? 0) + 1;
  const file = `${kind}-${number}.${kind === 'neighbours' ? 'jsonl' : 'json'}`;
  const kept: KeptModel = { kind, number, file, card: `${kind}-${number}.md`, ...facts, good: true };
  makeFolder(folderOf(storage));
  writeFileSync(join(folderOf(storage), file), text);
  writeFileSync(join(folderOf(storage), kept.card), card(file));
  // The list last: a model that it names is there.
  writeList(storage, [...models, kept]);
  return kept;
}

/**
 * Judges by the model before the one in use, or by the shipped one where there is none before.
 * @throws {KeptModelsError} where the shipped one is in use already
 */
export function rollBackModel(
  storage: string,
  kind: ModelKind,
): { readonly from: KeptModel; readonly to: KeptModel | undefined } {
  const models = keptModels(storage);
  const from = modelInUse(models, kind);
  if (from === undefined)
    throw new KeptModelsError(
      `${storage} judges by the shipped model of ${kind}; there is nothing before it`,
    );
  const rest = models.map((model) => (model === from ? { ...model, good: false } : model));
  writeList(storage, rest);
  return { from, to: modelInUse(rest, kind) };
}

function writeList(storage: string, models: readonly KeptModel[]): void {
  const path = listOf(storage);
  const list = { format: 'fieldfare-models', version: 1, models };
  writeFileSync(`${path}.new`, `${JSON.stringify(list, undefined, 1)}\n`);
  renameSync(`${path}.new`, path);
}
