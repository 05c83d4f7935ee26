/** All traps and faults, by name. */

import { ENDLESS } from './endless.ts';
import { FAILING } from './failing.ts';
import { FORBIDDEN } from './forbidden.ts';
import { MALFORMED } from './malformed.ts';
import type { Trap } from './trap.ts';

export const TRAPS: readonly Trap[] = [...ENDLESS, ...FORBIDDEN, ...FAILING, ...MALFORMED];

const BY_NAME = new Map(TRAPS.map((trap) => [trap.name, trap]));

export function trapOf(name: string): Trap {
  const trap = BY_NAME.get(name);
  if (!trap) throw new RangeError(`no trap or fault is called ${name}`);
  return trap;
}
