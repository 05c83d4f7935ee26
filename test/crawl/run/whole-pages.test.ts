import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { openTransport } from '../../../src/foundation/http/index.ts';
import { archiveFiles, cdxjLines, EXCHANGES_FILE } from '../../../src/foundation/warc/index.ts';
import { exportLines, exportToFile } from '../../../src/reports/index.ts';
import { builds, seenBy } from './scripted-sites.ts';
import { smallHarvest } from './small-harvest.ts';
import { type Answer, page } from './small-web.ts';

const answer =
  (type: string, body: string): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

const HOME = `<title>Books</title><base href="/in/"><link rel=stylesheet href=/style.css><link rel=next href=/next>
<style>h1{background:url('head.png')}</style>
<form action=/find><input name=q placeholder="Search books"><input type=image src=go.png></form>
<img src="a.png#x" srcset="a.png 1x, /big,1.png 2x"><img src=data:image/gif;base64,R0lGOD><img src=http://cdn.test/c.png>
<img src=/private/p.png><img src=/gone.png><p style="background: url(p.gif)">Rare books</p><script src=/app.js></script>`;

const WEB: Record<string, Answer> = {
  'a.test/robots.txt': answer('text/plain', 'User-agent: *\nDisallow: /private/\n'),
  'a.test/': HOME,
  'a.test/style.css': answer('text/css', '@import "more.css"; body{background:url(body.png)}'),
  'a.test/more.css': answer('text/css', '@font-face{src:url("/font.woff2")} b{background:url(style.css)}'),
  'a.test/app.js': answer('text/javascript', 'void 0'),
  ...Object.fromEntries(
    ['a.test/in/head.png', 'a.test/in/go.png', 'a.test/in/a.png', 'a.test/in/p.gif', 'a.test/big,1.png'].map(
      (address) => [address, answer('image/png', address)],
    ),
  ),
  'a.test/body.png': (_, response) => response.writeHead(302, { location: '/body2.png' }).end(),
  'a.test/body2.png': answer('image/png', 'body'),
  'a.test/font.woff2': answer('font/woff2', 'font'),
  'cdn.test/c.png': answer('image/png', 'cdn'),
};
const PARTS = [
  ...['/style.css', '/more.css', '/app.js', '/in/head.png', '/in/go.png', '/in/a.png', '/in/p.gif'],
  ...['/big,1.png', '/body.png', '/body2.png', '/font.woff2', '/gone.png'],
]
  .map((path) => `http://a.test${path}`)
  .concat('http://cdn.test/c.png')
  .sort();

test('a page with a search form is archived with all it is drawn with, each part once and as robots.txt allows', async () => {
  const { small, storage, run } = await smallHarvest(WEB, ['http://a.test/']);
  const end = await run({ pictures: true, robots: true });
  const asked = small.requests.map((request) => request.slice('GET '.length));
  const parts = asked.filter((url) => !/(?:robots\.txt|\.test\/|next|xml)$/.test(url));
  expect(parts.sort()).toEqual(PARTS);
  const store = await openStore(storage, { mode: 'read' });
  const wacz = join(storage, 'run.wacz');
  await exportToFile(store, end.runId, 'forms', 'wacz', wacz);
  const files = archiveFiles(join(store.runFolder(end.runId), EXCHANGES_FILE));
  await store.close();
  expect((await readFile(wacz)).subarray(0, 2).toString()).toBe('PK');
  const held = (await cdxjLines(files)).map((line) => JSON.parse(line.slice(line.indexOf('{'))).url);
  expect(held).toEqual(expect.arrayContaining(PARTS));
  // What replays the archive gets every part.
  const replay = await openTransport(`replay:${files[0]}`);
  for (const url of PARTS)
    expect((await replay.send({ url, method: 'GET', headers: [] })).status).toBeGreaterThan(0);
  await replay.close();
});

test('--no-pictures fetches none of them', async () => {
  const { small, run } = await smallHarvest(WEB, ['http://a.test/']);
  await run({ pictures: false });
  expect(small.requests.filter((url) => /\.(?:png|css|js|gif|woff2)$/.test(url))).toEqual([]);
});

const NOTES = 'http://notes.test/';

async function pagesOf(storage: string, run: number): Promise<Record<string, unknown>[]> {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const rows: Record<string, unknown>[] = [];
    for await (const line of exportLines(store, run, 'pages', 'jsonl')) rows.push(JSON.parse(line));
    return rows;
  });
}

describe('a page too long to be read to its end', () => {
  it('is shown to the browser, whose document may be small', async () => {
    const notes = JSON.stringify(
      Array.from({ length: 60_000 }, (_, i) => `Note ${i}: ${'word '.repeat(14)}`),
    );
    const { run, storage } = await smallHarvest(
      {
        'notes.test/': page(
          `<div id="top"></div><script type="application/json">${notes}</script><script>${builds("'/find'")}</script>`,
        ),
      },
      [NOTES],
    );
    expect(notes.length).toBeGreaterThan(4_000_000);
    const { runId } = await run({ render: 'auto' });
    const { forms } = await seenBy(storage, runId);
    expect(forms.map(({ form }) => form.action)).toEqual(['http://notes.test/find']);
    expect(await pagesOf(storage, runId)).toMatchObject([
      { url: NOTES, renderedBy: 'browser', renderReason: 'cut page', cut: false },
    ]);
  });

  it('is told of where nothing else could read it', async () => {
    const { run, storage } = await smallHarvest(
      { 'notes.test/': page(`<p>${'word '.repeat(900_000)}</p>`), 'notes.test/a': page('short') },
      [NOTES],
    );
    const { runId } = await run();
    expect(await pagesOf(storage, runId)).toMatchObject([{ url: NOTES, renderedBy: 'http', cut: true }]);
  });
});
