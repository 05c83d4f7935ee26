import { crawlBench } from './crawl.ts';
import { frontierBench } from './frontier.ts';
import { gaussianMixtureBench } from './gaussian-mixture.ts';
import { practiceRace } from './practice-race.ts';
import { practiceWebBench } from './practice-web.ts';

const BENCHES: Readonly<Record<string, (json: boolean) => Promise<void>>> = {
  crawl: crawlBench,
  frontier: frontierBench,
  'gaussian-mixture': gaussianMixtureBench,
  'practice-web': practiceWebBench,
  'practice-race': (json) => practiceRace(json),
};

const args = process.argv.slice(2);
const json = args.includes('--json');
const names = args.filter((arg) => !arg.startsWith('-'));
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  const bench = BENCHES[name];
  if (bench === undefined) {
    process.stderr.write(`no benchmark ${name}; there are ${Object.keys(BENCHES).join(', ')}\n`);
    process.exit(2);
  }
  await bench(json);
}
