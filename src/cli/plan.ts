import { type Command, Option } from 'commander';
import type { FormPlan, PlannedQuery, StopReason } from '../submissions/index.ts';
import { printable } from './describe-form.ts';
import { type PageFlags, pageCommand, pageOptions } from './page-command.ts';
import { whole } from './quantities.ts';

interface Flags extends PageFlags {
  text?: boolean;
  values?: string;
  maxSubmissions: number;
  all?: true;
}

export function planCommand(): Command {
  return pageCommand('plan', 'show what would be put to the search forms of a page, and why; nothing is sent')
    .option('--no-text', 'leave open text fields empty: choose only')
    .addOption(new Option('--text').hideHelp())
    .option('--values <file>', 'values to type, a CSV file with the columns label and value')
    .option('--max-submissions <n>', 'questions to one form', whole, 25)
    .option('--all', 'list every question, not only the first ten')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare plan https://www.abebooks.com/\n  fieldfare plan https://example.org/ --web replay:crawl.warc.gz\n  fieldfare plan page.html --base https://example.org/',
    )
    .action(run);
}

async function run(page: string, { all, ...flags }: Flags): Promise<void> {
  const { planPage } = await import('../harvest/index.ts');
  const { stopText } = await import('../reports/index.ts');
  const plans = await planPage(page, { ...pageOptions(flags), text: flags.text !== false });
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(plans)}\n`);
    return;
  }
  const lines = plans.forms.flatMap(({ form, plan }, i) => [
    `Form ${i + 1}: ${form.method.toUpperCase()} ${printable(form.action)}`,
    ...describe(plan, stopText, all === true ? Number.POSITIVE_INFINITY : 10, flags.maxSubmissions).map(
      (line) => `  ${line}`,
    ),
    '',
  ]);
  if (lines.length === 0) lines.push(`no search form on ${printable(plans.url)}; fieldfare inspect says why`);
  process.stdout.write(`${lines.join('\n').trimEnd()}\n`);
}

function describe(
  plan: FormPlan,
  stopText: (reason: StopReason) => string,
  most: number,
  budget: number,
): string[] {
  if (plan.kind === 'none') return [`not asked: ${printable(stopText(plan.reason))}`];
  const fields = plan.fields.map(({ label, meaning, kind, values, any }) => {
    const takes = kind === 'open' ? 'open' : `${values} ${kind === 'range' ? 'parts' : 'values'}`;
    return `${printable(label)} (${meaning}): ${takes}${any ? '' : ', must be given'}`;
  });
  const untouched = plan.untouched.map(({ name, why }) => `${printable(name) || '(no name)'}: ${why}`);
  const queries = plan.queries
    .slice(0, most)
    .map((query, i) => `${String(i + 1).padStart(3)}. ${oneQuery(query)}`);
  const more = plan.queries.length - queries.length;
  return [
    ...fields.map((line) => `field  ${line}`),
    ...untouched.map((line) => `left   ${line}`),
    `sent by ${printable(plan.submit)}`,
    `at most ${plan.queries.length} questions of ${plan.crossProduct} possible combinations; fewer where an answer is shown whole:`,
    ...queries,
    ...(more > 0 ? [`     and ${more} more (--all lists them)`] : []),
    ...(plan.queries.length >= budget ? [`     here --max-submissions ${budget} ends it`] : []),
  ];
}

function oneQuery({ why, controls }: PlannedQuery): string {
  const bound = controls.filter(({ source }) => source !== 'any' && source !== 'unset');
  const given = bound.map(({ name, values }) => `${name}=${values.join(',')}`).join('&');
  return printable(`${given || '(every field at “any”)'} — ${why}`).slice(0, 200);
}
