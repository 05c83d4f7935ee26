import type { OptionsError } from '../../crawl/settings/index.ts';

/** What scripts can rely on. */
export const EXIT = {
  /** Done, or ended at a budget that was asked for. */
  done: 0,
  /** Something went wrong on the way; what was found before is kept. */
  failed: 1,
  /** What was asked for cannot be done: unknown domain, wrong option, file missing or damaged. */
  badInput: 2,
  /** Interrupted; `--resume` goes on. */
  interrupted: 130,
  /** The same by SIGTERM, as service managers and containers end a process. */
  terminated: 143,
} as const;

/** Errors whose message says it all to a person: no stack is shown. */
const BAD_INPUT = new Set([
  'OptionsError',
  'DomainError',
  'UnknownDomainError',
  'StoreError',
  'StoreBusyError',
  'NoBrowserError',
  'SeedsUnreachableError',
  'ModelError',
  'LabelledDataError',
  'ValueFileError',
  'OutcomeDataError',
  'AnswerError',
  'WebError',
  'WebSpecError',
  'WarcError',
  'CookieFileError',
  'ProxyOptionError',
  'ProviderError',
  'FeedError',
  'ListingsError',
  'OntologyError',
  'SearchError',
  'ScoreInputError',
  'DenyListError',
  'KnowledgeError',
]);

export function exitCodeOf(error: unknown): number {
  return error instanceof Error && BAD_INPUT.has(error.name) ? EXIT.badInput : EXIT.failed;
}

/** One line for people; the stack only where FIELDFARE_DEBUG asks for it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (process.env.FIELDFARE_DEBUG) return error.stack ?? error.message;
  return (flagsNamed(error) ?? error.message).split('\n').join(' ').trim();
}

/** Options that are wrong, by the names that they have on the command line: `anchorWeights` is `--anchor-weights` there. */
function flagsNamed(error: Error): string | undefined {
  const { wrong } = error as Partial<OptionsError>;
  if (error.name !== 'OptionsError' || wrong === undefined || wrong.length === 0) return undefined;
  const flag = (option: string) =>
    `--${option.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return wrong.map(({ option, message }) => `${flag(option)}: ${message}`).join('; ');
}
