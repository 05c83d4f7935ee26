import { isElement, type TreeElement, type TreeNode } from './tree.ts';

/** Elements of a page that are no part of what it says; their contents go with them. */
export type LeftOut = ReadonlySet<TreeElement>;

/** Elements whose text is invisible, and fields. */
export const SILENT = new Set(
  'script style noscript template head title iframe object svg math select option textarea button input datalist audio video canvas'.split(
    ' ',
  ),
);
/** Elements whose text stands by itself. */
export const BLOCK = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
  h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul`.split(
    /\s+/,
  ),
);

const MAX_DEPTH = 400;
const MAX_PARTS = 200_000;
/** Letters from which on a block is prose. */
export const PROSE = 80;
/** Sums are of letters that are not left out, descendants included; `own` is what the block says itself. */
export interface PagePart {
  readonly element: TreeElement;
  readonly at: number;
  readonly parent: number;
  /** Number of the first part after its descendants. */
  end: number;
  /** Letters of the page before it. */
  readonly before: number;
  own: number;
  ownLinked: number;
  names: boolean;
  opening: string;
  text: number;
  linked: number;
  links: number;
  /** Letters outside links, long blocks counting more than short ones. */
  prose: number;
  pictures: number;
  titles: number;
  mains: number;
}

export const isHidden = ({ hidden }: TreeElement): boolean =>
  hidden !== undefined && hidden !== 'size' && hidden !== 'offscreen';

interface Level {
  readonly nodes: readonly TreeNode[];
  readonly part: number;
  readonly block: number;
  readonly link: number;
  at: number;
}

export function measure(root: TreeElement): PagePart[] {
  const parts: PagePart[] = [];
  let before = 0;
  const open = (element: TreeElement, parent: number) =>
    parts.push({
      ...{
        element,
        at: parts.length,
        parent,
        end: 0,
        before,
        own: 0,
        ownLinked: 0,
        names: false,
        opening: '',
      },
      ...{ text: 0, linked: 0, links: 0, prose: 0, pictures: 0, titles: 0, mains: 0 },
    }) - 1;
  const stack: Level[] = [{ nodes: [root], part: -1, block: -1, link: -1, at: 0 }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) {
      stack.pop();
      const closed = parts[level.part];
      if (closed !== undefined) closed.end = parts.length;
    } else if (!isElement(node)) before += addText(parts[level.block], node, parts[level.link]);
    else if (
      !SILENT.has(node.tag) &&
      !isHidden(node) &&
      stack.length < MAX_DEPTH &&
      parts.length < MAX_PARTS
    ) {
      const part = open(node, level.part);
      const block = BLOCK.has(node.tag) || node.tag === 'td' || node.tag === 'th' ? part : level.block;
      const nodes = node.shadow === undefined ? node.children : [...node.shadow, ...node.children];
      stack.push({ nodes, part, block, link: node.tag === 'a' ? part : level.link, at: 0 });
    }
  }
  return parts;
}

export const MAX_OPENING = 60;

function addText(block: PagePart | undefined, text: string, link: PagePart | undefined): number {
  if (block === undefined) return 0;
  const letters = lettersOf(text);
  block.own += letters;
  if (link !== undefined) {
    block.ownLinked += letters;
    link.names ||= letters > 0;
  }
  if (letters > 0 && block.opening.length < MAX_OPENING) block.opening += text.slice(0, 2 * MAX_OPENING);
  return letters;
}

/** Counts what is no white space; an ideogram stands for three letters. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x2e80) letters += 3;
    else if (code > 32 && code !== 0xa0) letters++;
  }
  return letters;
}

export function sumUp(parts: readonly PagePart[], leftOut: LeftOut): void {
  for (const part of parts) {
    const { own, ownLinked, element } = part;
    part.text = own;
    part.linked = ownLinked;
    const said = own - ownLinked;
    part.prose = ownLinked < own / 2 ? said * Math.min(1, said / PROSE) : 0;
    part.pictures = element.tag === 'img' ? 1 : 0;
    part.links = part.names ? 1 : 0;
    part.titles = element.tag === 'h1' && own > 0 ? 1 : 0;
    part.mains = isMain(element) ? 1 : 0;
  }
  for (let i = parts.length - 1; i > 0; i--) {
    const part = parts[i] as PagePart;
    const parent = parts[part.parent];
    if (parent === undefined || leftOut.has(part.element)) continue;
    parent.text += part.text;
    parent.linked += part.linked;
    parent.links += part.links;
    parent.prose += part.prose;
    parent.pictures += part.pictures;
    parent.titles += part.titles;
    parent.mains += part.mains;
  }
}

export const isMain = ({ tag, attributes: { role } }: TreeElement): boolean =>
  tag === 'main' || role === 'main';

export function visit(
  parts: readonly PagePart[],
  leftOut: LeftOut,
  each: (part: PagePart, at: number) => void,
): void {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as PagePart;
    if (!leftOut.has(part.element)) each(part, i);
    if (leftOut.has(part.element)) i = Math.max(i, part.end - 1);
  }
}

export function isWithin(parts: readonly PagePart[], part: PagePart, tags: string): boolean {
  const wanted = tags.split(' ');
  for (let at = parts[part.parent]; at !== undefined; at = parts[at.parent])
    if (wanted.includes(at.element.tag)) return true;
  return false;
}

export function alikeChildren(
  parts: readonly PagePart[],
  at: number,
  leftOut: LeftOut,
  wanted: (part: PagePart) => boolean,
): PagePart[][] {
  const children = childrenOf(parts, at)
    .map((child) => parts[child] as PagePart)
    .filter((part) => !leftOut.has(part.element) && wanted(part));
  const kindOf = ({ element }: PagePart) =>
    `${element.tag} ${element.attributes.class?.split(/\s/)[0] ?? ''}`;
  return [...Map.groupBy(children, kindOf).values()];
}

export function childrenOf(parts: readonly PagePart[], at: number): number[] {
  const children: number[] = [];
  const end = parts[at]?.end ?? 0;
  for (let i = at + 1; i < end; i = Math.max(i + 1, parts[i]?.end ?? 0)) children.push(i);
  return children;
}
