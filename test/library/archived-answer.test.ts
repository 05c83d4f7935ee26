import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { shownAlone } from '../../src/library/archived-answer.ts';
import { exportToFile, type FileFormat } from '../../src/library/index.ts';
import { collectProvenance } from '../../src/reports/provenance.ts';
import type { Store } from '../../src/storage/index.ts';
import { smallHarvest } from '../crawl/run/small-harvest.ts';
import { links, page, SEARCH } from '../crawl/run/small-web.ts';

test('markup that would run, load or lead elsewhere is left out; text and forms stay', () => {
  const shown = shownAlone(`<!doctype html><head><title>Found</title><base href="https://elsewhere.example/">
    <meta http-equiv="refresh" content="0;url=https://elsewhere.example/"><link rel="preconnect" href="https://elsewhere.example/">
    <script>alert(1)</script></head>
    <body onload="alert(2)" background="https://elsewhere.example/b.png"><h1 OnClick=alert(3)>Two books</h1>
    <svg><a href="javascript:alert(4)"><script>alert(5)</script></a></svg><iframe src="https://elsewhere.example/"></iframe>
    <img srcset="https://elsewhere.example/a.png 2x" alt="cover"><a href="/book/1" ping="https://elsewhere.example/">Persuasion</a>
    <template><script>alert(6)</script></template><noscript><img src=x onerror=alert(7)></noscript>
    <form action="/search"><input name="q" value="austen"></form></body>`);
  expect(shown).not.toMatch(/alert|elsewhere|<(?:script|svg|iframe|link|meta|base|template)\b/i);
  expect(shown).toContain('<h1>Two books</h1>');
  expect(shown).toContain('<a href="/book/1">Persuasion</a>');
  expect(shown).toContain('<form action="/search"><input name="q" value="austen"></form>');
});

// An archive of which a part is missing is never taken for the whole.

const WORDS = { link: () => '', site: () => '', render: () => '', stop: () => '', evidence: () => [] };
let store: Store | undefined;
afterEach(() => store?.close());

test('half an archive is an error that names its file: as WARC, CDXJ and WACZ, and in the report', async () => {
  const { run, storage } = await smallHarvest(
    { 'a.test/': page(SEARCH + links('/1', '/2')), 'a.test/1': page(SEARCH), 'a.test/2': page('Two') },
    ['http://a.test/'],
  );
  await run();
  store = await openStore(storage, { mode: 'read' });
  const folder = store.runFolder(1);
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.warc.gz'));
  const file = join(folder, name);
  expect(await collectProvenance(store, 1)).toMatchObject({ archive: [{ file: name }] });
  await truncate(file, Math.floor((await stat(file)).size / 2));
  const damaged = `the archive of run 1 is damaged: ${file}, byte `;
  for (const format of ['warc', 'cdxj', 'wacz'] as const satisfies readonly FileFormat[])
    await expect(
      exportToFile(WORDS, store, 1, 'forms', format, join(storage, `run.${format}`)),
    ).rejects.toThrow(damaged);
  await expect(collectProvenance(store, 1)).rejects.toThrow(damaged);
  expect((await readdir(storage)).filter((left) => left.startsWith('run.'))).toEqual([]);
});
