import type { DocumentVerdict, StoredDocument } from '../../storage/index.ts';
import { hashText } from '../novelty/fingerprint.ts';
import type { JudgedText } from '../novelty/judge-text.ts';
import { encodeHashes, encodeSignature } from '../novelty/page-memory.ts';
import { fieldText } from './keep-document.ts';

export interface JudgedDocument {
  readonly row: StoredDocument;
  readonly content: readonly string[];
  readonly judged: JudgedText;
  readonly category: string | null;
  readonly seq: number;
  /** Its text need not be kept where it is known. */
  readonly letGo: boolean;
}

export function verdictOf({ row, content, judged, category, seq, letGo }: JudgedDocument): DocumentVerdict {
  const { reading, signature, verdict } = judged;
  const text = content.join('\n');
  const newSentences = verdict.newSentences?.map((sentence) => sentence.text);
  const pointer = verdict.kind === 'known' && letGo;
  return {
    id: row.id,
    state: verdict.kind,
    seq,
    language: reading.language,
    category,
    similarity: verdict.similarity,
    like_id: verdict.duplicateOf ?? null,
    sentences: reading.sentences.length,
    new_spans: newSentences === undefined ? null : JSON.stringify(spansOf(text, newSentences)),
    content: pointer ? encodeHashes(Uint32Array.from(content, hashText)) : null,
    text_bytes: Buffer.byteLength(text),
    ...(!pointer && {
      text: { title: row.title, text, url: row.url, site: row.site, fields: fieldText(row.fields) },
    }),
    ...(verdict.kind === 'novel' &&
      signature !== undefined && {
        print: { signature: encodeSignature(signature), fingerprint: encodeHashes(reading.fingerprint) },
      }),
  };
}

/** Finds the positions of the sentences in the text, in order. */
function spansOf(text: string, sentences: readonly string[]): [number, number][] {
  const spans: [number, number][] = [];
  let from = 0;
  for (const sentence of sentences) {
    const at = text.indexOf(sentence, from);
    if (at < 0) continue;
    from = at + sentence.length;
    spans.push([at, from]);
  }
  return spans;
}
