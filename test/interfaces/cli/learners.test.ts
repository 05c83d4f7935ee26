import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { findRun, harvestedForms } from '../../../src/library/index.ts';
import { openLabelSource } from '../../../src/wings/laboratory/models/label.ts';
import { page, SEARCH, smallWeb } from '../../crawl/run/small-web.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from './run-cli.ts';

/** Enough forms for two folds of both classes, few enough for every engine to be done in a second or two. */
const FORMS = 240;

const folder = temporaryFolder('learners-');
const rows = join(folder, 'rows.jsonl');
const html = join(folder, 'page.html');

beforeAll(async () => {
  const all = await readFile(new URL('../../../datasets/forms/rows.jsonl', import.meta.url), 'utf8');
  await writeFile(
    rows,
    `${all
      .split('\n')
      .slice(0, FORMS + 1)
      .join('\n')}\n`,
  );
  await writeFile(
    html,
    `<title>Books</title>${SEARCH}<form><select name=a><option>1<option>2</select></form>`,
  );
});

async function done(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runHere(args);
  expect([code, err]).toEqual([0, '']);
  return out;
}

interface Shown {
  readonly reading: {
    readonly forms: readonly {
      readonly verdict: {
        readonly kind: string;
        readonly rule?: string;
        readonly score?: number;
        readonly model?: string;
        readonly learners?: {
          readonly svm: number;
          readonly knn: number;
          readonly neighbours: readonly object[];
        };
      };
    }[];
  };
  readonly rules: { readonly on: readonly string[]; readonly off: readonly string[] };
}

const inspected = async (...flags: readonly string[]) =>
  JSON.parse(await done('inspect', html, '--base', 'http://books.test/', '--json', ...flags)) as Shown;
const trained = async (storage: string, ...flags: readonly string[]) =>
  JSON.parse(
    await done(
      ...['train', 'forms', '--data', rows, '--folds', '2', '--seeds', '1', '--force', '--json'],
      ...['--storage', storage, '--date', '2026-11-23', ...flags],
    ),
  ) as { readonly model: string; readonly file: string };

test('inspect shows both learners, and judges by the one that is named', async () => {
  const storage = join(folder, 'none');
  const of = async (...flags: readonly string[]) =>
    (await inspected('--storage', storage, ...flags)).reading.forms[0]!.verdict;
  const [svm, knn, both] = [await of(), await of('--judge', 'knn'), await of('--judge', 'both')];
  const { svm: machine, knn: share, neighbours } = svm.learners!;
  expect(neighbours).toHaveLength(5);
  expect(svm.score).toBeCloseTo(machine, 5);
  expect(knn.score).toBe(share);
  expect(knn.model).toMatch(/^neighbours@[0-9a-f]{12}$/);
  expect(both.score).toBeCloseTo((machine + share) / 2, 5);
  const words = await done('inspect', html, '--base', 'http://books.test/', '--storage', storage);
  expect(words).toMatch(/machine \d\.\d{3}, nearest labelled forms \d\.\d\d \(distances: search \d\.\d\d/);
});

test.each(['smo', 'libsvm', 'ml-svm'])(
  '%s trains a model that a storage folder judges by, until it is rolled back',
  async (engine) => {
    const storage = join(folder, engine);
    const shipped = (await inspected('--storage', storage)).reading.forms[0]!.verdict.model;
    const { model, file } = await trained(storage, '--engine', engine);
    expect(file).toBe(join(storage, 'models', 'forms-1.json'));
    expect((await inspected('--storage', storage)).reading.forms[0]!.verdict.model).toBe(model);
    const { models } = JSON.parse(await done('models', '--storage', storage, '--json')) as {
      models: object[];
    };
    expect(models).toMatchObject([
      { kind: 'forms', engine, date: '2026-11-23', inUse: true, metrics: { f1: expect.any(Number) } },
    ]);
    expect(await done('models', '--storage', storage)).toMatch(
      new RegExp(`1 {2}2026-11-23 {2}${engine} {2}n \\d+, f1 0\\.\\d+`),
    );
    expect(await done('models', 'rollback', 'forms', '--storage', storage)).toContain(
      'the shipped one judges now',
    );
    expect((await inspected('--storage', storage)).reading.forms[0]!.verdict.model).toBe(shipped);
  },
);

test('knn trains to labelled forms, which judge where they are named or kept', async () => {
  const storage = join(folder, 'knn');
  const { file } = await trained(storage, '--engine', 'knn', '--k', '3');
  expect(file).toBe(join(storage, 'models', 'neighbours-1.jsonl'));
  const kept = (await inspected('--storage', storage)).reading.forms[0]!.verdict;
  expect(JSON.stringify(kept.learners!.neighbours)).toMatch(/"row":"neighbours-1\.jsonl:\d+"/);
  // Three of those five vote.
  expect([0, 1 / 3, 2 / 3, 1]).toContain(kept.learners!.knn);
  const named = (await inspected('--model', file)).reading.forms[0]!.verdict;
  expect(named.model).toMatch(/^neighbours@/);
  expect(named.score).toBe(named.learners!.knn);
});

test('what an engine cannot do is refused in one line before it trains', async () => {
  const refused = async (...flags: readonly string[]) =>
    (await runHere(['train', 'forms', '--data', rows, '--storage', join(folder, 'no'), ...flags])).err;
  expect(await refused('--engine', 'ml-knn', '--k', '4')).toMatch(
    /^fieldfare: ml-knn breaks the ties of an even k = 4.*\n$/,
  );
  expect(await refused('--engine', 'libsvm', '--with', 'practice')).toMatch(
    /^fieldfare: libsvm cannot weigh.*leave out --with\n$/,
  );
  expect(await refused('--engine', 'knn', '--select', 'nca')).toMatch(
    /^fieldfare: knn sees all features.*\n$/,
  );
});

test('a domain file switches risky rules on, inspect says so, and a rule that there is not is named', async () => {
  const file = join(folder, 'mine.yaml');
  const written = (rule: string) =>
    writeFile(file, `name: mine\ndescription: Books.\nterms:\n  book: 1\nrulesOn: [${rule}]\n`);
  await written('one-choice');
  const on = await inspected('--domain', file);
  expect(on.rules.on).toEqual(['one-choice']);
  expect(on.reading.forms[1]!.verdict).toMatchObject({ kind: 'rejected', rule: 'one-choice' });
  expect((await inspected('--domain', 'book')).reading.forms[1]!.verdict.kind).toBe('classified');
  expect(await done('inspect', html, '--base', 'http://books.test/', '--domain', file)).toContain(
    'risky rejection rules switched on: one-choice',
  );
  await written('password');
  const { err } = await runHere(['inspect', html, '--domain', file]);
  expect(err).toMatch(/mine\.yaml:1: rulesOn: expected rules of one-choice, .*not “password”/);
});

test('a run keeps what the learners say; export gives it, and label asks first where they disagree', async () => {
  // Whatever looks like that search form was called something else.
  const contrary = join(folder, 'contrary.jsonl');
  const [head, ...lines] = (await readFile(rows, 'utf8')).trim().split('\n');
  await writeFile(
    contrary,
    `${[head, ...lines.map((line) => line.replace('"type":"search"', '"type":"other"'))].join('\n')}\n`,
  );
  const { web, close } = await smallWeb(
    {
      'a.test/': page(
        `${SEARCH}<form action=/x><select name=b><option>1<option>2</select><button>Go</button></form>`,
      ),
    },
    ['http://a.test/'],
  );
  const storage = join(folder, 'run');
  try {
    for await (const _ of harvest({
      domains: ['book'],
      web,
      storage,
      render: 'never',
      submit: false,
      judge: 'svm',
      model: contrary,
    }));
  } finally {
    await close();
  }
  await whileOpen(smallWeb({ 'a.test/': page(SEARCH) }, ['http://a.test/']), async (byNeighbours) => {
    const run = harvest({
      ...{ domains: ['book'], web: byNeighbours.web, storage: join(folder, 'judged') },
      ...{ render: 'never', submit: false, model: contrary },
    });
    for await (const event of run) if (event.type === 'end') expect(event.progress.searchable).toBe(0);
  });
  const exported = (await done('export', 'forms', '--storage', storage, '--format', 'csv')).split('\n');
  expect(exported[0]).toContain('svm,knn,neighbours,learnersDisagree');
  await whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    const run = await findRun(store, '1');
    const verdicts = [];
    for await (const form of harvestedForms(store, run.id)) verdicts.push(form.verdict);
    expect(verdicts.map(({ learners }) => learners?.knn)).toEqual([0, 0]);
  });
  const { found } = await openLabelSource('1', { storage, web: 'live', date: '2026-11-23' });
  expect(found.map(({ doubt }) => Math.sign(doubt))).toEqual([-1, 1]);
  expect((await found[0]!.read()).verdict.learners).toMatchObject({ knn: 0, svm: expect.any(Number) });
});

test('what a user labelled is compared with at once, by its address', async () => {
  const storage = join(folder, 'labelled');
  const id = (await inspected('--storage', storage)).reading.forms[1] as unknown as { form: { id: string } };
  await done(
    'label',
    html,
    '--base',
    'http://books.test/',
    '--storage',
    storage,
    '--set',
    `${id.form.id}=order`,
  );
  const { learners } = (await inspected('--storage', storage)).reading.forms[1]!.verdict;
  const own = { type: 'order', distance: 0, row: 'rows.jsonl:2', url: 'http://books.test/' };
  expect(learners?.neighbours[0]).toEqual(own);
});

test('evaluate names what was misjudged with features and neighbours, in words and as JSON', async () => {
  const flags = ['evaluate', 'forms', '--data', rows, '--folds', '2', '--seeds', '1'];
  const { misjudged, arms } = JSON.parse(await done(...flags, '--json')) as {
    arms: readonly { name: string; accuracy: number }[];
    misjudged: readonly {
      url: string;
      truth: string;
      score: number;
      features: object[];
      neighbours: object[];
    }[];
  };
  expect(misjudged).toHaveLength(Math.round(FORMS * (1 - arms[0]!.accuracy)));
  for (const { url, truth, score, features, neighbours } of misjudged) {
    expect(url).toMatch(/^row \d+$/);
    expect(score >= 0.5).toBe(truth !== 'search');
    expect([features.length > 0, neighbours.length]).toEqual([true, 5]);
  }
  expect(await done(...flags)).toMatch(
    /misclassified forms, the most certain first.*\nrow \d+\n {2}actual \w+, predicted .*\n.*; nearest: /s,
  );
});

interface Scores {
  readonly n: number;
  readonly deals: readonly { readonly f1: number; readonly accuracy: number }[];
  readonly crossCheck?: { readonly n: number; readonly accuracy: number; readonly f1: number };
}

const evaluate = (...flags: readonly string[]) =>
  runHere(['evaluate', 'forms', '--data', rows, '--folds', '2', '--seeds', '1', ...flags]);

async function scoresOf(...flags: readonly string[]): Promise<Scores> {
  const { code, out, err } = await evaluate(...flags, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Scores;
}

test('the neighbours of ml-knn judge every form as ours do', async () => {
  const ours = await scoresOf('--engine', 'knn', '--k', '3');
  expect(await scoresOf('--engine', 'ml-knn', '--k', '3')).toEqual({ ...ours, engine: 'ml-knn' });
  expect(ours.deals[0]?.f1).toBeGreaterThan(0.7);
});

test('LIBSVM says nothing of its own, and finds what our machine finds', async () => {
  const [ours, theirs] = [await scoresOf('--engine', 'smo'), await scoresOf('--engine', 'libsvm')];
  expect(theirs.n).toBe(ours.n);
  expect(Math.abs((theirs.deals[0]?.f1 ?? 0) - (ours.deals[0]?.f1 ?? 1))).toBeLessThan(0.01);
});

test('ml-cross-validation judges the same forms, and about as well', async () => {
  const { n, deals, crossCheck } = await scoresOf('--engine', 'knn', '--k', '3', '--cross-check');
  expect(crossCheck?.n).toBe(n);
  expect(Math.abs((crossCheck?.accuracy ?? 0) - (deals[0]?.accuracy ?? 0))).toBeLessThan(0.12);
});

test('kernel, C and offset of a machine are those that are given', async () => {
  const flags = ['--engine', 'smo', '--kernel', 'poly'] as const;
  const usual = await scoresOf(...flags);
  const paper = await scoresOf(...flags, '--offset', '0');
  const careless = await scoresOf(...flags, '--cost', '0.0001');
  expect(paper.deals).not.toEqual(usual.deals);
  expect(careless.deals[0]?.f1).toBeLessThan(usual.deals[0]?.f1 ?? 0);
});

test('an engine that would answer wrongly is refused in one line with another to use', async () => {
  const { code, err } = await evaluate('--engine', 'ml-knn', '--k', '4');
  expect(code).toBe(2);
  expect(err).toMatch(
    /^fieldfare: ml-knn breaks the ties of an even k = 4 .*use an odd k, or the engine knn\n$/,
  );
});
