import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Its hundred modules are loaded with the first request: threads that read pages, and commands that show what is stored, make none. */
export const undici = (): typeof import('undici') => require('undici');
