import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { parseTree, textOf } from '../../../src/foundation/dom/index.ts';
import { type Domain, loadDomains } from '../../../src/foundation/domain/index.ts';
import { classifyTopic, type Topic, type TopicDocument } from '../../../src/foundation/topics/index.ts';
import { cpuTime } from '../../cpu-time.ts';

/** Real pages sorted by topic, kept beside the project; the tests are skipped where it stands alone. */
const FOLDER = fileURLToPath(new URL('../../../../shared/datasets/web/pages-by-domain/', import.meta.url));
const here = existsSync(FOLDER);
if (!here) console.log(`skipped: topics of real pages, because ${FOLDER} is not here`);

const DOMAINS = loadDomains();
const only = (name: string): Domain => DOMAINS.find((domain) => domain.name === name)!;
/** The data set's word for a domain, where it is another. */
const TOPIC_OF: Readonly<Record<string, string>> = { premiere: 'movie' };

interface Line {
  readonly warc: string;
  readonly url: string;
  /** Null for pages whose site is not known; each then counts as a site of its own. */
  readonly site: string | null;
  readonly topic: string;
}

interface Judged extends Line {
  readonly language: string;
  readonly topics: Topic;
}

async function judgeAll(): Promise<{ pages: Judged[]; msPerPage: number }> {
  const lines: Line[] = readFileSync(join(FOLDER, 'pages.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const byAddress = new Map(lines.map((line) => [`${line.warc} ${line.url}`, line]));
  const pages: Judged[] = [];
  const read: TopicDocument[] = [];
  for (const warc of readdirSync(FOLDER).filter((file) => file.endsWith('.gz'))) {
    for await (const record of new WARCParser(createReadStream(join(FOLDER, warc)), { parseHttp: false })) {
      const line = byAddress.get(`${warc} ${record.warcTargetURI}`);
      if (record.warcType !== 'response' || line === undefined) continue;
      const bytes = Buffer.from(await record.readFully(false));
      const tree = parseTree(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).toString('utf8'), line.url);
      const page = { url: line.url, title: tree.title, text: textOf(tree.root, 20_000) };
      pages.push({ ...line, language: tree.language, topics: classifyTopic(page, [], DOMAINS) });
      read.push(page);
    }
  }
  const started = cpuTime();
  for (const page of read) classifyTopic({ ...page }, [], DOMAINS);
  return { pages, msPerPage: (cpuTime() - started) / read.length };
}

interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

function quality(pages: readonly Judged[], domain: string, threshold: number): Quality {
  const topic = TOPIC_OF[domain] ?? domain;
  const taken = pages.filter(({ topics }) => (topics.scores[domain] ?? 0) >= threshold);
  const right = taken.filter((page) => page.topic === topic).length;
  const all = pages.filter((page) => page.topic === topic).length;
  const [precision, recall] = [right / Math.max(1, taken.length), right / Math.max(1, all)];
  return { precision, recall, f1: (2 * right) / Math.max(1, taken.length + all) };
}

const CANDIDATES = Array.from({ length: 20 }, (_, i) => (i + 1) / 100);
const bestThreshold = (pages: readonly Judged[], domain: string): number =>
  CANDIDATES.reduce(
    (best, t) => (quality(pages, domain, t).f1 > quality(pages, domain, best).f1 ? t : best),
    0.01,
  );

/** The domain files hold words of these languages; pages of no shop count whatever they are written in. */
const readable = ({ topic, language }: Judged): boolean =>
  topic !== 'product' || /^(en|de|fr|es|it|nl|pt)\b/i.test(language);

const siteOf = ({ site, url }: Line): string => site ?? url;

/** Every other site of each topic, in order of their names, so that no shop is on both sides. */
function firstHalf(pages: readonly Judged[]): ReadonlySet<string> {
  const topics = Map.groupBy(pages, ({ topic }) => topic);
  return new Set(
    [...topics.values()].flatMap((some) =>
      [...new Set(some.map(siteOf))].sort().filter((_, i) => i % 2 === 0),
    ),
  );
}

describe.skipIf(!here)('real pages', async () => {
  const { pages, msPerPage } = here ? await judgeAll() : { pages: [], msPerPage: 0 };
  // A bookshop sells products: whether its pages are about products is a matter of taste, so they are left out there.
  const judged = (domain: string) => pages.filter(({ topic }) => domain !== 'product' || topic !== 'book');
  const report = DOMAINS.map((domain) => {
    const { name, thresholds } = domain;
    return {
      domain: name,
      threshold: thresholds.pageSimilarity,
      ...quality(judged(name), name, thresholds.pageSimilarity),
    };
  });
  if (here) {
    console.table(
      report.filter(({ domain }) => pages.some(({ topic }) => topic === (TOPIC_OF[domain] ?? domain))),
    );
    console.log(`${pages.length} pages, ${msPerPage.toFixed(2)} ms a page`);
  }
  const of = (name: string) => report.find(({ domain }) => domain === name)!;

  it('are all there', () => expect(pages.length).toBe(450));

  it('of bookshops are found', () => {
    expect(of('book').recall).toBeGreaterThan(0.95);
    expect(of('book').precision).toBeGreaterThan(0.75);
  });

  it('of shops are found where their language is one of the domain file’s', () => {
    const { precision, recall } = quality(
      judged('product').filter(readable),
      'product',
      only('product').thresholds.pageSimilarity,
    );
    console.log({ language: 'en de fr es it nl pt', precision, recall });
    expect(recall).toBeGreaterThan(0.85);
    expect(precision).toBeGreaterThan(0.7);
  });

  it('about something else are hardly ever taken for a domain', () => {
    const other = pages.filter(({ topic }) => topic === 'other');
    const taken = other.filter(({ topics }) => topics.domain !== null);
    console.log(
      `${taken.length} of ${other.length} other pages taken, ${taken.filter(({ topics }) => topics.domain === 'product').length} of them for products`,
    );
    expect(taken.length / other.length).toBeLessThan(0.1);
  });

  it('of a bookshop are told from those of other shops', () => {
    const books = pages.filter(({ topic }) => topic === 'book');
    expect(books.filter(({ topics }) => topics.domain === 'book').length / books.length).toBeGreaterThan(
      0.95,
    );
    const goods = pages.filter(({ topic, topics }) => topic === 'product' && topics.domain !== null);
    expect(goods.filter(({ topics }) => topics.domain === 'product').length / goods.length).toBeGreaterThan(
      0.9,
    );
  });

  it.each(['book', 'product'])(
    '%s: a threshold chosen on half of the sites does as well on the other half',
    (domain) => {
      const half = firstHalf(judged(domain).filter(readable));
      for (const side of [true, false]) {
        const seen = judged(domain)
          .filter(readable)
          .filter((page) => half.has(siteOf(page)) === side);
        const unseen = judged(domain)
          .filter(readable)
          .filter((page) => half.has(siteOf(page)) !== side);
        const threshold = bestThreshold(seen, domain);
        const [there, own] = [
          quality(unseen, domain, threshold),
          quality(unseen, domain, bestThreshold(unseen, domain)),
        ];
        console.log(
          `${domain}: ${threshold} chosen on the ${side ? 'first' : 'second'} half; on the other half F1 ${there.f1.toFixed(3)}, best possible ${own.f1.toFixed(3)}`,
        );
        expect(there.f1).toBeGreaterThan(own.f1 - 0.1);
      }
    },
  );
});
