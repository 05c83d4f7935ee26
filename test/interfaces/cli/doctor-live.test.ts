import { expect, test } from 'vitest';
import { isOffline } from '../../../src/interfaces/cli/doctor-live.ts';

const failed = (code: 'dns' | 'connect' | 'http-status') => ({ state: 'fail', reason: { code } }) as const;
const skipped = { state: 'skipped', reason: { code: 'no-key', detail: 'OPENAQ_API_KEY' } } as const;

test('a machine is offline where no source that was tried could be reached', () => {
  expect(isOffline([failed('dns'), failed('connect'), skipped])).toBe(true);
});

test('a machine that got one answer is not offline, and neither is one that tried nothing', () => {
  expect(isOffline([failed('dns'), failed('http-status')])).toBe(false);
  expect(isOffline([failed('dns'), { state: 'pass', reason: null }])).toBe(false);
  expect(isOffline([skipped])).toBe(false);
});
