import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Domain, loadDomains, parseDomain } from '../../../src/foundation/domain/index.ts';
import {
  classifyTopic,
  formDomain,
  scoreLink,
  siteTopicOf,
  TopicModel,
} from '../../../src/foundation/topics/index.ts';
import { cosine } from '../../../src/foundation/topics/term-vector.ts';
import { cpuTime } from '../../cpu-time.ts';

const ALL = loadDomains();
const only = (name: string): Domain => ALL.find((domain) => domain.name === name)!;
const page = (text: string, title = '', url = 'http://shop.example/') => ({ url, title, text });

const BOOKSHOP = page(
  'Search by author, title or ISBN. New and used books, paperback and hardcover, first edition and signed copy. Publisher, binding, edition.',
  'Old Leaf Books',
);
const HOTELS = page(
  'Find a hotel: destination, check-in date, check-out date, guests and rooms. Double room with breakfast, half board, sea view. Book a room now.',
);
const RECIPE = page(
  'Preheat the oven. Mix two tablespoons of flour with sugar and butter. Bake for forty minutes until golden.',
);

describe('the three steps', () => {
  it('1: a page like the wanted domain is relevant', () => {
    expect(classifyTopic(BOOKSHOP, [only('book')], ALL)).toMatchObject({ step: 1, domain: 'book' });
    expect(classifyTopic(HOTELS, [only('hotel'), only('flight')], ALL)).toMatchObject({
      step: 1,
      domain: 'hotel',
    });
  });

  it('2: else it is of the other domain it is most like', () => {
    expect(classifyTopic(HOTELS, [only('book')], ALL)).toMatchObject({ step: 2, domain: 'hotel' });
    expect(classifyTopic(BOOKSHOP, [], ALL)).toMatchObject({ step: 2, domain: 'book' });
  });

  it('3: else it is of none', () => {
    expect(classifyTopic(RECIPE, [only('book')], ALL)).toMatchObject({ step: 3, domain: null });
    expect(classifyTopic(page(''), [only('product')], ALL)).toMatchObject({ step: 3, domain: null });
  });

  it('want more than one word as proof', () => {
    const shop = page('', 'Shop');
    expect(classifyTopic(shop, [only('product')], ALL)).toMatchObject({ step: 3, domain: null });
  });

  it('take the wanted domain even where another is more alike, as long as it passes its threshold', () => {
    const { scores } = classifyTopic(BOOKSHOP, [only('product')], ALL);
    const eager = {
      ...only('product'),
      thresholds: { ...only('product').thresholds, pageSimilarity: scores.product! / 2 },
    };
    const others = ALL.filter(({ name }) => name !== 'product');
    expect(scores.book).toBeGreaterThan(scores.product!);
    expect(classifyTopic(BOOKSHOP, [eager], [...others, eager])).toMatchObject({
      step: 1,
      domain: 'product',
    });
  });

  it('depend on the thresholds of the domain file', () => {
    const strict = { ...only('book'), thresholds: { ...only('book').thresholds, pageSimilarity: 0.99 } };
    expect(classifyTopic(BOOKSHOP, [strict], [strict])).toMatchObject({ step: 3, domain: null });
  });

  it('judge a site by its own threshold', () => {
    const topic = classifyTopic(BOOKSHOP, [only('book')], ALL);
    const siteOf = (siteSimilarity: number) => {
      const book = { ...only('book'), thresholds: { ...only('book').thresholds, siteSimilarity } };
      return siteTopicOf(topic, [book], [book]);
    };
    expect(siteOf(topic.similarity)).toMatchObject({ step: 1, domain: 'book' });
    expect(siteOf(topic.similarity + 0.001)).toMatchObject({ step: 3, domain: null });
  });
});

describe('similarity', () => {
  it.each([
    [
      'German',
      'Bücher suchen: Autor, Titel, Verlag. Taschenbuch, gebundene Ausgabe, Erstausgabe, Antiquariat.',
    ],
    [
      'French',
      'Recherche de livres par auteur, titre, éditeur. Livres d’occasion, librairie, bande dessinée.',
    ],
    [
      'Spanish',
      'Buscar libros por autor, título o editorial. Libros usados, tapa dura, primera edición, librería.',
    ],
  ])('finds the book domain in %s', (_, text) => {
    expect(classifyTopic(page(text), [only('book')], ALL)).toMatchObject({ step: 1, domain: 'book' });
  });

  it('does not take booking for books', () => {
    const { scores } = classifyTopic(
      page('Booking made easy. Book a room online, bookings all year, book now!'),
      [],
      ALL,
    );
    expect(scores.book).toBe(0);
  });

  it.each([
    ['house', 'houses'],
    ['movies', 'movie'],
    ['box', 'boxes'],
    ['category', 'categories'],
    ['bus', 'buses'],
    ['glasses', 'glass'],
  ])('takes “%s” of a domain file for “%s”, its plural or singular', (term, word) => {
    const thing = parseDomain(`name: thing\ndescription: x\nterms: {${term}: 3}\n`, 'thing.yaml');
    expect(classifyTopic(page(word), [thing], [thing]).scores.thing).toBeGreaterThan(0);
  });

  it('takes no word that only shares a stem for one of the domain', () => {
    const text =
      'The authority indicated its policy on reserved signatures. Published rules are translated, edited.';
    expect(classifyTopic(page(text), [], ALL).scores).toMatchObject({ book: 0, hotel: 0 });
  });

  it('is the cosine of eq. 12: synonyms fall on their term, other words lengthen the text', () => {
    const domain = parseDomain(
      'name: bird\ndescription: x\nterms: {bird: 3, nest box: 2}\nsynonyms: {bird: [Vogel]}\nnegativeTerms: {cage: 1}\n',
      'bird.yaml',
    );
    const model = new TopicModel([domain]);
    const similarity = (text: string) => model.similarities([{ terms: text.split(' '), weight: 1 }])[0];
    const vector = new Map([
      ['bird', 3],
      ['nest box', 2],
      ['cage', -1],
    ]);
    expect(similarity('bird')).toBeCloseTo(cosine(vector, new Map([['bird', 1]])), 12);
    expect(similarity('bird vogel')).toBeCloseTo(cosine(vector, new Map([['bird', 1 + Math.log10(2)]])), 12);
    expect(similarity('bird garden')).toBeCloseTo(
      cosine(
        vector,
        new Map([
          ['bird', 1],
          ['garden', 1],
        ]),
      ),
      12,
    );
    expect(similarity('bird cage')).toBeCloseTo(
      cosine(
        vector,
        new Map([
          ['bird', 1],
          ['cage', 1],
        ]),
      ),
      12,
    );
    expect(similarity('birds')).toBe(similarity('bird'));
    expect(similarity('cage')).toBe(0);
    expect(similarity('bird the and of')).toBe(similarity('bird'));
  });

  it('is from 0 to 1 for any text, and does not depend on what was read before', () => {
    const fresh = () => new TopicModel(ALL);
    const used = fresh();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const fields = [{ terms: text.split(/\s+/), weight: 1 }];
        const similarities = used.similarities(fields);
        for (const similarity of similarities) {
          expect(similarity).toBeGreaterThanOrEqual(0);
          expect(similarity).toBeLessThanOrEqual(1 + 1e-9);
        }
        expect(similarities).toEqual(fresh().similarities(fields));
      }),
      { numRuns: 30 },
    );
  });

  it('of a page of 20 kB takes a few milliseconds at most, and a huge one no longer', () => {
    const words = Array.from({ length: 4000 }, (_, i) => `word${i % 700} book`).join(' ');
    const time = (text: string) => {
      const started = cpuTime();
      for (let i = 0; i < 20; i++) classifyTopic(page(text), [only('book')], ALL);
      return (cpuTime() - started) / 20;
    };
    time(words);
    expect(time(words.slice(0, 20_000))).toBeLessThan(20);
    expect(time(words.repeat(40))).toBeLessThan(20);
  });
});

describe('a link', () => {
  const score = (url: string, anchor: string, around = '') =>
    scoreLink({ url, anchor, around }, only('book'));

  it('promises more the more its anchor, address and surroundings speak of the domain', () => {
    const [plain, anchored] = [
      score('http://a.example/x', 'More'),
      score('http://a.example/x', 'Used books'),
    ];
    expect(plain).toBe(0);
    expect(anchored).toBeGreaterThan(plain);
    expect(score('http://a.example/books/search', 'Used books')).toBeGreaterThan(
      score('http://a.example/careers/jobs', 'Used books'),
    );
    expect(score('http://a.example/x', 'More', 'books by author and ISBN')).toBeGreaterThan(plain);
  });

  it('is understood where its words run together', () => {
    expect(score('http://www.abebooks.example/', '')).toBeGreaterThan(0);
    expect(score('http://www.booksamillion.example/', '')).toBeGreaterThan(0);
    expect(score('http://www.booking.example/', '')).toBe(0);
  });

  it('that is no address scores by its anchor alone', () => {
    expect(score('not an address', 'books')).toBeGreaterThan(0);
  });
});

describe('a form', () => {
  const control = (label: string, name = '', options: string[] = []) => ({
    label,
    name,
    options: options.map((option) => ({ label: option })),
  });
  const form = (...controls: ReturnType<typeof control>[]) => ({
    text: '',
    action: 'http://x.example/go',
    controls,
  });

  it('with telling fields speaks for itself, whatever page it stands on', () => {
    const flights = form(
      control('From', 'departureAirport'),
      control('To', 'arrivalAirport'),
      control('Cabin class', 'cabin', ['Economy', 'Business class']),
      control('Passengers', 'adults'),
      control('One way', 'trip'),
    );
    expect(formDomain(flights, HOTELS, ALL).domain).toBe('flight');
  });

  it('that is a bare search box is about what its page is about', () => {
    const box = form(control('Search', 'q'));
    expect(formDomain(box, BOOKSHOP, ALL).domain).toBe('book');
    expect(formDomain(box, HOTELS, ALL).domain).toBe('hotel');
    expect(formDomain(box, RECIPE, ALL).domain).toBeNull();
  });

  it('is known by its options, or by names that only markup shows', () => {
    const byOptions = form(control('', 's', ['Paperback', 'Hardcover', 'E-book', 'Audiobook', 'Textbook']));
    const byNames = form(
      control('', 'txtAuthor'),
      control('', 'bookTitle'),
      control('', 'isbn'),
      control('', 'publisher'),
    );
    expect(formDomain(byOptions, page(''), ALL).domain).toBe('book');
    expect(formDomain(byNames, page(''), ALL).domain).toBe('book');
  });
});
