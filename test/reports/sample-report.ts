import type { FormLists } from '../../src/interfaces/views/run-lists.ts';
import type { ExportedForm, HarvestedRecord, HarvestedSubmission } from '../../src/library/index.ts';
import type { RunReport } from '../../src/reports/index.ts';

const SITES = [
  ...['paperlane', 'quillandco', 'oldleaf', 'inkharbour', 'librairie-du-port', 'buchhalle'],
  ...['nightstand', 'stacks'],
];

/** What the forms of that run might have answered. */
const sampleSubmissions = (): NonNullable<RunReport['submissions']> => ({
  statuses: [{ method: 'GET', status: '200', count: 152 }],
  verdicts: [
    { verdict: 'hits', count: 109 },
    { verdict: 'no-hits', count: 41 },
    { verdict: 'same-form', count: 2 },
  ],
  sources: [{ source: 'answer', queries: 64, hits: 62, newRecords: 2_005 }],
  rates: [
    { domain: 'book', submissions: 100, ok: 99, hits: 90 },
    { domain: 'music', submissions: 3, ok: 3, hits: 3 },
  ],
  databases: SITES.map((name, i) => ({
    site: `a-shop-with-a-rather-long-name-${name}.example`,
    formId: `f${i}`,
    submissions: 25,
    records: 1_198,
    coverage: 'estimated' as const,
    sizeKind: 'estimated',
    size: 1_720,
    low: 1_198,
    high: 4_373,
    postQuery: i === 0 ? 'no-answer' : 'confirmed',
    reason: '--max-submissions 25 reached',
  })),
  asked: 11,
  answering: 10,
  resultPages: 1_470,
  distinct: 6_668,
  details: { pages: { read: 30, other: 2 }, confirmed: 53, differing: 0, added: 202 },
  growth: [
    { answers: 1, records: 1_000 },
    { answers: 25, records: 11_733 },
  ],
});

/** A run as a harvest of the practice web might have ended; made up. */
export function sampleReport(changes: Partial<RunReport> = {}): RunReport {
  const sites = SITES.map((name, i) => ({
    site: `${name}.example`,
    domain: i === 5 ? 'music' : 'book',
    similarity: 0.31 - i * 0.03,
    pages: 64 - i * 5,
    forms: 30 - i * 3,
    searchable: 9 - i,
    status: i > 5 ? 'left' : 'explored',
  }));
  const searchableForms = SITES.flatMap((name, i) =>
    [0, 1, 2].slice(i % 3).map((depth) => ({
      formId: `${i}${depth}c0ffee0ddba11`.padEnd(16, '0'),
      site: `${name}.example`,
      page: `http://www.${name}.example/${depth === 0 ? '' : `catalogue/advanced?level=${depth}`}`,
      depth,
      method: i % 2 === 0 ? 'get' : 'post',
      action: `http://www.${name}.example/search/results`,
      controls:
        depth === 0
          ? 'one text box (Search the shop)'
          : 'title, author, ISBN, publisher, 3 selects (format, language, condition)',
      score: 0.99 - i * 0.04 - depth * 0.01,
      domain: i === 5 ? null : 'book',
      sightings: 41 - i * 4,
    })),
  );
  return {
    run: {
      id: 12,
      from: null,
      domains: ['book'],
      web: 'practice',
      strategy: 'two-stage',
      startedAt: '2026-11-20T20:13:04.000Z',
      finishedAt: '2026-11-20T20:15:31.000Z',
      seconds: 146.8,
      resumed: 1,
      status: 'complete',
    },
    totals: {
      pages: 1243,
      rendered: 118,
      failed: 17,
      skipped: 64,
      sites: 42,
      crawledSites: 40,
      searchableSites: 31,
      forms: 684,
      searchable: 146,
      relevant: 101,
      requests: 1502,
      bytes: 18_430_112,
    },
    growth: Array.from({ length: 60 }, (_, i) => {
      const part = (i + 1) / 60;
      return {
        pages: Math.round(1243 * part),
        forms: Math.round(684 * part ** 0.62),
        searchable: Math.round(146 * part ** 0.48),
        seconds: 146.8 * part,
      };
    }),
    verdicts: [
      { rule: 'classifier: searchable', outcome: 'searchable', count: 146 },
      { rule: 'password', outcome: 'rejected', count: 171 },
      { rule: 'newsletter', outcome: 'rejected', count: 122 },
      { rule: 'textarea', outcome: 'rejected', count: 88 },
      { rule: 'no-fields', outcome: 'rejected', count: 61 },
      { rule: 'classifier: not searchable', outcome: 'not searchable', count: 52 },
      { rule: 'file-upload', outcome: 'rejected', count: 31 },
      { rule: 'captcha', outcome: 'rejected', count: 13 },
    ],
    formTypes: [
      { type: 'search', count: 146 },
      { type: 'login', count: 131 },
      { type: 'mailing-list', count: 122 },
      { type: 'contact', count: 97 },
      { type: 'registration', count: 71 },
      { type: 'order', count: 58 },
      { type: 'recovery', count: 21 },
      { type: 'other', count: 38 },
    ],
    formDepths: [
      { depth: 0, forms: 121, searchable: 58 },
      { depth: 1, forms: 297, searchable: 61 },
      { depth: 2, forms: 181, searchable: 20 },
      { depth: 3, forms: 85, searchable: 7 },
    ],
    sites,
    searchableForms,
    renderReasons: [
      { reason: 'a script builds a form', count: 71 },
      { reason: 'the page is empty without scripts', count: 38 },
      { reason: 'audit sample', count: 9 },
    ],
    failures: [
      { reason: 'robots.txt forbids it', count: 64 },
      { reason: 'HTTP 503', count: 9 },
      { reason: 'timeout', count: 5 },
      { reason: 'HTTP 404', count: 3 },
    ],
    errors: Array.from({ length: 17 }, (_, i) => ({
      url: `http://www.stacks.example/a-page-with-a-long-name/number-${i + 1}`,
      reason: i < 9 ? 'HTTP 503' : 'timeout',
    })),
    submissions: sampleSubmissions(),
    provenance: {
      version: '0.1.0',
      seeds: ['http://www.paperlane.example/', 'http://www.quillandco.example/'],
      settings: [
        { name: 'maxPages', value: '1243' },
        { name: 'anchorWeights', value: '[0.2,0.2,0.3]' },
      ],
      rankers: ['a1', 'b2'],
      archive: [{ file: 'exchanges.warc.gz', bytes: 4_584_145, sha256: '5f'.repeat(32) }],
    },
    practice: [
      { label: 'search forms that exist', value: 151 },
      { label: 'found', value: '146 (96.7 %)' },
      { label: 'taken for search forms by mistake', value: 2 },
    ],
    ...changes,
  };
}

/** A form as a run might have found it; made up. */
export const sampleForm = (changes: Partial<ExportedForm> = {}): ExportedForm => ({
  formId: 'c0ffee0ddba11000',
  site: 'paperlane.example',
  page: 'http://www.paperlane.example/',
  depth: 0,
  action: 'http://www.paperlane.example/search/results',
  method: 'get',
  enctype: '',
  where: { kind: 'document', hasFormTag: true },
  controls: [
    {
      name: 'format',
      type: 'select-one',
      meaning: 'category',
      label: 'Format',
      options: [
        { value: '1', label: 'Hardback' },
        { value: '2', label: 'Paperback' },
      ],
      visible: true,
      required: false,
    },
  ],
  submits: [],
  searchable: true,
  type: 'search',
  score: 0.97,
  rule: null,
  evidence: 'role search=1 (0.4)',
  evidenceText: ['Speaks for a search form: its markup calls it a search.'],
  svm: 0.97,
  knn: 1,
  neighbours: [{ type: 'search', distance: 1.25, row: 'rows.jsonl:7', url: 'http://a.test/labelled' }],
  learnersDisagree: false,
  postQuery: 'confirmed',
  postQueryReason: 'words bring records',
  scoreTogether: 0.99,
  outcome: 'verified',
  coverage: { state: 'estimated', seen: 1_198, total: 1_720, low: 1_198, high: 4_373 },
  stopCode: 'max-submissions',
  stopDetail: '25',
  stopReason: '--max-submissions 25 reached',
  renderedBy: 'http',
  domain: 'book',
  domainScore: 0.81,
  sightings: 41,
  ...changes,
});

const QUERY: HarvestedSubmission = {
  site: 'paperlane.example',
  formId: 'c0ffee0ddba11000',
  position: 1,
  page: 1,
  purpose: 'probe',
  controls: [{ name: 'q', label: 'Title', values: ['moby dick'], source: 'domain-file' }],
  why: 'a word of the domain',
  sentBy: 'http',
  method: 'GET',
  url: 'http://www.paperlane.example/search/results?q=moby+dick',
  state: 'settled',
  status: 200,
  finalUrl: null,
  verdict: 'hits',
  reason: '3 records',
  records: 3,
  newRecords: 3,
  statedTotal: 3,
};
const RECORD: HarvestedRecord = {
  site: 'paperlane.example',
  key: 'k1',
  formId: 'c0ffee0ddba11000',
  forms: ['c0ffee0ddba11000'],
  title: 'Moby-Dick; or, The Whale',
  url: 'http://www.paperlane.example/books/1',
  fields: { year: '1851', binding: 'cloth' },
  typed: { year: 1851 },
  text: 'Moby-Dick; or, The Whale 1851',
  detail: null,
};

/** Forms of the sites of that run, the first of which was queried. */
export function sampleLists(changes: Partial<FormLists> = {}): FormLists {
  const items = Array.from({ length: 17 }, (_, i) =>
    i === 0
      ? sampleForm()
      : sampleForm({
          formId: `c0ffee0ddba110${String(i).padStart(2, '0')}`,
          site: `${SITES[i % SITES.length]}.example`,
          page: `http://www.${SITES[i % SITES.length]}.example/`,
          action: `http://www.${SITES[i % SITES.length]}.example/find`,
          outcome: 'not-queried',
          score: 0.97 - i * 0.02,
          ...(i > 12 && { searchable: false, type: 'login', score: null, rule: 'password' }),
          coverage: { state: 'unknown', seen: i === 9 ? 2_000 : 0, total: null, low: null, high: null },
          stopReason: null,
        }),
  );
  return {
    run: 12,
    forms: { items, total: 146 },
    answers: {
      c0ffee0ddba11000: {
        queries: { items: [QUERY], total: 25 },
        records: { items: [RECORD], total: 1_198 },
      },
    },
    files: { forms: 'forms.csv' },
    ...changes,
  };
}
