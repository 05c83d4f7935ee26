/** `npm run docs`: writes what is made from the option schemas. */

import { writeFile } from 'node:fs/promises';
import { optionDocs } from './option-docs.ts';

await writeFile(new URL('../../../docs/options.md', import.meta.url), optionDocs());
process.stdout.write('wrote docs/options.md\n');
