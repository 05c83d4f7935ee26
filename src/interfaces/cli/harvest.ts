import { Command, InvalidArgumentError, Option } from 'commander';
import { amount, amounts, duration, size, whole, wholeOrZero } from './quantities.ts';
import type { HarvestFlags } from './run-harvest.ts';

export function harvestCommand(): Command {
  return new Command('harvest')
    .description('find, judge and keep the searchable forms of one or more domains')
    .argument(
      '[domains...]',
      'book, flight, hotel, music, premiere, product, property, or the path of a domain file',
    )
    .option('--web <web>', 'live, practice, practice:seed=2,sites=50, or replay:FILE.warc.gz', 'live')
    .option('--seeds <file>', 'addresses to start from, one a line (- for standard input)')
    .option(
      '--search <provider>',
      'ask a search provider for sites: searxng:ADDRESS, brave (key in BRAVE_SEARCH_API_KEY) or library; may be given more than once',
      (value: string, before: string[]) => [...before, value],
      [],
    )
    .option(
      '--strategy <name>',
      'what to explore and in which order: two-stage, two-stage-static, anchor-text, breadth-first, semantic; of the literature: fc, ffc, ache',
      'two-stage',
    )
    .option(
      '--topic-filter <name>',
      'who says which pages are about the domain: three-step (default), or knowledge (see "fieldfare knowledge build")',
    )
    .option('--knowledge <dir>', 'storage folder whose knowledge is used (default: --storage)')
    .option(
      '--learn-after <n>',
      'rebuild rankers after so many new sites with forms, or twice as many forms',
      whole,
      50,
    )
    .option(
      '--rankers <file>',
      'what the rankers of links and sites know from the start, by "fieldfare train rankers"; none for what they once believed',
    )
    .option(
      '--keywords <words>',
      'keywords of anchor-text, with commas between (default: the domains)',
      (value) => value.split(',').map((word) => word.trim()),
    )
    .option(
      '--anchor-weights <list>',
      'weights of content, link and sibling learning (default 0.2,0.2,0.3)',
      amounts,
    )
    .option(
      '--anchor-threshold <n>',
      'anchor-text leaves links that score no more for last (default 2.1)',
      amount,
    )
    .option('--storage <dir>', 'where everything is kept', 'storage')
    .option('--resume [run]', 'go on with the latest unfinished run, or with this one', (value) =>
      whole(value),
    )
    .option('--max-depth <n>', 'links from a front page', wholeOrZero, 3)
    .option('--max-sites <n>', 'sites to get to know (default 200)', whole)
    .option('--max-pages <n>', 'pages to read (default 10000)', whole)
    .option(
      '--locate-first <n>',
      'new sites to find before links within sites are followed (paper 004: 80; default 0)',
      wholeOrZero,
    )
    .option('--max-pages-per-site <n>', 'pages to read of one site (default 2000)', whole)
    .option('--max-seconds <n>', 'time to spend crawling', amount)
    .option('--max-requests <n>', 'requests to make in all, those of the browser too', whole)
    .option('--max-seconds-per-site <n>', 'time that the pages of one site may take', amount)
    .option('--max-bytes-per-site <size>', 'size of the pages of one site, such as 20MB', size)
    .option(
      '--leave-after <n>',
      'pages in a row without a new form after which a site is left (default 100, 0: never; not breadth-first)',
      wholeOrZero,
    )
    .option(
      '--forms-per-depth <n>',
      'new forms at one depth of a site after which the next depth comes (default 100, 0: never; not breadth-first)',
      wholeOrZero,
    )
    .option(
      '--audit <share>',
      'share of the pages read over HTTP to render too, to measure what is missed (default 0.02)',
      amount,
    )
    .option('--max-disk <size>', 'size of the archive of the run, such as 500MB (default 5GB)', size)
    .option(
      '--warc-size <size>',
      'size from which on the archive goes on in another file (default 1GB)',
      size,
    )
    .option(
      '--deny <host-or-address>',
      'never ask this host, or addresses that begin so; may be given more than once',
      (entry: string, before: string[]) => [...before, entry],
      [],
    )
    .option(
      '--every <time>',
      'harvest again on this rhythm, as 12h or 7d, and say what is new since the last run',
      duration,
    )
    .option(
      '--keep-runs <n>',
      'runs of the domain to keep; older ones are deleted when this one has ended',
      whole,
    )
    .option('--keep-days <n>', 'days that runs of the domain are kept', amount)
    .option('--keep-disk <size>', 'size that all runs of the domain may have on disk, such as 20GB', size)
    .option('--deny-file <file>', 'the same, one a line (# begins a comment)')
    .option('--concurrency <n>', 'pages under way at once', whole, 16)
    .option(
      '--delay <seconds>',
      'least time between two requests to a host (default: 1 live, 0 elsewhere)',
      amount,
    )
    .option('--per-host <n>', 'requests to one host at once (default: 1 live, 4 practice)', whole)
    .addOption(
      new Option('--render <when>', 'show pages to a browser: where scripts may matter, always, or never')
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .option('--no-submit', 'do not ask the forms that were found')
    .option('--no-text', 'leave open text fields empty: choose only')
    .addOption(new Option('--text').hideHelp())
    .addOption(
      new Option('--submit-to <which>', 'forms to ask: those about the domain (default), or all').choices([
        'domain',
        'all',
      ]),
    )
    .option('--max-submissions-per-site <n>', 'questions to all forms of a site (default 120)', whole)
    .option('--values <file>', 'values to type, a CSV file with the columns label and value')
    .option('--max-submissions <n>', 'questions to one form (default 25)', whole)
    .option('--max-answer-pages <n>', 'further pages of answers to follow, a form (default 200)', whole)
    .option('--detail-pages <n>', 'pages of single records to read, a form (default 3)', wholeOrZero)
    .option('--no-sitemaps', 'do not take links from sitemaps and feeds')
    .option(
      '--no-robots',
      'do not ask for robots.txt, and follow links marked nofollow (only for hosts of your own)',
    )
    .option('--timeout <seconds>', 'time for one answer', amount, 20)
    .option('--allow-private', 'let addresses of private networks be visited', false)
    .option('--proxy <url>', 'send everything through this HTTP proxy')
    .option('--header <line>', 'a header to send, "Name: value"; may be given more than once', headerLine, {})
    .option('--cookies <file>', "cookies to send, a cookies.txt in Netscape's format")
    .addOption(
      new Option(
        '--novelty <mode>',
        'judge what is new, as whole pages or sentence by sentence, for the library',
      )
        .choices(['off', 'page', 'sentence'])
        .default('off'),
    )
    .option(
      '--ontology <file>',
      'is-a relations for novelty, a YAML file; may be given more than once',
      (file: string, before: readonly string[]) => [...before, file],
      [],
    )
    .option('--contact <text>', 'how site owners can reach you: an address that stands in the user agent')
    .option('--log <file>', 'append every event to this file, one JSON object a line')
    .option('--json', 'print events as JSON lines')
    .option('--quiet', 'print nothing but the summary')
    .addHelpText('after', EXAMPLES)
    .action(async (domains: string[], flags: HarvestFlags) => {
      const { runHarvest } = await import('./run-harvest.ts');
      await runHarvest(domains, flags);
    });
}

const EXAMPLES = `
Examples:
  fieldfare harvest book --web practice
  fieldfare harvest hotel flight --contact me@example.org --max-sites 50
  fieldfare harvest book --search searxng:https://search.example.org/ --search brave
  fieldfare harvest product --web replay:crawl.warc.gz --strategy breadth-first
  fieldfare harvest --resume
  fieldfare harvest book --novelty sentence --every 7d --keep-runs 4

Exit codes: 0 done, 1 failed on the way, 2 wrong input, 130 interrupted, 143 terminated.`;

function headerLine(value: string, before: Record<string, string>): Record<string, string> {
  const match = /^([!#$%&'*+.^_`|~0-9a-z-]+):\s*(.*)$/i.exec(value);
  if (match?.[1] === undefined || /[\r\n]/.test(value))
    throw new InvalidArgumentError('expected "Name: value"');
  return { ...before, [match[1]]: match[2] ?? '' };
}
