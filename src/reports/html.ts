/** Markup that is safe to send as it is. Made by `html` alone, or by `trusted` from what a library of ours drew. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insert = Markup | string | number | readonly Markup[] | undefined | false;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text made harmless in elements and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/** A template whose inserts are escaped unless they are markup already; lists are joined, nothing is left out. */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  return new Markup(parts.reduce((text, part, i) => text + markupOf(inserts[i - 1]) + part));
}

function markupOf(insert: Insert): string {
  if (insert === undefined || insert === false) return '';
  if (insert instanceof Markup) return insert.text;
  if (typeof insert === 'object') return insert.map(({ text }) => text).join('');
  return escapeHtml(String(insert));
}
