import { hasOwnFormClassifier } from '../../../crawl/analysis/index.ts';
import { HARVEST_FIELDS } from '../../../crawl/settings/index.ts';
import { SiteGraph, STRATEGIES, strategyOf, strategyOptions } from '../../../crawl/strategies/index.ts';
import type { JUDGES } from '../../../forms/index.ts';
import type { Transport } from '../../../foundation/http/index.ts';
import { OptionsError } from '../../../foundation/options/index.ts';
import { WITHOUT_RULES } from '../reports/comparison-figures.ts';

/** What arms are made of: each combination of strategies and values is an arm. */
export interface ArmChoice {
  readonly strategies: readonly string[];
  readonly web: string | Transport;
  /** Seeds of the practice web: each strategy runs once on the web of each. */
  readonly practiceSeeds?: readonly number[] | undefined;
  /** Anchor texts, each of its keywords: `anchor-text` runs once with each. */
  readonly keywords?: readonly (readonly string[])[];
  /** Runs each strategy once more without the rejection rules of forms. */
  readonly withoutRules: boolean;
  /** The same for all arms by default: no paper's judge is to speak for its order of pages. */
  readonly judge?: readonly (typeof JUDGES)[number][];
  /** Search providers; `none` for an arm that asks none. */
  readonly search?: readonly string[];
  readonly queries?: readonly string[];
  readonly centreLinks?: readonly number[];
  readonly locateFirst?: readonly number[];
}

export interface Arm {
  /** Its strategy, and what else differs between arms. */
  readonly name: string;
  readonly seed?: number;
  readonly web: string | Transport;
  readonly strategy: string;
  readonly rules: boolean;
  /** Sets those of `anchor-text`. */
  readonly keywords: readonly string[];
  readonly judge: string;
  readonly search: string;
  readonly query: string;
  readonly centreLinks?: number;
  readonly locateFirst?: number;
}

/** Stands for no provider and no query. */
export const NONE = 'none';

/** The provider that knows the pages of earlier runs. */
export const LIBRARY = 'library';

/** @throws {OptionsError} where the web has no seeds */
function websOf({ web, practiceSeeds }: ArmChoice): Pick<Arm, 'seed' | 'web'>[] {
  if (practiceSeeds === undefined) return [{ web }];
  const practice = typeof web === 'string' ? /^practice(?::(?<settings>.*))?$/.exec(web) : null;
  if (practiceSeeds.length === 0)
    throw new OptionsError('--seeds: expected numbers as 1-5 or 1,3, the smaller one first');
  if (practice === null) throw new OptionsError('--seeds 1-5 are seeds of practice webs, and --web is none');
  const others = (practice.groups?.settings ?? '')
    .split(',')
    .filter((part) => part !== '' && !/^\s*seed\s*=/.test(part));
  return [...new Set(practiceSeeds)].map((seed) => ({
    seed,
    web: `practice:${[`seed=${seed}`, ...others].join()}`,
  }));
}

/** @throws {OptionsError} where a strategy is unknown */
export function armsOf(choice: ArmChoice): Arm[] {
  const { strategies, withoutRules, keywords = [] } = choice;
  const names = [...new Set(strategies)];
  const unknown = names.find((name) => !(STRATEGIES as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0)
    throw new OptionsError(
      `--strategies: ${JSON.stringify(unknown ?? '')} is no strategy; expected a list of ${STRATEGIES.join(', ')}`,
    );
  if (choice.web === 'live' && choice.search?.includes(LIBRARY))
    throw new OptionsError(
      '--search library: every arm begins with an empty store; on the live web compare searxng:ADDRESS or brave',
    );
  const [first = [], ...others] = keywords;
  const kinds = names.flatMap((strategy) => {
    const texts = strategy === 'anchor-text' ? [first, ...others] : [[]];
    return texts.flatMap((words) => {
      const plain = others.length === 0 ? strategy : [strategy, ...words].join(' ');
      return variantsOf(choice, strategy).flatMap(({ differs, ...values }) => {
        const name = differs.length === 0 ? plain : `${plain} (${differs.join(', ')})`;
        const arm = { name, strategy, rules: true, keywords: words, ...values };
        return withoutRules && !hasOwnFormClassifier(strategy)
          ? [arm, { ...arm, name: `${name}${WITHOUT_RULES}`, rules: false }]
          : [arm];
      });
    });
  });
  return websOf(choice).flatMap((web) => kinds.map((kind) => ({ ...kind, ...web })));
}

/** Combines the values of all options; one of several is named. Where a value would change nothing, there is no further arm. */
function variantsOf(choice: ArmChoice, strategy: string) {
  const each = <Value>(label: string, values: readonly Value[] = []) => {
    const different = [...new Set(values)];
    return different.map((value) => ({ value, said: different.length > 1 ? [`${label} ${value}`] : [] }));
  };
  const or = <Value>(chosen: ReturnType<typeof each<Value>>, value: Value) =>
    chosen.length === 0 ? [{ value, said: [] }] : chosen;
  const judges = hasOwnFormClassifier(strategy)
    ? [{ value: 'counts', said: [] }]
    : or(each<string>('judge', choice.judge), 'svm');
  return judges.flatMap((judge) =>
    or(each('search', choice.search), NONE).flatMap((search) =>
      (search.value === NONE ? [{ value: NONE, said: [] }] : or(each('query', choice.queries), NONE)).flatMap(
        (query) =>
          or<number | undefined>(each('centre-links', choice.centreLinks), undefined).flatMap((centre) =>
            or<number | undefined>(each('locate-first', choice.locateFirst), undefined).map((first) => ({
              differs: [judge, search, query, centre, first].flatMap(({ said }) => said),
              ...{ judge: judge.value, search: search.value, query: query.value },
              ...(centre.value !== undefined && { centreLinks: centre.value }),
              ...(first.value !== undefined && { locateFirst: first.value }),
            })),
          ),
      ),
    ),
  );
}

/** What arms share, in the words of their options, and what differs between them: a line each. */
export function termsOf(
  arms: readonly Arm[],
  budget: { readonly maxPages: number; readonly maxSites: number; readonly learnAfter?: number | undefined },
): string[] {
  const kinds = [...new Map(arms.map((arm) => [arm.name, arm])).values()];
  const same = [
    `at most ${budget.maxPages} pages on ${budget.maxSites} sites`,
    `learn-after ${budget.learnAfter ?? 'by strategy'}`,
  ];
  const different: string[] = [];
  const labels = Object.keys(wordsOf(kinds[0] as Arm)) as (keyof ReturnType<typeof wordsOf>)[];
  for (const label of labels) {
    const values = [...Map.groupBy(kinds, (arm) => wordsOf(arm)[label])];
    if (values.length === 1) same.push(`${label} ${values[0]?.[0]}`);
    else {
      const most = Math.max(3, ...values.map(([, of]) => of.length));
      const others = values.find(([, of]) => of.length === most);
      const named = values.filter((one) => one !== others);
      const said = named.map(([value, of]) => `${value} in ${of.map(({ name }) => name).join(', ')}`);
      if (others !== undefined) said.push(`${others[0]} in the others`);
      different.push(`Differs: ${label}: ${said.join('; ')}`);
    }
  }
  return [`The same for all: ${same.join(', ')}`, ...different];
}

/** What an arm is set to, its strategy's own defaults among it. */
function wordsOf(arm: Arm) {
  const bare = { wanted: [], graph: new SiteGraph(), keywords: [] };
  const own = strategyOf(arm.strategy as (typeof STRATEGIES)[number], bare, strategyOptions.parse({}));
  return {
    judge: arm.judge,
    rules: hasOwnFormClassifier(arm.strategy) || !arm.rules ? 'off' : 'on',
    search: arm.search,
    query: arm.query,
    'reverse search': arm.search !== NONE && own.reverseSearch ? 'on' : 'off',
    'centre-links': `${arm.centreLinks ?? HARVEST_FIELDS.centreLinks.parse(undefined)}`,
    'locate-first': `${arm.locateFirst ?? own.locateFirst ?? 0}`,
    'topics by': arm.strategy === 'semantic' ? 'knowledge' : 'domain files',
  };
}
