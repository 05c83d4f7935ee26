import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { BEFORE_0021 } from './before-0021.ts';

test('what a version without leases of owners had under way is taken back at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leases-'));
  try {
    await (await openStore(folder, { mode: 'write' })).close();
    const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'));
    for (const column of ['lease_owner', 'lease_until', 'lease_fence'])
      db.exec(`alter table link drop column ${column}`);
    db.exec('drop table record_occurrence');
    for (const step of BEFORE_0021) db.exec(step);
    db.exec("delete from kysely_migration where name >= '0018'");
    db.exec(`insert into link (run_id, site, host, url, anchor, depth, hops, score, state)
      values (1, 's', 'h', 'u', '', 0, 0, 0, 'leased'), (1, 's', 'h', 'v', '', 0, 0, 0, 'waiting')`);
    db.close();
    const store = await openStore(folder, { mode: 'write' });
    const crashed = await store.transaction(({ links }) => links.recover(1, 1, 'anyone', 3));
    expect(crashed).toMatchObject([{ url: 'u', crashes: 1 }]);
    const fences = await store.transaction(async ({ links }) => {
      const waiting = await links.known({ runId: 1, urls: ['v'] });
      return links.lease(
        waiting.map(({ id }) => id),
        'anyone',
        2,
      );
    });
    expect([...fences.values()]).toEqual([1]);
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
