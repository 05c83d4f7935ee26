import { Argument, Command } from 'commander';
import type { KeptModel, ModelKind } from '../../foundation/learning/index.ts';
import { printJson } from '../terminal/index.ts';

interface Flags {
  storage: string;
  json?: true;
}

/** Written down here as well: what checks their files takes a while to load. */
const KINDS: Readonly<Record<ModelKind, true>> = {
  forms: true,
  neighbours: true,
  domains: true,
  rankers: true,
};
const MODEL_KINDS = Object.keys(KINDS) as ModelKind[];

/** `models`: which models a storage folder judges by, and back to the one before. */
export function modelsCommand(): Command {
  return new Command('models')
    .description('list the models that a storage folder uses, with date and scores, and roll them back')
    .option('--storage <dir>', 'where models are kept', 'storage')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  fieldfare models\n  fieldfare models rollback forms')
    .action(list)
    .addCommand(
      new Command('rollback')
        .description('return to the previous model, or to the shipped one')
        .addArgument(new Argument('<kind>', 'which model').choices(MODEL_KINDS))
        .action(rollBack),
    );
}

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

async function rollBack(kind: ModelKind, _flags: object, command: Command): Promise<void> {
  const { rollBackModel } = await import('../../foundation/learning/index.ts');
  const { storage, json } = command.optsWithGlobals<Flags>();
  const { from, to } = rollBackModel(storage, kind);
  if (json) printJson({ kind, from, to: to ?? null });
  else
    process.stdout.write(
      `${kind}: ${from.file} is rolled back; ${to?.file ?? 'the shipped one'} judges now\n`,
    );
}
