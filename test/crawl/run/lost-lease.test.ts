import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { type SmallHarvest, smallHarvest } from './small-harvest.ts';
import { links, page, SEARCH } from './small-web.ts';

/** Gives the lease of a link to someone else while its page is being fetched. */
async function takeAway(storage: string, url: string): Promise<void> {
  const db = new DatabaseSync(join(storage, 'fieldfare.sqlite'), { timeout: 0 });
  const take = db.prepare(
    "update link set lease_owner = 'another', lease_fence = lease_fence + 1 where url = ? and state = 'leased'",
  );
  // The harvest may be writing just now.
  for (let done = false; !done; ) {
    try {
      done = take.run(url).changes === 1;
    } catch {}
    if (!done) await later(10);
  }
  db.close();
}

test('a page whose link was taken by another crawler meanwhile is left to that one, and the run goes on', async () => {
  const url = 'http://a.test/taken';
  const small: SmallHarvest = await smallHarvest(
    {
      'a.test/': page(links('/taken', '/kept')),
      'a.test/taken': (_, response) => {
        void takeAway(small.storage, url).then(() =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(page(`${SEARCH}${links('/found-there')}`)),
        );
      },
      'a.test/kept': page(links('/found-here')),
      'a.test/found-there': page('one'),
      'a.test/found-here': page('two'),
    },
    ['http://a.test/'],
  );
  const { runId } = await small.run();
  const store = await openStore(small.storage, { mode: 'read' });
  const rows = await store.db
    .selectFrom('link')
    .select(['url', 'state', 'lease_owner'])
    .where('run_id', '=', runId)
    .orderBy('url')
    .execute();
  const pages = await store.db.selectFrom('page').select('url').orderBy('url').execute();
  const forms = await store.db.selectFrom('form').selectAll().execute();
  await store.close();
  expect(rows).toMatchObject([
    { url: 'http://a.test/', state: 'done', lease_owner: null },
    { url: 'http://a.test/found-here', state: 'done' },
    { url: 'http://a.test/kept', state: 'done' },
    { url, state: 'leased', lease_owner: 'another' },
  ]);
  expect(pages.map((row) => row.url)).not.toContain(url);
  expect(pages).toHaveLength(3);
  expect(forms).toEqual([]);
});
