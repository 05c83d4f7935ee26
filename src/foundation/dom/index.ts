export { blocksOf, type TextBlock } from './blocks.ts';
export { blockedBy, detectBotChallenge } from './bot-challenge.ts';
export { captureExpression, capturePacked, captureTree, readDocument } from './capture.ts';
export { itemsWithin, type LinkedItem, type LinkedValue, linkedDataOf } from './linked-data.ts';
export {
  type FollowableLinks,
  followableLinks,
  hasSideEffects,
  isPageAddress,
  linksOf,
  NOFOLLOW_RULES,
  type Nofollow,
  type PageLink,
  withoutLinks,
} from './links.ts';
export { markdownOf } from './markdown.ts';
export { packTree, unpackTree } from './packed-tree.ts';
export { parseTree } from './parse.ts';
export { headerSaysNofollow } from './robots-directives.ts';
export { absoluteOf, cssAddresses, subresourcesOf } from './subresources.ts';
export {
  elementsOf,
  foldSpaces,
  type HiddenReason,
  isElement,
  optionText,
  type TreeDocument,
  type TreeElement,
  type TreeNode,
  textOf,
} from './tree.ts';
