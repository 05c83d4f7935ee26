import { stringify } from 'yaml';
import { z } from 'zod';
import { domainSchema } from './domain.ts';

/** Terms as a domain file weighs them: the first third most. */
const HEAVY = 3;
const LIGHT = 2;

export interface DomainDraft {
  readonly name: string;
  /** Words and phrases, those that tell most first. */
  readonly terms: readonly string[];
  readonly seeds: readonly string[];
  /** Path or address of the JSON Schema of domain files, for editors. */
  readonly schema: string;
}

/** The text of a domain file to begin with: YAML with a comment at each part that its author will want to change. */
export function draftDomain({ name, terms, seeds, schema }: DomainDraft): string {
  const distinct = [...new Set(terms.map((term) => term.trim().toLowerCase()).filter((term) => term !== ''))];
  const weights = Object.fromEntries(
    distinct.map((term, at) => [term, at < Math.ceil(distinct.length / 3) ? HEAVY : LIGHT]),
  );
  const part = (comment: string, value: object): string =>
    `\n${comment
      .split('\n')
      .map((line) => `# ${line}`)
      .join('\n')}\n${stringify(value, { lineWidth: 100 })}`;
  return [
    `# yaml-language-server: $schema=${schema}\n`,
    stringify({ name, description: `Sites about ${name}.` }),
    part('Word or phrase: weight. 3 = hardly used elsewhere, 2 = typical, 1 = also common elsewhere.', {
      terms: weights,
    }),
    part('Other ways, and other languages, to say a term, as  term: [synonym, another].', { synonyms: {} }),
    part('What to type into search fields, by the meaning of the field, as  title: [Moby-Dick].', {
      values: {},
    }),
    part('Addresses to start from.', { seeds }),
  ].join('');
}

export const domainJsonSchema = (): object =>
  z.toJSONSchema(domainSchema, { io: 'input', unrepresentable: 'any' });
