/** `npm run docs`: writes what is made from the schemas of options and of domain files. */

import { writeFile } from 'node:fs/promises';
import { domainJsonSchema } from '../../foundation/domain/index.ts';
import { optionDocs } from './option-docs.ts';

await writeFile(new URL('../../../docs/options.md', import.meta.url), optionDocs());
await writeFile(
  new URL('../../../domains/domain.schema.json', import.meta.url),
  `${JSON.stringify(domainJsonSchema(), null, 2)}\n`,
);
process.stdout.write('wrote docs/options.md and domains/domain.schema.json\n');
