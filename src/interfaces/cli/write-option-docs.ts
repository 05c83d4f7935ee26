/** `npm run docs`: writes what is made from the schemas of options, domain files and exports, and from the import graph. */

import { writeFile } from 'node:fs/promises';
import { domainJsonSchema } from '../../foundation/domain/index.ts';
import { EXPORT_KINDS, exportSchema } from '../../library/index.ts';
import { drawRooms } from '../../setup/draw-rooms.mjs';
import { optionDocs } from './option-docs.ts';

await writeFile(new URL('../../../docs/options.md', import.meta.url), await optionDocs());
await writeFile(
  new URL('../../../domains/domain.schema.json', import.meta.url),
  `${JSON.stringify(domainJsonSchema(), null, 2)}\n`,
);
await writeFile(new URL('../../../docs/architecture.svg', import.meta.url), drawRooms());
for (const kind of EXPORT_KINDS)
  await writeFile(
    new URL(`../../../docs/schemas/${kind}.schema.json`, import.meta.url),
    `${JSON.stringify(exportSchema(kind), null, 2)}\n`,
  );
process.stdout.write(
  'wrote docs/options.md, docs/architecture.svg, domains/domain.schema.json and docs/schemas\n',
);
