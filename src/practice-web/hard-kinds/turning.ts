/** Lists that go on, and say how long they are, in their own ways. */

import { music } from '../catalogs/music.ts';
import { news, weblog } from '../catalogs/reading.ts';
import { attributes, escapeHtml } from '../html.ts';
import type { SiteKind } from '../site.ts';
import { type Answered, hardKind } from './kit.ts';
import { tailed } from './subjects.ts';

const ARROWS = { left: 'M9 2L4 7l5 5', right: 'M5 2l5 5-5 5' } as const;

const arrow = (asked: Answered, page: number, way: keyof typeof ARROWS): string =>
  page < 1 || page > asked.last
    ? ''
    : `<a${attributes({ class: 'turn', href: asked.address({ page }) })}><svg width="14" height="14" viewBox="0 0 14 14"><path d="${ARROWS[way]}" fill="none" stroke="currentColor"/></svg></a>`;

/** The day and hour are the link; what the entry is called stands below. */
const dated = (asked: Answered): string =>
  asked.rows
    .map(
      (row, at) =>
        `<div class="note"><a href="${escapeHtml(asked.entries[at]?.href ?? '')}">${row.date}, ${String(7 + (row.id % 12)).padStart(2, '0')}:${String(row.id % 60).padStart(2, '0')}</a><div>${escapeHtml(row.title)}</div><p>${escapeHtml(String(row.author))} in ${escapeHtml(String(row.section))}</p></div>`,
    )
    .join('\n');

const iconPaging = hardKind({
  name: 'icon-paging',
  summary:
    'pages are turned by arrows without a word beside "1 / 13", the total is a badge below, days are the links of records',
  catalog: tailed(weblog),
  records: [90, 260],
  page: {
    empty: 'all',
    total: () => '',
    list: dated,
    pager: (asked) =>
      `<div class="pages">${arrow(asked, asked.page - 1, 'left')} ${asked.page} / ${asked.last} ${arrow(asked, asked.page + 1, 'right')}</div>`,
    below: ({ total }) => `<div class="status"><span class="badge">${total} entries</span></div>`,
    none: () => '<p>Blank pages only.</p>',
  },
});

const numberedButtons = hardKind({
  name: 'numbered-buttons',
  summary: 'pages are turned by submit buttons that carry their numbers',
  catalog: music,
  records: [100, 350],
  page: {
    pager({ page, last, given, form }) {
      if (last <= 1) return '';
      const hidden = [...given].map(
        ([name, value]) => `<input${attributes({ type: 'hidden', name, value })}>`,
      );
      const from = Math.max(1, Math.min(page - 2, last - 5));
      const numbers = Array.from({ length: Math.min(6, last) }, (_, at) => from + at);
      const buttons = numbers.map(
        (number) =>
          `<input${attributes({ type: 'submit', name: 'page', value: number, disabled: number === page })}>`,
      );
      return `<form method="get" action="${form.action}">${hidden.join('')}${buttons.join(' ')}</form>`;
    },
  },
});

const offsetPaging = hardKind({
  name: 'offset-paging',
  summary:
    'one link leads on, by the number of records before the page; the total stands in the head of a table',
  catalog: tailed(news),
  records: [100, 350],
  page: {
    offset: 'skip',
    total: () => '',
    list: ({ entries, total, page }) =>
      `<table><caption>${(page - 1) * 10 + 1}–${(page - 1) * 10 + entries.length} / ${total}</caption>${entries
        .map(
          ({ href, title, facts }) =>
            `<tr><td><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></td>${facts.map(([, value]) => `<td>${escapeHtml(value)}</td>`).join('')}</tr>`,
        )
        .join('')}</table>`,
    pager: (asked) =>
      asked.page < asked.last
        ? `<p><a${attributes({ href: asked.address({ skip: asked.page * 10 }) })}>older »</a></p>`
        : '',
  },
});

export const TURNING: readonly SiteKind[] = [iconPaging, numberedButtons, offsetPaging];
