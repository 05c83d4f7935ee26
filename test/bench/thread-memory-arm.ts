/** Memory of reading threads: `thread-memory-arm.ts PORT THREADS`, prints one JSON line: the process without any, and with each one more. */
import { chooseClassifiers, PageAnalyser } from '../../src/crawl/analysis/index.ts';

const [port = '', threads = ''] = process.argv.slice(2);
/** Pages that each thread reads before it is looked at. */
const PAGES = 200;
const home = `http://127.0.0.1:${port}/`;
const html = await (await fetch(home)).text();
const classifiers = chooseClassifiers(['product']);
const memoryMb = (): number => process.memoryUsage.rss() / 1e6;
const sizesMb = [memoryMb()];
const analysers: PageAnalyser[] = [];
for (let i = 0; i < Number(threads); i++) {
  const analyser = new PageAnalyser({ classifiers, timeoutMs: 60_000 });
  analysers.push(analyser);
  for (let page = 0; page < PAGES; page++)
    await analyser.read({ kind: 'html', encoding: 'utf-8', html, url: `${home}${page}`, render: 'never' });
  sizesMb.push(memoryMb());
}
process.stdout.write(`${JSON.stringify({ sizesMb })}\n`);
for (const analyser of analysers) await analyser.close();
