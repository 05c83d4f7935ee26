/** The catalogue for `--list`: every kind of form and every trap and fault there is. */

import { HARD_KINDS } from './hard-kinds/index.ts';
import { MORE_TRAPS, TRAPS } from './traps/index.ts';
import type { FormTruth } from './truth.ts';
import { createWorld } from './world.ts';

interface FormKind {
  readonly kind: string;
  readonly type: string;
  readonly appears: string;
  readonly method: string;
  readonly count: number;
}

/** Kinds of form on a web of this size, with how often each occurs. */
function formKinds(forms: readonly FormTruth[]): FormKind[] {
  const kinds = new Map<string, FormKind>();
  for (const form of forms) {
    const known = kinds.get(form.kind);
    kinds.set(form.kind, {
      kind: form.kind,
      type: form.type,
      appears: form.appears,
      method: form.method,
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...kinds.values()].sort((a, b) => a.type.localeCompare(b.type) || a.kind.localeCompare(b.kind));
}

interface SiteKindTold {
  readonly name: string;
  readonly summary: string;
}

/** The sites of a web of hard kinds. */
export const hardKinds = (): SiteKindTold[] => HARD_KINDS.map(({ name, summary }) => ({ name, summary }));

interface TrapKind {
  readonly name: string;
  readonly kind: 'trap' | 'fault';
  readonly summary: string;
}

export const trapKinds = (): TrapKind[] => [
  ...[...TRAPS, ...MORE_TRAPS].map(({ name, kind, summary }) => ({ name, kind, summary })),
  {
    name: 'honeypot-field',
    kind: 'trap',
    summary: 'a field of a form that people cannot see; who fills it is refused',
  },
];

/** The kinds of a web as large as it takes to hold each site kind once. */
export function allFormKinds(): FormKind[] {
  const world = createWorld({ seed: 1, sites: 100, now: new Date('2026-11-01'), clock: () => 0 });
  try {
    return formKinds(world.truth.forms);
  } finally {
    world.close();
  }
}
