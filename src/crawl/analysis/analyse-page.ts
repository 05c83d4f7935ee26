import { createHash } from 'node:crypto';
import {
  type Corrections,
  contextOf,
  correctedControls,
  type DomainModel,
  type DomainVerdict,
  descriptionsOf,
  extractForms,
  type Form,
  type FormsModel,
  headingsOf,
  type JudgeKind,
  judgeDomain,
  type Neighbours,
  searchActionsOf,
  searchLinksOf,
  VerdictCache,
  withAnnounced,
} from '../../forms/index.ts';
import {
  blocksOf,
  followableLinks,
  type Nofollow,
  type PageLink,
  type TextBlock,
  type TreeDocument,
  textOf,
} from '../../foundation/dom/index.ts';
import type { Domain } from '../../foundation/domain/index.ts';
import {
  classifyTopic,
  KeywordCounter,
  type SeedPageModel,
  siteTopicOf,
  type Topic,
  type TopicDocument,
} from '../../foundation/topics/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import type { KnowledgeModel } from '../../knowledge/index.ts';
import { linkSourcesOf } from '../frontier/index.ts';
import { type AnalysedForm, type FormPlace, withInjected, wordsOf } from './injected-forms.ts';
import { type RenderDecision, type RenderMode, renderDecision } from './render-decision.ts';
import type { KnownDescriptions } from './search-descriptions.ts';
import type { SpotlightChoice, TopicFilter } from './topic-filter.ts';

/** Holds what pages are judged by, the same for every page of a run. */
export interface Classifiers {
  readonly wanted: readonly Domain[];
  readonly domains: readonly Domain[];
  readonly model: FormsModel;
  readonly modelFile: string;
  readonly domainModel: DomainModel;
  readonly domainModelFile: string;
  /** Holds the verdicts of people on forms; they win over rules and models. */
  readonly corrections: Corrections;
  readonly neighbours: Neighbours;
  readonly neighbourFiles: readonly string[];
  /** Decides where no rule does. */
  readonly judge: JudgeKind;
  readonly judgeK?: number;
  /** Names the rejection rules that the domain files switch off, and the risky ones that they leave off. */
  readonly rulesOff: readonly string[];
  readonly rulesOn: readonly string[];
  readonly keywords: readonly string[];
  /** Says what a page is about in the place of the three steps; none where these do. */
  readonly knowledge: readonly KnowledgeModel[];
  /** Names a service that links the nouns of pages; undefined for the embedded linker. */
  readonly spotlight?: SpotlightChoice | undefined;
  /** Says what a page is about in the place of the three steps; none where these do. */
  readonly seedPages: readonly SeedPageModel[];
  readonly filter?: TopicFilter;
  readonly collectText: boolean;
  /** Leaves out links that a page or a link asks not to follow. */
  readonly obeyNofollow: boolean;
}

export interface PageAnalysis {
  readonly url: string;
  readonly title: string;
  readonly language: string;
  readonly truncated: boolean;
  readonly links: readonly PageLink[];
  readonly nofollow: Nofollow;
  readonly renderDecision: RenderDecision;
  /** Set where scripts may add forms under them. */
  readonly headings?: readonly string[];
  readonly topic: Topic;
  /** Set for a front page. */
  readonly siteTopic: Topic;
  readonly mentions: number;
  readonly forms: readonly AnalysedForm[];
  readonly sources?: readonly string[];
  /** Lists OpenSearch descriptions that it links to and of which nothing is known yet. */
  readonly descriptions?: readonly string[];
  readonly blocks?: readonly TextBlock[];
  /** Digest of what a reader sees, numbers aside: pages with the same one look alike. */
  readonly look: string;
}

const TOPIC_TEXT = 20_000;

/**
 * Reads a tree: links, topic, forms and the verdict on each. Pure: the same tree gives the same reading.
 * @param slots the forms that the page has when its scripts have run, those of the tree among them
 * @param descriptions what is known of searches that pages announce; those are looked for where it is given
 */
export function analysePage(
  tree: TreeDocument,
  classifiers: Classifiers,
  render: RenderMode,
  slots?: readonly FormPlace[],
  descriptions?: KnownDescriptions,
): PageAnalysis {
  const { wanted, domains } = classifiers;
  const page = topicDocumentOf(tree, slots);
  const similar = classifyTopic(page, wanted, domains);
  const filtered = classifiers.filter?.(page, similar);
  const linked = descriptions === undefined ? [] : descriptionsOf(tree);
  const written = withSearches(tree, linked, descriptions);
  const seen = slots === undefined ? written : withInjected(written, slots, tree);
  const found = seen.map((form) => ({ ...form, controls: correctedControls(form, classifiers.corrections) }));
  const context = contextOf(tree, found);
  const forms = found.map((form) => {
    const verdict = verdictsBy(classifiers).judge(form, context);
    const { domain, score } = verdict.searchable ? aboutWhat(form, page, classifiers) : NOTHING;
    return { form, verdict, domain, domainScore: score };
  });
  // What is announced alone says nothing of what scripts may build.
  const searchSeen = forms.some(({ form, verdict }) => verdict.searchable && form.where.unseen !== true);
  const unknown = linked.filter((url) => descriptions?.has(url) !== true);
  const sources = linkSourcesOf(tree);
  const { links, nofollow } = followableLinks(tree, {
    obey: classifiers.obeyNofollow,
  });
  const decision = renderDecision(tree, searchSeen, render);
  return {
    url: tree.url,
    title: tree.title,
    language: tree.language,
    truncated: tree.truncated,
    links,
    nofollow,
    renderDecision: decision,
    ...(decision.scripts !== undefined && { headings: headingsOf(tree) }),
    topic: filtered ?? similar,
    siteTopic: filtered ?? siteTopicOf(similar, wanted, domains),
    mentions: mentionsIn(page.text, classifiers.keywords),
    forms,
    ...(unknown.length > 0 && { descriptions: unknown }),
    ...(sources.length > 0 && { sources }),
    ...(classifiers.collectText && { blocks: blocksOf(tree) }),
    look: lookOf(page),
  };
}

export function topicDocumentOf(tree: TreeDocument, slots?: readonly FormPlace[]): TopicDocument {
  const inTree = textOf(tree.root, TOPIC_TEXT);
  const text = slots === undefined ? inTree : `${inTree} ${wordsOf(slots)}`.slice(0, TOPIC_TEXT);
  return { url: tree.url, title: tree.title, text };
}

/** Returns the forms of a tree, and the searches that it announces. */
function withSearches(tree: TreeDocument, linked: readonly string[], known?: KnownDescriptions): Form[] {
  const forms = extractForms(tree);
  if (known === undefined) return forms;
  const described = linked.flatMap((url) => known.get(url) ?? []);
  const site = siteOf(tree.url);
  const acted = [...searchActionsOf(tree), ...searchLinksOf(tree)].filter(
    ({ action }) => siteOf(action) === site,
  );
  return withAnnounced(forms, tree, [...described, ...acted]);
}

const verdicts = new WeakMap<Classifiers, VerdictCache>();

function verdictsBy(classifiers: Classifiers): VerdictCache {
  const known = verdicts.get(classifiers);
  if (known !== undefined) return known;
  const { model, corrections, rulesOff, rulesOn, neighbours, judge, judgeK } = classifiers;
  const cache = new VerdictCache(model, {
    ...{ corrections, neighbours, judge, k: judgeK },
    ...{ disabled: rulesOff, enabled: rulesOn },
  });
  verdicts.set(classifiers, cache);
  return cache;
}

const NOTHING: DomainVerdict = { domain: null, score: 0, best: null };

function aboutWhat(form: Form, page: TopicDocument, classifiers: Classifiers): DomainVerdict {
  const said = classifiers.corrections.get(form.id)?.domain;
  if (said !== undefined) return { domain: said, score: 1, best: said };
  return judgeDomain(form, page, classifiers.domains, classifiers.domainModel);
}

const counters = new WeakMap<readonly string[], KeywordCounter>();

function mentionsIn(text: string, keywords: readonly string[]): number {
  if (keywords.length === 0) return 0;
  const counter = counters.get(keywords) ?? new KeywordCounter(keywords);
  counters.set(keywords, counter);
  return counter.inText(text);
}
const lookOf = ({ title, text }: { readonly title: string; readonly text: string }): string =>
  createHash('sha1').update(`${title}\n${text}`.replace(/\d+/g, '#')).digest('base64url');
