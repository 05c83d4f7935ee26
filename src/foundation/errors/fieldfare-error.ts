interface FieldfareErrorOptions extends ErrorOptions {
  /** Advises users of the command line, such as `choose another with --storage DIR`. */
  readonly hint?: string;
}

/** Says in its message alone what is wrong. Interfaces decide by its fields: `exitCode` and `hint`, or `code` and `httpStatus`. */
export abstract class FieldfareError extends Error {
  /** The kind of the error for programs: lower case, stable between releases. */
  abstract readonly code: string;
  /** 2: the request cannot be fulfilled as it was made; 1: something went wrong on the way, and what was found is kept. */
  readonly exitCode: 1 | 2 = 2;
  readonly httpStatus: number = 400;
  readonly hint: string | undefined;

  constructor(message: string, { hint, ...options }: FieldfareErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    this.hint = hint;
  }
}
