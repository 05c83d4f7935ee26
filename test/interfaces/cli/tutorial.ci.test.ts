import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../setup/checkout.ts';
import { openSession, stepsOf, takeStep } from '../../setup/page-session.ts';

const steps = stepsOf('docs/tutorial.md');

let folder: string;
beforeAll(() => {
  folder = openSession();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

test('the page has steps', () => {
  expect(steps.length).toBeGreaterThan(8);
});

const page = fs.readFileSync(path.join(projectRoot, 'docs/tutorial.md'), 'utf8');
const needed = [...page.matchAll(/http:\/\/127\.0\.7\.\d+:\d+/g)].map(([address]) => address);
const answers = await Promise.all(
  needed.map((address) =>
    fetch(address).then(
      () => true,
      () => false,
    ),
  ),
);
const absent = needed.filter((_, i) => !answers[i]);

for (const step of steps)
  test(`${step.kind}: ${step.name}`, { timeout: 240_000 }, async ({ skip }) => {
    const needs = step.kind === 'command' && step.needs === 'applications';
    skip(
      needs && absent.length > 0,
      `no answer from ${absent.join(', ')}: docs/real-applications.md says how to start them`,
    );
    await takeStep(folder, step);
  });
