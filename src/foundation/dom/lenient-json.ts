/** Reads JSON as people write it into pages: what `JSON.parse` takes, and what it refuses as far as it goes. */

import { exactJsonOf } from '../text/index.ts';
import { decodeText } from './fast-parser/references.ts';

const MAX_NESTING = 64;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Values of a script, in order: usually one. Trailing or missing commas, comments, line breaks within texts, single quotes,
 * names without quotes, character references in place of quotes and a cut end are read through. Linear time.
 */
export function readLenientJson(code: string): readonly unknown[] {
  const text = withoutWrapping(code);
  const whole = exactJsonOf(text);
  if (whole !== undefined) return [whole];
  const escaped = /^[\s[{]*&quot;/.test(text);
  return new LenientReader(escaped ? decodeText(text) : text).values();
}

/** Removes the comment that hides a script from very old browsers. */
const withoutWrapping = (code: string): string =>
  code
    .replace(/^\s*(?:\/\/\s*|\/\*\s*)?(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?/, '')
    .replace(/(?:\/\/\s*|\/\*\s*)?(?:-->|\]\]>)(?:\s*\*\/)?\s*$/, '');

/** Between values: space and separators, whether they are wanted there or not; comments stand among them. */
const BETWEEN = /(?:[\s,;]|\/\/[^\n]*(?:\n|$))+/y;
const BARE = /[^\s,:;[\]{}"']+/y;

class LenientReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  values(): unknown[] {
    const values: unknown[] = [];
    for (this.skip(); this.at < this.text.length; this.skip()) {
      const start = this.at;
      const value = this.value(0);
      if (typeof value === 'object' && value !== null) values.push(value);
      if (this.at === start) this.at++;
    }
    return values;
  }

  private skip(): void {
    for (let from = -1; from !== this.at; ) {
      from = this.at;
      BETWEEN.lastIndex = from;
      if (BETWEEN.test(this.text)) this.at = BETWEEN.lastIndex;
      if (!this.text.startsWith('/*', this.at)) continue;
      const end = this.text.indexOf('*/', this.at);
      this.at = end < 0 ? this.text.length : end + 2;
    }
  }

  private value(depth: number): unknown {
    const first = this.text[this.at];
    if (first === '"' || first === "'") return this.quoted(first);
    if (depth < MAX_NESTING && first === '{') return this.object(depth + 1);
    if (depth < MAX_NESTING && first === '[') return this.list(depth + 1);
    const bare = this.bare();
    if (bare === 'true' || bare === 'false') return bare === 'true';
    if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(bare)) return Number(bare);
    return bare === 'null' || bare === 'undefined' || bare === '' ? null : bare;
  }

  private bare(): string {
    BARE.lastIndex = this.at;
    const [found = ''] = BARE.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }

  private object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = Object.create(null);
    this.at++;
    for (this.skip(); this.at < this.text.length; this.skip()) {
      const start = this.at;
      const first = this.text[start] ?? '';
      if (first === '}') {
        this.at++;
        break;
      }
      if (first === ']') break;
      const name = first === '"' || first === "'" ? this.quoted(first) : this.bare();
      this.skip();
      if (this.text[this.at] === ':') {
        this.at++;
        this.skip();
        if (this.text[this.at] !== '}') object[name] = this.value(depth);
      }
      if (this.at === start) this.at++;
    }
    return object;
  }

  private list(depth: number): unknown[] {
    const list: unknown[] = [];
    this.at++;
    for (this.skip(); this.at < this.text.length; this.skip()) {
      const start = this.at;
      const first = this.text[start];
      if (first === ']') {
        this.at++;
        break;
      }
      if (first === '}') break;
      list.push(this.value(depth));
      if (this.at === start) this.at++;
    }
    return list;
  }

  /** A text up to its quote; a quote that nothing of JSON follows is one of the text. */
  private quoted(quote: string): string {
    let read = '';
    this.at++;
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at] ?? '';
      if (char === '\\') read += this.escaped();
      else if (char !== quote) read += char;
      else if (
        /^\s*(?:[,:}\]]|\/[/*]|"[^"]{0,60}"\s*:|$)/.test(this.text.slice(this.at + 1, this.at + 120))
      ) {
        this.at++;
        break;
      } else read += char;
    }
    return read;
  }

  /** Leaves the position at the last character of the escape. */
  private escaped(): string {
    const letter = this.text[++this.at] ?? '';
    const [code] =
      letter === 'u' ? (/^[\da-f]{4}/i.exec(this.text.slice(this.at + 1, this.at + 5)) ?? []) : [];
    if (code === undefined) return ESCAPES[letter] ?? letter;
    this.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }
}
