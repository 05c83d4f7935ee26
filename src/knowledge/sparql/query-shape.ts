/** Properties of a query that are known without an engine. */
interface QueryShape {
  /** `update` changes data; `unknown` is left to the engine to complain about. */
  readonly form: 'select' | 'ask' | 'construct' | 'describe' | 'update' | 'unknown';
  readonly limited: string;
}

/** Matches addresses, strings and comments, which are skipped; then braces, words (with variables and prefixed names), numbers. */
const TOKEN =
  /<[^<>"{}|^`\\\s]*>|"""(?:(?!""")(?:\\.|[^\\]))*"""|'''(?:(?!''')(?:\\.|[^\\]))*'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|[{}]|[?$@:]?[A-Za-z_][\w:.-]*|\d+/gs;
const FORMS = new Set(['select', 'ask', 'construct', 'describe'] as const);
const UPDATES = new Set('insert delete load clear drop create copy move add with'.split(' '));

/**
 * Reads a query's form, and lowers or adds its LIMIT.
 * @param rows greatest number of answers
 */
export function shapeOf(query: string, rows: number): QueryShape {
  let form: QueryShape['form'] = 'unknown';
  let depth = 0;
  let limit: { readonly from: number; readonly to: number; readonly value: number } | undefined;
  let end = query.length;
  let before = '';
  for (const match of query.matchAll(TOKEN)) {
    const token = match[0].toLowerCase();
    if (token === '{') depth++;
    else if (token === '}') depth--;
    else if (depth === 0) {
      if (form === 'unknown' && before !== 'prefix') form = formOf(token);
      if (before === 'limit' && /^\d+$/.test(token))
        limit = { from: match.index, to: match.index + token.length, value: Number(token) };
      if (token === 'values' && form !== 'unknown') end = Math.min(end, match.index);
    }
    if (!token.startsWith('#')) before = token;
  }
  if (limit === undefined)
    return { form, limited: `${query.slice(0, end)}\nLIMIT ${rows} ${query.slice(end)}` };
  const { from, to, value } = limit;
  return { form, limited: `${query.slice(0, from)}${Math.min(value, rows)}${query.slice(to)}` };
}

function formOf(word: string): QueryShape['form'] {
  if (UPDATES.has(word)) return 'update';
  return (FORMS as ReadonlySet<string>).has(word) ? (word as QueryShape['form']) : 'unknown';
}
