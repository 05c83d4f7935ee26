/** Rewrites odd heads of answers that browsers forgive before undici's strict parser sees them. Well-formed heads pass unchanged. */

import type { Socket } from 'node:net';
import { endOfHead } from '../warc/index.ts';
import { TransportError } from './transport.ts';

/** Written to the archive. */
type HeadRepair =
  | 'blank-first'
  | 'line-feeds'
  | 'folded-line'
  | 'space-in-name'
  | 'line-without-colon'
  | 'control-sign'
  | 'status-line'
  | 'interim-head'
  | 'length-repeated'
  | 'length-and-chunks';

/** Name of the header that carries the repairs from the socket to its reader; taken out there. */
export const REPAIRS_HEADER = 'fieldfare-repaired';

/** Like undici's own limit; a longer head goes on as it is, and is refused there. */
const MAX_HEAD_BYTES = 65_536;

const WELL_FORMED =
  /^HTTP\/1\.[01] [1-5]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/;
const FIRST_LINE = /^http\/(\d)(?:\.(\d))?[\t ]+(\d{3})(?!\d)(.*)$/i;
const FIELD_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

interface Head {
  readonly head: Buffer;
  readonly status: number;
  readonly isChunked: boolean;
}

/** Returns the head as it came, where nothing in it is odd. */
function wellFormed(head: Buffer, text: string): Head | undefined {
  if (!WELL_FORMED.test(text)) return undefined;
  const lengths = text.match(/\ncontent-length:[^\r]*/gi) ?? [];
  const isChunked = /\ntransfer-encoding:[^\r\n]{0,200}chunked[\t ]{0,9}\r/i.test(text);
  if (lengths.length > (isChunked ? 0 : 1)) return undefined;
  if (!/^(?:\ncontent-length:[\t ]*\d{1,15}[\t ]*)?$/i.test(lengths[0] ?? '')) return undefined;
  return { head, status: Number(text.slice(9, 12)), isChunked };
}

/** @throws {TransportError} `protocol`, with the line that no browser accepts either */
function rewriteHead(text: string): Head {
  const repairs = new Set<HeadRepair>();
  const [first = '', ...lines] = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (/[^\r]\n/.test(text)) repairs.add('line-feeds');
  const match = FIRST_LINE.exec(first);
  if (match === null) throw badLine(first);
  const [, major = '1', minor = '0', status = '', reason = ''] = match;
  const version = major === '1' && minor === '0' ? '1.0' : '1.1';
  const startLine = `HTTP/${version} ${status} ${printable(reason).trim()}`;
  if (!first.startsWith(`HTTP/${version} ${status}`)) repairs.add('status-line');
  const fields = fieldsOf(lines, repairs);
  const isChunked = fields.some(
    ([name, value]) => /^transfer-encoding$/i.test(name) && /(?:^|,)\s*chunked\s*$/i.test(value),
  );
  const kept = withOneLength(fields, isChunked, repairs);
  if (repairs.size > 0) kept.push([REPAIRS_HEADER, [...repairs].join(', ')]);
  const head = [startLine, ...kept.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  return { head: Buffer.from(head, 'latin1'), status: Number(status), isChunked };
}

function fieldsOf(lines: readonly string[], repairs: Set<HeadRepair>): [string, string][] {
  const fields: [string, string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (line.trim() === '') continue;
    if (line.includes('\0')) throw badLine(line);
    if (/^[\t ]/.test(line) && last !== undefined) {
      repairs.add('folded-line');
      last[1] = `${last[1]} ${printable(line).trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    const value = line.slice(colon + 1).trim();
    if (colon <= 0) repairs.add('line-without-colon');
    else if (FIELD_NAME.test(name.trimEnd())) {
      if (name !== name.trimEnd()) repairs.add('space-in-name');
      if (printable(value) !== value) repairs.add('control-sign');
      fields.push([name.trimEnd(), printable(value)]);
    } else repairs.add('space-in-name');
  }
  return fields;
}

/** Leaves one length, or none beside chunks, which count (RFC 9112, 6.3). */
function withOneLength(
  fields: readonly [string, string][],
  isChunked: boolean,
  repairs: Set<HeadRepair>,
): [string, string][] {
  const isLength = ([name]: readonly [string, string]): boolean => /^content-length$/i.test(name);
  const written = fields.filter(isLength);
  if (written.length === 0) return [...fields];
  if (isChunked) {
    repairs.add('length-and-chunks');
    return fields.filter((field) => !isLength(field));
  }
  const values = written.flatMap(([, value]) => value.split(',').map((part) => part.trim()));
  const [length = ''] = values;
  const odd = written.find(([, value]) => value.split(',').some((part) => part.trim() !== length));
  if (odd !== undefined || !/^\d{1,15}$/.test(length)) throw badLine((odd ?? written[0] ?? []).join(': '));
  if (values.length > 1) repairs.add('length-repeated');
  const [name = 'content-length'] = written[0] ?? [];
  return [...fields.filter((field) => !isLength(field)), [name, length]];
}

const printable = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ');

const badLine = (line: string): TransportError =>
  new TransportError('protocol', `the head of the answer has a bad line: ${printable(line).slice(0, 80)}`);

/** Reads the lines of a chunked body: takes out the spaces behind sizes, and ends lines of LF alone as they should. */
class ChunkLines {
  private dataLeft = 0;
  private isAfterData = false;
  private line = '';
  /** After the last size, or where the body is not chunked: the rest passes as it comes. */
  private isOver = false;

  pass(bytes: Buffer): Buffer {
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const data = this.isOver ? bytes.length - at : Math.min(bytes.length - at, this.dataLeft);
      if (data > 0) {
        if (!this.isOver) this.dataLeft -= data;
        parts.push(bytes.subarray(at, at + data));
        at += data;
        continue;
      }
      const feed = bytes.indexOf(10, at);
      const end = feed < 0 ? bytes.length : feed + 1;
      this.line += bytes.toString('latin1', at, end);
      at = end;
      if (feed >= 0 || this.line.length > 1_024) parts.push(this.whole(this.line));
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  }

  private whole(line: string): Buffer {
    this.line = '';
    const size = this.isAfterData ? '' : /^([0-9a-f]{1,12})[\t ]*(?:;[^\r\n]*)?\r?\n$/i.exec(line)?.[1];
    this.isOver = size === undefined || /^0+$/.test(size) || (size === '' && line.trim() !== '');
    if (this.isOver && size !== '0') return Buffer.from(line, 'latin1');
    this.dataLeft = Number.parseInt(size || '0', 16);
    this.isAfterData = size !== '';
    return Buffer.from(`${size}\r\n`, 'latin1');
  }
}

class AnswerBytes {
  private waiting: Buffer = Buffer.alloc(0);
  private isHeadExpected = false;
  private chunks: ChunkLines | undefined;
  /** True once the server has changed the protocol: nothing is looked at any more. */
  isUpgraded = false;

  /** A request goes out. */
  expectHead(): void {
    this.isHeadExpected = true;
    this.chunks = undefined;
  }

  /** @throws {TransportError} */
  pass(bytes: Buffer): Buffer {
    if (!this.isHeadExpected) return this.chunks?.pass(bytes) ?? bytes;
    this.waiting = this.waiting.length === 0 ? bytes : Buffer.concat([this.waiting, bytes]);
    const blank = /^[\r\n]*/.exec(this.waiting.toString('latin1', 0, 4))?.[0].length ?? 0;
    const begins = this.waiting.toString('latin1', blank, blank + 5).toLowerCase();
    if (!'http/'.startsWith(begins) && begins !== 'http/') return this.asItCame();
    const end = endOfHead(this.waiting.subarray(blank));
    if (end < 0) return this.waiting.length > MAX_HEAD_BYTES ? this.asItCame() : Buffer.alloc(0);
    const head = this.waiting.subarray(blank, blank + end);
    const rest = this.waiting.subarray(blank + end);
    this.waiting = Buffer.alloc(0);
    return this.headAndRest(head, rest);
  }

  private headAndRest(written: Buffer, rest: Buffer): Buffer {
    const text = written.toString('latin1');
    const { head, status, isChunked } = wellFormed(written, text) ?? rewriteHead(text);
    // Nothing asked for an interim answer, and undici refuses it: the answer itself follows.
    if (status === 100) return this.pass(rest);
    if (status >= 100 && status < 200 && status !== 101) return Buffer.concat([head, this.pass(rest)]);
    this.isUpgraded = status === 101;
    this.isHeadExpected = false;
    if (isChunked) this.chunks = new ChunkLines();
    const body = this.chunks?.pass(rest) ?? rest;
    return body.length === 0 ? head : Buffer.concat([head, body]);
  }

  private asItCame(): Buffer {
    const bytes = this.waiting;
    this.waiting = Buffer.alloc(0);
    this.isHeadExpected = false;
    return bytes;
  }
}

/** Lets undici read the answers of a new connection with their heads made well-formed. */
export function forgiveHeads<S extends Socket>(socket: S): S {
  const answers = new AnswerBytes();
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.read = (size?: number): unknown => {
    for (;;) {
      const bytes: unknown = read(size);
      if (answers.isUpgraded || !Buffer.isBuffer(bytes)) return bytes;
      try {
        const passed = answers.pass(bytes);
        if (passed.length > 0) return passed;
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
        return null;
      }
    }
  };
  socket.write = (...args: unknown[]): boolean => {
    if (!answers.isUpgraded) answers.expectHead();
    return write(...args);
  };
  return socket;
}
