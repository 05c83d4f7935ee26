import { foreignContent, html as names, Token } from 'parse5';
import { type AttributeMap, attributesOf } from '../mutable-tree.ts';
import type { FastTreeBuilder } from './fast-tree.ts';
import { unsupported } from './open-elements.ts';
import { IS, type Tag } from './tags.ts';

/** Elements of SVG that hold HTML, of which text alone is read here. */
const HOLDS_HTML = new Set(['title', 'desc', 'foreignobject']);
const MAX_TAGS = 200;
const svgTags = new Map<string, Tag>();

/** A tag as it stands in the stack, where no search for an element of HTML shall find it. */
function svgTag(name: string): Tag {
  const known = svgTags.get(name);
  if (known !== undefined) return known;
  const is = IS.foreign | (HOLDS_HTML.has(name) ? IS.special | IS.scope : 0);
  const tag = { name: `svg ${name}`, is };
  if (svgTags.size < MAX_TAGS) svgTags.set(name, tag);
  return tag;
}

/** `<svg>`, or a start tag inside it (13.2.6.5 of the HTML standard). */
export function startInSvg(
  { open }: FastTreeBuilder,
  tag: Tag,
  attributes: AttributeMap,
  selfClosing: boolean,
): void {
  if ((open.tag.is & IS.foreign) !== 0 && (open.tag.is & IS.special) !== 0)
    unsupported('an element in the title of an SVG');
  const token: Token.TagToken = {
    type: Token.TokenType.START_TAG,
    tagName: tag.name,
    tagID: names.getTagID(tag.name),
    selfClosing,
    ackSelfClosing: false,
    attrs: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    location: null,
  };
  if (foreignContent.causesExit(token)) unsupported('an element that ends an SVG');
  foreignContent.adjustTokenSVGAttrs(token);
  const element = open.put(tag, attributesOf(token.attrs), names.NS.SVG);
  if (!selfClosing) open.push(element, svgTag(tag.name));
}

/** @returns false where the end tag closes no element of the SVG */
export function endInSvg({ open }: FastTreeBuilder, { name }: Tag): boolean {
  if (name === 'p' || name === 'br') unsupported('an element that ends an SVG');
  const drawn = svgTag(name);
  for (let depth = open.depth - 1; ((open.tagAt(depth) as Tag).is & IS.foreign) !== 0; depth--) {
    if (open.tagAt(depth)?.name !== drawn.name) continue;
    open.shorten(depth);
    return true;
  }
  return false;
}
