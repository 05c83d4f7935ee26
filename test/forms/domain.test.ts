import { expect, it } from 'vitest';
import { loadDomains } from '../../src/domain/index.ts';
import {
  crossValidateDomains,
  explainDomain,
  extractForms,
  judgeDomain,
  loadDomainModel,
  readDomainRows,
} from '../../src/forms/index.ts';
import { parseTree } from '../../src/pages/index.ts';

const model = loadDomainModel();
const domains = loadDomains();

const about = (title: string, text: string, html: string) => {
  const tree = parseTree(html, 'http://www.site.example/');
  return [extractForms(tree)[0]!, { url: tree.url, title, text }, domains, model] as const;
};

it('a bare search box is about what its page is about', () => {
  const box = '<form action=/s><input name=q><button>Search</button></form>';
  expect(
    judgeDomain(...about('Antiquarian bookshop', 'Rare books, first editions, signed copies by author', box))
      .domain,
  ).toBe('book');
  expect(
    judgeDomain(...about('Hotels', 'Book a room: hotels, hostels, bed and breakfast, check-in', box)).domain,
  ).toBe('hotel');
  expect(judgeDomain(...about('Chess club', 'Our members meet on Mondays', box)).domain).toBeNull();
});

it('fields tell a domain by themselves, and the verdict says why', () => {
  const form = `<form action=/go><label>From <input name=departureAirport></label><label>To <input name=arrivalAirport></label>
    <label>Cabin class <select name=cabin><option>Economy<option>Business class</select></label>
    <label>Passengers <select name=adults><option>1<option>2</select></label><button>Search flights</button></form>`;
  const { domain, score, reason } = explainDomain(...about('Travel', 'Welcome', form));
  expect(domain).toBe('flight');
  expect(score).toBeGreaterThan(0.5);
  expect(reason.about).toBe('flight');
  expect(reason.weightiest[0]!.weight).toBeGreaterThan(0);
});

it('a domain of the user that nobody labelled forms of is judged as well', () => {
  const wine = {
    ...domains[0]!,
    name: 'wine',
    terms: { wine: 3, vintage: 3, grape: 3, vineyard: 3 },
    synonyms: {},
    negativeTerms: {},
  };
  const [form, page, , machines] = about(
    'Wine shop',
    'Wine by grape and vintage, from the vineyard',
    '<form action=/s><label>Find a wine, a grape or a vintage <input name=wine></label></form>',
  );
  expect(judgeDomain(form, page, [...domains, wine], machines).domain).toBe('wine');
});

it('domains of real forms are told on sites that were not trained on', async () => {
  const rows = await readDomainRows();
  expect(rows.length).toBeGreaterThanOrEqual(120);
  const scores = crossValidateDomains(rows, [], { folds: 3, seeds: 1, seed: 1 });
  // Fewer folds and no practice forms: less to learn from than the model that is shipped has.
  expect(scores.macroF1).toBeGreaterThan(0.6);
  expect(scores.detail.confusion.flat().reduce((sum, count) => sum + count, 0)).toBe(rows.length);
});
