/** Hard kinds that work today: what is here must not get worse; who makes another one work adds it. */

export const WORKING_BY_REQUESTS: readonly string[] = [
  'query-in-tabs',
  'index-statement',
  'tips-for-nonsense',
  'denial-404',
  'denial-in-cyrillic',
  'marked-links',
  'tag-cloud',
  'exact-title',
  'icon-paging',
  'numbered-buttons',
  'offset-paging',
  'records-without-links',
  'records-elsewhere',
  'ignores-input',
  'structured-detail',
  'accents-matter',
  'minimum-length',
  'empty-forbidden',
  'empty-start-page',
  'advanced-behind-answer',
  'help-button',
  'behind-tab',
  'box-per-category',
  'unfillable-controls',
  'filter-builder',
  'announced-search',
  'session-redirect',
  'xhtml',
  'date-picker',
  'preferences',
  'sitemap-only',
  'busy-server',
  'changing-markup',
  'declared-tool',
];

/** Those that take a browser for one step or another. */
export const WORKING_BY_SCRIPTS: readonly string[] = [
  'box-among-filters',
  'postback',
  'results-in-place',
  'hash-state',
  'suggestions-beside',
  'huge-page',
  'partial-update',
  'search-in-overlay',
];

/** Those that do not work yet; who makes one work moves it. */
export const FAILING: readonly string[] = [
  'one-or-two',
  'drawn-controls',
  'streamed-results',
  'listbox-as-you-type',
];
