/** Commands that look at one page: the options they share. */

import { Command, Option } from 'commander';
import type { InspectOptions } from '../../app/index.ts';

export interface PageFlags {
  domain?: string[];
  web: string;
  base?: string;
  render: NonNullable<InspectOptions['render']>;
  timeout: string;
  allowPrivate?: true;
  proxy?: string;
  json?: true;
}

export const pageCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .argument('<page>', 'an address, or an HTML file')
    .option('--domain <name...>', 'judge for these domains (default: all)')
    .option('--web <web>', 'where the page is: live, practice, or replay:FILE.warc.gz', 'live')
    .option('--base <url>', 'the address a file is taken to come from')
    .addOption(
      new Option('--render <when>', 'show the page to a browser')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .option('--timeout <seconds>', 'time for one answer', '20')
    .option('--allow-private', 'let addresses of private networks be visited')
    .option('--proxy <url>', 'send everything through this HTTP proxy')
    .option('--json', 'print one JSON object');

/** Flags as the library takes them. */
export function pageOptions<F extends PageFlags>({
  domain,
  json: _,
  timeout,
  ...rest
}: F): Omit<F, 'domain' | 'json' | 'timeout'> & { timeoutMs: number; domains?: string[] } {
  return { ...rest, timeoutMs: Number(timeout) * 1_000, ...(domain !== undefined && { domains: domain }) };
}
