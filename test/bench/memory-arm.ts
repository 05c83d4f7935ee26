/** Memory of a crawl that renders every page: `memory-arm.ts PORT PAGES`, prints one JSON line. */
import { harvest } from '../../src/app/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { treeMemoryMb } from './tree-cpu.ts';

const [port = '', limit = ''] = process.argv.slice(2);
const pages = Number(limit);
/** Looked at a tenth of the way and at the end: the mean over two lives of a browser each time, they come and go. */
const WINDOW = 400;
const EVERY = 10;
const folder = temporaryFolder('memory-');
const early: number[] = [];
const late: number[] = [];
let read = 0;
for await (const event of harvest({
  domains: ['product'],
  web: 'live',
  allowPrivate: true,
  delayMs: 0,
  perHost: 16,
  seeds: [`http://127.0.0.1:${port}/`],
  strategy: 'breadth-first',
  submit: false,
  maxDepth: 20,
  maxPages: pages,
  maxPagesPerSite: pages + 1,
  render: 'always',
  storage: folder,
})) {
  if (event.type !== 'page') continue;
  read++;
  if (read % EVERY === 0 && read > pages / 10 - WINDOW && read <= pages / 10) early.push(treeMemoryMb());
  if (read % EVERY === 0 && read > pages - WINDOW) late.push(treeMemoryMb());
  if (read % (pages / 20) === 0) process.stderr.write(`${seen(read)}\n`);
}

/** Where the memory is: what grows can be told from what comes and goes. */
function seen(after: number): string {
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  return `${after} pages: ${treeMemoryMb().toFixed(0)} MB in all, process ${mb(rss)} (heap ${mb(heapUsed)}, external ${mb(external)}, buffers ${mb(arrayBuffers)})`;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
process.stdout.write(`${JSON.stringify({ pages: read, earlyMb: mean(early), lateMb: mean(late) })}\n`);
process.exit(0);
