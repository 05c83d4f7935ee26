import * as z from 'zod';
import { FEATURE_NAMES, firingRules, type RuleFacts } from '../../../forms/index.ts';

const count = z.number().int().positive().optional();
const flag = z.literal(true).optional();

/** Columns of a row for what rejection rules look at and features do not tell; 0 and “no” are left out. */
export const fillingColumns = z.object({
  /** Controls to type into, and to choose from, whether they show or not. */
  typed: count,
  chosen: count,
  /** A box takes an e-mail address. */
  email: flag,
  /** It only picks a period of time. */
  period: flag,
});
export type Filling = Readonly<z.infer<typeof fillingColumns>>;

export function fillingOf({ typed, chosen, emailBox, period }: RuleFacts): Filling {
  return {
    ...(typed > 0 && { typed }),
    ...(chosen > 0 && { chosen }),
    ...(emailBox() !== undefined && { email: true as const }),
    ...(period() !== undefined && { period: true as const }),
  };
}

const COLUMN = new Map(FEATURE_NAMES.map((name, i) => [name, i]));
const CONTROLS = {
  password: 'passwords',
  file: 'files',
  textarea: 'text areas',
  search: 'search boxes',
} as const;

/** The rejection rules of this version that fire on a row, each by itself. */
export function rulesOfRow(
  features: Float64Array,
  { typed = 0, chosen = 0, email, period }: Filling,
): string[] {
  const told = (name: string): string | undefined =>
    (features[COLUMN.get(name) ?? -1] ?? 0) > 0 ? name : undefined;
  return firingRules({
    says: (list, sources) =>
      sources.map((source) => told(`${list} in ${source}`)).find((name) => name !== undefined),
    control: (type) => told(CONTROLS[type]),
    emailBox: () => (email ? 'email' : undefined),
    period: () => (period ? 'period' : undefined),
    settings: () => undefined, // rows do not tell
    captcha: told('captcha inside') !== undefined,
    controls: typed + chosen,
    typed,
    chosen,
    firstChoice: () => 'choice',
  });
}
