import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads undici with the first request: analysis threads and commands that only read the store never need it. */
export const undici = (): typeof import('undici') => require('undici');
