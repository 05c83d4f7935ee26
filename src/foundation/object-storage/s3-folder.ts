/** Holds a prefix of an S3 bucket. Its endpoint comes from the user, so the address policy of pages does not apply to it. */

import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { trimEndOf } from '../text/index.ts';
import { type ObjectContent, type ObjectFolder, ObjectStorageError } from './object-folder.ts';
import { faultOfAnswer, unreachable } from './s3-faults.ts';
import { parseListing } from './s3-listing.ts';

const TIMEOUT_MS = 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

interface Bucket {
  readonly name: string;
  readonly url: string;
  readonly region: string;
  readonly keys: { readonly id: string; readonly secret: string; readonly session: string | undefined };
}

/**
 * Opens `s3://bucket/prefix` with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION and AWS_ENDPOINT_URL.
 * @throws {ObjectStorageError} where the address or one of the variables cannot be used
 */
export function s3Folder(address: string, env: Environment = process.env): ObjectFolder {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? [];
  if (bucket === undefined)
    throw new ObjectStorageError('other', `cannot read ${address}; expected s3://bucket/prefix`);
  return folderOf(bucketOf(bucket, env), trimEndOf(prefix, /\//));
}

function bucketOf(name: string, env: Environment): Bucket {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = env;
  if (!id || !secret)
    throw new ObjectStorageError(
      'refused',
      `s3://${name} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`,
    );
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const given = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const endpoint = given && trimEndOf(given, /\//);
  if (endpoint !== undefined && !/^https?:\/\/[^/@]+(?:\/[^@]*)?$/.test(endpoint))
    throw new ObjectStorageError('other', 'AWS_ENDPOINT_URL is no address; expected https://host[:port]');
  const host = `s3.${region}.amazonaws.com`;
  // A certificate for *.s3.… does not cover a name with dots.
  const onAws = name.includes('.') ? `https://${host}/${name}` : `https://${name}.${host}`;
  return { name, region, url: endpoint ? `${endpoint}/${name}` : onAws, keys: { id, secret, session } };
}

function folderOf(bucket: Bucket, prefix: string): ObjectFolder {
  const base = prefix === '' ? '' : `${prefix}/`;
  const address = `s3://${bucket.name}/${prefix}`;
  const at = (name: string): string => `/${encodeKey(base + name)}`;
  return {
    address,
    async *list(after) {
      let last = base + (after ?? '');
      for (let more = true; more; ) {
        // By the last name instead of a token (version 2): every S3-compatible server does that.
        const query = `/?prefix=${encodeKey(base)}&marker=${encodeKey(last)}`;
        const answer = await send(bucket, address, query, { method: 'GET' });
        const { objects, isTruncated } = parseListing(await received(address, answer.text()));
        for (const { key, bytes } of objects) yield { name: key.slice(base.length), bytes };
        last = objects.at(-1)?.key ?? last;
        more = isTruncated && objects.length > 0;
      }
    },
    async read(name, offset, length) {
      if (length === 0) return Buffer.alloc(0);
      const range = `bytes=${offset}-${offset + length - 1}`;
      const answer = await send(bucket, address, at(name), { method: 'GET', headers: { range } });
      const bytes = Buffer.from(await received(address, answer.arrayBuffer()));
      // A server without ranges sends everything.
      return answer.status === 206 ? bytes : bytes.subarray(offset, offset + length);
    },
    async put(name, content) {
      const headers = { 'x-amz-content-sha256': await digestOf(content) };
      const body = Buffer.isBuffer(content) ? new Uint8Array(content) : await openAsBlob(content.file);
      await received(
        address,
        (await send(bucket, address, at(name), { method: 'PUT', headers, body })).text(),
      );
    },
    async delete(name) {
      await received(address, (await send(bucket, address, at(name), { method: 'DELETE' })).text());
    },
    folder: (name) => folderOf(bucket, base + name),
  };
}

/** Encodes as signatures demand: everything but unreserved characters and slashes. */
const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replace(/%2F/g, '/')
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** With the digest in the signed head, the server refuses a body that was damaged on the way. */
async function digestOf(content: ObjectContent): Promise<string> {
  const hash = createHash('sha256');
  if (Buffer.isBuffer(content)) hash.update(content);
  else await pipeline(createReadStream(content.file), hash);
  return hash.digest('hex');
}

interface Sent {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | Blob;
}

/** @throws {ObjectStorageError} for every answer but a success */
async function send(bucket: Bucket, address: string, path: string, sent: Sent): Promise<Response> {
  const { method, body } = sent;
  const signer = new AwsV4Signer({
    method,
    url: bucket.url + path,
    headers: { ...sent.headers },
    accessKeyId: bucket.keys.id,
    secretAccessKey: bucket.keys.secret,
    ...(bucket.keys.session !== undefined && { sessionToken: bucket.keys.session }),
    service: 's3',
    region: bucket.region,
  });
  const { url, headers } = await signer.sign();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await received(
    address,
    fetch(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) }),
  );
  // Nothing lies behind the end of an object.
  if (answer.status === 416) return new Response(null, { status: 206 });
  if (!answer.ok) throw faultOfAnswer(address, answer, await received(address, answer.text()));
  return answer;
}

const received = <T>(address: string, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw unreachable(address, error);
  });
