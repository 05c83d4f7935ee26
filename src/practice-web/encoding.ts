/** Pages in the encoding of their site, and what comes back from them. */

import type { Answer } from './answer.ts';
import type { ListHabits } from './list-habits.ts';

/** Letters of windows-1252 at 80 to 9F; the rest of it is that of Unicode. */
const LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Declares the encoding of a page; letters that it does not have become references. */
export function inEncoding(answer: Answer, encoding: ListHabits['encoding']): Answer {
  const isPage = answer.headers['content-type'] === 'text/html; charset=utf-8' && answer.trap === undefined;
  if (encoding === 'utf-8' || typeof answer.body !== 'string' || !isPage) return answer;
  const body = answer.body.replace(/[^\0-\xff]/gu, (letter) =>
    LETTERS.includes(letter) ? letter : `&#${letter.codePointAt(0)};`,
  );
  return {
    ...answer,
    headers: { ...answer.headers, 'content-type': `text/html; charset=${encoding}` },
    body,
  };
}

/** Body as it goes over the wire. */
export function bytesOf({ body, headers }: Answer): Buffer {
  if (typeof body !== 'string') return Buffer.from(body);
  if (!/windows-1252/.test(headers['content-type'] ?? '')) return Buffer.from(body);
  return Buffer.from(
    body.replace(/[^\0-\xff]/gu, (letter) => String.fromCharCode(0x80 + LETTERS.indexOf(letter))),
    'latin1',
  );
}

/** Fields of a query or a posted body, in UTF-8 or, where they are none, in windows-1252. */
export function fieldsIn(text: string): URLSearchParams {
  const fields = new URLSearchParams(text);
  if (![...fields].some((pair) => pair.join('').includes('\ufffd'))) return fields;
  const decode = (part: string): string => {
    const bytes = part
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    return bytes.replace(/[\x80-\x9f]/g, (letter) => LETTERS[letter.charCodeAt(0) - 0x80] ?? letter);
  };
  return new URLSearchParams(
    text
      .replace(/^\?/, '')
      .split('&')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decode(name), decode(value.join('='))] as [string, string];
      }),
  );
}
