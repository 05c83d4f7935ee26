import { harvest, knowledgeOf } from '../../../app/index.ts';
import type { HarvestOptions } from '../../../crawl/settings/index.ts';
import { holdsStore, openStore } from '../../../drivers/sqlite/index.ts';
import { loadDomain } from '../../../foundation/domain/index.ts';
import { whileOpen } from '../../../foundation/errors/index.ts';

interface Choice {
  /** Folder of the store that holds the knowledge; by default what `storage/` knows, or another practice web. */
  readonly knowledge?: string | undefined;
  readonly spotlight?: string | undefined;
  /** The webs that are compared, as `--web` names them. */
  readonly webs: readonly string[];
  /** Folder that may take a store. */
  readonly folder: string;
  /** Called before another practice web is harvested. */
  readonly onLearning?: (web: string) => void;
}

/** Says where knowledge stands if nobody says otherwise. */
const USUAL = 'storage';
/** Pages of another practice web that are read for the examples of a domain. */
const PAGES = 300;

/**
 * The store of what `semantic` goes by. Where nothing is known of the domains yet, practice webs have a way out: another practice
 * web is harvested, so that no strategy knows pages that it is measured on.
 * @throws {KnowledgeError} where too little is known, or nothing on a web that is not a practice web
 */
export async function knowledgeToCompareBy(domains: readonly string[], choice: Choice): Promise<string> {
  const { knowledge, spotlight, webs, folder } = choice;
  const storage = knowledge ?? USUAL;
  const web = anotherPracticeWeb(webs);
  const isGiven = knowledge !== undefined || spotlight !== undefined || (await isKnown(domains));
  if (!isGiven && web !== undefined) {
    choice.onLearning?.(web);
    await learnFrom(web, domains, folder);
    return folder;
  }
  await knowledgeOf(domains, {
    ...{ topicFilter: 'three-step', strategy: 'semantic', spotlight, storage },
    knowledge: storage,
  });
  return storage;
}

/** The practice web whose seed is one above all of these; undefined where one of them is no practice web. */
function anotherPracticeWeb(webs: readonly string[]): string | undefined {
  const [first] = webs;
  if (first === undefined || !webs.every((web) => /^practice(?::|$)/.test(web))) return undefined;
  const seeds = webs.map((web) => Number(/\bseed\s*=\s*(\d+)/.exec(web)?.[1] ?? 1));
  const others = first
    .slice('practice:'.length)
    .split(',')
    .filter((part) => part !== '' && !/^\s*seed\s*=/.test(part));
  return `practice:${[`seed=${Math.max(...seeds) + 1}`, ...others].join()}`;
}

async function isKnown(domains: readonly string[]): Promise<boolean> {
  if (!holdsStore(USUAL)) return false;
  return whileOpen(openStore(USUAL, { mode: 'read' }), async (store) => {
    const known = await store.knowledge.topics();
    return domains.every((domain) => known.includes(loadDomain(domain).name));
  });
}

async function learnFrom(web: string, domains: readonly string[], storage: string): Promise<void> {
  const { buildKnowledge, openAnnotator } = await import('../../../knowledge/index.ts');
  const options = { domains: [...domains], web, storage, maxPages: PAGES, concurrency: 1, submit: false };
  const open = (folder: string) => openStore(folder, { mode: 'write' });
  for await (const _ of harvest(options as HarvestOptions, { open })) {
    // Its events are of no interest; the run is.
  }
  const annotator = openAnnotator();
  await whileOpen(open(storage), async (store) => {
    for (const domain of domains)
      await buildKnowledge(store, {
        topic: loadDomain(domain).name,
        corpora: ['run'],
        annotator,
        onWarning: () => undefined,
      });
  });
}
