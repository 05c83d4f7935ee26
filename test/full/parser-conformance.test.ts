import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fastParse } from '../../src/foundation/dom/fast-parser/fast-parse.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import { readLabelledPages } from '../../src/wings/laboratory/forms/labelled-pages.ts';
import { corpusPages, mutated, realPages } from '../forms/mutated-pages.ts';
import { PARSERS, ParserComparison } from '../foundation/dom/parser-comparison.ts';
import { TANGLING, tagSoup } from '../foundation/dom/tag-soup.ts';

const REAL = resolve(import.meta.dirname, '../../../shared/datasets/forms');
if (!existsSync(REAL)) console.log(`skipped: needs ${REAL}`);

const sum = (counts: Iterable<number>): number => [...counts].reduce((a, b) => a + b, 0);

function* mutations(pages: readonly string[], count: number): Generator<string> {
  for (let number = 0; number < count; number++)
    yield mutated(pages[number % pages.length]!, pages, seededRandom(number));
}

function* tagSoups(count: number): Generator<string> {
  for (let number = 0; number < count; number++)
    yield tagSoup(seededRandom(number), TANGLING[number % (2 * TANGLING.length)]);
}

describe.each(PARSERS)('%s', (_name, parse) => {
  it('gives the tree of parse5 or none on 5,000 mutated pages and 20,000 tag soups', () => {
    const comparison = new ParserComparison(parse, [true]);
    comparison.addOutlines(mutations(corpusPages(), 5_000)).addOutlines(tagSoups(20_000));
    expect(comparison.different).toEqual([]);
    expect(comparison.same).toBeGreaterThan(12_000);
  });
});

describe('the fast parser', () => {
  it.runIf(existsSync(REAL))('gives the whole tree on the 662 real pages, but for a few', async () => {
    const pages: string[] = [];
    for await (const { html } of readLabelledPages(REAL)) pages.push(html);
    const { different, unsupported } = new ParserComparison(fastParse, [true]).addTrees(pages);
    console.log(`${pages.length} pages, not supported:`, unsupported);
    expect([pages.length, different]).toEqual([662, []]);
    expect(sum(unsupported.values())).toBeLessThan(20);
  });

  it('gives the whole tree or none on 20,000 mutated pages', () => {
    const comparison = new ParserComparison(fastParse, [true]).addTrees(mutations(corpusPages(), 20_000));
    console.log('not supported:', comparison.unsupported);
    expect(comparison.different).toEqual([]);
  });

  it.runIf(existsSync(REAL))('gives the whole tree or none on 5,000 mutated real pages', async () => {
    const comparison = new ParserComparison(fastParse, [true]);
    comparison.addTrees(mutations(await realPages(400), 5_000));
    console.log('not supported:', comparison.unsupported);
    expect(comparison.different).toEqual([]);
  });

  it('gives the whole tree or none on 200,000 tag soups', () => {
    const { different, same } = new ParserComparison(fastParse, [true]).addTrees(tagSoups(200_000));
    expect(different).toEqual([]);
    expect(same).toBeGreaterThan(110_000);
  });
});
