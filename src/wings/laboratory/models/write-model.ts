import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type KeptModel, keepModel, pathOfModel } from '../../../foundation/learning/index.ts';

export interface ModelPlace {
  /** File to write in place of the storage folder; its card goes beside it as `.md`. */
  readonly out?: string;
  /** Keeps the model under `models` and judges by it from now on. */
  readonly storage: string;
}

type Trained = Parameters<typeof keepModel>[1];

/** Writes a model and its card: never into the installed package, unless a user names a file there. */
export async function writeModel(
  { out, storage }: ModelPlace,
  model: Trained,
): Promise<Pick<KeptModel, 'file' | 'card'>> {
  if (out === undefined) {
    const { file, card } = keepModel(storage, model);
    return { file: pathOfModel(storage, { file }), card: pathOfModel(storage, { file: card }) };
  }
  const card = out.replace(/\.jsonl?$/, '').concat('.md');
  await writeFile(out, model.text);
  await writeFile(card, model.card(basename(out)));
  return { file: out, card };
}
