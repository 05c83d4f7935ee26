import { z } from 'zod';
import { allowPrivate, off } from '../../foundation/options/index.ts';
import { printable } from '../../foundation/text/index.ts';
import type { KnowledgeVerdict, NounEvidence } from '../../knowledge/index.ts';
import {
  command,
  type FlagsOf,
  inStore,
  liveWeb,
  printJson,
  text,
  whole,
  withStore,
} from '../terminal/index.ts';
import { knownTopics } from './knowledge-show.ts';

const options = z.object({
  domain: z
    .array(z.string())
    .optional()
    .describe('<name...> judge by these corpora')
    .meta({ defaultText: 'all' }),
  web: liveWeb.describe('<web> where the page is: live, practice or replay:FILE.warc.gz'),
  nouns: whole(0, 1_000).default(12).describe('nouns to show'),
  spotlight: text.describe('<url> link nouns with this service, the one that linked the corpus'),
  allowPrivate,
  ...inStore,
  storage: inStore.storage.describe('<dir> folder of the knowledge'),
  json: off.describe('print one JSON object'),
});
type Flags = FlagsOf<typeof options>;

export const knowledgeJudgeCommand = command({
  options,
  help: 'Examples:\n  fieldfare knowledge judge page.html\n  fieldfare knowledge judge https://www.abebooks.com/ --domain book --json',
  run: judge,
});

interface Judged {
  readonly verdict: KnowledgeVerdict;
  readonly evidence: readonly NounEvidence[];
}

async function judge(flags: Flags, page: string): Promise<void> {
  const knowledge = await import('../../knowledge/index.ts');
  const { contentOf, EMBEDDED, evidenceOf, judgeKnowledge, loadKnowledge } = knowledge;
  await withStore(flags.storage, 'read', async (store) => {
    const topics = flags.domain ?? (await knownTopics(store.knowledge));
    const models = [];
    for (const topic of topics) {
      const model = await loadKnowledge(store.knowledge, topic);
      knowledge.requireLinker(model, flags.spotlight ?? EMBEDDED);
      models.push(model);
    }
    const { inspect } = await import('../../app/index.ts');
    const { reading, text } = await inspect(page, judgeableFrom(flags));
    const annotation = await annotated(contentOf({ title: reading.title, text }), flags.spotlight);
    const judged = models.map(
      (model): Judged => ({
        verdict: judgeKnowledge(annotation, model),
        evidence: mostTelling([...evidenceOf(annotation, model)], flags.nouns),
      }),
    );
    if (flags.json)
      printJson({ url: reading.url, title: reading.title, sentences: annotation.sentences, topics: judged });
    else
      process.stdout.write(
        `${printable(reading.title) || '(no title)'}\n${printable(reading.url)}\n\n${judged.map(shown).join('\n\n')}\n`,
      );
  });
}

async function annotated(content: readonly string[], endpoint: string | undefined) {
  const { annotateBy, embeddedAnnotator, postToService } = await import('../../knowledge/index.ts');
  if (endpoint === undefined) return embeddedAnnotator().annotate(content);
  const { userAgent } = await import('../../crawl/settings/index.ts');
  return annotateBy({ endpoint, post: await postToService(userAgent(undefined)) }, content);
}

/** Reads the page as the server sent it, as corpora are read. */
const judgeableFrom = ({ web, storage, allowPrivate }: Flags) =>
  ({ web, storage, allowPrivate, render: 'never' }) as const;

/** Takes the nouns that move the mean most: those that occur often, then rare ones. */
const mostTelling = (evidence: readonly NounEvidence[], limit: number): NounEvidence[] =>
  [...evidence]
    .sort((a, b) => b.count - a.count || b.idf - a.idf || (a.anchor < b.anchor ? -1 : 1))
    .slice(0, limit);

const REASONS = {
  'too-few-nouns': 'too few of its nouns mean anything in the knowledge base',
  'too-rare': 'its nouns are rarer in the corpus than those of the corpus: it is about something else',
  'too-common': 'its nouns are commoner than those of the corpus: it says nothing particular',
} as const;

function shown({ verdict, evidence }: Judged): string {
  const { topic, mean, range, nouns, known } = verdict;
  const why = verdict.accepted ? 'within the range of the corpus' : REASONS[verdict.reason];
  return [
    `${topic}: ${verdict.accepted ? 'ON TOPIC' : 'off topic'} — ${why}`,
    `  mean idf ${mean.toFixed(2)}, range ${range.map((end) => end.toFixed(2)).join('–')}; ${known} of ${nouns} linked nouns are known`,
    ...evidence.map(
      ({ anchor, count, having, idf }) =>
        `  ${idf.toFixed(2).padStart(6)}  ${printable(anchor)} × ${count}, ${having === 0 ? 'in no document of the corpus' : `in ${having} documents`}`,
    ),
  ].join('\n');
}
