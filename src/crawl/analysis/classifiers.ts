import { existsSync } from 'node:fs';
import {
  type Corrections,
  correctionsFile,
  type JudgeKind,
  LabelledDataError,
  openNeighbours,
  ownRowsFile,
  REJECTION_RULES,
  readCorrections,
  rowsIn,
  SHIPPED,
} from '../../forms/index.ts';
import { DomainError, loadDomain, loadDomains } from '../../foundation/domain/index.ts';
import { ownModelFile } from '../../foundation/learning/index.ts';
import type { SeedPageModel } from '../../foundation/topics/index.ts';
import type { KnowledgeModel } from '../../knowledge/index.ts';
import { needsOf } from '../strategies/index.ts';
import type { Classifiers } from './analyse-page.ts';
import type { SpotlightChoice } from './topic-filter.ts';

interface ClassifierChoice {
  readonly strategy?: string;
  readonly keywords?: readonly string[];
  readonly rules?: boolean;
  readonly storage?: string;
  readonly novelty?: string;
  readonly robots?: boolean;
  /** File of the model of forms, or of labelled forms to compare with; the baselines `ffc` and `ache` have their own. */
  readonly model?: string | undefined;
  /** Decides where no rule does. */
  readonly judge?: JudgeKind | undefined;
  readonly judgeK?: number | undefined;
  readonly domainModel?: string | undefined;
}

/** Says what pages are about in the place of the words of the domain files. */
interface TopicSources {
  readonly knowledge?: readonly KnowledgeModel[];
  readonly spotlight?: SpotlightChoice | undefined;
  readonly seedPages?: readonly SeedPageModel[];
}

/** Leaves out what takes a while to read and cannot be handed to another thread. */
export type ChosenClassifiers = Omit<Classifiers, 'model' | 'domainModel' | 'neighbours' | 'filter'>;

/**
 * Chooses what pages are judged by.
 * @param wanted names or files of domains; the shipped domains stand beside them so that pages can be told apart
 * @param topics says what a page is about in the place of the domain files
 * @throws when a domain is unknown or its file has a mistake
 */
export function chooseClassifiers(
  wanted: readonly string[],
  {
    strategy,
    keywords,
    rules = true,
    storage,
    novelty = 'off',
    robots = true,
    model,
    judge,
    judgeK,
    domainModel: domainModelFile = ownModelFile(storage, 'domains') ?? SHIPPED.domainModel,
  }: ClassifierChoice = {},
  { knowledge = [], spotlight, seedPages = [] }: TopicSources = {},
): ChosenClassifiers {
  const chosen = wanted.map((name) => loadDomain(name));
  const names = new Set(chosen.map((domain) => domain.name));
  const ownJudge = hasOwnFormClassifier(strategy);
  const named = model === undefined ? undefined : rowsIn(model) ? 'neighbours' : 'machine';
  const machine = named === 'machine' ? model : undefined;
  const modelFile = ownJudge
    ? SHIPPED.acheModel
    : (machine ?? ownModelFile(storage, 'forms') ?? SHIPPED.formsModel);
  const neighbourFiles = neighbourFilesOf(storage, named === 'neighbours' ? model : undefined);
  const others = loadDomains().filter((domain) => !names.has(domain.name));
  return {
    wanted: chosen,
    domains: [...chosen, ...others],
    modelFile,
    domainModelFile,
    neighbourFiles,
    judge: judgeOf(strategy, judge ?? (named === 'neighbours' ? 'knn' : undefined)),
    ...(judgeK !== undefined && { judgeK }),
    corrections: correctionsFrom(chosen, storage),
    keywords:
      strategy !== 'anchor-text' ? [] : keywords?.length ? keywords : chosen.map((domain) => domain.name),
    collectText: novelty !== 'off',
    obeyNofollow: robots,
    knowledge,
    seedPages,
    spotlight,
    rulesOff: rules && !ownJudge ? rulesNamed(chosen, 'rulesOff') : REJECTION_RULES.map(({ name }) => name),
    rulesOn: rules && !ownJudge ? rulesNamed(chosen, 'rulesOn') : [],
  };
}

const OURS: readonly string[] = Object.values(SHIPPED);

/** Says whether models are a user's own; these may be damaged. */
export const hasOwnModels = ({ modelFile, domainModelFile }: ChosenClassifiers): boolean =>
  !OURS.includes(modelFile) || !OURS.includes(domainModelFile);

const judgeOf = (strategy: string | undefined, said: JudgeKind | undefined): JudgeKind =>
  hasOwnFormClassifier(strategy) ? 'svm' : (said ?? (needsOf(strategy).formJudge === 'knn' ? 'knn' : 'svm'));

/** Returns the labelled forms that were named, else those trained or shipped, and what a user labelled in the storage folder. */
function neighbourFilesOf(storage: string | undefined, named: string | undefined): readonly string[] {
  if (named !== undefined) {
    // Mistakes come to light before anything is fetched.
    void openNeighbours([named]).forms;
    return [named];
  }
  const trained = ownModelFile(storage, 'neighbours');
  const own = storage === undefined ? [] : [ownRowsFile(storage)].filter(isUsable);
  return [...(trained === undefined ? [SHIPPED.rows, SHIPPED.practiceRows] : [trained]), ...own];
}

/** Labels of another version cannot be compared with; they are left out, and that is told. */
function isUsable(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return openNeighbours([file]).forms > 0;
  } catch (error) {
    if (!(error instanceof LabelledDataError)) throw error;
    process.stderr.write(`forms are not compared with ${file}: ${error.message}\n`);
    return false;
  }
}

/** @throws {DomainError} for a rule that there is not, or that needs no switching on */
function rulesNamed(chosen: Classifiers['wanted'], key: 'rulesOff' | 'rulesOn'): readonly string[] {
  const known = REJECTION_RULES.filter(({ safe }) => key === 'rulesOff' || !safe).map(({ name }) => name);
  for (const domain of chosen)
    for (const rule of domain[key])
      if (!known.includes(rule))
        throw new DomainError(domain.file, [
          { line: 1, field: key, message: `expected rules of ${known.join(', ')}; not “${rule}”` },
        ]);
  return [...new Set(chosen.flatMap((domain) => domain[key]))];
}

/** Says whether a strategy is a baseline with a judge of forms of its own and no rejection rules. */
export const hasOwnFormClassifier = (strategy: string | undefined): boolean =>
  needsOf(strategy).formJudge === 'counts';

/** Joins what the domain files say of single forms with what a user of this storage folder said, which wins. */
function correctionsFrom(chosen: Classifiers['wanted'], storage: string | undefined): Corrections {
  const hinted = chosen.flatMap(({ hints }) =>
    Object.values(hints).flatMap(({ forms = {} }) => Object.entries(forms)),
  );
  const hints = new Map(hinted.map(([id, type]) => [id, { type }]));
  const said = storage === undefined ? [] : [...readCorrections(correctionsFile(storage))];
  return new Map([...hints, ...said.map(([id, one]) => [id, { ...hints.get(id), ...one }] as const)]);
}
