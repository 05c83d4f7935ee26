/** Hard kinds that work today: what is here must not get worse; who makes another one work adds it. */

export const WORKING_BY_REQUESTS: readonly string[] = [
  'query-in-tabs',
  'index-statement',
  'tag-cloud',
  'exact-title',
  'icon-paging',
  'numbered-buttons',
  'offset-paging',
  'records-elsewhere',
  'ignores-input',
  'structured-detail',
  'empty-forbidden',
  'advanced-behind-answer',
  'help-button',
  'behind-tab',
  'unfillable-controls',
  'xhtml',
  'changing-markup',
  'date-picker',
  'preferences',
  'declared-tool',
];

/** Those that take a browser for one step or another. */
export const WORKING_BY_SCRIPTS: readonly string[] = ['postback', 'suggestions-beside', 'search-in-overlay'];
