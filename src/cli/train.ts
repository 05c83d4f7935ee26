import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { foldProgress, rowsFrom, wholeNumber } from './evaluate.ts';
import { practiceRows } from './practice-forms.ts';

interface Flags {
  data?: string;
  rows?: string;
  with?: string;
  practiceRows?: string;
  out?: string;
  folds: number;
  seeds: number;
  seed: number;
  date: string;
  json?: true;
}

export function trainCommand(): Command {
  return new Command('train')
    .description('train the classifiers on labelled data')
    .addCommand(formsCommand());
}

function formsCommand(): Command {
  return new Command('forms')
    .description('train the judge of forms, cross-validate it, and write model and model card')
    .option(
      '--data <path>',
      'folder of *.warc.gz and *.labels.html5.jsonl, or a file of rows (default: the rows that come along)',
    )
    .option('--rows <file>', 'where to write the numeric rows made from a folder (default: not written)')
    .option(
      '--with <source>',
      'learn from this besides: practice (the rows of practice webs that come along) or practice:100-104 (those webs grown anew)',
    )
    .option(
      '--practice-rows <file>',
      'where to write the rows of practice webs grown anew (default: not written)',
    )
    .option('--out <file>', 'the model to write; its card goes beside it as .md (default: models/forms.json)')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many deals of the sites into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of folds and calibration', wholeNumber(0, 1e9), 1)
    .option('--date <yyyy-mm-dd>', 'day for the model card', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare train forms\n  fieldfare train forms --data ../shared/datasets/forms --rows datasets/forms/rows.jsonl\n  fieldfare train forms --data my-labels/ --out my-model.json',
    )
    .action(trainForms);
}

async function trainForms(flags: Flags): Promise<void> {
  const forms = await import('../forms/index.ts');
  const { rows } = await rowsFrom(flags.data);
  if (flags.rows !== undefined) await writeFile(flags.rows, forms.formatRows(rows));
  // Through their text, so that training on the written rows gives the same model to the byte.
  const extra = flags.with === undefined ? [] : await practiceRows(flags.with);
  if (flags.practiceRows !== undefined) await writeFile(flags.practiceRows, forms.formatRows(extra));
  const again = (given: typeof rows): typeof rows =>
    forms.parseRows(forms.formatRows(given), flags.data ?? 'rows');
  const bench = forms.workbench(again(rows), forms.SEARCH_SETTINGS, again(extra));
  const evaluation = forms.evaluateForms(bench, { ...flags, k: [5], onFold: foldProgress() });
  const model = `${JSON.stringify(forms.trainModel(bench, flags.seed))}\n`;
  const out = flags.out ?? forms.DEFAULT_MODEL;
  const card = out.replace(/\.json$/, '').concat('.md');
  await writeFile(out, model);
  await writeFile(
    card,
    forms.modelCard({ model, date: flags.date, data: flags.data ?? 'datasets/forms/rows.jsonl', evaluation }),
  );
  const { name } = forms.loadModel(out);
  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify({ model: name, file: out, card, n: evaluation.n, arms: evaluation.arms, types: evaluation.types })}\n`,
    );
    return;
  }
  process.stdout.write(`${forms.evaluationText(evaluation)}\nwrote ${name} to ${out}, its card to ${card}\n`);
}
