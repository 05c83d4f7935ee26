import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../src/drivers/postgres/index.ts';
import type { PostgresStore } from '../../src/drivers/postgres/store.ts';
import { EXCHANGES_FILE, openExchangeLog, scanArchive } from '../../src/foundation/warc/index.ts';
import { archiveFolder, forgetSite, openArchive, partName } from '../../src/library/index.ts';
import { PART_BYTES, type Store } from '../../src/storage/index.ts';
import { shiftedLog } from '../../src/wings/cluster/shifted-log.ts';
import { serverOfTests } from '../drivers/postgres/with-server.ts';
import { BUCKET, startS3Server, whyNoS3Server } from '../s3-server.ts';
import { fill, linkRow, pageRow } from '../storage/rows.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const server = await serverOfTests();
const folder = temporaryFolder('forget-parts-');

const SITES = ['a.test', 'b.test', 'c.test'] as const;
const PARTS = [1, 2, 3] as const;
const COUNTS = { requests: 1, bytes_in: 8, misses: 0, updated_at: 0 };
const SMALL = { segmentBytes: 600, segmentMs: 600_000 };
/** Long, so that segments end, and of no two pages the same. */
const bodyOf = (url: string) => `<p>${url} ${createHash('sha512').update(url).digest('hex').repeat(2)}</p>`;

if (server !== undefined) {
  const opened = async (mode: 'read' | 'write' | 'share'): Promise<PostgresStore> => {
    const store = await openPostgresStore(server.url('ready'), folder, { mode });
    onTestFinished(() => store.close().catch(() => undefined));
    return store;
  };

  /** A run whose three workers each read two pages of every site and are gone. */
  const harvested = async (archive?: string): Promise<void> => {
    await server.emptyStore();
    await rm(join(folder, 'archive'), { recursive: true, force: true });
    const store = await opened('share');
    const { coordination } = store;
    if (coordination === undefined) throw new Error('no coordination');
    const options = JSON.stringify(archive === undefined ? {} : { archive });
    const about = { domains: '[]', web: 'live', strategy: 'breadth-first', options };
    const runId = await store.transaction(({ runs }) =>
      runs.insert({ ...about, status: 'complete', started_at: 1, updated_at: 1 }),
    );
    await rm(store.runFolder(runId), { recursive: true, force: true });
    const site = { run_id: 1, home_url: '', seed: 1, state: 'exploring' as const, domain: null };
    const reason = { similarity: null, reason_code: null, reason_detail: null };
    await fill(store, { site: SITES.map((name) => ({ ...site, ...reason, site: name })) });
    const row = await store.runs.get(runId);
    const segments = row && archiveFolder(row);
    let id = 0;
    for (const _ of PARTS) {
      const { part } = await coordination.parts.add(runId, `w${id}`, 'there');
      const place = segments?.folder(partName(part));
      const log = await openExchangeLog(join(store.runFolder(runId), partName(part)), {
        acknowledged: 0,
        ...(place && { archive: { folder: place, ...SMALL } }),
      });
      const shifted = shiftedLog(log, part * PART_BYTES);
      for (const name of [...SITES, ...SITES]) {
        const url = `http://${name}/${++id}`;
        const at = await shifted.append({
          url,
          method: 'GET',
          requestHeaders: [],
          status: 200,
          statusText: 'OK',
          headers: [['Content-Type', 'text/html']],
          body: Buffer.from(bodyOf(url)),
          date: new Date('2026-11-20T12:00:00Z'),
        });
        const page = { url, site: name, exchange_offset: at.offset, exchange_length: at.length };
        await fill(store, {
          link: [linkRow(id, { url, site: name, host: name })],
          page: [pageRow(id, page)],
        });
      }
      await log.deliver();
      await coordination.parts.acknowledge({ runId, part, bytes: log.bytes }, COUNTS);
      await log.close();
    }
    await store.close();
  };

  /** Addresses of pages that the archive gives, each with its own body. */
  const readable = async (store: Store): Promise<string[]> => {
    const archive = await openArchive(store, 1);
    const found: string[] = [];
    for await (const { url, exchange_offset, exchange_length } of store.figures.addresses(1)) {
      const { body } = await archive.exchange(exchange_offset ?? 0, exchange_length ?? 0);
      expect(body.toString()).toBe(bodyOf(url));
      found.push(url);
    }
    return found.sort();
  };
  const archivedHosts = async (store: Store): Promise<ReadonlySet<string>> => {
    const hosts = new Set<string>();
    for await (const file of (await openArchive(store, 1)).files())
      for await (const { head } of scanArchive(file)) {
        const uri = head.fields.get('warc-target-uri');
        if (uri !== undefined) hosts.add(new URL(uri).host);
      }
    return hosts;
  };
  const others = PARTS.flatMap((_, part) =>
    [2, 3, 5, 6].map((i) => `http://${SITES[(i - 1) % 3]}/${6 * part + i}`),
  ).sort();

  /** Nothing of the first site is left, and all of the others. */
  const expectForgotten = async (store: Store) => {
    expect(await readable(store)).toEqual(others);
    expect(await archivedHosts(store)).toEqual(new Set(SITES.slice(1)));
    expect(await store.runs.get(1)).toMatchObject({ log_pending: 0 });
  };

  const missing = whyNoS3Server();
  describe.each(['files', 'a folder', 'S3'])('an archive of three workers in %s', (kind) => {
    const withoutServer = kind === 'S3' && missing !== undefined;
    const address = async (): Promise<string | undefined> => {
      if (kind !== 'S3') return kind === 'files' ? undefined : join(folder, 'archive');
      const s3 = await startS3Server(await mkdtemp(join(folder, 's3-')));
      Object.assign(process.env, s3.env);
      onTestFinished(async () => {
        await s3.stop();
        for (const name of Object.keys(s3.env)) delete process.env[name];
      });
      return `s3://${BUCKET}/archive`;
    };

    test.skipIf(withoutServer)(
      'a site is cut out of every part; pages of others are read as before',
      async () => {
        await harvested(await address());
        const store = await opened('write');
        expect((await readable(store)).length).toBe(18);
        expect(await forgetSite(store, 'a.test')).toEqual({ pages: 6, forms: 0 });
        await expectForgotten(store);
        await expect(forgetSite(store, 'a.test')).rejects.toThrow(
          /no run in this store knows the site a.test/,
        );
        await forgetSite(store, 'b.test');
        expect((await readable(store)).length).toBe(6);
      },
    );

    // In S3 as in a folder.
    if (kind !== 'S3')
      test('it may be killed anywhere, and is finished by the next one', async () => {
        let isDone = false;
        let torn = 0;
        for (let steps = 0; !isDone; steps++) {
          await harvested(await address());
          const dying = await opened('write');
          isDone = await forgetSite(killedAfter(dying, steps), 'a.test').then(
            () => true,
            (error: Error) => {
              expect(error.message).toBe('killed');
              return false;
            },
          );
          await dying.close();
          const store = await opened('write');
          if ((await store.runs.get(1))?.log_pending === 1) {
            torn++;
            await expect(openArchive(store, 1)).rejects.toThrow(/is being rewritten/);
          }
          if (!isDone) await forgetSite(store, 'a.test');
          await expectForgotten(store);
          await store.close();
        }
        expect(torn).toBeGreaterThan(0);
      }, 120_000);
  });

  /** A store whose process dies before its so manieth transaction, or look at a run. */
  const killedAfter = (store: Store, most: number): Store => {
    let steps = 0;
    const step = () => {
      if (steps++ === most) throw new Error('killed');
    };
    return {
      ...store,
      runs: new Proxy(store.runs, {
        get: (runs, name) => {
          const method = Reflect.get(runs, name) as (...given: unknown[]) => Promise<unknown>;
          return async (...given: unknown[]) => {
            step();
            return method.apply(runs, given);
          };
        },
      }),
      transaction: async (work, options) => {
        step();
        return store.transaction(work, options);
      },
    };
  };

  test('rows of parts say how long their files are now', async () => {
    await harvested();
    const store = await opened('write');
    await forgetSite(store, 'a.test');
    const parts = await store.transaction(async ({ coordination }) => coordination?.parts.list(1));
    expect(parts).toHaveLength(3);
    for (const { part, bytes } of parts ?? []) {
      const { size } = await stat(join(store.runFolder(1), partName(part), EXCHANGES_FILE));
      expect(bytes).toBe(size);
    }
  });

  test('a part on another machine keeps a site from being forgotten, and is named; a lost one does not', async () => {
    await harvested();
    const store = await opened('write');
    const part = join(store.runFolder(1), partName(2));
    await rename(part, `${part}.away`);
    const refused = forgetSite(store, 'a.test');
    await expect(refused).rejects.toThrow('part 2 of the archive of run 1 is not here but in there');
    expect((await store.figures.sites(1)).map(({ site }) => site)).toContain('a.test');
    await mkdir(part);
    await forgetSite(store, 'a.test');
    const left: string[] = [];
    for await (const { url, exchange_offset } of store.figures.addresses(1))
      if (exchange_offset !== null) left.push(url);
    expect(left.sort()).toEqual(others.filter((url) => !/\/(?:7|8|9|10|11|12)$/.test(url)));
  });

  test('segments that another machine has not uploaded keep a site from being forgotten', async () => {
    await harvested(join(folder, 'archive'));
    const store = await opened('write');
    const row = await store.runs.get(1);
    const segments = archiveFolder(row!)!.folder(partName(3));
    let last = '';
    for await (const { name } of segments.list()) last = name;
    await segments.delete(last);
    await expect(forgetSite(store, 'a.test')).rejects.toThrow(/by the machine of part 3/);
    expect((await store.figures.sites(1)).map(({ site }) => site)).toContain('a.test');
  });
}
