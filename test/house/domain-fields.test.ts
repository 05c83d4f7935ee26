import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { domainSchema } from '../../src/foundation/domain/domain.ts';

const SRC = join(import.meta.dirname, '../../src');
/** What describes the fields, and so names each of them. */
const DESCRIBES = /^foundation\/domain\/(?:domain|parse-domain)\.ts$/;

const code = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !DESCRIBES.test(file))
  .map((file) => readFileSync(join(SRC, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, ''))
  .join('\n');

const { thresholds, keep, hints } = domainSchema.shape;
const fields = [
  ...Object.keys(domainSchema.shape),
  ...[thresholds.unwrap(), keep.unwrap(), hints.unwrap().valueType].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
];

it.each(fields.map((field) => [field]))('the field %s of domain files is read', (field) => {
  expect(code).toMatch(new RegExp(`\\b${field}\\b`));
});
