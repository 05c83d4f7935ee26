import type { WordNet } from '../../foundation/text/index.ts';
import type { OpenSentences } from '../../storage/index.ts';
import { fingerprintOf, hashText } from './fingerprint.ts';
import { MinHash } from './min-hash.ts';
import { textOfStatement } from './read-text.ts';
import { statementSimilarity } from './same-statement.ts';
import type { SentenceTerm, Statement } from './statement.ts';

/** Sentences with Dice .65 share a band with probability .985. */
const BANDING = { bands: 16, rows: 2 };
/** Candidates compared before a sentence counts as new, the likeliest first. */
const MAX_COMPARED = 40;

interface SentenceHit {
  readonly document: number;
  readonly similarity: number;
}

/** The known sentences: finds those that share a key with a sentence and compares their terms. */
export class SentenceIndex {
  readonly #sentences: OpenSentences;
  readonly #wordNet: WordNet;
  readonly #minHash = new MinHash(BANDING);
  /** Keys of statements that were looked up: most statements are added right after. */
  readonly #made = new WeakMap<Statement, readonly number[]>();

  constructor(sentences: OpenSentences, wordNet: WordNet) {
    this.#sentences = sentences;
    this.#wordNet = wordNet;
  }

  /** Last document in judging order that the index holds. */
  seq(): Promise<number> {
    return this.#sentences.seq();
  }

  /** Finds a known sentence with a similarity above the threshold. */
  async find(statement: Statement, threshold: number): Promise<SentenceHit | undefined> {
    for (const sentence of await this.#candidates(statement)) {
      const known = await this.#sentences.get(sentence);
      if (known === undefined || known.guard !== statement.guard) continue;
      const { document, guard, terms } = known;
      const similarity = statementSimilarity(
        { terms: decodeTerms(terms), guard, words: 0 },
        statement,
        this.#wordNet,
      );
      if (similarity > threshold) return { document, similarity };
    }
    return undefined;
  }

  /** Returns the sentences that share keys, those with the most shared keys first. */
  async #candidates(statement: Statement): Promise<number[]> {
    const shared = new Map<number, number>();
    for (const sentence of await this.#sentences.sharing(this.#keys(statement)))
      shared.set(sentence, (shared.get(sentence) ?? 0) + 1);
    return [...shared]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MAX_COMPARED)
      .map(([sentence]) => sentence);
  }

  add(statement: Statement, document: number): Promise<void> {
    const { guard } = statement;
    return this.#sentences.add(
      { document, guard, terms: encodeTerms(statement.terms) },
      this.#keys(statement),
    );
  }

  /** Keeps the added sentences, so that they survive a crash of the process. */
  commit(seq: number): Promise<void> {
    return this.#sentences.commit(seq);
  }

  close(): Promise<void> {
    return this.#sentences.close();
  }

  /** Returns one key of all terms in any order, and the band keys; the guard is part of each. */
  #keys(statement: Statement): readonly number[] {
    const made = this.#made.get(statement) ?? this.#makeKeys(statement);
    this.#made.set(statement, made);
    return made;
  }

  #makeKeys(statement: Statement): number[] {
    const salt = hashText(statement.guard);
    const tokens = statement.terms.map((term) => term.token).sort();
    const whole = hashText(`${statement.guard} ${tokens.join(' ')}`);
    const set = fingerprintOf([textOfStatement(statement)]);
    return [whole, ...this.#minHash.sign(set, salt).keys];
  }
}

const encodeTerms = (terms: readonly SentenceTerm[]): string =>
  terms
    .map(({ lemma, token, name }) => `${name ? '^' : ''}${lemma}${token === lemma ? '' : `\t${token}`}`)
    .join('\n');

const decodeTerms = (text: string): SentenceTerm[] =>
  text.split('\n').map((line) => {
    const [marked = '', token] = line.split('\t');
    const name = marked.startsWith('^');
    const lemma = name ? marked.slice(1) : marked;
    return { lemma, token: token ?? lemma, noun: true, name };
  });
