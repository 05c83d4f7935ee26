/** /metrics by the conventions of Prometheus, and what a probe is told. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { Metrics } from '../../../src/interfaces/server/metrics.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('metrics-');
const storage = join(folder, 'storage');
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

interface Family {
  readonly name: string;
  readonly type: string;
  readonly samples: readonly { readonly series: string; readonly value: number }[];
}

/** Reads the text format; what does not fit it throws. */
function familiesOf(text: string): Family[] {
  expect(text.endsWith('\n')).toBe(true);
  return text.split(/^(?=# HELP )/m).map((part) => {
    const [help = '', type = '', ...lines] = part.trim().split('\n');
    const [, name] = /^# HELP ([a-z_]+) [A-Z].*$/.exec(help)!;
    const [, typed, kind] = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(type)!;
    expect(typed).toBe(name);
    const samples = lines.map((line) => {
      const [, series, value] =
        /^([a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})?) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(
          line,
        )!;
      return { series: series!, value: Number(value) };
    });
    return { name: name!, type: kind!, samples };
  });
}

test('names, units, types and labels are those of Prometheus, and the guide names each', async () => {
  await fetch(`${server.url}/health`);
  const answer = await fetch(`${server.url}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const families = familiesOf(await answer.text());
  const guide = readFileSync(new URL('../../../docs/server.md', import.meta.url), 'utf8');
  expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
  for (const { name, type, samples } of families) {
    expect(name).toMatch(/^fieldfare_/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb|percent)(?:_|$)/);
    expect([name, guide.includes(`\`${name}\``)]).toEqual([name, true]);
    expect(new Set(samples.map(({ series }) => series)).size).toBe(samples.length);
    for (const { series } of samples)
      expect(
        series.replace(/\{.*/, '').replace(type === 'histogram' ? /_(?:bucket|sum|count)$/ : '', ''),
      ).toBe(name);
  }
  const jobs = families.find(({ name }) => name === 'fieldfare_jobs')!;
  const states = jobs.samples.map(({ series }) => /state="(\w+)"/.exec(series)![1]);
  expect(states).toEqual(['waiting', 'running', 'paused', 'stopping', 'done', 'failed']);
});

test('pages, queries and answers are counted by their labels, times in buckets that add up', () => {
  const metrics = new Metrics();
  const before = familiesOf(metrics.text([]));
  expect(before.find(({ name }) => name === 'fieldfare_records_total')!.samples).toEqual([
    { series: 'fieldfare_records_total', value: 0 },
  ]);
  for (const seconds of [0.005, 0.2, 0.2, 7, 60]) metrics.answered(200, seconds);
  metrics.answered(404, 0.01);
  const families = familiesOf(metrics.text([['jobs', 'Jobs', { state: 'a"b\\c\nd' }, 1]]));
  const sampled = (series: string) =>
    families.flatMap(({ samples }) => samples).find((sample) => sample.series === series)?.value;
  expect(sampled('fieldfare_http_answers_total{status="200"}')).toBe(5);
  expect(sampled('fieldfare_http_answers_total{status="404"}')).toBe(1);
  // 0.005 and 0.01; both and twice 0.2; these and 7; and 60 in none but the last.
  const buckets = {
    '0.01': 2,
    '0.05': 2,
    '0.1': 2,
    '0.25': 4,
    '0.5': 4,
    '1': 4,
    '2.5': 4,
    '5': 4,
    '10': 5,
    '30': 5,
    '+Inf': 6,
  };
  for (const [le, count] of Object.entries(buckets))
    expect([le, sampled(`fieldfare_http_answer_seconds_bucket{le="${le}"}`)]).toEqual([le, count]);
  expect(sampled('fieldfare_http_answer_seconds_count')).toBe(6);
  expect(sampled('fieldfare_http_answer_seconds_sum')).toBeCloseTo(67.415, 9);
  expect(sampled('fieldfare_jobs{state="a\\"b\\\\c\\nd"}')).toBe(1);
});

test('a server whose store is damaged is there, but not ready', async () => {
  expect((await fetch(`${server.url}/ready`)).status).toBe(200);
  mkdirSync(storage, { recursive: true });
  writeFileSync(join(storage, 'fieldfare.sqlite'), 'this is no database, whatever its name says'.repeat(100));
  const answer = await fetch(`${server.url}/ready`);
  expect([answer.status, (await answer.json()).type]).toEqual([503, 'urn:fieldfare:not-ready']);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
});
