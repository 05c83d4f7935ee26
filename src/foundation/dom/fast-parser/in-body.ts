import { type AttributeMap, NO_ATTRIBUTES } from '../mutable-tree.ts';
import type { FastTreeBuilder } from './fast-tree.ts';
import { startInSvg } from './in-svg.ts';
import { type OpenElements, type RawContent, unsupported } from './open-elements.ts';
import { IS, type Tag, tagOf } from './tags.ts';

export type Start = (
  tree: FastTreeBuilder,
  tag: Tag,
  attributes: AttributeMap,
  selfClosing?: boolean,
) => void;
export type End = (tree: FastTreeBuilder, tag: Tag) => void;

const notRead: Start = (_tree, tag) => unsupported(`<${tag.name}>`);
const nothing = (): void => undefined;
const BR = tagOf('br');
const IMG = tagOf('img');

const block: Start = ({ open }, tag, attributes) => {
  open.closeParagraph();
  open.insert(tag, attributes);
};
const heading: Start = ({ open }, tag, attributes) => {
  open.closeParagraph();
  if ((open.tag.is & IS.heading) !== 0) open.pop();
  open.insert(tag, attributes);
};
const preformatted: Start = (tree, tag, attributes) => {
  block(tree, tag, attributes);
  tree.open.skipsNewline = true;
};
const form: Start = (tree, tag, attributes) => {
  const { open } = tree;
  if (open.form !== undefined) return;
  block(tree, tag, attributes);
  open.form = open.at(open.depth - 1);
};
const item: Start = (tree, tag, attributes) => {
  closeItem(tree.open, tag.name === 'li' ? ['li'] : ['dd', 'dt']);
  block(tree, tag, attributes);
};

/** Closes the item before, unless that is of a list further out. */
function closeItem(open: OpenElements, names: readonly string[]): void {
  for (let depth = open.depth - 1; depth >= 0; depth--) {
    const { name, is } = open.tagAt(depth) as Tag;
    if (names.includes(name)) {
      open.shorten(depth);
      return;
    }
    if ((is & IS.special) !== 0 && name !== 'address' && name !== 'div' && name !== 'p') return;
  }
}

const button: Start = ({ open }, tag, attributes) => {
  open.close('button');
  open.reconstruct();
  open.insert(tag, attributes);
};
const anchor: Start = (tree, tag, attributes) => {
  const { open } = tree;
  const before = open.formattingOf('a');
  if (before !== undefined) {
    if (!open.closeFormatting('a')) anyEnd(tree, tag);
    open.remove(before);
    open.unformat(before);
  }
  open.format(tag, attributes);
};
const formatting: Start = ({ open }, tag, attributes) => open.format(tag, attributes);
const unbroken: Start = (tree, tag, attributes) => {
  tree.open.reconstruct();
  if (tree.open.inScope('nobr') >= 0) unsupported('<nobr> in <nobr>');
  tree.open.format(tag, attributes);
};
const object: Start = ({ open }, tag, attributes) => {
  open.reconstruct();
  open.insert(tag, attributes);
  open.mark();
};
const table: Start = (tree, tag, attributes) => {
  const { open } = tree;
  if (open.inScope('p', IS.scope | IS.button) >= 0) {
    if (tree.quirks === undefined) unsupported('a table in a paragraph under an unusual doctype');
    if (!tree.quirks) open.closeParagraph();
  }
  open.insert(tag, attributes);
  tree.mode = 'table';
};
const empty: Start = ({ open }, tag, attributes) => {
  open.reconstruct();
  open.put(tag, attributes);
};
const image: Start = (tree, _tag, attributes) => empty(tree, IMG, attributes);
const part: Start = ({ open }, tag, attributes) => void open.put(tag, attributes);
const rule: Start = ({ open }, tag, attributes) => {
  open.closeParagraph();
  open.put(tag, attributes);
};
const raw =
  (content: RawContent): Start =>
  ({ open }, tag, attributes) =>
    open.insertRaw(tag, attributes, content);
const textArea: Start = ({ open }, tag, attributes) => {
  open.insertRaw(tag, attributes, 'text');
  open.skipsNewline = true;
};
const example: Start = ({ open }, tag, attributes) => {
  open.closeParagraph();
  open.reconstruct();
  open.insertRaw(tag, attributes, 'raw');
};
const select: Start = (tree, tag, attributes) => {
  any(tree, tag, attributes);
  tree.mode = tree.mode === 'body' ? 'select' : 'select in table';
};
const option: Start = (tree, tag, attributes) => {
  if (tree.open.tag.name === 'option') tree.open.pop();
  any(tree, tag, attributes);
};
const noscript: Start = (tree, tag, attributes) =>
  tree.scripting ? tree.open.insertRaw(tag, attributes, 'raw') : any(tree, tag, attributes);
const svg: Start = (tree, tag, attributes, selfClosing = false) => {
  tree.open.reconstruct();
  startInSvg(tree, tag, attributes, selfClosing);
};
const body: Start = ({ open }, _tag, attributes) => open.adopt(1, 'body', attributes);
const any: Start = ({ open }, tag, attributes) => {
  open.reconstruct();
  open.insert(tag, attributes);
};

const starts = tableOf<Start>([
  [
    block,
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul',
  ],
  [heading, 'h1 h2 h3 h4 h5 h6'],
  [preformatted, 'pre listing'],
  [form, 'form'],
  [item, 'li dd dt'],
  [button, 'button'],
  [anchor, 'a'],
  [formatting, 'b big code em font i s small strike strong tt u'],
  [unbroken, 'nobr'],
  [object, 'applet marquee object'],
  [table, 'table'],
  [empty, 'area br embed img input keygen wbr'],
  [image, 'image'],
  [part, 'base basefont bgsound link meta param source track'],
  [rule, 'hr'],
  [raw('raw'), 'iframe noembed noframes style'],
  [raw('text'), 'title'],
  [raw('script'), 'script'],
  [textArea, 'textarea'],
  [example, 'xmp'],
  [select, 'select'],
  [option, 'optgroup option'],
  [noscript, 'noscript'],
  [body, 'body'],
  [svg, 'svg'],
  [nothing, 'caption col colgroup frame head tbody td tfoot th thead tr'],
  [notRead, 'frameset math plaintext rb rp rt rtc template'],
]);

export const startInBody: Start = (tree, tag, attributes, selfClosing) =>
  (starts.get(tag.name) ?? any)(tree, tag, attributes, selfClosing);

const closing: End = ({ open }, tag) => void open.close(tag.name);
const formEnd: End = ({ open }) => {
  const { form: element } = open;
  open.form = undefined;
  if (element === undefined || open.inScope('form') < 0) return;
  open.closeImplied();
  open.remove(element);
};
const paragraphEnd: End = ({ open }) => {
  const end = (): boolean => open.close('p', IS.scope | IS.button);
  if (end()) return;
  open.put(tagOf('p'));
};
const itemEnd: End = ({ open }, tag) => void open.close(tag.name, IS.scope | IS.list);
const headingEnd: End = ({ open }) => {
  const depth = open.kindInScope(IS.heading);
  if (depth >= 0) open.shorten(depth);
};
const formattingEnd: End = (tree, tag) => {
  if (!tree.open.closeFormatting(tag.name)) anyEnd(tree, tag);
};
const objectEnd: End = ({ open }, tag) => {
  if (open.close(tag.name)) open.clearToMark();
};
const breakEnd: End = (tree) => empty(tree, BR, NO_ATTRIBUTES);
const bodyEnd: End = (tree, tag) => {
  if (tree.open.inScope('body') >= 0) tree.mode = tag.name === 'body' ? 'after body' : 'after document';
};
const anyEnd: End = ({ open }, tag) => {
  for (let depth = open.depth - 1; depth > 0; depth--) {
    const { name, is } = open.tagAt(depth) as Tag;
    if (name === tag.name) {
      open.shorten(depth);
      return;
    }
    if ((is & IS.special) !== 0) return;
  }
};

const ends = tableOf<End>([
  [
    closing,
    'address article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure footer header hgroup listing main menu nav ol pre search section summary ul',
  ],
  [formEnd, 'form'],
  [paragraphEnd, 'p'],
  [itemEnd, 'li'],
  [headingEnd, 'h1 h2 h3 h4 h5 h6'],
  [formattingEnd, 'a b big code em font i nobr s small strike strong tt u'],
  [objectEnd, 'applet marquee object'],
  [breakEnd, 'br'],
  [bodyEnd, 'body html'],
  [nothing, 'template'],
]);

export const endInBody: End = (tree, tag) => (ends.get(tag.name) ?? anyEnd)(tree, tag);

function tableOf<T>(rows: readonly (readonly [does: T, names: string])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([does, names]) => names.split(' ').map((name) => [name, does] as const)));
}
