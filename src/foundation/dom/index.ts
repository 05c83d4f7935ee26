export { type TextBlock, blocksOf } from './blocks.ts';
export { captureExpression, captureJson, captureTree, readDocument } from './capture.ts';
export { guardOf, refusalOf } from './challenge.ts';
export { type LinkedItem, type LinkedValue, itemsWithin, linkedDataOf } from './linked-data.ts';
export {
  type FollowableLinks,
  NOFOLLOW_RULES,
  type Nofollow,
  type PageLink,
  actsOn,
  followableLinks,
  isPageAddress,
  linksOf,
  withholding,
} from './links.ts';
export { parseTree } from './parse.ts';
export { headerSaysNofollow } from './robots-directives.ts';
export {
  type HiddenReason,
  type TreeDocument,
  type TreeElement,
  type TreeNode,
  elementsOf,
  isElement,
  oneSpaced,
  textOf,
} from './tree.ts';
