import { FieldfareError } from '../errors/index.ts';

export interface DomainProblem {
  readonly line: number;
  /** Path of the field, as `thresholds.pageSimilarity` or `seeds[3]`; empty for the file as a whole. */
  readonly field: string;
  /** Says what was expected, and what was there instead. */
  readonly message: string;
}

const SHOWN = 20;

/** A domain file that cannot be used. The message has one line for each mistake: file, line, field, what was expected. */
export class DomainError extends FieldfareError {
  readonly code = 'domain';
  readonly file: string;
  readonly problems: readonly DomainProblem[];

  constructor(file: string, problems: readonly DomainProblem[], options?: ErrorOptions) {
    const lines = problems
      .slice(0, SHOWN)
      .map(({ line, field, message }) => `${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`);
    if (problems.length > SHOWN) lines.push(`${file}: ${problems.length - SHOWN} more mistakes`);
    super(lines.join('\n'), options);
    this.file = file;
    this.problems = problems;
  }
}

export class UnknownDomainError extends FieldfareError {
  readonly code = 'unknown-domain';
  override readonly httpStatus = 404;
  readonly known: readonly string[];

  constructor(
    domain: string,
    known: readonly string[],
    meant: string | undefined,
    what: 'domain' | 'region' = 'domain',
  ) {
    const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    super(
      `No ${what} is called "${domain}".${guess} Known: ${known.join(', ')}. Name a file of your own by its path, such as ./${domain.replace(/[^\w-]/g, '') || 'mine'}.yaml.`,
    );
    this.known = known;
  }
}
