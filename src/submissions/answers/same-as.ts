import type { SameAs } from '../types/answer.ts';
import { type Case, likeness, showsForm } from './case.ts';
import { linesOf } from './trace.ts';

/** As alike as two answers of one template are, once what was asked for is taken out. */
const SAME = 0.95;
const LEAST_LINES = 2;

/** What an answer does not differ from. Pages are the same where each says (nearly) all that the other says. */
export function sameAs(one: Case, fingerprint: string, records: number): SameAs | undefined {
  const { reading, template, empty, purpose } = one;
  if (reading === undefined) return undefined;
  const own = [...new Set(linesOf(reading, one.echo))].filter((line) => line !== '');
  if (own.length < LEAST_LINES) return undefined;
  if (template.compared && purpose !== 'nonsense-probe') {
    const alike = one.nonsense.some(({ trace }) => {
      const all = new Set([...(trace.all ?? []), ...trace.lines]);
      return likeness(own, all) >= SAME && likeness([...all], new Set(own)) >= SAME;
    });
    if (alike) return 'nonsense';
  }
  if (purpose === 'query' && records > 0 && empty?.fingerprint === fingerprint) return 'empty';
  return isFormPage(one) ? 'form-page' : undefined;
}

/** The page that the form stands on, line by line. */
export function isFormPage(one: Case): boolean {
  const { reading, formLines } = one;
  if (reading === undefined || !showsForm(one)) return false;
  const own = [...new Set(linesOf(reading, one.echo))].filter((line) => line !== '');
  const page = [...formLines].filter((line) => line !== '');
  return likeness(own, formLines) >= SAME && likeness(page, new Set(own)) >= SAME;
}
