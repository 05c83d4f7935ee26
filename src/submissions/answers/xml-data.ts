/** Reads XML as the data that JSON would hold: attributes and children by name, equal children as an array. */

import { Parser } from 'htmlparser2';

const PIECE = 16_384;
const MAX_DEPTH = 50;
const MAX_ELEMENTS = 100_000;
const MAX_TEXT = 20_000;

interface OpenElement {
  readonly name: string;
  readonly values: Map<string, unknown[]>;
  text: string;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
const opened = (name: string): OpenElement => ({ name: local(name), values: new Map(), text: '' });

function add({ values }: OpenElement, name: string, value: unknown): void {
  const before = values.get(name);
  if (before === undefined) values.set(name, [value]);
  else before.push(value);
}

/** The only child of `Cases` or `ArrayOfCase` that is called `Case` is a list of one. */
function isItemOf(child: string, parent: string): boolean {
  const stem = child.toLowerCase().replace(/(?<=...)y$/, '');
  return parent.length > child.length && parent.toLowerCase().includes(stem);
}

function dataOf({ name, values, text }: OpenElement): unknown {
  const said = text.trim();
  if (values.size === 0) return said;
  const only = values.size === 1 ? [...values.keys()][0] : undefined;
  const entries = [...values].map(([key, all]): [string, unknown] => [
    key,
    all.length > 1 || (only !== undefined && typeof all[0] === 'object' && isItemOf(key, name))
      ? all
      : all[0],
  ]);
  // `<link href="…"/>` is its address.
  if (only === 'href' && said === '') return values.get('href')?.[0];
  return Object.fromEntries(said === '' ? entries : [...entries, ['text', said]]);
}

/** @returns undefined if the text is no XML, or one that is too deep or too large; entities of its own stay as they are written */
export function xmlData(text: string): unknown {
  if (!/^\s*<(?:[?!]|[\p{L}_])/u.test(text)) return undefined;
  const path: OpenElement[] = [opened('')];
  let elements = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = opened(name);
        for (const [key, value] of Object.entries(attributes))
          if (!/^xmlns(?::|$)|:/.test(key)) add(element, key, value);
        path.push(element);
        elements++;
      },
      ontext(piece) {
        const element = path.at(-1);
        if (element !== undefined && element.text.length < MAX_TEXT) element.text += piece;
      },
      onclosetag() {
        const element = path.length > 1 ? path.pop() : undefined;
        const parent = path.at(-1);
        if (element !== undefined && parent !== undefined) add(parent, element.name, dataOf(element));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    if (path.length > MAX_DEPTH || elements > MAX_ELEMENTS) return undefined;
  }
  parser.end();
  const root = path[0];
  return elements === 0 || root === undefined ? undefined : dataOf(root);
}
