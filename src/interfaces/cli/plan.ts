import { z } from 'zod';
import { HARVEST_FIELDS } from '../../crawl/settings/index.ts';
import type { Form } from '../../forms/index.ts';
import { inGroup, off } from '../../foundation/options/index.ts';
import { printable } from '../../foundation/text/index.ts';
import type { FormPlan, PlannedQuery } from '../../submissions/index.ts';
import { calledBy, command, pick, printJson } from '../terminal/index.ts';
import { ARCHIVE, ONE_PAGE, pageOptions } from './crawl-options.ts';

export const planCommand = command({
  options: z.object({
    ...ONE_PAGE,
    ...pick(HARVEST_FIELDS, 'text', 'values', 'elements', 'maxSubmissions', 'from', 'to'),
    ...ARCHIVE,
    storage: ARCHIVE.storage.describe('<dir> folder whose form element table and labels are used'),
    ...inGroup('Output', {
      json: off.describe('print one JSON object'),
      all: off.describe('list every query, not only the first ten'),
    }),
  }),
  help: 'Examples:\n  fieldfare plan https://www.abebooks.com/\n  fieldfare plan https://example.org/ --web replay:crawl.warc.gz\n  fieldfare plan page.html --base https://example.org/',
  async run({ json, all, ...flags }, page: string) {
    const { planPage } = await import('../../app/index.ts');
    const words = await import('../../reports/index.ts');
    const plans = await planPage(page, pageOptions(flags));
    if (json) return printJson(plans);
    const lines = plans.forms.flatMap(({ form, plan }, i) => [
      `Form ${i + 1}: ${form.method.toUpperCase()} ${printable(form.action)}`,
      ...describe(plan, {
        form,
        words,
        most: all ? Number.POSITIVE_INFINITY : 10,
        budget: flags.maxSubmissions,
        typing: flags.text,
      }).map((line) => `  ${line}`),
      '',
    ]);
    if (lines.length === 0)
      lines.push(`no search form on ${printable(plans.url)}; fieldfare inspect says why`);
    process.stdout.write(`${lines.join('\n').trimEnd()}\n`);
  },
});

type Words = Pick<typeof import('../../reports/index.ts'), 'counted' | 'stopText' | 'wholeNumber'>;

interface Said {
  readonly form: Form;
  readonly words: Words;
  /** Queries to list. */
  readonly most: number;
  readonly budget: number;
  readonly typing: boolean;
}

function describe(plan: FormPlan, { form, words, most, budget, typing }: Said): string[] {
  if (plan.kind === 'none') return [`not queried: ${printable(words.stopText(plan.reason))}`];
  const fields = plan.fields.map(({ name, label, meaning, kind, values, any }) => {
    const what = kind === 'open' ? 'free text' : words.counted(values, kind === 'range' ? 'part' : 'value');
    return `${calledBy({ name, label, id: '' })} (${meaning}): ${what}${any ? '' : ', required'}`;
  });
  const queries = plan.queries
    .slice(0, most)
    .map((query, i) => `${String(i + 1).padStart(3)}. ${oneQuery(query, form)}`);
  const more = plan.queries.length - queries.length;
  const open = plan.fields.some(({ kind }) => kind === 'open');
  return [
    ...fields.map((line) => `field  ${line}`),
    ...leftAlone(plan, form).map((line) => `unused ${line}`),
    `sent by ${printable(plan.submit)}`,
    headOf(plan, budget, words),
    ...queries,
    ...(more > 0 ? [`     and ${more} more (--all lists them)`] : []),
    ...(open && typing && plan.queries.length < budget
      ? [`     then words from the site's pages and from results, up to --max-submissions ${budget}`]
      : []),
  ];
}

/** Explains the numbers: a budget ends a plan that has more queries, and only choices can be combined. */
function headOf(
  { queries, crossProduct }: Extract<FormPlan, { kind: 'plan' }>,
  budget: number,
  { counted, wholeNumber }: Words,
): string {
  const cut = queries.length >= budget;
  const first = cut
    ? `the first ${counted(queries.length, 'query', 'queries')} (--max-submissions ${budget})`
    : `up to ${counted(queries.length, 'query', 'queries')}`;
  const of = crossProduct > 1 ? `; the choices have ${wholeNumber(crossProduct)} combinations` : '';
  return `${first}${of}; fewer if a result list is complete:`;
}

/** Controls that are never touched, by what they are called; those that nobody sees in one line. */
function leftAlone({ untouched }: Extract<FormPlan, { kind: 'plan' }>, { controls }: Form): string[] {
  const seen = ({ name }: { name: string }) =>
    controls.find(
      (control) => (control.name || control.id) === name && control.visible && control.type !== 'hidden',
    );
  const named = untouched.flatMap((one) => {
    const control = seen(one);
    return control === undefined ? [] : [`${calledBy(control)}: ${one.why}`];
  });
  const others = untouched.filter((one) => seen(one) === undefined).map(({ name }) => printable(name));
  return others.length === 0
    ? named
    : [
        ...named,
        `not visible, sent as the page brings it: ${others.map((name) => name || '(no name)').join(', ')}`,
      ];
}

function oneQuery({ why, controls }: PlannedQuery, form: Form): string {
  const chosen = controls
    .filter(({ source }) => source !== 'any' && source !== 'unset')
    .map((control) => `${calledBy({ ...control, id: '' })} = ${valuesOf(control, form)}`);
  // Most reasons begin with what is given.
  const explains = chosen.length === 0 || why.startsWith(`${chosen[0]?.split(' = ')[0]}`);
  return printable(explains ? why : `${chosen.join(', ')} — ${why}`).slice(0, 200);
}

/** Options by what they are called. */
function valuesOf({ position, values }: PlannedQuery['controls'][number], { controls }: Form): string {
  const options = controls[position]?.options ?? [];
  return values.map((value) => options.find((option) => option.value === value)?.label || value).join(', ');
}
