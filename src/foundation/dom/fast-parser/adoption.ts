import { html as names } from 'parse5';
import { type AttributeMap, MutableElement } from '../mutable-tree.ts';
import { IS, type Tag } from './tags.ts';

export interface Formatting {
  readonly tag: Tag;
  readonly attributes: AttributeMap;
  element: MutableElement;
}

interface Stacks {
  readonly elements: MutableElement[];
  readonly tags: Tag[];
  readonly formatting: (Formatting | undefined)[];
}

/** As many formatting elements between are kept. */
const MOST_BETWEEN = 3;
/** Elements that one block can ask for. */
export const MOST_COPIES = MOST_BETWEEN + 1;

/**
 * Ends a formatting element around a block that goes on behind its end: the block leaves it and takes copies of the formatting along
 * (13.2.6.4.7 of the HTML standard, the adoption agency algorithm from step 4.9 on).
 * @param from depth of the formatting element
 * @param block depth of its furthest block
 * @returns false where the block would have to leave for a place before a table
 */
export function adoptBlock(stacks: Stacks, entry: Formatting, from: number, block: number): boolean {
  const { elements, tags, formatting } = stacks;
  const furthest = elements[block] as MutableElement;
  const ancestor = elements[from - 1];
  if (ancestor === undefined || ((tags[from - 1] as Tag).is & (IS.table | IS.section | IS.row)) !== 0)
    return false;
  let last = furthest;
  let bookmark = entry;
  for (let between = 0, at = block - 1; at > from; at--, between++) {
    const kept = formatting.find((one) => one?.element === elements[at]);
    if (kept === undefined || between >= MOST_BETWEEN) {
      if (kept !== undefined) formatting.splice(formatting.indexOf(kept), 1);
      elements.splice(at, 1);
      tags.splice(at, 1);
      continue;
    }
    kept.element = copyOf(kept);
    elements[at] = kept.element;
    if (last === furthest) bookmark = kept;
    move(last, kept.element);
    last = kept.element;
  }
  move(last, ancestor);
  const copy = copyOf(entry);
  copy.nodes.push(...furthest.nodes.splice(0));
  copy.needsCleanup = furthest.needsCleanup;
  furthest.needsCleanup = false;
  for (const child of copy.nodes) if (child instanceof MutableElement) child.parent = copy;
  move(copy, furthest);
  formatting.splice(formatting.indexOf(bookmark) + 1, 0, { ...entry, element: copy });
  formatting.splice(formatting.indexOf(entry), 1);
  elements.splice(from, 1);
  tags.splice(from, 1);
  const behind = elements.indexOf(furthest) + 1;
  elements.splice(behind, 0, copy);
  tags.splice(behind, 0, entry.tag);
  return true;
}

const copyOf = ({ tag, attributes }: Formatting): MutableElement =>
  new MutableElement(tag.name, names.NS.HTML, attributes);

function move(element: MutableElement, to: MutableElement): void {
  const { parent } = element;
  if (parent !== null) parent.nodes.splice(parent.nodes.lastIndexOf(element), 1);
  to.nodes.push(element);
  element.parent = to;
}
