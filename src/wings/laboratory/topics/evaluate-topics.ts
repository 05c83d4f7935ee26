import { type Domain, listDomains, loadDomain, loadDomains } from '../../../foundation/domain/index.ts';
import { stratifiedGroupFolds } from '../../../foundation/learning/index.ts';
import {
  classifyTopic,
  KeywordCounter,
  LEAST_SEED_PAGES,
  relevancyScore,
  type SeedPageModel,
  seedPageModel,
  seedPageSimilarity,
} from '../../../foundation/topics/index.ts';
import {
  judgeKnowledge,
  KnowledgeError,
  type KnowledgeModel,
  MIN_DOCUMENTS,
  modelFrom,
  nounKey,
} from '../../../knowledge/index.ts';
import type { LabelledPage, LabelledPages } from './labelled-pages.ts';
import type { DecidedPage } from './rating-sheets.ts';

/** Says how well a filter separates pages on topic from the others. */
export interface FilterScore {
  /** Accepted pages that are on topic, of those accepted (paper 003, eq. 5); null where none was accepted. */
  readonly harvestRatio: number | null;
  /** Accepted pages that are on topic, of those on topic. */
  readonly recall: number;
  readonly accepted: number;
  readonly relevant: number;
  readonly onTopic: number;
}

/** One topic, each page judged by a corpus without its site. */
export interface TopicEvaluation {
  readonly topic: string;
  readonly sites: number;
  readonly knowledge: FilterScore;
  /** Learnt from the pages of other sites, on topic and not; undefined where these are too few. */
  readonly seedPages: FilterScore | undefined;
  /** Undefined where no domain file knows the topic. */
  readonly threeStep: FilterScore | undefined;
  /** Undefined where there are no keywords either. */
  readonly anchorText: FilterScore | undefined;
  /** Describes the corpus of all its pages. */
  readonly corpus: {
    readonly documents: number;
    readonly nouns: number;
    readonly linkedNouns: number;
    readonly mean: number;
    readonly deviation: number;
  };
  /** Counts by archive the pages that were accepted, rejected, could not be read. */
  readonly sources: readonly {
    readonly source: string;
    readonly sites: number;
    readonly pages: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly errors: number;
  }[];
  readonly decisions: readonly DecidedPage[];
}

export interface TopicOptions {
  /** Topics of the labels, or archives, whose pages are on topic; without any, the labels of enough sites. */
  readonly topics?: readonly string[];
  /** Folds that sites are dealt into; without, each site is left out alone. */
  readonly folds?: number | undefined;
  readonly seed: number;
  /** Keywords of anchor text; without, the name of the topic's domain. */
  readonly keywords?: readonly string[] | undefined;
}

/** Least sites of a topic for leave-site-out evaluation; smaller topics are evaluated only on request. */
const MIN_SITES = 10;
const SEED_PAGE_FOLDS = 10;
/** w1, w2, w3 and T_r of paper 001. */
const ANCHOR_WEIGHTS = [0.2, 0.2, 0.3] as const;
const ANCHOR_THRESHOLD = 2.1;

/** @throws {KnowledgeError} when the data has no such topic, or too few pages or sites of it */
export function evaluateTopics(data: LabelledPages, options: TopicOptions): TopicEvaluation[] {
  return topicsIn(data.pages, options.topics).map((topic) => evaluateTopic(topic, data, options));
}

/** The topics to evaluate. @throws {KnowledgeError} where none is named and none has enough sites */
export function topicsIn(pages: readonly LabelledPage[], named?: readonly string[]): readonly string[] {
  const topics = named?.length ? named : topicsOf(pages);
  if (topics.length === 0)
    throw new KnowledgeError(
      `no topic of the data has pages of ${MIN_SITES} sites; name one with --topic: ${namesIn(pages).join(', ')}`,
    );
  return topics;
}

export const isAbout = (page: LabelledPage, topic: string): boolean =>
  page.topic === topic || page.archive === topic;
const namesIn = (pages: readonly LabelledPage[]): string[] => [
  ...new Set(pages.flatMap(({ topic, archive }) => [topic, archive])),
];

const topicsOf = (pages: readonly LabelledPage[]): string[] =>
  [...Map.groupBy(pages, ({ topic }) => topic)]
    .filter(([, own]) => new Set(own.map(({ site }) => site)).size >= MIN_SITES)
    .map(([topic]) => topic)
    .filter((topic) => listDomains().includes(topic));

function evaluateTopic(
  topic: string,
  { pages, errors }: LabelledPages,
  options: TopicOptions,
): TopicEvaluation {
  const own = pages.filter((page) => isAbout(page, topic));
  if (own.length === 0)
    throw new KnowledgeError(`no page of the data is about ${topic}; there are ${namesIn(pages).join(', ')}`);
  const sites = new Set(own.map(({ site }) => site)).size;
  if (sites < 2 || own.length <= MIN_DOCUMENTS)
    throw new KnowledgeError(
      `${own.length} pages of ${sites} sites about ${topic}: too few to leave sites out; at least two sites and ${MIN_DOCUMENTS + 1} pages are needed`,
    );
  const models = modelsWithoutSites(topic, pages, options);
  const verdicts = pages.map(({ annotation }, i) => {
    const model = models[i];
    return model && judgeKnowledge(annotation, model);
  });
  const { mean, deviation } = corpusOf(topic, own);
  const domain = listDomains().includes(topic) ? loadDomain(topic) : undefined;
  const keywords = options.keywords?.length ? options.keywords : domain && [domain.name];
  return {
    topic,
    sites,
    knowledge: scored(topic, pages, (_, i) => verdicts[i]?.accepted === true),
    seedPages: scoredIf(topic, pages, likeSeedPages(topic, pages, options)),
    threeStep: domain && scored(topic, pages, threeStepOf(domain)),
    anchorText: keywords && scored(topic, pages, anchorTextOf(keywords)),
    corpus: {
      documents: own.length,
      nouns: own.reduce((sum, { annotation }) => sum + annotation.nouns.length, 0),
      linkedNouns: own.reduce((sum, { annotation }) => sum + linkedOf(annotation.nouns).length, 0),
      mean,
      deviation,
    },
    sources: [...Map.groupBy(pages.keys(), (i) => pages[i]?.archive ?? '')].map(([source, members]) => {
      const accepted = members.filter((i) => verdicts[i]?.accepted).length;
      return {
        source,
        sites: new Set(members.map((i) => pages[i]?.site)).size,
        pages: members.length,
        accepted,
        rejected: members.length - accepted,
        errors: errors.get(source) ?? 0,
      };
    }),
    decisions: pages.map(({ source, title }, i) => ({
      topic,
      url: source,
      title,
      accepted: verdicts[i]?.accepted === true,
    })),
  };
}

/** Makes for every page the model of a corpus of on-topic pages without those of its site. */
export function modelsWithoutSites(
  topic: string,
  pages: readonly LabelledPage[],
  options: TopicOptions,
): KnowledgeModel[] {
  const parts = partsOf(topic, pages, options);
  const models = new Map<number, KnowledgeModel>();
  return pages.map((_, i) => {
    const part = parts[i] ?? 0;
    const model =
      models.get(part) ??
      corpusOf(
        topic,
        pages.filter((page, k) => parts[k] !== part && isAbout(page, topic)),
      );
    models.set(part, model);
    return model;
  });
}

/** Assigns pages to the parts that are left out together: folds, or single sites with pages on topic. */
function partsOf(
  topic: string,
  pages: readonly LabelledPage[],
  { folds, seed }: TopicOptions,
): ArrayLike<number> {
  const own = new Set(pages.filter((page) => isAbout(page, topic)).map(({ site }) => site));
  if (folds === undefined) {
    const sites = [...own];
    return pages.map(({ site }) => sites.indexOf(site));
  }
  return stratifiedGroupFolds(
    pages.map((page) => (isAbout(page, topic) ? topic : 'rest')),
    pages.map(({ site }) => site),
    { folds: Math.min(folds, own.size), seed },
  );
}

const linkedOf = (nouns: LabelledPage['annotation']['nouns']) => nouns.filter(({ uri }) => uri !== null);

function corpusOf(topic: string, pages: readonly LabelledPage[]): KnowledgeModel {
  const having = new Map<string, number>();
  for (const { annotation } of pages) {
    for (const noun of linkedOf(annotation.nouns))
      having.set(nounKey(noun), (having.get(nounKey(noun)) ?? 0) + 1);
  }
  return modelFrom(topic, pages.length, having);
}

/** Says of every page whether it is like the seed pages of other sites; undefined where there are too few of them. */
function likeSeedPages(
  topic: string,
  labelled: readonly LabelledPage[],
  { folds = SEED_PAGE_FOLDS, seed }: TopicOptions,
): Accepts | undefined {
  const pages = labelled.map(({ source: url, title, text, site }) => ({ url, title, text, site }));
  const own = labelled.map((page) => isAbout(page, topic));
  const dealt = stratifiedGroupFolds(
    own.map(String),
    pages.map(({ site }) => site),
    { folds: Math.min(folds, new Set(pages.flatMap(({ site }, i) => (own[i] ? [site] : []))).size), seed },
  );
  const models = new Map<number, SeedPageModel>();
  for (const fold of new Set(dealt)) {
    const [others = [], seeds = []] = [false, true].map((about) =>
      pages.filter((_, i) => dealt[i] !== fold && own[i] === about),
    );
    if (seeds.length < LEAST_SEED_PAGES || others.length === 0) return undefined;
    models.set(fold, seedPageModel(topic, seeds, others));
  }
  return (_, i) => {
    const model = models.get(dealt[i] ?? 0);
    const page = pages[i];
    return model !== undefined && page !== undefined && seedPageSimilarity(page, model) >= model.least;
  };
}

type Accepts = (page: LabelledPage, i: number) => boolean;

/** The three-step classifier of paper 004 with the shipped domains. */
function threeStepOf(domain: Domain): Accepts {
  const domains = loadDomains();
  return ({ source: url, title, text }) => classifyTopic({ url, title, text }, [domain], domains).step === 1;
}

/** The relevancy score of paper 001 for the keywords: content and address; a page alone has no siblings. */
function anchorTextOf(keywords: readonly string[]): Accepts {
  const counter = new KeywordCounter(keywords);
  return ({ source, title, text }) => {
    const counts = {
      content: counter.inText(`${title} ${text}`),
      link: counter.inAddress(source),
      siblings: 0,
    };
    return relevancyScore(counts, ANCHOR_WEIGHTS) > ANCHOR_THRESHOLD;
  };
}

export function scored(topic: string, pages: readonly LabelledPage[], accepts: Accepts): FilterScore {
  const accepted = pages.filter(accepts);
  const relevant = accepted.filter((page) => isAbout(page, topic)).length;
  return scoreOf(accepted.length, relevant, pages.filter((page) => isAbout(page, topic)).length);
}

const scoredIf = (topic: string, pages: readonly LabelledPage[], accepts: Accepts | undefined) =>
  accepts && scored(topic, pages, accepts);

const scoreOf = (accepted: number, relevant: number, onTopic: number): FilterScore => ({
  harvestRatio: accepted === 0 ? null : relevant / accepted,
  recall: onTopic === 0 ? 0 : relevant / onTopic,
  accepted,
  relevant,
  onTopic,
});

/** Says what pages are told by. */
export const TOPIC_FILTERS = ['knowledge', 'seedPages', 'threeStep', 'anchorText'] as const;
type TopicFilterName = (typeof TOPIC_FILTERS)[number];

/** Computes scores over all topics that a domain file knows. */
export function combinedScores(
  evaluations: readonly TopicEvaluation[],
): Readonly<Record<TopicFilterName, FilterScore>> {
  const known = evaluations.filter(({ threeStep }) => threeStep !== undefined);
  const total = (filter: TopicFilterName) => {
    const sum = (field: 'accepted' | 'relevant' | 'onTopic') =>
      (known.length > 0 || (filter !== 'knowledge' && filter !== 'seedPages') ? known : evaluations).reduce(
        (all, evaluation) => all + (evaluation[filter]?.[field] ?? 0),
        0,
      );
    return scoreOf(sum('accepted'), sum('relevant'), sum('onTopic'));
  };
  return {
    knowledge: total('knowledge'),
    seedPages: total('seedPages'),
    threeStep: total('threeStep'),
    anchorText: total('anchorText'),
  };
}
