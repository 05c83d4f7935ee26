/** Commands that look at one page: what they share. */

import { Command } from 'commander';
import type { CheckedOptions } from './add-options.ts';
import type { PAGE } from './command-options.ts';

export const pageCommand = (name: string, description: string): Command =>
  new Command(name).description(description).argument('<page>', 'an address, or an HTML file');

/** Flags as the library takes them: without any domain all that are shipped. */
export function pageOptions({
  domains,
  web,
  base,
  render,
  timeoutMs,
  allowPrivate,
  proxy,
  judge,
  judgeK,
  model,
  domainModel,
}: CheckedOptions<typeof PAGE>) {
  return {
    web,
    render,
    timeoutMs,
    allowPrivate,
    ...(domains.length > 0 && { domains }),
    ...(base !== undefined && { base }),
    ...(proxy !== undefined && { proxy }),
    ...(judge !== undefined && { judge }),
    ...(judgeK !== undefined && { judgeK }),
    ...(model !== undefined && { model }),
    ...(domainModel !== undefined && { domainModel }),
  };
}
