import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../src/drivers/postgres/index.ts';
import { openExchangeLog, scanArchive } from '../../src/foundation/warc/index.ts';
import { openArchive, partName } from '../../src/library/index.ts';
import { PART_BYTES } from '../../src/storage/index.ts';
import { serverOfTests } from '../drivers/postgres/with-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const server = await serverOfTests();
const folder = temporaryFolder('torn-parts-');

if (server !== undefined)
  test('what a killed worker left behind its last acknowledged record is cut off, that of a living one is not', async () => {
    const store = await openPostgresStore(await server.emptyStore(), folder, { mode: 'share' });
    onTestFinished(() => store.close());
    const { coordination } = store;
    if (coordination === undefined) throw new Error('no coordination');
    const about = { domains: '[]', web: 'live', strategy: 'breadth-first', options: '{}' };
    const runId = await store.transaction(({ runs }) =>
      runs.insert({ ...about, status: 'running', started_at: 1, updated_at: 1 }),
    );
    await coordination.workers.join({ id: 'w', host: 'h', pid: 1, version: '1', sites: 1 });
    const { part } = await coordination.parts.add(runId, 'w', 'here');
    const log = await openExchangeLog(join(store.runFolder(runId), partName(part)), { acknowledged: 0 });
    await log.append({
      url: 'http://a.example/',
      method: 'GET',
      requestHeaders: [],
      status: 200,
      statusText: 'OK',
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from('<p>hello'),
      date: new Date('2026-11-20T12:00:00Z'),
    });
    await log.flush();
    const whole = log.bytes;
    const counts = { requests: 1, bytes_in: 8, misses: 0, updated_at: 0 };
    await coordination.parts.acknowledge({ runId, part, bytes: part * PART_BYTES + whole }, counts);
    await log.close();
    // The beginning of a record, whose end was not written.
    await appendFile(log.path, Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]));

    await openArchive(store, runId);
    expect((await stat(log.path)).size).toBe(whole + 8);
    await server.run('update worker set beat_at = 0', 'ready');
    const archive = await openArchive(store, runId);
    expect((await stat(log.path)).size).toBe(whole);
    const types: (string | undefined)[] = [];
    for await (const file of archive.files())
      for await (const { head } of scanArchive(file)) types.push(head.fields.get('warc-type'));
    expect(types).toEqual(['warcinfo', 'response', 'request']);
  });
