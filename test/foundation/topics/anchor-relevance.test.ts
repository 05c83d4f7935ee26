import { expect, test } from 'vitest';
import { KeywordCounter, relevancyScore, siblingCount } from '../../../src/foundation/topics/index.ts';

test("the paper's threshold of 2.1 is passed by counts, and cannot be by yes and no", () => {
  const weights = [0.2, 0.2, 0.3] as const;
  expect(relevancyScore({ content: 1, link: 1, siblings: 1 }, weights)).toBeCloseTo(0.7, 12);
  expect(relevancyScore({ content: 4, link: 2, siblings: 4 }, weights)).toBeGreaterThan(2.1);
});

test('Rs = w1·Lc + w2·Ll + w3·Ls, each with its own weight', () => {
  // .1 · 4 + .2 · 2 + .3 · 5, the weights of the paper's first experiment.
  expect(relevancyScore({ content: 4, link: 2, siblings: 5 }, [0.1, 0.2, 0.3])).toBeCloseTo(2.3, 12);
});

test('siblings speak for a link only where most of them were relevant', () => {
  expect(siblingCount(5, 3)).toBe(3);
  expect(siblingCount(6, 3)).toBe(0);
  expect(siblingCount(0, 0)).toBe(0);
});

test('keywords are counted by stem, each as often as it stands in a text and once in an address', () => {
  const counter = new KeywordCounter(['Java Beans']);
  expect(counter.inText('A bean in Java is a JavaBean; beans are many.')).toBe(3);
  expect(counter.inAddress('https://docs.test/java/beans/java.html')).toBe(2);
  expect(counter.inAddress('https://docs.test/javascript/')).toBe(0);
});

test('stop words are no keywords, so that a text of them mentions nothing', () => {
  const counter = new KeywordCounter(['bed and breakfast']);
  expect([...counter.keywords]).toEqual(['bed', 'breakfast']);
  expect(counter.inText('The news and the weather and sports and politics')).toBe(0);
  expect(counter.inText('Two beds and a breakfast')).toBe(2);
  expect(counter.allIn('http://a.test/bed-breakfast')).toBe(true);
  expect([...new KeywordCounter(['The Who']).keywords]).toEqual(['the', 'who']);
});

test('all keywords stand in an address or a title, or not', () => {
  const counter = new KeywordCounter(['Java Beans']);
  expect(counter.allIn('Writing a bean in Java')).toBe(true);
  expect(counter.allIn('Java AWT')).toBe(false);
});
