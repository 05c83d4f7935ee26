/** What the scripts of hard kinds share: an index of all records, and finding in it as the server would. */

import type { Answer } from '../answer.ts';
import { scriptJson } from '../html.ts';
import type { Row, SiteTools } from '../site.ts';

interface Item {
  /** Where it is, title, and all its texts. */
  readonly h: string;
  readonly t: string;
  readonly d: string;
}

/** All records as a script has them. */
export const itemsOf = (tools: SiteTools): Item[] => {
  const texts = tools.database.catalog.fields.filter(({ kind }) => kind !== 'number');
  return tools.rows().map((row) => ({
    h: tools.database.detail(row),
    t: row.title,
    d: texts
      .slice(1)
      .map(({ column }) => String(row[column]))
      .join(', '),
  }));
};

/** The index as a file of its own. */
export const indexFile = (tools: SiteTools): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: scriptJson(itemsOf(tools)),
  resource: 'data',
});

/** `find(items, text)`: those that have all words of the text, signs above letters left out. */
const FIND = `function words(t){return t.normalize('NFD').replace(/\\p{M}/gu,'').toLowerCase().match(/[\\p{L}\\p{N}]+/gu)||[]}
function find(items,text){var w=words(text);return w.length?items.filter(function(i){var own=words(i.t+' '+i.d);return w.every(function(x){return own.indexOf(x)>=0})}):[]}
function row(i,tag){var n=document.createElement(tag||'li'),a=document.createElement('a'),s=document.createElement('span');a.href=i.h;a.textContent=i.t;s.textContent=' '+i.d;n.appendChild(a);n.appendChild(s);return n}`;

export const script = (code: string): string => `<script>(function(){${FIND}
${code}})()</script>`;

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Records that have all words of the text, as `find` finds them. */
export function rowsWith(tools: SiteTools, text: string): Row[] {
  const texts = tools.database.catalog.fields.filter(({ kind }) => kind !== 'number');
  const asked = wordsOf(text);
  return tools.rows().filter((row) => {
    const own = new Set(wordsOf(texts.map(({ column }) => String(row[column])).join(' ')));
    return asked.length > 0 && asked.every((word) => own.has(word));
  });
}
