/** What would be put to the searchable forms of labelled real pages, which cannot be asked: how many get a plan, and why not the others. */

import type { Form } from '../../src/forms/index.ts';
import { planForm } from '../../src/submissions/index.ts';
import { labelledForms } from '../../src/wings/laboratory/forms/rows.ts';

const FOLDER = new URL('../../../shared/datasets/forms', import.meta.url).pathname;
const NOW = new Date('2026-11-01');

interface Planned {
  readonly url: string;
  /** Why it has no plan, or why its plan is not sensible; undefined where it is. */
  readonly fault: string | undefined;
}

/** Annotated meanings of controls that a search must not choose from. */
const NOT_ASKED = /sorting option|password|email|username|captcha/;
const ASKED = /search query|search category/;

/**
 * A plan is sensible if every control annotated as the search's own box is typed into, at least one annotated control is
 * asked through, and none is that is annotated as something else.
 */
function faultOf(form: Form, annotated: Readonly<Record<string, string>>): string | undefined {
  const plan = planForm(form, { now: NOW, text: true, maxSubmissions: 25 });
  if (plan.kind === 'none') return `${plan.reason.code}: ${plan.reason.detail ?? ''}`;
  // Orders are chosen only where a list is cut short and nothing else is left.
  const fields = new Set(plan.fields.flatMap(({ name, meaning }) => (meaning === 'sort' ? [] : [name])));
  const entries = Object.entries(annotated);
  const wrong = entries.find(([name, as]) => NOT_ASKED.test(as) && fields.has(name));
  if (wrong !== undefined) return `asks through “${wrong[0]}”, a ${wrong[1]}`;
  const box = entries.find(([name, as]) => as === 'search query' && !fields.has(name));
  if (box !== undefined) return `leaves the search box “${box[0]}” out`;
  const asked = entries.filter(([, as]) => ASKED.test(as));
  if (asked.length > 0 && !asked.some(([name]) => fields.has(name))) return 'leaves out what it searches by';
  return plan.queries.length > 0 ? undefined : 'no question';
}

export async function plansBench(json: boolean): Promise<void> {
  const all: Planned[] = [];
  for await (const { form, row, url, fields } of labelledForms(FOLDER)) {
    if (row.type !== 'search') continue;
    all.push({ url, fault: form === undefined ? 'not found on its page' : faultOf(form, fields) });
  }
  const faults = all.filter(({ fault }) => fault !== undefined);
  for (const { url, fault } of faults) process.stderr.write(`${url}: ${fault}\n`);
  const sensible = all.length - faults.length;
  const result = { searchable: all.length, sensible, share: sensible / all.length };
  process.stdout.write(
    json ? `${JSON.stringify({ bench: 'plans', ...result })}\n` : `${JSON.stringify(result, null, 2)}\n`,
  );
}
