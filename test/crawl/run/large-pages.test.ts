import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import { builds, seenBy } from './scripted-sites.ts';
import { smallHarvest } from './small-harvest.ts';
import { page } from './small-web.ts';

const HOME = 'http://notes.test/';

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
      [HOME],
    );
    expect(notes.length).toBeGreaterThan(4_000_000);
    const { runId } = await run({ render: 'auto' });
    const { forms } = await seenBy(storage, runId);
    expect(forms.map(({ form }) => form.action)).toEqual(['http://notes.test/find']);
    expect(await pagesOf(storage, runId)).toMatchObject([
      { url: HOME, renderedBy: 'browser', renderReason: 'cut page', cut: false },
    ]);
  });

  it('is told of where nothing else could read it', async () => {
    const { run, storage } = await smallHarvest(
      { 'notes.test/': page(`<p>${'word '.repeat(900_000)}</p>`), 'notes.test/a': page('short') },
      [HOME],
    );
    const { runId } = await run();
    expect(await pagesOf(storage, runId)).toMatchObject([{ url: HOME, renderedBy: 'http', cut: true }]);
  });
});
