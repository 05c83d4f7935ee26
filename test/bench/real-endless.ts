/** Memory of a crawl that renders real pages again and again: `real-endless.ts PLAN.json PAGES`, prints one JSON line. */
import { readFileSync } from 'node:fs';
import { harvest } from '../../src/app/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { RealPlan } from './real-arm.ts';
import { harvestOf } from './real-harvest.ts';
import { type ByRole, memoryByRole } from './tree-cpu.ts';

export interface EndlessResult {
  readonly pages: number;
  /** Means over the life of a browser, by role. */
  readonly earlyMb: ByRole;
  readonly lateMb: ByRole;
}

const [planFile = '', limit = ''] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, 'utf8')) as RealPlan;
const most = Number(limit);
/** Pages in the life of a browser; memory within it rises and falls. */
const WINDOW = 200;
const EVERY = 10;
/** The first life loads everything once. */
const earlyEnd = Math.max(2 * WINDOW, most / 10);
const folder = temporaryFolder('bench-real-endless-');
/** The same pages under further addresses: an address is read once a run. */
const urls = Array.from({ length: most }, (_, i) => {
  const url = new URL(plan.urls[i % plan.urls.length] ?? '');
  const turn = Math.floor(i / plan.urls.length);
  if (turn > 0) url.searchParams.set('turn', String(turn));
  return url.href;
});
const early: ByRole[] = [];
const late: ByRole[] = [];
const told = new Set<string>();
const settings = harvestOf(urls, { web: 'live', render: 'always', folder });
/** Other strategies leave pages alone that look like the ones before. */
for await (const event of harvest({ ...settings, strategy: 'breadth-first' })) {
  if (event.type !== 'page' || told.has(event.url)) continue;
  const read = told.add(event.url).size;
  if (read % EVERY !== 0) continue;
  if (read > earlyEnd - WINDOW && read <= earlyEnd) early.push(memoryByRole());
  if (read > most - WINDOW) late.push(memoryByRole());
  if (read % (WINDOW / 2) === 0) process.stderr.write(`${read} pages: ${seen()}\n`);
}

function seen(): string {
  const { heapUsed, external } = process.memoryUsage();
  const { node = 0, ...browsers } = memoryByRole();
  const all = Object.values(browsers).reduce((sum, mb) => sum + mb, 0);
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  return `node ${node.toFixed(0)} MB (heap ${mb(heapUsed)}, external ${mb(external)}), browsers ${all.toFixed(0)} MB`;
}

function meanOf(looks: readonly ByRole[]): ByRole {
  const sums: Record<string, number> = {};
  for (const look of looks)
    for (const [role, mb] of Object.entries(look)) sums[role] = (sums[role] ?? 0) + mb / looks.length;
  return sums;
}

if (late.length === 0) throw new Error(`only ${told.size} of ${most} pages were read`);
const result: EndlessResult = { pages: told.size, earlyMb: meanOf(early), lateMb: meanOf(late) };
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
