import { dayFirstIn } from '../../foundation/text/index.ts';
import { decimalMarkOf, type Notation } from './read-number.ts';

/** Gathers how each site writes dates and decimals; what its records contradict each other in stays unknown. */
export class Notations {
  private readonly sites = new Map<string, { days: Set<boolean>; marks: Set<'.' | ','> }>();

  add(site: string, fields: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value !== 'string') continue;
      const day = /^date(?: \d+)?$/.test(name) ? dayFirstIn(value) : undefined;
      const mark = /^(?:price|area|size)(?: \d+)?$/.test(name) ? decimalMarkOf(value) : undefined;
      if (day === undefined && mark === undefined) continue;
      const known = this.sites.get(site) ?? { days: new Set(), marks: new Set() };
      this.sites.set(site, known);
      if (day !== undefined) known.days.add(day);
      if (mark !== undefined) known.marks.add(mark);
    }
  }

  of(site: string): Notation {
    const { days, marks } = this.sites.get(site) ?? {};
    const [dayFirst] = days ?? [];
    const [decimal] = marks ?? [];
    return {
      ...(days?.size === 1 && dayFirst !== undefined && { dayFirst }),
      ...(marks?.size === 1 && decimal !== undefined && { decimal }),
    };
  }
}
