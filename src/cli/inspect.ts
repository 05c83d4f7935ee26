import { Command, Option } from 'commander';
import type { FieldMeaning, Form } from '../forms/index.ts';
import type { Inspection, InspectOptions } from '../harvest/index.ts';

interface Flags {
  domain?: string[];
  web: string;
  base?: string;
  render: NonNullable<InspectOptions['render']>;
  timeout: string;
  allowPrivate?: true;
  proxy?: string;
  json?: true;
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('show the forms of one page, the verdict on each, and why')
    .argument('<page>', 'an address, or an HTML file')
    .option('--domain <name...>', 'judge for these domains (default: all)')
    .option('--web <web>', 'where the page is: live, practice, or replay:FILE.warc.gz', 'live')
    .option('--base <url>', 'the address a file is taken to come from')
    .addOption(
      new Option('--render <when>', 'show the page to a browser')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .option('--timeout <seconds>', 'time for one answer', '20')
    .option('--allow-private', 'let addresses of private networks be visited')
    .option('--proxy <url>', 'send everything through this HTTP proxy')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare inspect https://www.abebooks.com/\n  fieldfare inspect page.html --base https://example.org/\n  fieldfare inspect https://example.org/ --web replay:crawl.warc.gz',
    )
    .action(run);
}

async function run(page: string, flags: Flags): Promise<void> {
  const { inspect } = await import('../harvest/index.ts');
  const { domain, json, timeout, ...options } = flags;
  const inspection = await inspect(page, {
    ...options,
    timeoutMs: Number(timeout) * 1_000,
    ...(domain !== undefined && { domains: domain }),
  });
  process.stdout.write(
    json
      ? `${JSON.stringify(inspection)}\n`
      : `${describePage(inspection, (await import('../forms/index.ts')).meaningsOf)}\n`,
  );
}

type Meanings = (form: Form) => readonly FieldMeaning[];

function describePage({ reading, status, encoding, renderedBy }: Inspection, meaningsOf: Meanings): string {
  const { forms, topic, gate } = reading;
  const searchable = forms.filter((form) => form.verdict.searchable).length;
  const lines = [
    printable(reading.title) || '(no title)',
    `${printable(reading.url)}`,
    `${status === undefined ? 'file' : `status ${status}`}, ${encoding}, read ${renderedBy === 'browser' ? 'in the browser' : 'without a browser'} (${gate.reason}); ${reading.links.length} links`,
    `about: ${topic.domain ?? 'none of the domains'} (similarity ${topic.similarity.toFixed(3)})`,
    `${forms.length} ${forms.length === 1 ? 'form' : 'forms'}, ${searchable} searchable`,
  ];
  forms.forEach((form, i) => {
    lines.push('', ...describeForm(form, meaningsOf(form.form), i + 1));
  });
  return lines.join('\n');
}

type Judged = Inspection['reading']['forms'][number];

function describeForm(
  { form, verdict, domain, domainScore }: Judged,
  meanings: readonly FieldMeaning[],
  number: number,
): string[] {
  const lines = [
    `Form ${number}: ${verdict.searchable ? 'SEARCHABLE' : 'not searchable'} — ${verdict.type}`,
    `  ${form.method.toUpperCase()} ${printable(form.action)}  [${form.id}]${form.where.hasFormTag ? '' : '  (no <form> tag)'}${form.where.kind === 'document' ? '' : `  (in a ${form.where.kind === 'shadow' ? 'shadow root' : 'frame'})`}`,
  ];
  if (verdict.kind === 'rejected')
    lines.push(`  rejected by rule ${verdict.rule}: ${printable(verdict.evidence)}`);
  else {
    lines.push(`  probability of a search form ${verdict.score.toFixed(3)} (${verdict.model})`);
    for (const { feature, value, weight } of verdict.weightiest) {
      lines.push(
        `    ${weight >= 0 ? '+' : '−'}${Math.abs(weight).toFixed(2)}  ${feature} = ${round(value)}`,
      );
    }
  }
  if (verdict.searchable) lines.push(`  domain: ${domain ?? 'none'} (${domainScore.toFixed(3)})`);
  const rows = form.controls.map((control, i) => [
    control.name || '(no name)',
    meanings[i] ?? '',
    control.type,
    control.label ? `${control.label} (${control.labelSource})` : '—',
    control.domain === 'finite' ? `${control.options.length} options: ${sample(control)}` : control.domain,
    [
      control.required ? 'required' : '',
      control.visible ? '' : `hidden (${control.hiddenBecause ?? '?'})`,
      control.value && control.domain !== 'finite' ? `= ${control.value}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  ]);
  lines.push(...table(['name', 'meaning', 'type', 'label', 'values', ''], rows).map((line) => `  ${line}`));
  for (const submit of form.submits)
    lines.push(`  submit: ${submit.type} ${JSON.stringify(printable(submit.label || submit.value))}`);
  if (form.submits.length === 0) lines.push('  submit: no control (Enter in a text field)');
  return lines;
}

const sample = (control: Judged['form']['controls'][number]): string =>
  control.options
    .slice(0, 4)
    .map((option) => (option.any ? `[${option.label}]` : option.label))
    .join(', ') + (control.options.length > 4 ? ', …' : '');

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** What comes from a page must not move the cursor or colour the terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return ['(no controls)'];
  const cells = [head, ...rows].map((row) => row.map((cell) => shorten(printable(cell), 48)));
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
