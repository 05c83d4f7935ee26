/** Which record of an archive answers which request. */

import type { Location, ScannedRecord } from '../warc/index.ts';
import { decodeHttpHead, headerValue, statusOf } from '../warc/index.ts';
import { isHtml } from './markup.ts';
import { requestKey } from './request-key.ts';
import { webUrl } from './transport-url.ts';

/** A record in one of the files of an archive. */
interface Place extends Location {
  /** Its number among the files. */
  readonly file: number;
}

/** What answers a request. */
export interface Held {
  /** The response that has the body. */
  readonly response: Place;
  /** A revisit of it, which has the status and the headers of this answer. */
  readonly revisit?: Place;
  /** A page that can be asked for by GET. */
  readonly page: boolean;
}

interface Answer {
  readonly url: string;
  readonly place: Place;
  readonly page: boolean;
  readonly id: string;
  readonly concurrentTo: string;
  /** Of a revisit: what it says that it repeats. */
  readonly repeats?: {
    readonly id: string;
    readonly url: string;
    readonly date: string;
    readonly digest: string;
  };
}

interface Asked {
  readonly method: string;
  readonly key: string;
}

/** Collects records as they are scanned; requests, responses and revisits find each other by id once all are known. */
export class ReplayIndex {
  readonly #answers: Answer[] = [];
  /** By id of the request record, and by id of the response it names. */
  readonly #asked = new Map<string, Asked>();
  /** Responses by what revisits may name them by. */
  readonly #named = new Map<string, Answer>();
  #unresolved = 0;

  /** Revisits whose original the archive does not hold. */
  get unresolved(): number {
    return this.#unresolved;
  }

  note(record: ScannedRecord, file: number): void {
    const url = targetOf(record, 'warc-target-uri');
    if (url === undefined) return;
    const type = record.head.fields.get('warc-type')?.toLowerCase();
    if (type === 'request') this.#noteRequest(record, url);
    if (type === 'response') this.#noteResponse(record, url, file);
    if (type === 'revisit') this.#noteRevisit(record, url, file);
  }

  #noteRequest(record: ScannedRecord, url: string): void {
    const http = decodeHttpHead(record.prefix);
    const method = http?.startLine.split(' ', 1)[0] ?? 'GET';
    // Plain GETs need no note: that is what a response without a request is taken for.
    if (!http || method === 'GET') return;
    const body = record.prefix.subarray(http.headBytes);
    const asked = { method, key: requestKey(method, url, http.headers, body) };
    for (const name of ['warc-record-id', 'warc-concurrent-to']) {
      const id = record.head.fields.get(name);
      if (id) this.#asked.set(id, asked);
    }
  }

  #noteResponse(record: ScannedRecord, url: string, file: number): void {
    const http = decodeHttpHead(record.prefix);
    const status = http ? statusOf(http.startLine).status : 0;
    if (!http || status < 100) return;
    const coded = headerValue(http.headers, 'content-encoding') !== undefined;
    const first = coded ? new Uint8Array() : record.prefix.subarray(http.headBytes);
    const page = status === 200 && isHtml(headerValue(http.headers, 'content-type'), first);
    const answer = { ...namesOf(record), url, place: placeOf(record, file), page };
    this.#answers.push(answer);
    const { fields } = record.head;
    const date = fields.get('warc-date') ?? '';
    for (const name of [answer.id, `${url} ${date}`, fields.get('warc-payload-digest') ?? '', url])
      if (name !== '' && !this.#named.has(name)) this.#named.set(name, answer);
  }

  #noteRevisit(record: ScannedRecord, url: string, file: number): void {
    const { fields } = record.head;
    const repeats = {
      id: fields.get('warc-refers-to') ?? '',
      url: targetOf(record, 'warc-refers-to-target-uri') ?? url,
      date: fields.get('warc-refers-to-date') ?? '',
      digest: fields.get('warc-payload-digest') ?? '',
    };
    this.#answers.push({ ...namesOf(record), url, place: placeOf(record, file), page: false, repeats });
  }

  /** By `requestKey`; where an address was recorded more than once, the first answer counts. */
  resolve(): Map<string, Held> {
    const index = new Map<string, Held>();
    for (const answer of this.#answers) {
      const held = this.#heldOf(answer);
      const request = this.#asked.get(answer.id) ?? this.#asked.get(answer.concurrentTo);
      const key = request?.key ?? answer.url;
      if (held !== undefined && !index.has(key))
        index.set(key, { ...held, page: held.page && request === undefined });
    }
    return index;
  }

  #heldOf({ place, page, repeats }: Answer): Held | undefined {
    if (repeats === undefined) return { response: place, page };
    const { id, url, date, digest } = repeats;
    const named = [id, `${url} ${date}`, digest, url].map((name) => this.#named.get(name));
    const original = named.find((answer) => answer !== undefined);
    if (original === undefined) {
      this.#unresolved++;
      return undefined;
    }
    return { response: original.place, revisit: place, page: original.page };
  }
}

const targetOf = (record: ScannedRecord, field: string): string | undefined => {
  const raw = record.head.fields.get(field)?.replace(/^<|>$/g, '') ?? '';
  if (!/^https?:/i.test(raw)) return undefined;
  try {
    return webUrl(raw);
  } catch {
    return undefined;
  }
};

const namesOf = ({ head }: ScannedRecord): { readonly id: string; readonly concurrentTo: string } => ({
  id: head.fields.get('warc-record-id') ?? '',
  concurrentTo: head.fields.get('warc-concurrent-to') ?? '',
});

const placeOf = ({ offset, length }: ScannedRecord, file: number): Place => ({ file, offset, length });
