import { elementsOf, isElement, type TreeElement } from './tree.ts';

const CHROME = new Set('nav footer aside dialog menu'.split(' '));
const CHROME_ROLES = new Set(
  'navigation contentinfo complementary banner search dialog alertdialog menu menubar toolbar tooltip'.split(
    ' ',
  ),
);

/** Words within names of classes and ids. */
const AROUND = new RegExp(
  `^(?:${[
    'nav(?:bar|igation|i)?|(?:top|sub|side|main|site|sec|foot|mega|quick)(?:nav|menu)|menus?|breadcrumbs?|crumbs?',
    'footer|colophon|copyright|sidepanel|masthead|topbar|offcanvas|minicart|backtotop|skip(?:link|links|nav)?',
    'cookies?|cookiebar|consent|gdpr|onetrust|popups?|modals?|lightbox|newsletter|subscribe|subscription|signup|login|signin',
    'share|sharing|sharebar|sharethis|addthis|addtoany|socials|socialmedia',
    'related|recommend(?:ed|ation|ations)?|upsells?|crosssells?|trending|similar|recently|recentposts|mostread',
    'ads?|adverts?|advertisement|advertising|adsense|sponsor(?:ed|s)?|outbrain|taboola|dfp',
    'pagination|pager|paging|pagenav(?:i|igation)?|facets?|refinements?|wishlist|tagcloud|commentform|respond',
    'bylinebox|authorbox|noprint|printonly|screenreader',
  ].join('|')})$`,
);
const PERHAPS = /^(?:sidebars?|social|toolbar|drawer|overlay|promos?|promotions?|tags|filters?|rail)$/;
/** Names of a header of the page, not of an entry. */
const PAGE_HEADER = /^(?:(?:site|page|main|global|top|mobile|sticky|app|shop|store)-)?header(?:-|$)/;
/** Whole names, whose words mean other things in longer ones. */
const AROUND_WHOLE = new Set(
  `widget widgets widget-area site-header tag-list post-tags entry-tags sort sorting sort-by
  sr-only visually-hidden screen-reader-text print-only author-bio author-box about-author toc table-of-contents hidden-print`.split(
    /\s+/,
  ),
);
/** Said by a layout of the element that holds a side column, not by the column. */
const LAYOUT = /^(?:has|with|no|without|is|not|hide|show|js)$/;
const NOTICE =
  /^(?:cookies?|cookie(?:bar|banner|notice|consent|law|bot|dialog)|consent|gdpr|onetrust|cmp|cybot|cookiebot)$/;
const FOOTER = /^(?:footer|colophon)$/;
const SECONDARY = /^(?:comments?|commentlist|commentarea|disqus|replies|responses|fbcomments)$/;
/** Beside what a product is. */
const OFFER =
  /^(?:reviews?|ratings?|bazaarvoice|bvrrcontainer|trustpilot|yotpo|jdgm|testimonials?|shipping|delivery|returns?|payments?|financing|compare)$/;
/** Beside what people say in a discussion. */
const PROFILE =
  /^(?:signature|signaturecontainer|sig|extras|usertitle|userstats|permissions|forumrules|jumpbox|quickreply)$/;
const BODY =
  /-(?:(?:article|post|entry|story|news|blog|recipe)-?(?:body|text|content|copy)|body-?(?:text|copy)|storytext|markdown-body|parser-output)-/;
const DISCUSSION =
  /(?:^|[^a-z])(?:phpbb|vbulletin|xenforo|discourse|invision|nodebb|flarum|vanilla|mybb|forums?|viewtopic|showthread)(?:[^a-z]|$)/i;

export const FINE_PRINT =
  /^(?:©|\(c\) |copyright\b|all rights reserved)|©\s*(?:copyright )?(?:19|20)\d\d|all rights reserved/i;
/** Headings of parts that lead elsewhere. */
export const TURNS_AWAY =
  /^(?:related\b|recommended\b|you (?:may|might|could|will|'ll) (?:also )?(?:like|love|enjoy|be interested)|(?:customers|people|others|readers) (?:who|also)\b|more (?:from|stories|articles|posts|news|like|on this|in this|to explore|to read)\b|recent(?:ly)? (?:posts|viewed|articles|comments|news|stories)|(?:most )?(?:popular|trending|read)(?: (?:posts|articles|now|stories|topics|products))?$|leave a (?:reply|comment)|(?:view|show|read) (?:all |more |the )?comments|join the (?:conversation|discussion)|(?:we want to hear|ready to get started|what to read next|keep reading|explore more|top stories|editor'?s picks|featured (?:articles|posts|stories|products)|frequently bought|complete the look)\b|most (?:viewed|shared|commented|popular)\b|(?:post|add|write) a (?:comment|reply)|share (?:this|on|with|via)\b|share:?$|follow us|subscribe\b|sign up\b|(?:join|get) (?:our|the) newsletter|newsletter|(?:see|read) (?:also|next)\b|similar (?:products|items|posts|articles|questions|threads)|up next|latest (?:posts|news|articles|stories)|about the author|filed under|tagged|tags:?$|categories:?$|archives$|advertisement$|sponsored\b|(?:previous|next) (?:post|article|topic|page)$|we (?:use|value) (?:cookies|your privacy)|cookie)/i;

export const isChrome = ({
  tag,
  attributes: { role, 'aria-hidden': unread, 'aria-modal': modal },
}: TreeElement) => CHROME.has(tag) || CHROME_ROLES.has(role ?? '') || unread === 'true' || modal === 'true';

export interface Marks {
  /** The word that says menu, footer, notice, share bar, advertisement, list of other things. */
  readonly around?: string;
  /** A word that as often names a part of the content. */
  readonly perhaps: boolean;
  readonly footer: boolean;
  /** A notice of cookies, however long. */
  readonly notice: boolean;
  /** True for remarks of readers on the content. */
  readonly secondary: boolean;
  /** How a product is sold and rated. */
  readonly offer: boolean;
  /** What a discussion says of those who take part in it. */
  readonly profile: boolean;
  readonly body: boolean;
}

const UNMARKED: Marks = {
  ...{
    perhaps: false,
    footer: false,
    notice: false,
    secondary: false,
    offer: false,
    profile: false,
    body: false,
  },
};

export function marksOf(elements: readonly TreeElement[]): Marks[] {
  // Most elements share their names with others.
  const known = new Map<string, Marks>();
  return elements.map(({ tag, attributes: { class: given = '', id = '' } }) => {
    if (tag === 'body' || tag === 'html' || given + id === '') return UNMARKED;
    const names = `${given} ${id}`.slice(0, MAX_NAMES);
    const marks = known.get(names) ?? marksOfNames(names);
    known.set(names, marks);
    return marks;
  });
}

function marksOfNames(names: string): Marks {
  const whole = names.split(/\s+/);
  const split = whole.map(wordsOf);
  const joined = split.map((words) => words.join('-'));
  const words = split.filter(([first = '']) => !LAYOUT.test(first)).flat();
  const says = (mark: RegExp) => words.some((word) => mark.test(word));
  const around =
    words.find((word) => AROUND.test(word)) ?? whole.find((name) => AROUND_WHOLE.has(name.toLowerCase()));
  return {
    ...(around !== undefined && { around: around.replace(/s$/, '') }),
    perhaps: says(PERHAPS) || joined.some((name) => PAGE_HEADER.test(name)),
    footer: says(FOOTER),
    notice: says(NOTICE),
    secondary: says(SECONDARY),
    offer: says(OFFER),
    profile: says(PROFILE),
    body: joined.some((name) => BODY.test(`-${name}-`)),
  };
}

const MAX_NAMES = 1_000;

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const ARTICLE = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting|Recipe)"/;
const PRODUCT = /"@type"\s*:\s*(?:\[\s*)?"Product(?:Group)?"/;
const THREAD = /"@type"\s*:\s*(?:\[\s*)?"(?:DiscussionForumPosting|QAPage)"/;
const MANY =
  /"@type"\s*:\s*(?:\[\s*)?"(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog|ProductCollection)"/;
/** Paths of pages whose answers are their content. */
const DISCUSSION_PATH =
  /^https?:\/\/(?:forums?|boards?|community|discuss)\.|\/(?:forums?|threads?|viewtopic|showthread|discussions?|questions|comments|t)(?:[/.?]|$)/i;

/** Says what a page declares to be about. */
export type PageKind = 'article' | 'product' | 'discussion' | 'many' | undefined;

/** Reads the kind of a page from its head, its linked data, its address and the name of its software. */
export function kindOf(root: TreeElement): PageKind {
  let kind: PageKind;
  for (const element of elementsOf(root, false)) {
    const { tag, attributes, children } = element;
    if (isDiscussion(element)) return 'discussion';
    if (tag === 'meta') {
      const { property, name, content = '' } = attributes;
      if (property === 'og:type') kind ??= DECLARED.get(content.replace(/^og:/, ''));
      if (name === 'generator' && DISCUSSION.test(content)) return 'discussion';
      if (property === 'og:url' && DISCUSSION_PATH.test(content)) return 'discussion';
    } else if (tag === 'link' && attributes.rel === 'canonical') {
      if (DISCUSSION_PATH.test(attributes.href ?? '')) return 'discussion';
    } else if (tag === 'script' && attributes.type === 'application/ld+json') {
      const text = children.filter((child) => !isElement(child)).join('');
      if (THREAD.test(text)) return 'discussion';
      if (MANY.test(text)) kind = 'many';
      else if (ARTICLE.test(text)) kind ??= 'article';
      else if (PRODUCT.test(text)) kind ??= 'product';
    }
  }
  return kind;
}

const DECLARED: ReadonlyMap<string, PageKind> = new Map([
  ['article', 'article'],
  ['product', 'product'],
  ['product.item', 'product'],
]);

const isDiscussion = ({
  tag,
  attributes: { class: given = '', id = '', itemtype = '' },
}: TreeElement): boolean =>
  /\/(?:DiscussionForumPosting|QAPage)$/.test(itemtype) ||
  ((tag === 'body' || tag === 'html') && DISCUSSION.test(`${given} ${id}`));
