import { z } from 'zod';
import type { KeptModel, ModelKind } from '../../foundation/learning/index.ts';
import { OptionsError, off, storage } from '../../foundation/options/index.ts';
import { command, type FlagsOf, printJson } from '../terminal/index.ts';

const options = z.object({
  storage: storage.describe('<dir> where models are kept'),
  json: off.describe('print one JSON object'),
});
type Flags = FlagsOf<typeof options>;

/** Written down here as well: the room that checks their files takes a while to load. */
const KINDS: Readonly<Record<ModelKind, true>> = {
  forms: true,
  neighbours: true,
  domains: true,
  rankers: true,
};
const MODEL_KINDS = Object.keys(KINDS) as ModelKind[];

export const modelsCommand = command({
  options,
  help: 'Examples:\n  fieldfare models\n  fieldfare models rollback forms',
  run: list,
});
export const rollbackCommand = command({ options, run: rollBack });

async function list({ storage, json }: Flags): Promise<void> {
  const { keptModels, modelInUse } = await import('../../foundation/learning/index.ts');
  const models = keptModels(storage);
  const inUse = (kind: ModelKind): KeptModel | undefined => modelInUse(models, kind);
  if (json) {
    const states = models.map((model) => ({ ...model, inUse: inUse(model.kind) === model }));
    printJson({ models: states, shipped: MODEL_KINDS.filter((kind) => inUse(kind) === undefined) });
    return;
  }
  const lines = MODEL_KINDS.flatMap((kind) => [
    `${kind}: ${inUse(kind) === undefined ? 'the shipped one' : inUse(kind)?.file}`,
    ...models.filter((model) => model.kind === kind).map((model) => lineOf(model, inUse(kind) === model)),
  ]);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function lineOf({ number, date, engine, metrics, good, card }: KeptModel, inUse: boolean): string {
  const scores = Object.entries(metrics).map(([name, value]) => `${name} ${Number(value.toFixed(4))}`);
  const state = inUse ? 'in use' : good ? 'earlier' : 'rolled back';
  return `  ${number}  ${date}  ${engine}  ${scores.join(', ')}  ${state}, card ${card}`;
}

async function rollBack({ storage, json }: Flags, named: string): Promise<void> {
  const { rollBackModel } = await import('../../foundation/learning/index.ts');
  const kind = MODEL_KINDS.find((one) => one === named);
  if (kind === undefined)
    throw new OptionsError(
      `no kind of model is called ${JSON.stringify(named)}; expected ${MODEL_KINDS.join(', ')}`,
    );
  const { from, to } = rollBackModel(storage, kind);
  if (json) printJson({ kind, from, to: to ?? null });
  else
    process.stdout.write(
      `${kind}: ${from.file} is rolled back; ${to?.file ?? 'the shipped one'} judges now\n`,
    );
}
