/**
 * A tree as one text, in a fraction of its JSON: the browser sends every character of a message through three processes, a
 * quote as three. First line: numbers for elements, attributes and texts; second: lengths of the different strings;
 * third: JSON of what few elements have; then the strings, each once. `#document` stands for the whole document or a frame's,
 * `#shadow` for a shadow root: no element has such a name.
 */

import type { TreeDocument, TreeElement, TreeNode } from './tree.ts';

/** Holds the rest of packed elements beside tag, attributes and children, by their numbers in document order. */
type Details = readonly (readonly [number, object])[];

/**
 * Packs a document.
 *
 * Self-contained: its source is sent to the browser, so it can use nothing but its parameters.
 */
export function packTree(document: TreeDocument): string {
  const numbers = new Map<string, number>();
  const lengths: number[] = [];
  const codes: number[] = [];
  const details: [number, object][] = [];
  let elements = 0;
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(text, number);
    lengths.push(text.length);
    return number;
  };
  const open = (tag: string) => {
    codes.push(2 * numberOf(tag) + 2);
    elements++;
  };
  const packAll = (nodes: readonly TreeNode[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') codes.push(2 * numberOf(node) + 1);
      else pack(node);
    }
    codes.push(0);
  };
  const pack = (element: TreeElement) => {
    const { attributes } = element;
    open(element.tag);
    for (const name of Object.keys(attributes))
      codes.push(numberOf(name) + 1, numberOf(attributes[name] as string) + 1);
    codes.push(0);
    if (Object.keys(element).length > 3) packDetails(element);
    packAll(element.children);
  };
  /** Apart, since few elements have any: what runs once a page is not compiled well. */
  const packDetails = ({ tag: _, attributes: __, children: ___, shadow, frame, ...rest }: TreeElement) => {
    details.push([elements - 1, rest]);
    if (shadow !== undefined) {
      open('#shadow');
      codes.push(0);
      packAll(shadow);
    }
    if (frame !== undefined) packDocument(frame);
  };
  const packDocument = ({ root, ...rest }: TreeDocument) => {
    details.push([elements, rest]);
    open('#document');
    codes.push(0);
    packAll([root]);
  };
  packDocument(document);
  return `${codes.join(' ')}\n${lengths.join(' ')}\n${JSON.stringify(details)}\n${[...numbers.keys()].join('')}`;
}

interface Unpacked {
  tag: string;
  attributes: Record<string, string>;
  children: (Unpacked | string)[];
  shadow?: (Unpacked | string)[];
  frame?: object;
}

/** @throws where the text is not of {@link packTree} */
export function unpackTree(packed: string): TreeDocument {
  const [codes, afterCodes] = numbersAt(packed, 0);
  const [lengths, afterLengths] = numbersAt(packed, afterCodes);
  const textsAt = packed.indexOf('\n', afterLengths) + 1;
  const details = new Map(JSON.parse(packed.slice(afterLengths, textsAt)) as Details);
  let end = textsAt;
  const texts = lengths.map((length) => {
    end += length;
    return packed.slice(end - length, end);
  });
  const text = (number: number): string => {
    const found = texts[number];
    if (found === undefined) throw new Error('the packed tree is damaged');
    return found;
  };
  let elements = 0;
  let at = 0;
  const code = () => codes[at++] ?? 0;
  const open = (first: number): Unpacked => {
    const tag = text(first / 2 - 1);
    const attributes: Record<string, string> = {};
    const own = details.get(elements++);
    for (let name = code(); name !== 0; name = code()) attributes[text(name - 1)] = text(code() - 1);
    return { tag, attributes, children: [], ...own };
  };
  const top = open(code());
  const parents: Unpacked[] = [top];
  for (let parent = parents.at(-1); parent !== undefined; parent = parents.at(-1)) {
    const next = code();
    if (next % 2 === 1) parent.children.push(text((next - 1) / 2));
    else if (next === 0) close(parents);
    else parents.push(open(next));
  }
  return documentOf(top) as TreeDocument;
}

function close(parents: Unpacked[]): void {
  const done = parents.pop() as Unpacked;
  const parent = parents.at(-1);
  if (parent === undefined) return;
  if (done.tag === '#shadow') parent.shadow = done.children;
  else if (done.tag === '#document') parent.frame = documentOf(done);
  else parent.children.push(done);
}

function documentOf({ tag: _, attributes: __, children: [root], ...rest }: Unpacked): object {
  return { ...rest, root };
}

/** The numbers of the line that begins there, and where the next one does. */
function numbersAt(packed: string, from: number): [readonly number[], number] {
  const SPACE = 32;
  const NEWLINE = 10;
  const ZERO = 48;
  const numbers: number[] = [];
  let number = 0;
  for (let at = from; at < packed.length; at++) {
    const char = packed.charCodeAt(at);
    if (char !== SPACE && char !== NEWLINE) {
      number = 10 * number + char - ZERO;
      continue;
    }
    numbers.push(number);
    number = 0;
    if (char === NEWLINE) return [numbers, at + 1];
  }
  throw new Error('the packed tree is damaged');
}
