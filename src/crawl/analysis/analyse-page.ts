import { createHash } from 'node:crypto';
import {
  type Corrections,
  contextOf,
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

/** What is needed to judge a page, the same for every page of a run. */
export interface Classifiers {
  readonly wanted: readonly Domain[];
  /** The wanted domains and the others they are told apart from. */
  readonly domains: readonly Domain[];
  readonly model: FormsModel;
  /** The file it was read from. */
  readonly modelFile: string;
  readonly domainModel: DomainModel;
  readonly domainModelFile: string;
  /** What people called forms; wins over rules and models. */
  readonly corrections: Corrections;
  /** Labelled forms that forms are compared with. */
  readonly neighbours: Neighbours;
  readonly neighbourFiles: readonly string[];
  /** Who decides where no rule does. */
  readonly judge: JudgeKind;
  /** How many neighbours vote, where the user says so. */
  readonly judgeK?: number;
  /** Rejection rules that the domain files switch off, and risky ones that they switch on. */
  readonly rulesOff: readonly string[];
  readonly rulesOn: readonly string[];
  /** Words that a strategy wants to be counted in texts. */
  readonly keywords: readonly string[];
  /** What is known of the wanted domains, where that says what a page is about; none where the three steps do. */
  readonly knowledge: readonly KnowledgeModel[];
  /** What links the nouns of pages for the knowledge; undefined for the embedded linker. */
  readonly spotlight?: SpotlightChoice | undefined;
  /** What seed pages say of the wanted domains and others, where these say what a page is about. */
  readonly seedPages: readonly SeedPageModel[];
  /** Made from knowledge or seed pages where pages are read. */
  readonly filter?: TopicFilter;
  /** Collect the text of pages, for the library. */
  readonly collectText: boolean;
  /** Leave out links that page or link asks not to follow. */
  readonly obeyNofollow: boolean;
}

/** A page as the crawl needs it: everything that reading its tree can tell. */
export interface PageAnalysis {
  readonly url: string;
  readonly title: string;
  readonly language: string;
  readonly truncated: boolean;
  readonly links: readonly PageLink[];
  readonly nofollow: Nofollow;
  readonly renderDecision: RenderDecision;
  /** Its headings, where scripts may add forms under them. */
  readonly headings?: readonly string[];
  readonly topic: Topic;
  /** What its site is about, where it is a front page. */
  readonly siteTopic: Topic;
  /** Times that a keyword stands in the text. */
  readonly mentions: number;
  readonly forms: readonly AnalysedForm[];
  /** Feeds and sitemaps that its head links to. */
  readonly sources?: readonly string[];
  /** OpenSearch descriptions that it links to and of which nothing is known yet. */
  readonly descriptions?: readonly string[];
  /** Its text, where it is collected. */
  readonly blocks?: readonly TextBlock[];
  /** Digest of what a reader sees, numbers aside: pages with the same one look alike. */
  readonly look: string;
}

/** Characters of text that a topic is judged by. */
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
  const found = slots === undefined ? written : withInjected(written, slots, tree);
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
  const { links, nofollow } = followableLinks(tree, { obey: classifiers.obeyNofollow });
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

/** What the topic of a page is judged by. */
export function topicDocumentOf(tree: TreeDocument, slots?: readonly FormPlace[]): TopicDocument {
  const inTree = textOf(tree.root, TOPIC_TEXT);
  const text = slots === undefined ? inTree : `${inTree} ${wordsOf(slots)}`.slice(0, TOPIC_TEXT);
  return { url: tree.url, title: tree.title, text };
}

/** The forms of a tree, and the searches it announces. */
function withSearches(tree: TreeDocument, linked: readonly string[], known?: KnownDescriptions): Form[] {
  const forms = extractForms(tree);
  if (known === undefined) return forms;
  const described = linked.flatMap((url) => known.get(url) ?? []);
  const site = siteOf(tree.url);
  const acted = searchActionsOf(tree).filter(({ action }) => siteOf(action) === site);
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

/** Only what searches is about something. */
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
