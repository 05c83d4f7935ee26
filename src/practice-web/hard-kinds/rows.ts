/** Records that are few, are no links, are elsewhere, or are always the same. */

import { book } from '../catalogs/book.ts';
import { labelsOf } from '../catalogs/catalog.ts';
import { hotel } from '../catalogs/hotel.ts';
import { product } from '../catalogs/product.ts';
import { forum, manual, recipe } from '../catalogs/reading.ts';
import { escapeHtml, scriptJson } from '../html.ts';
import type { DatabaseSpec, FormSpec, Row, SiteKind, SiteTools } from '../site.ts';
import { rowsWith } from './client.ts';
import { hardKind, markup, withHead } from './kit.ts';
import { plants, postcards, tailed } from './subjects.ts';

const oneOrTwo = hardKind({
  name: 'one-or-two',
  summary: 'names that few records share: an answer has a row or two',
  catalog: plants,
  records: [150, 400],
  columns: ['title'],
});

const cells = (row: Row, { catalog }: DatabaseSpec): string =>
  catalog.fields.map(({ column }) => `<td>${escapeHtml(String(row[column]))}</td>`).join('');

/** Rows of a table without a link. */
function table(rows: readonly Row[], { database, identity }: SiteTools): string {
  const heads = database.catalog.fields.map(
    (field) => `<th>${escapeHtml(labelsOf(field, identity.language)[0] ?? field.column)}</th>`,
  );
  return `<table border="1"><tr>${heads.join('')}</tr>${rows.map((row) => `<tr>${cells(row, database)}</tr>`).join('\n')}</table>`;
}

const noLinks = hardKind({
  name: 'records-without-links',
  summary: 'records are rows of a table without a link',
  catalog: product,
  records: [80, 300],
  page: { list: ({ rows, tools }) => table(rows, tools) },
});

const elsewhere = hardKind({
  name: 'records-elsewhere',
  summary: "each record's link leads to another host",
  catalog: tailed(forum),
  records: [60, 200],
  otherHosts: ['papers'],
  page: {
    href: (href, { tools }) => `http://${tools.identity.key.replace(/\.test$/, '')}-papers.test${href}`,
  },
});

const SAME = 10;

const ignoresInput = hardKind({
  name: 'ignores-input',
  summary: 'the same ten records whatever is typed',
  catalog: tailed(recipe),
  records: [60, 200],
  truth: () => ({
    ignoresInput: true,
    nonsense: 'hits',
    nothingAsked: 'hits',
    reach: { untouched: SAME, bounded: SAME, any: SAME },
  }),
  answer(request, tools, form) {
    if (request.path !== form.action) return null;
    const rows = tools.rows().slice(0, SAME);
    return {
      ...tools.page(
        {
          title: tools.words.results,
          blocks: [
            { kind: 'form', form: form.key },
            { kind: 'entries', entries: rows.map((row) => tools.entry(row)) },
          ],
        },
        200,
        request.query,
      ),
      form: form.key,
      outcome: {
        ...tools.outcome(form, request.query, 'hits'),
        matching: SAME,
        shown: rows.map(({ id }) => id),
      },
    };
  },
});

/** The page of a record says what it is to machines alone. */
const structured = hardKind({
  name: 'structured-detail',
  summary: 'lists have titles alone; pages of records have their fields as JSON-LD',
  catalog: book,
  records: [60, 200],
  page: {
    list: ({ entries }) =>
      `<ul>${entries.map(({ href, title }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`).join('')}</ul>`,
  },
  answer(request, tools) {
    const [, id] = tools.database.detailPattern.exec(request.target) ?? [];
    const row = id === undefined ? undefined : tools.row(Number(id));
    if (!row) return null;
    const told = {
      '@context': 'https://schema.org',
      '@type': 'Book',
      name: row.title,
      author: { '@type': 'Person', name: row.author },
      publisher: { '@type': 'Organization', name: row.publisher },
      datePublished: String(row.year),
      isbn: row.isbn,
      offers: { '@type': 'Offer', price: row.price, priceCurrency: 'EUR' },
    };
    return withHead(
      tools.page({
        title: row.title,
        blocks: [{ kind: 'prose', paragraphs: ['Ask at the desk for this one.'] }],
      }),
      `<script type="application/ld+json">${scriptJson(told)}</script>`,
    );
  },
});

const filterLine = (form: FormSpec, value: string): string =>
  `<form action="/" method="get"><input type="text" name="${form.controls[0]?.name}" value="${escapeHtml(value)}" size="12"> <input type="submit" value="Filter"></form>`;

/** The front page is the list itself; a filter leaves some of its rows. */
const filteredLanding = hardKind({
  name: 'filtered-landing',
  summary: 'the front page lists all records; the filter above leaves some of these rows, an empty one all',
  catalog: hotel,
  records: [40, 90],
  form: { action: '/', submit: { how: 'input', label: 'Filter' } },
  page: { empty: 'all' },
  truth: (records) => ({ pageSize: records }),
  answer(request, tools, form) {
    if (request.path !== '/') return null;
    const typed = request.query.get(form.controls[0]?.name ?? '');
    const rows = typed?.trim() ? rowsWith(tools, typed) : tools.rows();
    const listed = rows.map((row) => {
      const { href } = tools.entry(row);
      return `<tr><td><a href="${href}">${escapeHtml(row.title)}</a></td><td>${escapeHtml(String(row.city))}</td><td>${escapeHtml(String(row.kind))}</td></tr>`;
    });
    const main = `${filterLine(form, typed ?? '')}<table><tr><th>House<th>City<th>Kind</tr>${listed.join('\n')}</table>${rows.length === 0 ? '<div class="empty">No houses here</div>' : ''}`;
    const more = tools.identity.neighbours.slice(0, 3);
    const page = tools.page({
      title: tools.identity.name,
      blocks: [markup(main), { kind: 'links', links: more }],
    });
    if (typed === null) return page;
    const { outcome } = tools.search(form, request.query);
    return { ...page, form: form.key, outcome: { ...outcome, shown: rows.map(({ id }) => id) } };
  },
});

const accents = hardKind({
  name: 'accents-matter',
  summary: 'words are found only with the signs above and below their letters',
  catalog: postcards,
  records: [80, 250],
  accents: true,
});

const minimum = hardKind({
  name: 'minimum-length',
  summary: 'words of fewer than four letters are refused with a message that says so',
  catalog: tailed(manual),
  records: [80, 300],
  page: { minimum: 4 },
});

export const ROWS: readonly SiteKind[] = [
  oneOrTwo,
  noLinks,
  elsewhere,
  ignoresInput,
  structured,
  filteredLanding,
  accents,
  minimum,
];
