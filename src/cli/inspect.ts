import { Command, Option } from 'commander';
import type { FieldMeaning, Form } from '../forms/index.ts';
import type { Inspection, InspectOptions } from '../harvest/index.ts';
import { describeForm, printable } from './describe-form.ts';

interface Flags {
  domain?: string[];
  web: string;
  base?: string;
  render: NonNullable<InspectOptions['render']>;
  timeout: string;
  allowPrivate?: true;
  proxy?: string;
  storage: string;
  picture?: string;
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
    .option(
      '--picture <file.png>',
      'a picture of the page with its forms outlined and named (needs the browser)',
    )
    .option('--storage <dir>', 'folder whose labels win over rules and models', 'storage')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare inspect https://www.abebooks.com/ --picture forms.png\n  fieldfare inspect page.html --base https://example.org/\n  fieldfare inspect https://example.org/ --web replay:crawl.warc.gz',
    )
    .action(run);
}

async function run(page: string, flags: Flags): Promise<void> {
  const { inspect } = await import('../harvest/index.ts');
  const { domain, json, timeout, ...options } = flags;
  const { text: _, ...inspection } = await inspect(page, {
    ...options,
    timeoutMs: Number(timeout) * 1_000,
    ...(domain !== undefined && { domains: domain }),
  });
  if (json) process.stdout.write(`${JSON.stringify(inspection)}\n`);
  else {
    const { meaningsOf } = await import('../forms/index.ts');
    process.stdout.write(`${describePage(inspection, meaningsOf)}\n`);
    if (flags.picture !== undefined) process.stdout.write(`\npicture: ${flags.picture}\n`);
  }
}

type Meanings = (form: Form) => readonly FieldMeaning[];

function describePage(
  { reading, status, encoding, renderedBy, reasons }: Omit<Inspection, 'text'>,
  meaningsOf: Meanings,
): string {
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
    lines.push(
      '',
      ...describeForm({ ...form, reason: reasons[i] ?? undefined }, meaningsOf(form.form), i + 1),
    );
  });
  return lines.join('\n');
}
