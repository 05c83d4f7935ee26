import { addressesBench } from './addresses.ts';
import { answersBench } from './answers.ts';
import { compareExportsBench } from './compare-exports.ts';
import { crawlBench } from './crawl.ts';
import { elementsBench } from './elements.ts';
import { focusBench } from './focus.ts';
import { formsBench } from './forms.ts';
import { frontierBench } from './frontier.ts';
import { gatewayBench } from './gateway.ts';
import { hardKindsBench } from './hard-kinds.ts';
import { memoryBench } from './memory.ts';
import { numberTablesBench } from './number-tables.ts';
import { realApplicationsBench } from './real-applications.ts';
import { rulesBench } from './rules.ts';
import { startBench } from './start.ts';
import { submissionsBench } from './submissions.ts';

const BENCHES: Readonly<Record<string, (json: boolean) => Promise<void>>> = {
  addresses: (json) => addressesBench(json, settings),
  answers: answersBench,
  'compare-exports': () => compareExportsBench(settings),
  crawl: (json) => crawlBench(json, numberAfter('--rounds'), wordsAfter('--groups')),
  elements: (json) => elementsBench(json, settings),
  focus: () => focusBench(settings),
  forms: formsBench,
  frontier: frontierBench,
  gateway: (json) => gatewayBench(json, wordsAfter('--sites'), args.includes('--polite')),
  'hard-kinds': (json) => hardKindsBench(json, settings),
  memory: (json) => memoryBench(json, numberAfter('--pages'), wordsAfter('--parts')),
  'number-tables': (json) => numberTablesBench(json, settings),
  'real-applications': (json) => realApplicationsBench(json, settings),
  rules: (json) => rulesBench(json, settings),
  start: (json) => startBench(json, numberAfter('--rounds')),
  submissions: (json) => submissionsBench(json, settings),
};

const args = process.argv.slice(2);
const json = args.includes('--json');
/** Benchmarks first, then what one of them is told. */
const first = args.findIndex((arg) => arg.startsWith('-'));
const names = first < 0 ? args : args.slice(0, first);
const settings = first < 0 ? [] : args.slice(first);
function numberAfter(flag: string): number | undefined {
  const at = settings.indexOf(flag);
  const value = at < 0 ? Number.NaN : Number(settings[at + 1]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function wordsAfter(flag: string): readonly string[] | undefined {
  const at = settings.indexOf(flag);
  return at < 0 ? undefined : settings[at + 1]?.split(',');
}

/** These need what is not in the checkout, such as an older commit: only where they are named. */
const NAMED_ONLY = ['addresses', 'compare-exports', 'gateway', 'number-tables', 'real-applications'];
const usual = Object.keys(BENCHES).filter((name) => !NAMED_ONLY.includes(name));
for (const name of names.length > 0 ? names : usual) {
  const bench = BENCHES[name];
  if (bench === undefined) {
    process.stderr.write(`no benchmark ${name}; there are ${Object.keys(BENCHES).join(', ')}\n`);
    process.exit(2);
  }
  await bench(json);
}
