import { ObjectStorageError, type StorageFault } from './object-folder.ts';

const FAULTS: Readonly<Record<string, readonly [fault: StorageFault, why: string]>> = {
  NoSuchBucket: ['no-bucket', 'there is no such bucket; create it, or name another'],
  NoSuchKey: ['no-object', 'there is no such object'],
  InvalidAccessKeyId: ['refused', 'the server does not know this key; see AWS_ACCESS_KEY_ID'],
  SignatureDoesNotMatch: ['refused', 'the key is refused; see AWS_SECRET_ACCESS_KEY and AWS_REGION'],
  ExpiredToken: ['refused', 'the session has expired; renew AWS_SESSION_TOKEN'],
  AccessDenied: ['refused', 'the key has no right to do that; it needs to list, read, write and delete'],
  AuthorizationHeaderMalformed: ['refused', 'the bucket is in another region; set AWS_REGION'],
  PermanentRedirect: ['refused', 'the bucket is in another region; set AWS_REGION'],
  RequestTimeTooSkewed: [
    'clock',
    'the clocks of this machine and of the server differ too much; set this one right',
  ],
  QuotaExceeded: ['full', 'the bucket is full'],
  XMinioStorageFull: ['full', 'the storage of the server is full'],
};

/** By status, where the body says nothing. */
const faultOfStatus = (status: number): readonly [StorageFault, string] => {
  if (status === 507) return ['full', 'the storage of the server is full'];
  if (status === 429 || status >= 500) return ['busy', `the server cannot answer now (${status})`];
  if (status === 404) return ['no-object', 'there is no such object'];
  if (status === 401 || status === 403) return ['refused', `the key is refused (${status})`];
  return ['other', `the server answered ${status}`];
};

/** @param body XML of the answer, if any */
export function faultOfAnswer(address: string, { status }: Response, body: string): ObjectStorageError {
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(body)?.[1] ?? '';
  const [fault, why] = FAULTS[code] ?? faultOfStatus(status);
  return new ObjectStorageError(fault, `${address}: ${why}${code && fault === 'other' ? ` (${code})` : ''}`);
}

export function unreachable(address: string, error: unknown): ObjectStorageError {
  if (error instanceof ObjectStorageError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  const why =
    (error as Error).name === 'TimeoutError' ? 'no answer in time' : (code ?? (cause as Error).message);
  return new ObjectStorageError(
    'unreachable',
    `${address}: the server cannot be reached (${why}); see AWS_ENDPOINT_URL and the network`,
    { cause: error },
  );
}
