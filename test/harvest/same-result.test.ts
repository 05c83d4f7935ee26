import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { harvest } from '../../src/harvest/index.ts';
import { type ExportKind, exportLines } from '../../src/library/index.ts';
import { openStore } from '../../src/store/index.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'same-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function harvested(concurrency: number, runId: number): Promise<string> {
  for await (const event of harvest({
    domains: ['book'],
    web: 'practice:sites=12',
    strategy: 'breadth-first',
    submit: false,
    maxDepth: 2,
    storage: folder,
    concurrency,
    renderPages: concurrency > 8 ? 3 : 1,
  })) {
    if (event.type === 'end') expect(event.status).toBe('complete');
  }
  const store = await openStore(folder, { mode: 'read' });
  try {
    let text = '';
    for (const kind of ['forms', 'pages', 'sites'] satisfies ExportKind[]) {
      for await (const line of exportLines(store.db, runId, kind, 'jsonl')) text += line;
    }
    return text;
  } finally {
    await store.close();
  }
}

test('an exhaustive harvest gives the same bytes however many pages are under way at once', async () => {
  const few = await harvested(3, 1);
  const many = await harvested(24, 2);
  expect(few.split('\n').length).toBeGreaterThan(350);
  expect(many).toBe(few);
}, 180_000);
