import { describe, expect, it } from 'vitest';
import {
  classifyTopic,
  seedPageModel,
  seedPageSimilarity,
  topicBySeedPages,
} from '../../../src/foundation/topics/index.ts';

const page = (text: string, site = text) => ({ url: '', title: '', text, site });

describe('a domain by its seed pages', () => {
  const model = seedPageModel('opera', [page('aria'), page('aria tenor')], [page('tenor'), page('goal')]);

  it('weighs stems by idf and information gain (eq. 8 to 11)', () => {
    // Of four pages two hold "aria", both seed pages: log10 2, and all of the one bit that tells seed pages.
    expect(model.weights.get('aria')).toBeCloseTo(0.30103, 5);
    // "tenor" stands on one of each kind and tells nothing.
    expect(model.weights.get('tenor')).toBe(0);
    // "goal": log10 4 · (1 − 3/4 · 0.918296).
    expect(model.weights.get('goal')).toBeCloseTo(0.60206 * 0.311278, 5);
  });

  it('has the mean of the vectors of its pages, each over the length of tf · idf', () => {
    expect([...model.centre].filter(([, weight]) => weight > 0)).toEqual([
      ['aria', expect.closeTo((1 + Math.SQRT1_2) / 2, 5)],
    ]);
  });

  it('is compared with a page by cosine (eq. 12)', () => {
    expect(seedPageSimilarity(page('aria'), model)).toBeCloseTo(1, 5);
    // 0.30103 / √(0.30103² + 0.187408²)
    expect(seedPageSimilarity(page('aria goal'), model)).toBeCloseTo(0.84893, 4);
    expect(seedPageSimilarity(page('goal'), model)).toBe(0);
    expect(seedPageSimilarity(page('unheard'), model)).toBe(0);
  });

  it('counts words of title and address thrice', () => {
    const titled = { url: 'http://goal.example/', title: 'Aria', text: 'goal' };
    const [aria, goal] = [0.30103 * (1 + Math.log10(3)), 0.187408 * (1 + Math.log10(4))];
    expect(seedPageSimilarity(titled, model)).toBeCloseTo(aria / Math.hypot(aria, goal), 4);
  });
});

describe('the three steps by seed pages', () => {
  const songs = [
    ...['aria tenor', 'aria soprano', 'aria chorus', 'aria overture', 'aria libretto', 'aria baritone'],
  ];
  const games = [
    ...['goal keeper', 'goal corner', 'goal referee', 'goal penalty', 'goal offside', 'goal striker'],
  ];
  const pages = (texts: readonly string[]) => texts.map((text) => page(text));
  const models = [
    seedPageModel('opera', pages(songs), pages(games)),
    seedPageModel('football', pages(games), pages(songs)),
  ];
  const judged = (text: string, wanted: string) =>
    topicBySeedPages(page(text), classifyTopic(page(text), [], []), new Set([wanted]), models);

  it('are: like a wanted domain, like another, like none', () => {
    expect(judged('aria soprano', 'opera')).toMatchObject({ step: 1, domain: 'opera' });
    expect(judged('aria soprano', 'football')).toMatchObject({ step: 2, domain: 'opera' });
    expect(judged('parliament election', 'opera')).toMatchObject({ step: 3, domain: null });
  });

  it('hold for the domains that have seed pages, and the domain files for the others', () => {
    const hotel = { step: 2, domain: 'hotel', similarity: 0.4, scores: { hotel: 0.4 } } as const;
    const topic = topicBySeedPages(page('room breakfast'), hotel, new Set(['opera']), models);
    expect(topic).toMatchObject({ step: 2, domain: 'hotel', scores: { hotel: 0.4, opera: 0, football: 0 } });
  });
});
