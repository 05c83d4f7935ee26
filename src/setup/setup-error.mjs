/** Something the user has to put right before Fieldfare can start; its message says what. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function codeOf(error) {
  return String(/** @type {NodeJS.ErrnoException | undefined} */ (error)?.code ?? error);
}
