import { Command } from 'commander';
import type { CallAnswer, FormDescription, StoredForm } from '../../app/index.ts';
import type { HarvestEvent } from '../../crawl/events/index.ts';
import { printable } from '../../foundation/text/index.ts';
import type { Store } from '../../storage/index.ts';
import type { GivenOptions } from './add-options.ts';
import type { QUERY } from './command-options.ts';

export function queryCommand(): Command {
  return new Command('query')
    .description('call a verified search form with values, and print the records that come back')
    .argument('<form>', 'the id of a form, a site, or the address of a page')
    .argument(
      '[values...]',
      'values to search for, such as title=garden; without values, the parameters of the form are listed',
    )
    .addHelpText(
      'after',
      '\nThe forms of an address that no run has visited are found and verified first, which takes up to a minute; the next call goes on where the time was over.\n\nExamples:\n  fieldfare https://books.example.org/search\n  fieldfare https://books.example.org/search --out books.csv\n  fieldfare query https://books.example.org/search title=garden author=austen --json\n  fieldfare query 0c4f2d9be1a87f36 title=garden --limit 50',
    )
    .action(run);
}

async function run(target: string, pairs: string[], given: GivenOptions<typeof QUERY>): Promise<void> {
  const { QUERY } = await import('./command-options.ts');
  const { checkOptions } = await import('./add-options.ts');
  const flags = checkOptions(QUERY, given);
  const { describeForm, openGateway, QueryError, whyUnverified } = await import('../../app/index.ts');
  const values = await valuesOf(pairs);
  const { storage, json, limit: _l, maxAge: _a, out, ...options } = flags;
  const format = out === undefined ? undefined : await formatOf(out);
  const { tell } = await import('./submit.ts');
  const words = await import('../../reports/index.ts');
  const onEvent = (event: HarvestEvent) => tell(event, words, process.stderr);
  const gateway = openGateway(storage);
  try {
    const forms = await gateway.find(target, { ...options, onEvent });
    const verified = forms.filter(({ outcome }) => outcome === 'verified');
    const [first] = forms;
    if (first === undefined) throw new QueryError('no-such-form', `no search form is known of ${target}`);
    if (verified.length === 0) {
      const { message, hint } = whyUnverified(forms);
      throw new QueryError('form-not-verified', message, hint);
    }
    if (out !== undefined && format !== undefined) {
      const harvested = await gateway.harvestAll(verified[0] as StoredForm, { onEvent });
      const store = await gateway.store();
      await words.exportToFile(store, (verified[0] as StoredForm).run.id, 'records', format, out);
      const seen = Math.max(0, ...harvested.map(({ records }) => records));
      process.stdout.write(`${words.counted(seen, 'record')} → ${out}\n`);
      return;
    }
    if (pairs.length === 0) {
      for (const form of verified) {
        const description = describeForm(form);
        process.stdout.write(json ? `${JSON.stringify(description)}\n` : described(description));
        if (!json) process.stdout.write(await samples(await gateway.store(), form));
      }
      const [{ formId, parameters } = { formId: '', parameters: [] }] = verified.map(describeForm);
      const name = parameters.find(({ options }) => options === undefined)?.name ?? parameters[0]?.name;
      if (!json && name !== undefined)
        process.stdout.write(
          `\nfieldfare query ${formId} ${name}=…          calls it\nfieldfare ${target} --out records.csv   harvests all of it\n`,
        );
      return;
    }
    const chosen = verified.find((form) => takes(form, values)) ?? (verified[0] as StoredForm);
    const print = json ? jsonLines : text;
    let cursor: string | undefined;
    for (let left = flags.limit; left > 0; ) {
      const answer = await gateway.call(chosen, values, { limit: left, cursor, maxAge: flags.maxAge });
      process.stdout.write(print(answer));
      left -= answer.records.length;
      if (answer.next === null) break;
      cursor = answer.next;
    }
  } finally {
    await gateway.close();
  }
}

const SAMPLES = 3;

/** A few records that the queries so far have shown. */
async function samples(store: Pick<Store, 'records'>, { run, harvested }: StoredForm): Promise<string> {
  const rows = await store.records.ofForm(run.id, harvested.formId, SAMPLES);
  return rows
    .map(({ title, fields }) => {
      const facts = Object.entries(JSON.parse(fields) as Record<string, unknown>);
      return `    ${printable([title, ...facts.map(([name, value]) => `${name}: ${value}`)].join(' · ')).slice(0, 160)}\n`;
    })
    .join('');
}

const FORMATS = ['jsonl', 'csv', 'xlsx', 'parquet'] as const;

/** @throws {OptionsError} for a file of another kind, before anything is sent */
async function formatOf(file: string): Promise<(typeof FORMATS)[number]> {
  const { OptionsError } = await import('../../crawl/settings/index.ts');
  const format = FORMATS.find((one) => file.toLowerCase().endsWith(`.${one}`));
  if (format === undefined)
    throw new OptionsError(
      `cannot write ${file}; expected a name that ends in .jsonl, .csv, .xlsx or .parquet`,
    );
  return format;
}

async function valuesOf(pairs: readonly string[]): Promise<Record<string, string>> {
  const { OptionsError } = await import('../../crawl/settings/index.ts');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new OptionsError(`${pair} is no value; write it as title=garden`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function takes({ callable }: StoredForm, values: Record<string, string>): boolean {
  try {
    callable.fill(values);
    return true;
  } catch {
    return false;
  }
}

const jsonLines = ({ records, provenance }: CallAnswer): string =>
  records.map((record) => `${JSON.stringify({ ...record, provenance })}\n`).join('');

function text({ records, provenance }: CallAnswer): string {
  const { verdict, reason, request, askedAt, cached } = provenance;
  const head = `${request.method} ${request.url} → ${verdict} (${reason}), ${cached ? 'kept since' : 'asked'} ${askedAt}\n`;
  const lines = records.map(({ title, url, fields }) => {
    const facts = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
    return `${printable([title, ...facts, url ?? ''].filter((part) => part !== '').join(' · '))}\n`;
  });
  return `${printable(head.trimEnd())}\n${lines.join('')}`;
}

function described({ formId, page, recordsSeen, parameters }: FormDescription): string {
  const lines = parameters.map(({ name, label, type, options = [], required }) => {
    const choice =
      options.length === 0 ? type : `${options.slice(0, 8).join(', ')}${options.length > 8 ? ' …' : ''}`;
    return `  ${name}${required ? ' (needed)' : ''}: ${printable(choice)}${label === '' ? '' : ` – ${printable(label)}`}\n`;
  });
  return `${formId}  ${printable(page)}  ${recordsSeen === 1 ? '1 record' : `${recordsSeen} records`} seen\n${lines.join('')}`;
}
