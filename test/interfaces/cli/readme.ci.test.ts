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

test('every example shows how its output ends', () => {
  expect(steps.filter((step) => step.kind === 'command' && step.isCut)).toEqual([]);
});

test.each(steps)('$kind: $name', { timeout: 300_000 }, (step) => takeStep(folder, step, true));

test('a page that promises what is not printed, or a command that fails, is found', async () => {
  const step = { kind: 'command', interrupted: false } as const;
  await takeStep(folder, { ...step, name: 'echo one; echo two', prints: ['one', 't…'] });
  await expect(takeStep(folder, { ...step, name: 'echo one', prints: ['two'] })).rejects.toThrow(
    'does not print "two"',
  );
  const ending = { ...step, name: 'echo one; echo no records', prints: ['one'] };
  await takeStep(folder, ending);
  await expect(takeStep(folder, ending, true)).rejects.toThrow('"one as its last line"');
  await expect(takeStep(folder, { ...step, name: 'exit 3', prints: [] })).rejects.toThrow('ended with 3');
});
