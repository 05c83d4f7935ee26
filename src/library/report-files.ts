/** Lists that stand whole, as tables, beside the report of a run. */
export const REPORT_LISTS = ['forms', 'sites', 'pages', 'submissions', 'records'] as const;

/** Files of a report in the folder of its run. */
export const REPORT_FILES: readonly string[] = ['report.html', ...REPORT_LISTS.map((kind) => `${kind}.csv`)];
