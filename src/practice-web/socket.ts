/** Web sockets (RFC 6455), as far as a practice site needs them: short texts in single frames, both ways. */

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** RFC 6455, section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const LONGEST = 65_535;
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

function frame(code: number, body: Buffer): Buffer {
  const head =
    body.length < 126
      ? Buffer.from([0x80 | code, body.length])
      : body.length <= LONGEST
        ? Buffer.from([0x80 | code, 126, body.length >> 8, body.length & 255])
        : Buffer.concat([Buffer.from([0x80 | code, 127]), length64(body.length)]);
  return Buffer.concat([head, body]);
}

function length64(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
}

interface Frame {
  readonly code: number;
  readonly body: Buffer;
  /** Bytes it took. */
  readonly size: number;
}

/** The first frame of what came; undefined while it is not whole; null where it is none that we take. */
function read(bytes: Buffer): Frame | undefined | null {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const short = second & 127;
  // A client masks; frames of more than 64 KB and messages in parts are not for us.
  if ((second & 128) === 0 || short === 127 || (first & 128) === 0) return null;
  const start = short === 126 ? 4 : 2;
  if (bytes.length < start + 4) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  const size = start + 4 + length;
  if (bytes.length < size) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const body = Buffer.from(bytes.subarray(start + 4, size));
  for (let at = 0; at < body.length; at++) body[at] = (body[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return { code: first & 15, body, size };
}

/** @param answer what is said to a text; null ends the conversation */
export function openSocket(
  { headers }: IncomingMessage,
  socket: Duplex,
  answer: (text: string) => string | null,
): void {
  const key = headers['sec-websocket-key'];
  if (key === undefined || headers.upgrade?.toLowerCase() !== 'websocket') {
    socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  );
  let waiting: Buffer = Buffer.alloc(0);
  const take = ({ code, body }: Frame): boolean => {
    if (code === PING) socket.write(frame(PONG, body));
    if (code !== TEXT) return code !== CLOSE;
    const said = answer(body.toString());
    if (said !== null) socket.write(frame(TEXT, Buffer.from(said)));
    return said !== null;
  };
  socket.on('data', (part: Buffer) => {
    waiting = Buffer.concat([waiting, part]);
    for (let next = read(waiting); next !== undefined; next = read(waiting)) {
      if (next === null || !take(next)) {
        socket.end(frame(CLOSE, Buffer.alloc(0)));
        return;
      }
      waiting = waiting.subarray(next.size);
    }
  });
  socket.on('error', () => socket.destroy());
}
