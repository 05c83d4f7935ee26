import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectFolder } from '../../../src/foundation/object-storage/index.ts';
import { localFolder } from '../../../src/foundation/object-storage/local-folder.ts';
import { s3Folder } from '../../../src/foundation/object-storage/s3-folder.ts';
import { BUCKET, type S3Server, startS3Server, whyNoS3Server } from '../../s3-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const missing = whyNoS3Server();
if (missing !== undefined) console.warn(`S3 tests are skipped: ${missing}`);

const dir = temporaryFolder('objects-');
let server: S3Server | undefined;
beforeAll(async () => {
  if (missing === undefined) server = await startS3Server(join(dir, 's3'));
});
afterAll(() => server?.stop());

const namesOf = async (folder: ObjectFolder, after?: string) => {
  const found: string[] = [];
  for await (const { name, bytes } of folder.list(after)) found.push(`${name} ${bytes}`);
  return found;
};

const KINDS: readonly (readonly [string, (name: string) => ObjectFolder])[] = [
  ['a local folder', (name) => localFolder(join(dir, 'local', name))],
  ['a prefix of a bucket', (name) => s3Folder(`s3://${BUCKET}/${name}`, server?.env)],
];

describe.each(KINDS.filter(([kind]) => kind === 'a local folder' || missing === undefined))(
  '%s',
  (_, open) => {
    test('returns ranges of what was put, and replaces it', async () => {
      const folder = open('ranges');
      await folder.put('a b/ü+=%.bin', Buffer.from('0123456789'));
      expect((await folder.read('a b/ü+=%.bin', 3, 4)).toString()).toBe('3456');
      expect((await folder.read('a b/ü+=%.bin', 8, 10)).toString()).toBe('89');
      expect(await folder.read('a b/ü+=%.bin', 20, 10)).toHaveLength(0);
      const file = join(dir, 'content');
      await writeFile(file, 'new');
      await folder.put('a b/ü+=%.bin', { file });
      expect((await folder.read('a b/ü+=%.bin', 0, 10)).toString()).toBe('new');
    });

    test('lists by bytes, behind a name, and what was deleted no longer', async () => {
      const folder = open('listed');
      for (const name of ['b', 'a/z', 'a/b', 'B', 'é']) await folder.put(name, Buffer.from(name));
      expect(await namesOf(folder)).toEqual(['B 1', 'a/b 3', 'a/z 3', 'b 1', 'é 2']);
      expect(await namesOf(folder, 'a/b')).toEqual(['a/z 3', 'b 1', 'é 2']);
      expect(await namesOf(folder.folder('a'))).toEqual(['b 3', 'z 3']);
      await folder.delete('a/b');
      await folder.delete('a/b');
      expect(await namesOf(folder.folder('a'))).toEqual(['z 3']);
    });

    test('says that an object is not there', async () => {
      await expect(open('none').read('nothing', 0, 1)).rejects.toMatchObject({ fault: 'no-object' });
      expect(await namesOf(open('none'))).toEqual([]);
    });
  },
);

describe.skipIf(missing !== undefined)('S3', () => {
  test('lists more than a thousand objects', { timeout: 60_000 }, async () => {
    const folder = s3Folder(`s3://${BUCKET}/many`, server?.env);
    for (let i = 0; i < 1100; i += 50)
      await Promise.all(Array.from({ length: 50 }, (_, j) => folder.put(String(i + j), Buffer.of(1))));
    expect(await namesOf(folder)).toHaveLength(1100);
  });

  test.each([
    ['a bucket that is not there', 's3://nowhere/x', {}, 'no-bucket', /no such bucket/],
    ['an unknown key', `s3://${BUCKET}/x`, { AWS_ACCESS_KEY_ID: 'other' }, 'refused', /AWS_ACCESS_KEY_ID/],
    [
      'no server',
      `s3://${BUCKET}/x`,
      { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' },
      'unreachable',
      /cannot be reached/,
    ],
  ])('%s is one clear line without a secret', async (_, address, env, fault, line) => {
    const problem = await s3Folder(address, { ...server?.env, ...env })
      .put('object', Buffer.from('x'))
      .then(
        () => undefined,
        (error: unknown) => error as Error & { fault: string },
      );
    expect(problem?.fault).toBe(fault);
    expect(problem?.message).toMatch(line);
    expect(problem?.message).not.toMatch(/\n|S3RVER/);
  });
});

test('a wrong secret, a clock that is off, a full server and a busy one are told apart', async () => {
  const { faultOfAnswer } = await import('../../../src/foundation/object-storage/s3-faults.ts');
  const of = (status: number, code: string) =>
    faultOfAnswer('s3://b/', new Response(null, { status }), `<Error><Code>${code}</Code></Error>`);
  expect(of(403, 'SignatureDoesNotMatch').message).toMatch(/AWS_SECRET_ACCESS_KEY/);
  expect(of(403, 'RequestTimeTooSkewed')).toMatchObject({ fault: 'clock', mayPass: false });
  expect(of(503, 'SlowDown')).toMatchObject({ fault: 'busy', mayPass: true });
  expect(of(507, '')).toMatchObject({ fault: 'full', mayPass: false });
});

test('credentials that are missing are named', () => {
  expect(() => s3Folder('s3://bucket/x', {})).toThrow(/AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
  expect(() => s3Folder('s3://B/x', {})).toThrow(/expected s3:\/\/bucket\/prefix/);
});

test('a local object that cannot be written leaves the one that was there', async () => {
  const folder = localFolder(join(dir, 'kept'));
  await folder.put('a', Buffer.from('old'));
  await expect(folder.put('a', { file: join(dir, 'missing') })).rejects.toMatchObject({ fault: 'no-object' });
  expect(await readFile(join(dir, 'kept/a'), 'utf8')).toBe('old');
  expect(await namesOf(folder)).toEqual(['a 3']);
});
