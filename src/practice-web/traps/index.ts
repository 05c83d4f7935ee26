/** All traps and faults, by name. */

import { ENDLESS } from './endless.ts';
import { FAILING } from './failing.ts';
import { FORBIDDEN } from './forbidden.ts';
import { MALFORMED } from './malformed.ts';
import { OVERSIZED } from './oversized.ts';
import { PROTOCOLS } from './protocols.ts';
import { REFUSED } from './refused.ts';
import { REPEATED } from './repeated.ts';
import type { Trap } from './trap.ts';

export const TRAPS: readonly Trap[] = [...ENDLESS, ...FORBIDDEN, ...FAILING, ...MALFORMED];

/** What only larger webs have: the usual web stays small and the same. */
export const MORE_TRAPS: readonly Trap[] = [...REPEATED, ...REFUSED, ...OVERSIZED, ...PROTOCOLS];

const BY_NAME = new Map([...TRAPS, ...MORE_TRAPS].map((trap) => [trap.name, trap]));

export function trapOf(name: string): Trap {
  const trap = BY_NAME.get(name);
  if (!trap) throw new RangeError(`no trap or fault is called ${name}`);
  return trap;
}
