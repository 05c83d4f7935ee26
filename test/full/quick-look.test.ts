import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLabelledPages } from '../../src/forms/training/labelled-pages.ts';
import { parseFast, parseWithParse5 } from '../../src/foundation/dom/parse.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import { corpusPages, mutated, realPages } from '../forms/mutated-pages.ts';
import { TANGLING, tagSoup } from '../foundation/dom/tag-soup.ts';

const REAL = resolve(import.meta.dirname, '../../../shared/datasets/forms');
if (!existsSync(REAL)) console.log(`skipped: needs ${REAL}`);

/** Pages on which the quick look says something else than the thorough parser, and why it gave up on others. */
class Comparison {
  pages = 0;
  readonly differing: string[] = [];
  readonly unclear = new Map<string, number>();

  add(name: string, html: string): void {
    this.pages++;
    const look = parseFast(html, 'http://a.test/');
    if (look.kind === 'unclear') this.unclear.set(look.reason, (this.unclear.get(look.reason) ?? 0) + 1);
    else if (JSON.stringify(look.tree) !== JSON.stringify(parseWithParse5(html, 'http://a.test/')))
      this.differing.push(name);
  }
}

describe('the quick look', () => {
  it.runIf(existsSync(REAL))('sees on the 662 real pages what the thorough parser sees', async () => {
    const all = new Comparison();
    for await (const { url, html } of readLabelledPages(REAL)) all.add(url, html);
    console.log(`${all.pages} pages, given up:`, all.unclear);
    expect([all.pages, all.differing]).toEqual([662, []]);
    expect([...all.unclear.values()].reduce((sum, n) => sum + n, 0)).toBeLessThan(20);
  });

  it('sees on 20,000 mutated pages what the thorough parser sees, or gives up', () => {
    const pages = corpusPages();
    const all = new Comparison();
    for (let number = 0; number < 20_000; number++)
      all.add(`${number}`, mutated(pages[number % pages.length]!, pages, seededRandom(number)));
    console.log('given up:', all.unclear);
    expect(all.differing).toEqual([]);
  });

  it.runIf(existsSync(REAL))(
    'sees on 5,000 mutated real pages what the thorough parser sees, or gives up',
    async () => {
      const pages = await realPages(400);
      const all = new Comparison();
      for (let number = 0; number < 5_000; number++)
        all.add(`${number}`, mutated(pages[number % pages.length]!, pages, seededRandom(number)));
      console.log('given up:', all.unclear);
      expect(all.differing).toEqual([]);
    },
  );

  it('sees in 200,000 soups of tags what the thorough parser sees, or gives up', () => {
    const all = new Comparison();
    for (let number = 0; number < 200_000; number++)
      all.add(`${number}`, tagSoup(seededRandom(number), TANGLING[number % (2 * TANGLING.length)]));
    expect(all.differing).toEqual([]);
    expect(200_000 - [...all.unclear.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(110_000);
  });
});
