import type { z } from 'zod';
import { nearest } from '../text/index.ts';
import { type FileKind, fieldName, type LineOf, parseChecked } from './checked-yaml.ts';
import { type Domain, domainSchema } from './domain.ts';
import type { DomainProblem } from './domain-error.ts';

/**
 * Reads the text of a domain file.
 * @param file name to use in messages
 * @throws {DomainError} with every mistake, each with its line
 */
export function parseDomain(text: string, file: string): Domain {
  return { ...parseChecked(text, file, DOMAIN_FILE), file };
}

const DOMAIN_FILE: FileKind<typeof domainSchema> = {
  schema: domainSchema,
  keys: {
    '': Object.keys(domainSchema.shape),
    thresholds: Object.keys(domainSchema.shape.thresholds.unwrap().shape),
    keep: ['runs', 'days', 'disk'],
    hints: ['start', 'render', 'delaySeconds', 'forms'],
  },
  gone: {
    'thresholds.formSimilarity':
      'left out, since it decides nothing: a form belongs to a domain by its probability; write formProbability (0.5) or nothing',
  },
  strays: strayWords,
};

/** Synonyms of words that are not terms would silently do nothing. */
function strayWords(domain: z.infer<typeof domainSchema>, lineOf: LineOf): DomainProblem[] {
  const terms = Object.keys(domain.terms);
  const known = new Set(terms);
  return Object.keys(domain.synonyms)
    .filter((word) => !known.has(word))
    .map((word) => {
      const meant = nearest(word, terms);
      const hint = meant === undefined ? 'write it under terms first' : `did you mean "${meant}"?`;
      const path = ['synonyms', word];
      return { line: lineOf(path), field: fieldName(path), message: `expected a word of terms; ${hint}` };
    });
}
