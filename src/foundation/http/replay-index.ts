/** Finds the record of an archive that answers a request. */

import type { ByteRange, ScannedRecord } from '../warc/index.ts';
import { decodeHttpHead, headerValue, statusOf } from '../warc/index.ts';
import { isHtml } from './markup.ts';
import { requestKey } from './request-key.ts';
import { comparableUrl } from './transport-url.ts';

interface ArchivePlace extends ByteRange {
  readonly file: number;
}

export interface ReplayAnswer {
  readonly response: ArchivePlace;
  /** A revisit of it, with the status and headers of this answer. */
  readonly revisit?: ArchivePlace;
  /** A page that GET returns. */
  readonly page: boolean;
}

interface IndexedResponse {
  readonly url: string;
  readonly place: ArchivePlace;
  readonly page: boolean;
  /** True where the server refused or failed: a later answer counts instead. */
  readonly hasFailed: boolean;
  readonly id: string;
  readonly concurrentTo: string;
  /** The record that a revisit refers to. */
  readonly original?: {
    readonly id: string;
    readonly url: string;
    readonly date: string;
    readonly digest: string;
  };
}

interface IndexedRequest {
  readonly method: string;
  readonly key: string;
}

/** Collects scanned records; `resolve` then joins requests, responses and revisits by id. */
export class ReplayIndex {
  readonly #responses: IndexedResponse[] = [];
  /** By id of the request record and of the response it names. */
  readonly #requests = new Map<string, IndexedRequest>();
  /** Responses by all names that a revisit may use. */
  readonly #named = new Map<string, IndexedResponse>();
  #unresolved = 0;

  get unresolved(): number {
    return this.#unresolved;
  }

  add(record: ScannedRecord, file: number): void {
    const url = targetOf(record, 'warc-target-uri');
    if (url === undefined) return;
    const type = record.head.fields.get('warc-type')?.toLowerCase();
    if (type === 'request') this.#addRequest(record, url);
    if (type === 'response') this.#addResponse(record, url, file);
    if (type === 'resource') this.#addResource(record, url, file);
    if (type === 'revisit') this.#addRevisit(record, url, file);
  }

  #addRequest(record: ScannedRecord, url: string): void {
    const http = decodeHttpHead(record.prefix);
    const method = http?.startLine.split(' ', 1)[0] ?? 'GET';
    // GET is the default for a response without a request record.
    if (!http || method === 'GET') return;
    const body = record.prefix.subarray(http.headBytes);
    const request = { method, key: requestKey(method, url, http.headers, body) };
    for (const name of ['warc-record-id', 'warc-concurrent-to']) {
      const id = record.head.fields.get(name);
      if (id) this.#requests.set(id, request);
    }
  }

  #addResponse(record: ScannedRecord, url: string, file: number): void {
    const http = decodeHttpHead(record.prefix);
    const status = http ? statusOf(http.startLine).status : 0;
    if (!http || status < 100) return;
    const coded = headerValue(http.headers, 'content-encoding') !== undefined;
    const first = coded ? new Uint8Array() : record.prefix.subarray(http.headBytes);
    const page = status === 200 && isHtml(headerValue(http.headers, 'content-type'), first);
    this.#addNamed(
      { ...namesOf(record), url, place: placeOf(record, file), page, hasFailed: status >= 400 },
      record,
    );
  }

  /** A file as such, without a head of HTTP, as other tools archive it. */
  #addResource(record: ScannedRecord, url: string, file: number): void {
    const page = isHtml(record.head.fields.get('content-type'), record.prefix);
    this.#addNamed({ ...namesOf(record), url, place: placeOf(record, file), page, hasFailed: false }, record);
  }

  #addNamed(answer: IndexedResponse, record: ScannedRecord): void {
    const { url } = answer;
    this.#responses.push(answer);
    const { fields } = record.head;
    const date = fields.get('warc-date') ?? '';
    for (const name of [answer.id, `${url} ${date}`, fields.get('warc-payload-digest') ?? '', url])
      if (name !== '' && !this.#named.has(name)) this.#named.set(name, answer);
  }

  #addRevisit(record: ScannedRecord, url: string, file: number): void {
    const { fields } = record.head;
    const repeats = {
      id: fields.get('warc-refers-to') ?? '',
      url: targetOf(record, 'warc-refers-to-target-uri') ?? url,
      date: fields.get('warc-refers-to-date') ?? '',
      digest: fields.get('warc-payload-digest') ?? '',
    };
    this.#responses.push({
      ...namesOf(record),
      url,
      place: placeOf(record, file),
      page: false,
      hasFailed: false,
      original: repeats,
    });
  }

  /** Returns the answers by `requestKey`; of several answers to a request the first counts that did not fail. */
  resolve(): Map<string, ReplayAnswer> {
    const index = new Map<string, ReplayAnswer>();
    const failed = new Set<string>();
    for (const answer of this.#responses) {
      const archived = this.#answerOf(answer);
      const request = this.#requests.get(answer.id) ?? this.#requests.get(answer.concurrentTo);
      const key = request?.key ?? answer.url;
      if (archived === undefined || (index.has(key) && (answer.hasFailed || !failed.has(key)))) continue;
      index.set(key, { ...archived, page: archived.page && request === undefined });
      if (answer.hasFailed) failed.add(key);
      else failed.delete(key);
    }
    return index;
  }

  #answerOf({ place, page, original: repeats }: IndexedResponse): ReplayAnswer | undefined {
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
    return comparableUrl(raw);
  } catch {
    return undefined;
  }
};

const namesOf = ({ head }: ScannedRecord): { readonly id: string; readonly concurrentTo: string } => ({
  id: head.fields.get('warc-record-id') ?? '',
  concurrentTo: head.fields.get('warc-concurrent-to') ?? '',
});

const placeOf = ({ offset, length }: ScannedRecord, file: number): ArchivePlace => ({ file, offset, length });
