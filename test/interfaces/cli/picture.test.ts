import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { findBrowser } from '../../../src/foundation/browser/index.ts';
import { hangUp, openPort } from '../../open-port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

const { found } = await findBrowser();

it.runIf(found)(
  'inspect --picture outlines the visible forms of a page and lists the hidden ones',
  async () => {
    const folder = temporaryFolder('fieldfare-picture-');
    const server = createServer((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          '<title>Shop</title><body style="height:2000px"><form action=/find><input name=q><button>Search</button></form>' +
            '<form action=/login method=post style="position:absolute;top:0;width:300px;opacity:0"><input name=user><input type=password name=pass><button>Log in</button></form>',
        ),
    );
    const port = await openPort(server);
    try {
      const file = join(folder, 'forms.png');
      const address = `http://127.0.0.1:${port}/`;
      const { code, out, err } = await runCli([
        ...['inspect', address, '--allow-private', '--storage', folder, '--picture', file],
      ]);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('Form 1: SEARCHABLE');
      const png = readFileSync(file);
      expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_280, expect.any(Number)]);
      expect(png.readUInt32BE(20)).toBeGreaterThanOrEqual(2_000);
      const colours = coloursOf(png);
      expect([colours.get(SEARCHABLE) ?? 0, colours.get(OTHER) ?? 0]).toEqual([expect.any(Number), 0]);
      expect(colours.get(SEARCHABLE) ?? 0).toBeGreaterThan(500);
      expect(out).toContain(`picture: ${file}; not drawn: Form 2 (hidden)`);
    } finally {
      await hangUp(server);
    }
  },
);

const SEARCHABLE = '0a7d33';
const OTHER = 'b3261e';

/** Pixels of each colour in a PNG of 8 bits a channel, not interlaced. */
function coloursOf(png: Buffer): Map<string, number> {
  const width = png.readUInt32BE(16);
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const bytes = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const colours = new Map<string, number>();
  let above = Buffer.alloc(stride);
  for (let at = 0; at < bytes.length; at += stride + 1) {
    const filter = bytes[at];
    const row = Buffer.from(bytes.subarray(at + 1, at + 1 + stride));
    for (let i = 0; i < stride; i++) {
      const [left, up, corner] = [row[i - channels] ?? 0, above[i] ?? 0, above[i - channels] ?? 0];
      row[i] = (row[i] ?? 0) + predicted(filter, left, up, i < channels ? 0 : corner);
    }
    for (let i = 0; i < stride; i += channels) {
      const colour = row.toString('hex', i, i + 3);
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    above = row;
  }
  return colours;
}

/** The filters of PNG (ISO/IEC 15948, 9.2). */
function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
