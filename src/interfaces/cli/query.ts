import { z } from 'zod';
import type { CallAnswer, FormDescription, StoredForm } from '../../app/index.ts';
import type { HarvestEvent } from '../../crawl/events/index.ts';
import { HARVEST_FIELDS } from '../../crawl/settings/index.ts';
import { whileOpen } from '../../foundation/errors/index.ts';
import { count, inGroup, OptionsError, off } from '../../foundation/options/index.ts';
import { printable } from '../../foundation/text/index.ts';
import type { Store } from '../../storage/index.ts';
import { command, type FlagsOf, pick, text } from '../terminal/index.ts';
import { ARCHIVE } from './crawl-options.ts';
import { listenForInterruption } from './interruption.ts';
import { reportEvent } from './submit.ts';

const options = z.object({
  web: HARVEST_FIELDS.web,
  ...inGroup('Budgets', {
    maxSeconds: z
      .number()
      .positive()
      .default(45)
      .describe('longest time to find and verify the forms of a page that no run has visited')
      .meta({ unit: 'seconds' }),
  }),
  ...pick(HARVEST_FIELDS, 'delayMs', 'robots', 'acceptTerms', 'allowPrivate', 'contact', 'render'),
  ...ARCHIVE,
  ...inGroup('Archive', {
    maxAge: z
      .number()
      .min(0)
      .default(3_600_000)
      .describe('how old a kept answer may be, such as 10m or 1d (0s: ask again)')
      .meta({ unit: 'duration', defaultText: '1h' }),
  }),
  ...inGroup('Output', {
    json: off.describe('print records as JSON lines, each with its source'),
    limit: count.default(20).describe('records wanted'),
    out: text.describe(
      '<file> harvest the whole database behind the form into a file: .jsonl, .csv, .xlsx or .parquet',
    ),
  }),
});

export const queryCommand = command({
  options,
  help: 'The forms of an address that no run has visited are found and verified first, which takes up to a minute; the next call goes on where the time was over.\n\nExamples:\n  fieldfare https://books.example.org/search\n  fieldfare https://books.example.org/search --out books.csv\n  fieldfare query https://books.example.org/search title=garden author=austen --json\n  fieldfare query 0c4f2d9be1a87f36 title=garden --limit 50',
  run,
});

async function run(flags: FlagsOf<typeof options>, target: string, pairs: readonly string[]): Promise<void> {
  // A harvest into a file takes long: what it has is written where somebody ends it.
  const interruption = flags.out === undefined ? undefined : listenForInterruption();
  try {
    await query(flags, target, pairs, interruption?.signal);
  } finally {
    interruption?.end();
  }
  if (interruption?.signal.aborted) {
    process.stderr.write('Interrupted; the same command goes on where it was.\n');
    process.exitCode = interruption.exitCode;
  }
}

async function query(
  { storage, json, limit, maxAge, out, ...reach }: FlagsOf<typeof options>,
  target: string,
  pairs: readonly string[],
  stop: AbortSignal | undefined,
): Promise<void> {
  const { describeForm, openGateway, QueryError, whyNoForm } = await import('../../app/index.ts');
  const values = valuesOf(pairs);
  const format = out === undefined ? undefined : formatOf(out);
  const words = await import('../../reports/index.ts');
  const onEvent = (event: HarvestEvent) => reportEvent(event, words, process.stderr);
  return whileOpen(openGateway(storage), async (gateway) => {
    const forms = await gateway.find(target, { ...reach, onEvent, stop });
    const verified = forms.filter(({ outcome }) => outcome === 'verified');
    if (verified.length === 0 && stop?.aborted) return;
    if (verified.length === 0) {
      const { message, hint } = await whyNoForm(await gateway.store(), target, forms);
      throw new QueryError(forms.length === 0 ? 'no-such-form' : 'form-not-verified', message, hint);
    }
    if (out !== undefined && format !== undefined) {
      const harvested = await gateway.harvestAll(verified[0] as StoredForm, { onEvent, stop });
      await words.exportToFile(
        await gateway.store(),
        (verified[0] as StoredForm).run.id,
        'records',
        format,
        out,
      );
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
    const print = json ? jsonLines : answerText;
    let cursor: string | undefined;
    for (let left = limit; left > 0; ) {
      const answer = await gateway.call(chosen, values, { limit: left, cursor, maxAge });
      process.stdout.write(print(answer));
      left -= answer.records.length;
      if (answer.next === null) break;
      cursor = answer.next;
    }
  });
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
function formatOf(file: string): (typeof FORMATS)[number] {
  const format = FORMATS.find((one) => file.toLowerCase().endsWith(`.${one}`));
  if (format === undefined)
    throw new OptionsError(
      `cannot write ${file}; expected a name that ends in .jsonl, .csv, .xlsx or .parquet`,
    );
  return format;
}

function valuesOf(pairs: readonly string[]): Record<string, string> {
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

function answerText({ records, provenance }: CallAnswer): string {
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
