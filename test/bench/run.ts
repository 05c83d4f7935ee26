import { airQualityBench } from './air-quality.ts';
import { announcedBench } from './announced.ts';
import { answersBench } from './answers.ts';
import { clusterCostsBench } from './cluster-costs.ts';
import { clusterFocusBench } from './cluster-focus.ts';
import { clusterLeasesBench } from './cluster-leases.ts';
import { clusterScalingBench } from './cluster-scaling.ts';
import { clusterSimulationBench } from './cluster-simulation.ts';
import { compareExportsBench } from './compare-exports.ts';
import { crawlBench } from './crawl.ts';
import { elementsBench } from './elements.ts';
import { floorBench } from './floor.ts';
import { focusBench } from './focus.ts';
import { formsBench } from './forms.ts';
import { frontierBench } from './frontier.ts';
import { gatewayBench } from './gateway.ts';
import { gaussianMixtureBench } from './gaussian-mixture.ts';
import { hardKindsBench } from './hard-kinds.ts';
import { knowledgeBench } from './knowledge.ts';
import { libraryBench } from './library.ts';
import { mainContentBench } from './main-content.ts';
import { memoryBench } from './memory.ts';
import { plansBench } from './plans.ts';
import { practiceRace } from './practice-race.ts';
import { practiceWebBench } from './practice-web.ts';
import { realBench } from './real.ts';
import { realApplicationsBench } from './real-applications.ts';
import { rulesBench } from './rules.ts';
import { serverEventsBench } from './server-events.ts';
import { serverListsBench } from './server-lists.ts';
import { startBench } from './start.ts';
import { submissionsBench } from './submissions.ts';
import { typedFieldsBench } from './typed-fields.ts';

const BENCHES: Readonly<Record<string, (json: boolean) => Promise<void>>> = {
  'air-quality': airQualityBench,
  announced: (json) => announcedBench(json, settings),
  answers: answersBench,
  'cluster-costs': (json) => clusterCostsBench(json, numberAfter('--sites')),
  'cluster-leases': (json) => clusterLeasesBench(json, settings),
  'cluster-scaling': (json) => clusterScalingBench(json, settings),
  'cluster-focus': (json) => clusterFocusBench(json, settings),
  'cluster-simulation': (json) => clusterSimulationBench(json, settings),
  'compare-exports': () => compareExportsBench(settings),
  crawl: (json) => crawlBench(json, numberAfter('--rounds'), wordsAfter('--groups')),
  elements: (json) => elementsBench(json, settings),
  floor: floorBench,
  focus: () => focusBench(settings),
  forms: formsBench,
  frontier: frontierBench,
  gateway: (json) => gatewayBench(json, wordsAfter('--sites'), args.includes('--polite')),
  'gaussian-mixture': gaussianMixtureBench,
  'hard-kinds': (json) => hardKindsBench(json, settings),
  knowledge: (json) => knowledgeBench(json, settings),
  library: () => libraryBench(settings),
  'main-content': (json) => mainContentBench(json, settings),
  memory: (json) => memoryBench(json, numberAfter('--pages'), wordsAfter('--parts')),
  plans: plansBench,
  'practice-web': practiceWebBench,
  'practice-race': (json) => practiceRace(json),
  real: (json) => realBench(json, settings),
  'real-applications': (json) => realApplicationsBench(json, settings),
  rules: (json) => rulesBench(json, settings),
  'server-events': (json) => serverEventsBench(json, numberAfter('--rounds'), numberAfter('--pages')),
  'server-lists': (json) => serverListsBench(json, numberAfter('--part')),
  start: (json) => startBench(json, numberAfter('--rounds')),
  submissions: (json) => submissionsBench(json, settings),
  'typed-fields': () => typedFieldsBench(settings),
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
const NAMED_ONLY = [
  ...['announced', 'compare-exports', 'gateway', 'main-content', 'real', 'real-applications', 'typed-fields'],
];
const usual = Object.keys(BENCHES).filter((name) => !NAMED_ONLY.includes(name));
for (const name of names.length > 0 ? names : usual) {
  const bench = BENCHES[name];
  if (bench === undefined) {
    process.stderr.write(`no benchmark ${name}; there are ${Object.keys(BENCHES).join(', ')}\n`);
    process.exit(2);
  }
  await bench(json);
}
