import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { embeddedAnnotator } from '../../../src/knowledge/index.ts';
import { chooseConstants } from '../../../src/wings/laboratory/topics/choose-constants.ts';
import { combinedScores, evaluateTopics } from '../../../src/wings/laboratory/topics/evaluate-topics.ts';
import { agreementOf, fleissKappa } from '../../../src/wings/laboratory/topics/kappa.ts';
import type { LabelledPage } from '../../../src/wings/laboratory/topics/labelled-pages.ts';
import {
  type DecidedPage,
  drawSample,
  readSheets,
  writeSheets,
} from '../../../src/wings/laboratory/topics/rating-sheets.ts';
import { rateTopics } from '../../../src/wings/laboratory/topics/ratings.ts';
import { sampleSize, stratumSize } from '../../../src/wings/laboratory/topics/sample-size.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder('fieldfare-topics-');
});

test('sample sizes are those of the Wikipedia columns of table 9, and not of the Google columns', () => {
  const sizes = (accepted: number, rejected: number) => {
    const n = sampleSize(accepted + rejected);
    return [
      Math.round(n),
      stratumSize(n, accepted, accepted + rejected),
      stratumSize(n, rejected, accepted + rejected),
    ];
  };
  expect(sizes(1101, 1488)).toEqual([335, 142, 192]);
  expect(sizes(1413, 1670)).toEqual([342, 157, 185]);
  expect(sizes(2781, 1097)).toEqual([350, 251, 99]);
  // Table 9 says 303 for the 879 pages of the first Google column.
  expect(Math.round(sampleSize(879))).toBe(268);
});

test('the example of Fleiss (1971) as it is taught: ten subjects, fourteen raters, κ = .210', () => {
  const counts = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];
  expect(fleissKappa(counts)).toBeCloseTo(0.21, 3);
  expect(agreementOf(fleissKappa(counts))).toBe('fair');
});

test('κ is 1 where all agree, negative where they agree less than by chance, and named by table 14', () => {
  expect(
    fleissKappa([
      [4, 0],
      [0, 4],
    ]),
  ).toBe(1);
  expect(
    fleissKappa([
      [4, 0],
      [4, 0],
    ]),
  ).toBe(1);
  expect(
    fleissKappa([
      [2, 2],
      [2, 2],
    ]),
  ).toBeLessThan(0);
  expect([-0.1, 0, 0.2, 0.21, 0.53, 0.68, 0.81].map(agreementOf)).toEqual([
    ...['poor', 'slight', 'slight', 'fair', 'moderate', 'substantial', 'almost perfect'],
  ]);
  expect(() =>
    fleissKappa([
      [4, 0],
      [2, 1],
    ]),
  ).toThrow('page 2 has 3 ratings, the others have 4');
});

const decided = (n: number): DecidedPage[] =>
  Array.from({ length: n }, (_, i) => ({
    topic: 'book',
    url: `http://a.test/${i}`,
    title: i === 0 ? '=HYPERLINK("http://evil.test")' : `Page ${i}, "quoted"`,
    accepted: i % 4 !== 0,
  }));

test('a sample keeps the shares of accepted and rejected, and the same seed draws the same pages', () => {
  const pages = decided(2_000);
  const sample = drawSample(pages, 7);
  const size = sampleSize(2_000);
  expect(sample.filter(({ accepted }) => accepted)).toHaveLength(stratumSize(size, 1_500, 2_000));
  expect(sample.filter(({ accepted }) => !accepted)).toHaveLength(stratumSize(size, 500, 2_000));
  expect(drawSample(pages, 7)).toEqual(sample);
  expect(drawSample(pages, 8)).not.toEqual(sample);
});

test('sheets go out without the decisions and come back as harvest ratios and κ', async () => {
  await writeSheets(folder, decided(8), 2);
  const empty = await readFile(join(folder, 'rater-1.csv'), 'utf8');
  expect(empty).not.toContain('true');
  expect(empty).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  const fill = (answer: (n: number) => string) =>
    empty
      .trimEnd()
      .split('\r\n')
      .map((line, i) => (i === 0 ? line : `${line}${answer(i)}`))
      .join('\r\n');
  await writeFile(
    join(folder, 'rater-1.csv'),
    fill((n) => (n % 4 === 1 ? 'no' : 'yes')),
  );
  await writeFile(
    join(folder, 'rater-2.csv'),
    fill((n) => (n % 4 === 1 || n === 2 ? '0' : '1')),
  );
  const [rated] = rateTopics(await readSheets(folder));
  expect(rated).toMatchObject({
    topic: 'book',
    accepted: 6,
    raters: [
      { name: 'rater-1', relevant: 6 },
      { name: 'rater-2', relevant: 5 },
    ],
  });
  expect(rated!.harvestRatio).toBeCloseTo(11 / 12, 12);
  expect(rated!.kappa).toBeCloseTo(
    fleissKappa([
      [0, 2],
      [1, 1],
      [2, 0],
      [2, 0],
      [0, 2],
      [2, 0],
      [2, 0],
      [2, 0],
    ]),
    12,
  );
});

test('sheets with missing rows, without answers or with other answers are named by file and line', async () => {
  await writeSheets(folder, decided(3), 2);
  await expect(writeSheets(folder, decided(3), 2)).rejects.toThrow('has sheets already');
  await expect(readSheets(folder)).rejects.toThrow(
    /rater-1\.csv, line 2: page 1 has no answer; write yes or no/,
  );
  const sheet = async (rows: string) => {
    await writeFile(join(folder, 'rater-1.csv'), `number,relevant\n${rows}`);
    return readSheets(folder);
  };
  await expect(sheet('1,yes\n2,perhaps\n3,no')).rejects.toThrow(/line 3: page 2 has the answer “perhaps”/);
  await expect(sheet('1,yes\n')).rejects.toThrow(/rater-1\.csv: 2 of 3 rows are missing \(2, 3\)/);
  await expect(sheet('1,"yes\n')).rejects.toThrow(/is no CSV table/);
  await expect(readSheets(join(folder, 'nowhere'))).rejects.toThrow(/holds no sample with two sheets/);
});

const COOKING =
  'Add the flour, salt and butter to the onions, and bake the dough in a hot oven with garlic and pepper.';
const POLITICS =
  'The senate and the minister debated the election law; voters, judges and the press criticised parliament.';

const page = (i: number, topic: string, text: string): LabelledPage => ({
  source: `http://${topic}${i}.test/`,
  title: '',
  text,
  topic,
  site: `${topic}${i}`,
  archive: 'pages',
  annotation: embeddedAnnotator().annotate([text]),
  ms: 1,
});

test('a topic is told from another by a corpus that never holds the site it judges', () => {
  const pages = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [
    page(i, 'cooking', `${COOKING} Dish ${i}.`),
    page(i, 'politics', `${POLITICS} Session ${i}.`),
  ]);
  const data = { pages, errors: new Map() };
  const [cooking] = evaluateTopics(data, { topics: ['cooking'], folds: 4, seed: 1 });
  expect(cooking!.knowledge).toMatchObject({ harvestRatio: 1, recall: 1, accepted: 8, onTopic: 8 });
  expect(cooking!.threeStep).toBeUndefined();
  expect(cooking!.sources).toEqual([
    { source: 'pages', sites: 16, pages: 16, accepted: 8, rejected: 8, errors: 0 },
  ]);
  const [oneOut] = evaluateTopics(data, { topics: ['cooking'], seed: 1 });
  expect(oneOut!.knowledge).toMatchObject({ harvestRatio: 1, recall: 1, onTopic: 8 });
  expect(combinedScores([cooking!]).knowledge.harvestRatio).toBe(1);
  const alone = { pages: pages.map((one) => ({ ...one, site: 'one' })), errors: new Map() };
  expect(() => evaluateTopics(alone, { topics: ['cooking'], folds: 4, seed: 1 })).toThrow(
    /too few to leave sites out/,
  );
  expect(() => evaluateTopics(data, { topics: ['chess'], folds: 4, seed: 1 })).toThrow(
    /no page of the data is about chess/,
  );
});

test('keywords take the place of the name of the domain for anchor text, and judge topics without one', () => {
  const pages = [0, 1, 2, 3, 4, 5].flatMap((i) => [
    page(
      i,
      'cooking',
      `${COOKING} Add garlic, garlic, garlic and pepper, pepper, pepper, garlic, garlic, ${i}.`,
    ),
    page(i, 'politics', `${POLITICS} Session ${i}.`),
  ]);
  const data = { pages, errors: new Map() };
  const options = { topics: ['cooking'], folds: 3, seed: 1 };
  const [unnamed] = evaluateTopics(data, options);
  expect(unnamed!.anchorText).toBeUndefined();
  // Six mentions of garlic and four of pepper score 2.0; butter and salt make it 2.4, and 2.1 is the threshold.
  const [both] = evaluateTopics(data, { ...options, keywords: ['garlic', 'pepper'] });
  expect(both!.anchorText).toMatchObject({ accepted: 0, recall: 0 });
  const [named] = evaluateTopics(data, { ...options, keywords: ['garlic and pepper', 'butter', 'salt'] });
  expect(named!.anchorText).toMatchObject({ accepted: 6, relevant: 6, harvestRatio: 1, recall: 1 });
});

test('constants are chosen on one half of the sites, whatever the other half says, and measured on the other', () => {
  const sites = Array.from({ length: 30 }, (_, i) => i);
  const pages = sites.flatMap((i) => [
    page(i, 'cooking', `${COOKING} Dish ${i}.`),
    page(i, 'politics', `${i % 3 === 0 ? COOKING.slice(0, 60) : ''} ${POLITICS} Session ${i}.`),
  ]);
  const choice = chooseConstants({ pages, errors: new Map() }, ['cooking']);
  const { development, heldOut } = choice;
  expect(development).toHaveLength(54);
  const [best] = development;
  for (const one of development) expect(one.mean).toBeLessThanOrEqual(best!.mean);
  expect(heldOut.chosen.constants).toEqual(best!.constants);
  const [inDevelopment, inHeldOut] = [best!.topics[0]!, heldOut.chosen.topics[0]!];
  expect(inDevelopment.sites).toBeGreaterThan(0);
  expect(inDevelopment.sites + inHeldOut.sites).toBe(30);
  const worst = development.at(-1)!;
  const { harvestRatio, recall } = worst.topics[0]!;
  expect(worst.mean).toBeCloseTo(
    recall === 0 ? 0 : (1.25 * harvestRatio! * recall) / (0.25 * harvestRatio! + recall),
    12,
  );
  // Sites whose digest begins with an odd byte are held out.
  const isHeldOut = (site: string) => createHash('sha256').update(site).digest()[0]! % 2 === 1;
  const spoilt = pages.map((one) =>
    isHeldOut(one.site) ? { ...one, annotation: pages[1]!.annotation } : one,
  );
  const again = chooseConstants({ pages: spoilt, errors: new Map() }, ['cooking']);
  expect(again.development).toEqual(development);
  expect(again.heldOut).not.toEqual(heldOut);
});
