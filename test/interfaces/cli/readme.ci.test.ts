import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession, stepsOf, takeStep } from '../../setup/page-session.ts';

const steps = stepsOf('README.md');

let folder: string;
beforeAll(() => {
  folder = openSession();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

test('the page has steps', () => {
  expect(steps.length).toBeGreaterThan(4);
});

test.each(steps)('$kind: $name', { timeout: 300_000 }, (step) => takeStep(folder, step));
