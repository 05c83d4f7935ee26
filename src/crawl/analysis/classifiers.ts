import {
  ACHE_MODEL,
  type Corrections,
  correctionsFile,
  DEFAULT_DOMAIN_MODEL,
  DEFAULT_MODEL,
  loadDomainModel,
  loadModel,
  REJECTION_RULES,
  readCorrections,
} from '../../forms/index.ts';
import { loadDomain, loadDomains } from '../../foundation/domain/index.ts';
import type { SeedPageModel } from '../../foundation/topics/index.ts';
import type { KnowledgeModel } from '../../knowledge/index.ts';
import type { Classifiers } from './analyse-page.ts';
import { topicFilter } from './topic-filter.ts';

/** Options of a harvest, by their names there. */
interface ClassifierChoice {
  readonly strategy?: string;
  readonly keywords?: readonly string[];
  /** Whether the rejection rules hold. */
  readonly rules?: boolean;
  readonly storage?: string;
  readonly novelty?: string;
  readonly robots?: boolean;
  /** File of the model of forms; the baselines `ffc` and `ache` have their own. */
  readonly model?: string | undefined;
  /** File of the model of domains. */
  readonly domainModel?: string | undefined;
}

/**
 * Loads what pages are judged by.
 * @param wanted names or files of domains; the shipped domains stand beside them so that pages can be told apart
 * @param knowledge of the wanted domains, where it says what a page is about
 * @param seedPages of the wanted domains and others, where these say it
 * @throws when a domain is unknown or its file has a mistake, or the model is damaged
 */
export function loadClassifiers(
  wanted: readonly string[],
  {
    strategy,
    keywords,
    rules = true,
    storage,
    novelty = 'off',
    robots = true,
    model = DEFAULT_MODEL,
    domainModel: domainModelFile = DEFAULT_DOMAIN_MODEL,
  }: ClassifierChoice = {},
  knowledge: readonly KnowledgeModel[] = [],
  seedPages: readonly SeedPageModel[] = [],
): Classifiers {
  const chosen = wanted.map((name) => loadDomain(name));
  const names = new Set(chosen.map((domain) => domain.name));
  const ownJudge = hasOwnFormClassifier(strategy);
  const modelFile = ownJudge ? ACHE_MODEL : model;
  const others = loadDomains().filter((domain) => !names.has(domain.name));
  return {
    wanted: chosen,
    domains: [...chosen, ...others],
    model: loadModel(modelFile),
    modelFile,
    domainModel: loadDomainModel(domainModelFile),
    domainModelFile,
    corrections: correctionsFrom(chosen, storage),
    keywords:
      strategy !== 'anchor-text' ? [] : keywords?.length ? keywords : chosen.map((domain) => domain.name),
    collectText: novelty !== 'off',
    obeyNofollow: robots,
    knowledge,
    seedPages,
    rulesOff:
      rules && !ownJudge
        ? [...new Set(chosen.flatMap((domain) => domain.rulesOff))]
        : REJECTION_RULES.map(({ name }) => name),
  };
}

/** Whether a strategy is a baseline that has a judge of forms of its own, and no rejection rules. */
export const hasOwnFormClassifier = (strategy: string | undefined): boolean =>
  strategy === 'ffc' || strategy === 'ache';

/** What the domain files say of single forms, then what a user of this storage folder said, which wins. */
function correctionsFrom(chosen: Classifiers['wanted'], storage: string | undefined): Corrections {
  const hinted = chosen.flatMap(({ hints }) =>
    Object.values(hints).flatMap(({ forms = {} }) => Object.entries(forms)),
  );
  const said = storage === undefined ? [] : readCorrections(correctionsFile(storage));
  return new Map([...hinted.map(([id, type]) => [id, { type }] as const), ...said]);
}

/** Classifiers without what cannot be handed to another thread. */
export type ThreadClassifiers = Omit<Classifiers, 'model' | 'domainModel' | 'filter'>;

export const forThread = ({
  model: _m,
  domainModel: _d,
  filter: _f,
  ...rest
}: Classifiers): ThreadClassifiers => rest;

export async function inThread(classifiers: ThreadClassifiers): Promise<Classifiers> {
  const filter = await topicFilter(classifiers);
  return {
    ...classifiers,
    model: loadModel(classifiers.modelFile),
    domainModel: loadDomainModel(classifiers.domainModelFile),
    ...(filter && { filter }),
  };
}
