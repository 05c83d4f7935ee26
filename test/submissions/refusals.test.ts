import { describe, expect, test } from 'vitest';
import { askedForm } from './asked-form.ts';
import { AskedPages } from './asked-pages.ts';

const HULLS = 'brig sloop ketch yawl cutter barque schooner lugger clipper frigate'.split(' ');
const PORTS = 'Whitby Leith Cardiff Hull Bergen Riga'.split(' ');
const NAMES =
  'Amity Borealis Concord Drake Endeavour Fulmar Gannet Heron Iris Juno Kittiwake Lapwing Merlin Nereid Osprey'.split(
    ' ',
  );
/** Sixty ships: a name stands on four, a hull on about six, a port on about ten. */
const SHIPS = Array.from({ length: 60 }, (_, i) => ({
  id: i + 1,
  name: `${NAMES[i % 15]} of ${PORTS[((i * 7919) >> 3) % 6]}`,
  hull: HULLS[((i * 104729) >> 4) % 10] ?? '',
  county: ['Ashby', 'Corley', 'Dunmore'][i % 3] ?? '',
  launched: new Date(Date.UTC(2023, 0, 5 + i * 11)),
}));
type Ship = (typeof SHIPS)[number];

const wordsIn = ({ name, hull }: Ship) => `${name} ${hull}`.toLowerCase().split(' ');
const found = (query: URLSearchParams, ships = SHIPS): Ship[] => {
  const wanted = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return ships.filter((ship) => wanted.every((word) => wordsIn(ship).includes(word)));
};
const listed = (ships: readonly Ship[]): string =>
  ships.length === 0
    ? '<p>No ships were found.</p>'
    : `<ul>${ships.map(({ id, name, hull, launched }) => `<li><a href="/ship/${id}">${name}</a> <span>${hull}</span> <span>${launched.toISOString().slice(0, 10)}</span></li>`).join('')}</ul>`;
const objection = (text: string) => `<p class="error">${text}</p>`;
const form = (inner: string, beside = '') =>
  `<form action="/find" role="search">${inner}<button>Search</button></form>${beside}`;
const BOX = '<label>Ship <input type="search" name="q"></label>';

describe('too many hits are refused', () => {
  const answer = (most: number) => (query: URLSearchParams) => {
    const ships = found(query);
    return ships.length > most
      ? objection('Your search matched too many ships. Please refine your search.')
      : listed(ships);
  };

  test('a second word beside the first finds what is behind', async () => {
    const { records, asked } = await askedForm({
      page: form(BOX),
      answer: answer(3),
      words: ['Amity', 'Leith', 'ketch', 'Bergen', 'Osprey'],
    });
    expect(records).toBeGreaterThan(30);
    expect(asked).toBeLessThanOrEqual(150);
  });

  test('refused queries are no evidence that all was seen, and the form is capped', async () => {
    const { reason, estimate, records } = await askedForm({
      page: form(BOX),
      answer: (query) => {
        const ships = found(query);
        const isShown = ships.length <= 5 && ships.every(({ id }) => id % 15 < 4);
        return isShown ? listed(ships) : answer(0)(query);
      },
      words: ['Amity', 'Whitby', 'brig'],
    });
    expect(records).toBeLessThan(25);
    expect(reason.code).toBe('capped');
    expect(estimate.high ?? 60).toBeGreaterThanOrEqual(60);
  });
});

describe('what a message demands is filled in every query', () => {
  const COUNTIES = ['Ashby', 'Corley', 'Dunmore'];

  test('boxes and buttons that must be chosen together, one after the other', async () => {
    const boxes = COUNTIES.map(
      (name) => `<label><input type="checkbox" name="district[]" value="${name}"> ${name}</label>`,
    );
    const page = form(
      `${BOX}<fieldset><legend>District</legend>${boxes.join('')}</fieldset><fieldset><legend>Look in</legend><label><input type="radio" name="in" value="all"> Everything</label><label><input type="radio" name="in" value="names"> Names</label></fieldset>`,
    );
    const { records, reason } = await askedForm({
      page,
      words: ['Amity', 'brig'],
      answer: (query) => {
        const districts = query.getAll('district[]');
        if (districts.length === 0) return objection('You must select one or more districts.');
        if (!query.has('in')) return objection('Please choose what to look in.');
        return listed(found(query).filter(({ county }) => districts.includes(county)));
      },
    });
    expect(records).toBe(60);
    expect(reason.code).not.toBe('needs');
  });

  test('two lists that stand at a heading', async () => {
    const list = (name: string, values: readonly string[]) =>
      `<label>${name} <select name="${name.toLowerCase()}"><option value="">-- please choose --</option>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;
    const { records } = await askedForm({
      page: form(list('County', COUNTIES) + list('Hull', HULLS)),
      answer: (query) =>
        query.get('county') === '' || query.get('hull') === ''
          ? objection(`Please choose a ${query.get('county') === '' ? 'county' : 'hull'}.`)
          : listed(
              SHIPS.filter(
                ({ county, hull }) => county === query.get('county') && hull === query.get('hull'),
              ),
            ),
    });
    expect(records).toBe(60);
  });

  const day = (text: string | null): number =>
    Date.parse(/^\d\d\/\d\d\/\d{4}$/.test(text ?? '') ? (text ?? '').split('/').reverse().join('-') : '');
  const between = (query: URLSearchParams, most: number): string => {
    const [from, to] = [day(query.get('from')), day(query.get('to'))];
    if (Number.isNaN(from) || Number.isNaN(to))
      return objection('Please give both a first and a last date (dd/mm/yyyy).');
    if (to - from > most * 86_400_000) return objection(`The period may not be longer than ${most} days.`);
    const ships = found(query).filter(
      ({ launched }) => launched.getTime() >= from && launched.getTime() <= to,
    );
    return listed(ships);
  };
  const DATES = ['from', 'to']
    .map((name) => `<label>Launched ${name} <input name="${name}" placeholder="dd/mm/yyyy"></label>`)
    .join('');

  test('both dates, within the longest period and the years that the page states', async () => {
    const { records, asked, reason } = await askedForm({
      page: form(
        BOX + DATES,
        '<p>Ships launched from 01/01/2023 to 31/12/2024. A search may cover at most 31 days.</p>',
      ),
      answer: (query) => between(query, 31),
      words: ['Amity'],
    });
    expect(records).toBe(60);
    expect(asked).toBeLessThan(60);
    expect(reason.code).toBe('windows-read');
  });

  test('an objection to a long period is no message that there is nothing', async () => {
    const dates = ['from', 'to'].map(
      (name) => `<label>Launched ${name} <input name="${name}" placeholder="dd/mm/yyyy" required></label>`,
    );
    const { records, estimate } = await askedForm({
      page: form(BOX + dates.join('')),
      answer: (query) => between(query, 366),
      words: ['Amity', 'brig'],
    });
    expect(records).toBe(60);
    expect(estimate.size ?? 60).toBeGreaterThanOrEqual(60);
  });

  test('what cannot be met is named', async () => {
    const { reason } = await askedForm({
      page: form(BOX),
      answer: () => objection('Please enter your library card number.'),
      words: ['Amity', 'brig'],
    });
    expect(reason).toEqual({ code: 'needs', detail: expect.stringContaining('library card') });
  });
});

test('a site that asks to slow down is given time, and asked again', async () => {
  const { records, pauses, reason } = await askedForm({
    page: form(BOX),
    answer: (query, nth) =>
      nth % 3 === 2
        ? objection('You are searching too fast. Slow down and try again.')
        : listed(found(query)),
    words: ['Amity', 'brig'],
  });
  expect(records).toBe(60);
  expect(pauses.length).toBeGreaterThan(0);
  expect(reason.code).not.toBe('slowed');
});

test('a site that only asks to slow down is left', async () => {
  const { asked, reason, sent } = await askedForm({
    page: form(BOX),
    answer: () => objection('Too many searches. Please wait a few seconds.'),
    words: ['Amity'],
  });
  expect(reason.code).toBe('slowed');
  expect([asked, sent.length]).toEqual([3, 18]);
});

test('the least letters and the most words that a page states are kept to', async () => {
  const { records, sent } = await askedForm({
    page: form(BOX, '<p>Enter at least 4 letters. One word only.</p>'),
    answer: (query) => {
      const text = query.get('q') ?? '';
      const isGood = text.length >= 4 && !text.includes(' ');
      const ships = found(query);
      return !isGood
        ? objection('Please enter at least 4 letters, one word only.')
        : ships.length > 9
          ? objection('Too many results.')
          : listed(ships);
    },
    words: ['yaw', 'Amity of Leith', 'Amity', 'brig'],
  });
  expect(records).toBe(60);
  const typed = sent.map((query) => query.get('q') ?? '');
  expect(typed.filter((text) => text !== '' && (text.length < 4 || text.includes(' ')))).toEqual([]);
});

test('a line that repeats the query beside the name of a field is no objection', () => {
  const pages = new AskedPages(form('<label>Search <input name="q"></label>'), (word) => ({
    body: `<p>Search results for: ${word}</p>${form('<label>Search <input name="q"></label>')}`,
  }));
  expect(pages.nonsense().map(({ verdict }) => verdict)).toEqual(['no-hits', 'no-hits']);
});

test('a list is asked beside words whose answers are cut', async () => {
  const counties = ['Ashby', 'Corley', 'Dunmore'].map((name) => `<option>${name}</option>`);
  const { records } = await askedForm({
    page: form(
      `${BOX}<label>County <select name="county"><option value="">Any</option>${counties.join('')}</select></label>`,
    ),
    answer: (query) => {
      const ships =
        (query.get('q') ?? '') === ''
          ? []
          : found(query).filter(({ county }) => [county, ''].includes(query.get('county') ?? ''));
      // Only ports can be searched for.
      const isPort = PORTS.map((port) => port.toLowerCase()).includes((query.get('q') ?? '').toLowerCase());
      if (!isPort || ships.length === 0) return listed([]);
      return `<p>${ships.length} ships found</p>${listed(ships.slice(0, 4))}`;
    },
    words: PORTS,
  });
  // A port alone shows four: 24 in all.
  expect(records).toBeGreaterThan(45);
});
