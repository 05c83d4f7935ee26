export { blocksOf, type TextBlock } from './blocks.ts';
export { captureExpression, captureJson, captureTree, readDocument } from './capture.ts';
export { detectBotChallenge, blockedBy } from './bot-challenge.ts';
export { itemsWithin, type LinkedItem, type LinkedValue, linkedDataOf } from './linked-data.ts';
export {
  hasSideEffects,
  type FollowableLinks,
  followableLinks,
  isPageAddress,
  linksOf,
  NOFOLLOW_RULES,
  type Nofollow,
  type PageLink,
  withoutLinks,
} from './links.ts';
export { parseTree } from './parse.ts';
export { headerSaysNofollow } from './robots-directives.ts';
export {
  elementsOf,
  type HiddenReason,
  isElement,
  foldSpaces,
  type TreeDocument,
  type TreeElement,
  type TreeNode,
  textOf,
} from './tree.ts';
