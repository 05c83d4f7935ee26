import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder. Under Vitest it goes when the tests of its file are over: `own-temporary-folder.ts`. */
export const temporaryFolder = (prefix = 'fieldfare-'): string => mkdtempSync(join(tmpdir(), prefix));
