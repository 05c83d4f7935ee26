import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findBrowser } from '../../../src/foundation/browser/index.ts';
import { runCli } from './run-cli.ts';

const { found } = await findBrowser();

it.runIf(found)('inspect --picture keeps a picture of the page with its forms', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldfare-picture-'));
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<title>Shop</title><body style="height:2000px"><form action=/find><input name=q><button>Search</button></form>',
      ),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const file = join(folder, 'forms.png');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { code, out, err } = await runCli([
      'inspect',
      address,
      '--allow-private',
      '--storage',
      folder,
      '--picture',
      file,
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Form 1: SEARCHABLE');
    const png = readFileSync(file);
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_280, expect.any(Number)]);
    expect(png.readUInt32BE(20)).toBeGreaterThanOrEqual(2_000);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
