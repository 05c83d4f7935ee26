/** The papers whose tables and figures reports repeat, cited in full as footnotes. */
export const PAPER_SOURCES = {
  kaur2021:
    'S. Kaur, A. Singh, G. Geetha, X. Cheng: IHWC: intelligent hidden web crawler for harvesting data in urban domains. Complex & Intelligent Systems, 2021. doi:10.1007/s40747-021-00471-1',
  subatra2017:
    'S. Subatra Devi: A Novel Approach on Focused Crawling with Anchor Text. American Journal of Computer Science and Information Technology 5(2), 2017. doi:10.21767/2349-3917.100007',
} as const;
