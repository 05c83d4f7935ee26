/** What each row of docs/papers.md quotes of the output of its commands. */

/** Text as it stands, what a pattern finds (its groups, if it has any), or what a function makes of the output. */
export type Output = readonly (string | RegExp | ((text: string) => string))[];

const FOUND = /(\d+ search forms? on \d+ sites?)/;
const SITES = /(\d+ discovered, \d+ reached)/;
const LEARNT = /(What the strategy learnt, \d+ times)/;
const THRESHOLD = String.raw` +(\d+) +([\d.]+) +([\d.]+) +([\d.]+)`;

/** An arm of `compare` with its search forms and relevant forms, each by its own judge and by truth. */
const counts = (arm: string): Output => [
  arm,
  new RegExp(String.raw`^${arm} +\d+ +\d+ +(\d+) +(\d+) +(\d+) +(\d+) `, 'm'),
];

/** Its search forms and relevant forms per page, by truth. */
const rates = (arm: string): Output => [
  arm,
  new RegExp(String.raw`^${arm} +\d.*? (0\.\d{3}) +(0\.\d{3}) `, 'm'),
];

/** Scores of a line of an evaluation: precision, recall, F1. */
const scores = (name: string): RegExp => new RegExp(String.raw`${name} +([\d.]+) +([\d.]+) +([\d.]+)`);

const site = (name: string): RegExp =>
  new RegExp(String.raw`^ +(${name.replaceAll('.', '\\.')}) +(\S+) +(0\.\d+) +(\d+) `, 'm');

const threshold = (name: string): RegExp => new RegExp(`^(${name})${THRESHOLD}`, 'm');

/** Counts the addresses of `export pages --format csv` by depth. */
function byDepth(text: string): string {
  const depths = [...text.matchAll(/^http[^,]*,[^,]*,(\d+),/gm)].map(([, depth]) => Number(depth));
  if (depths.length === 0) throw new Error('no address has a depth');
  const all = Array.from(
    { length: Math.max(...depths) + 1 },
    (_, at) => depths.filter((one) => one === at).length,
  );
  return `${all.join(', ')} addresses at depth ${all.map((_, at) => at).join(', ')}`;
}

const howMany =
  (pattern: RegExp, of: string) =>
  (text: string): string => {
    const { length } = [...text.matchAll(pattern)];
    if (length === 0) throw new Error(`nothing is like ${pattern}`);
    return `${length} ${of}`;
  };

/** Accuracy of a learner by share of testing data, in `evaluate submissions`. */
const accuracies =
  (learner: string) =>
  (text: string): string => {
    const part =
      text.split(/^(?=\S.* by )/m).find((one) => one.startsWith(`${learner} by share of testing data`)) ?? '';
    const found = [...part.matchAll(/^\d+ %: accuracy +([\d.]+)/gm)].map(([, score = '']) => score);
    if (found.length === 0) throw new Error(`no accuracy of ${learner}`);
    return `${learner} \`${found.join(' ')}\``;
  };

/** Harvest ratio and recall of filters, in `evaluate topics`. */
const filters = (topic: string, names: readonly string[]): Output =>
  names.map((name) => new RegExp(String.raw`${topic} +(${name}) +([\d.]+) +([\d.]+)`));

/** What `novelty` says of each text given as a file. */
const TEXTS: Output = [1, 2, 3].map(
  (n) => new RegExp(String.raw`^texts/(\w+-?${n}\.txt: .* sentences new.*)`, 'm'),
);

export const OUTPUTS: Readonly<Record<string, Output>> = {
  '004-1': [/Harvest rate +[\d.]+ +search forms per page/],
  '004-2': [FOUND, SITES, /(\d+ queries, \d+ records), total/],
  '004-3': [/links: .*waiting/],
  '004-5': [FOUND, /\d+ of them about book/],
  '004-6': [FOUND],
  '004-7': [/riverpages\.test +book +\/search\.php +GET +Look for +\S+ +\d+/],
  '004-8': [FOUND, /\d+ of them about book and flight/],
  '004-9': [LEARNT, /(Links, link text): (.*)/],
  '004-10': [byDepth],
  '004-11': [
    'search forms by depth:',
    /by links from a seed\..*? forms (\d+) of \d+ (\d+) of \d+ (\d+) of \d+ (\d+) of \d+/,
  ],
  '004-12': [/(riverpages\.test)".*?("linkingSites":\d+)/],
  '004-13': [FOUND, SITES],
  '004-14': [/Not followed +\d+ +links: .*/],
  '004-15': [/Not followed +\d+ +links: .*/],
  '004-16': [/(\d+ addresses forbidden by robots\.txt)/, /requests that robots\.txt forbids +\d+/],
  '004-17': [
    'search forms and relevant ones per page, by truth:',
    ...['ichw', 'two-stage', 'eefc', 'ffc', 'fc'].flatMap(rates),
    'ache, relevant ones:',
    /^ache +\d.*? 0\.\d{3} +(0\.\d{3}) /m,
  ],
  '004-18': [
    'search forms and relevant ones, each by its own judge and by truth:',
    ...['ichw', 'ichw without rules'].flatMap(counts),
    'ache, relevant ones by truth:',
    /^ache +\d+ +\d+ +\d+ +\d+ +\d+ +(\d+) /m,
  ],
  '004-19': [/violins\.yaml: \d+ terms/],
  '004-20': [/(Links, address): (.*)/],
  '004-21': [/(Front pages, address): (.*)/],
  '004-22': [/(Links, address): (.*)/],
  '004-23': [/about: book \(similarity [\d.]+\)/],
  '004-24': [/(Links, text around): (.*)/],
  '004-25': [FOUND, /\d+ of them about book/],
  '004-27': [site('riverpages.test')],
  '004-28': [
    'product:',
    ...filters('product', ['seedPages', 'threeStep']),
    'book:',
    ...filters('book', ['seedPages', 'threeStep']),
  ],
  '004-29': [site('lark-shelf.test')],
  '004-30': [site('coral-cinemas.test')],
  '004-31': [/Cabin +category +select +finite +\d+ +active +form/],
  '004-32': [
    /thresholds\.siteSimilarity: .*/,
    /brook-antiquariat\.test: skipped, home page off-topic \([^)]*\)/,
  ],
  '004-33': [LEARNT],
  '004-34': [/"rule":"mailing-list","evidence":"[^"]*"/],
  '004-35': [...counts('two-stage'), ...counts('two-stage without rules')],
  '004-26': [/search anywhere +[\d.]+/],
  '004-38': ['SVM, linear', scores('SVM, linear: search')],
  '004-39': ['folds by site', scores('folds by site +\\d+')],
  '004-40': ['KNN, k = 5', scores('KNN, k = 5: search')],
  '004-42': [/scatter within classes .*/],
  '004-44': ['40 features', scores('classifier alone')],
  '004-45': [/5 folds grouped by site and by copy/],
  '004-46': ['macro average', scores('KNN, k = 5: macro average')],
  '004-59': [/KNN by k: search \(figures 5–7¹\)/],
  '004-60': [/by share of testing data \(figure 9¹\)/],
  '004-61': ['rules and classifier', scores('rules and classifier')],
  '004-37': [/search +query +search +Words.*/],
  '004-41': [FOUND],
  '004-47': [/"cluster":"[^"]+"/],
  '004-48': [/origin airport .*?domain-file/],
  '004-50': [/not queried: .*/],
  '004-51': [/(GET 200 OK \d+)/, /(POST 200 OK \d+)/],
  '004-52': [/(page 2 → 200.*)/, /(\d+ queries, \d+ records.*)/],
  '004-53': [/GET 422 Unprocessable Entity \d+/],
  '004-54': [/Queries by HTTP status Method HTTP status Description Queries (.*?) Query success rate/],
  '004-55': [/(book \d+) (\d+ % \([\d–]+\)) (\d+ % \([\d–]+\))/],
  '004-56': [/\d+ queries on \d+ sites/, /(KNN, k = 2: weighted average) +([\d.]+) +([\d.]+) +([\d.]+)/],
  '004-57': [accuracies('KNN, k = 2')],
  '004-58': [accuracies('KNN, k = 5'), accuracies('SVM, linear')],
  '004-62': [/\d+ found/],
  '004-63': [/Fieldfare listens on http:\/\/127\.0\.0\.1/],
  '004-64': [
    /(Amritsar +mean of \d+ of its 5)/,
    /(Jalandhar +mean of \d+ of its 5)/,
    /(Ludhiana +mean of \d+ of its 7)/,
  ],
  '004-65': [/Ludhiana West +[\d.]+ +measured +\d+ of \d+ days, none from \w+ to \w+, \w+ to \w+/],
  '004-66': [/Amritsar: 26 of 26 queries sent for observations/],
  '004-67': [/Amritsar +mean of 1 of its 5 divisions +[\d.]+/],
  '004-68': [/(Amritsar-I) +([\d.]+) .*? (\d{4}) +/],
  '004-70': [/Cluster “[^”]*”: \d+ of \d+ station-days/],
  '004-71': [/Cluster “[^”]*”: \d+ of \d+ station-days/],
  '004-72': [/PM2\.5 of divisions and cities/, /PM10 of divisions and cities/],
  '004-73': [/your flat .*/],
  '004-74': [
    byDepth,
    'search forms of all forms by depth:',
    /by links from a seed\..*? forms ((?:\d+ of \d+ )+)Form types/,
  ],
  '004-75': [/\d+ new values taken/, /author +person +text +infinite +\d+/],
  '004-76': [/\d+ labelled forms of \d+ sites/],
  '004-78': [
    'precision and accuracy of rules and KNN:',
    /rules and KNN, k = 5 +([\d.]+) .* ([\d.]+) +[\d.]+–/,
  ],
  '004-79': ['search forms and relevant ones per page, by truth:', ...rates('ichw'), ...rates('eefc')],
  '002-1': [/search: (.*) sites found/],
  '002-2': [SITES],
  '002-3': [/^(breadth-first) +(\d+) +(\d+)/m],
  '002-4': [/reverse search: .*found/],
  '002-6': [/\S+: hub .*/],
  '002-7': [/\d+ sites found/],
  '002-9': [/\S+: crawling, home page is about book \([\d.]+\)/],
  '002-10': [/\S+: skipped, home page off-topic \(similarity [\d.]+\)/],
  '002-11': [SITES],
  '002-12': [/(--max-pages 160 reached) after .*?, (resumed once)/],
  '002-13': [/links: .*waiting/],
  '002-14': [FOUND],
  '002-15': [site('birch-reads.test'), site('olivefirsteditions.test')],
  '002-16': [/birch-talk\.test +– +\/ +GET +.*? [\d.]+ /],
  '002-17': [/(Front pages, address): (.*)/, /(Links, address): (.*)/],
  '002-18': [/(Links, link text): (search [\d.]+)/],
  '002-19': [/(Links, address): (.*)/],
  '002-20': [/(Front pages, address): (.*)/],
  '002-22': [LEARNT],
  '002-23': [byDepth],
  '002-24': [
    'search forms and relevant ones, each by its own judge and by truth:',
    ...['smartcrawler', 'ffc', 'ache'].flatMap(counts),
  ],
  '002-25': [/\d+ found/, /category: book \d+/],
  '002-27': ['rules and classifier', scores('rules and classifier')],
  '003-1': [/a sfwc:Entity/, /nif:anchorOf "\w+"/],
  '003-2': [/\d+ added, \d+ unchanged, \d+ without a linked noun/],
  '003-3': [/sfwc:neTag "\w+"/],
  '003-5': [/nouns +\d+ \([\d.]+ a document\)/],
  '003-6': [/"documentsWithNoun":\d+,"documents":\d+,"idf":\d\.\d{3}/],
  '003-7': [/μ [\d.]+ +σ [\d.]+/],
  '003-8': [/ON TOPIC/, /mean idf [\d.]+, range [\d.]+–[\d.]+/],
  '003-9': ['held out:', /^(1\.8) +(8) .*?(product) +28 +([\d.]+) +([\d.]+)/m],
  '003-10': [/\d+ of \d+ linked nouns are known/],
  '003-11': [/\d+ added, \d+ unchanged/],
  '003-12': [/"documentsWithNoun":\d+,"documents":\d+,"idf":\d\.\d{3}/],
  '003-13': [/(http:\/\/127\.0\.0\.1):\d+/],
  '003-14': [/(\d+ pages? read) .*?: (.*)/],
  '003-15': [/the corpus has \d+ documents/],
  '003-16': [/\d+ sites found/],
  '003-17': [/run 2 started from \d+ seeds/],
  '003-18': [/\d+ of \d+ linked nouns are known/],
  '003-19': [site('birch-reads.test')],
  '003-20': [/the corpus of book was linked by .*/, /exit \d/],
  '003-21': [/Pages +\d+/, /Stopped at a budget: --max-pages \d+ reached/],
  '003-22': [SITES],
  '003-23': [howMany(/"domain":"book"/g, 'pages with `"domain":"book"`')],
  '003-24': [/Stopped at a budget: --max-pages \d+ reached/],
  '003-25': [
    'product:',
    ...filters('product', ['knowledge']),
    'recipe:',
    ...filters('recipe', ['knowledge']),
  ],
  '003-26': [/^(book) +(\d+) +(\d+) +(\d+) +(\d+)$/m],
  '003-27': [/^book +0\.\d+ +\w+$/m],
  '003-28': [/\d+ pages on 4 sheets/],
  '003-29': [/^book +\d+ +\d+ \([\d.]+\) +\d+ \([\d.]+\)$/m, /\[[\d.]+, [\d.]+\]/],
  '003-30': [/(\d+ \([\d.]+ %\)) +(\d+ \([\d.]+ %\)) +\d+ \([\d.]+ %\)/],
  '003-31': [/^Diabetes +\d.*/m],
  '003-32': [/sfwc:hasTopic <[^>]*>/, /itsrdf:taIdentRef <[^>]*>/],
  '003-33': ['product:', ...filters('product', ['knowledge', 'seedPages', 'threeStep', 'anchorText'])],
  '003-34': ['computer-science', 'diabetes', 'politics'].flatMap((topic) => [
    `${topic}:`,
    ...['knowledge', 'seedPages'].map(
      (filter) => new RegExp(String.raw`${topic} +(${filter}) +(n too small|[\d.]+)(?: \(\d\))? +([\d.]+)`),
    ),
  ]),
  '000-1': [/\d+ found/],
  '000-2': [/^book +\d+/m, /^science +\d+/m],
  '000-4': [/\d+ documents, .*/],
  '000-3': [/status 200, utf-8.*/],
  '000-5': [/singapore\* island\* .*(?= \(5)/],
  '000-8': TEXTS,
  '000-9': [/5-grams: \d+/],
  '000-10': [/\d+ hashes kept/],
  '000-12': ['by sentence:', ...TEXTS, 'whole:', /^texts\/(D2\.txt: known, most like \S+ \([\d.]+\))$/m],
  '000-13': [...TEXTS.slice(0, 2), /^ +new +The station closes.*/m],
  '000-6': [/\d+ documents, .*/],
  '000-7': [/\d+ documents, .*/],
  '000-11': [/\d+ documents, .*/],
  '000-14': [/known; .*/],
  '000-15': [FOUND],
  '000-16': [/^book +author +.*$/m],
  '000-17': [/Memory overhead at 5 MB a page: .*/, /Texts: .* are kept/],
  '000-18': [/\d+ of \d+ pages are novel/],
  '000-19': [/\d+ found/],
  '000-20': [/\d+ found/],
  '000-21': [/\d+ found/],
  '000-22': [/cluster: \w+, \w+/],
  '000-23': [/Fieldfare listens on http:\/\/127\.0\.0\.1/],
  '000-24': [/^book +book +.*$/m, /^book +author +.*$/m],
  '001-1': [/search: (.*?): \d+ sites found/],
  '001-3': [/^http:\/\/(birch-reads\.test\/about),.*,(\d+),([\d.]+),(S\d),(L\d),/m],
  '001-4': [/^http:\/\/(birch-reads\.test\/about),.*,(\d+),([\d.]+),(S\d),(L\d),/m],
  '001-5': [/^http:\/\/(birch-reads\.test\/about),.*,(\d+),([\d.]+),(S\d),(L\d),/m],
  '001-6': [/^http:\/\/(birch-reads\.test\/about),.*,(\d+),([\d.]+),(S\d),(L\d),/m],
  '001-7': [howMany(/,L1,/g, 'links above the threshold,'), howMany(/,L2,/g, 'not')],
  '001-9': [/^http:\/\/(birch-reads\.test\/about),.*,(\d+),([\d.]+),(S\d),(L\d),/m],
  '001-10': [howMany(/,S1,/g, 'pages in S1,'), howMany(/,S2,/g, 'in S2')],
  '001-12': ['retrieved above 0.5:', /^book +0\.5 +(\d+)/m],
  '001-13': [/status 200, utf-8.*/],
  '001-14': [threshold('book +2\\.1')],
  '001-15': [threshold('book +without focus')],
  '001-16': [threshold('book +0'), threshold('book +0\\.5'), threshold('book +3')],
  '001-17': [threshold('book +2\\.1'), /^hotel +2\.1/m],
  '001-18': [/Traffic +.* (\d+ requests)/],
  'packages-1': [/Pages +6 +6 in a browser/],
  'packages-2': [/(processed \d+ home pages, \d+ other pages and \d+ forms)/],
  'packages-3': [/thresholds\.siteSimilarity: .*/],
  'packages-4': [/hazelfirstedit [\d.]+/],
  'packages-5': ['ml-svm, forms of 500', scores('folds by site +\\d+')],
  'packages-6': ['folds by site', scores('folds by site +\\d+')],
  'packages-7': [
    'folds by site',
    scores('folds by site +\\d+'),
    /ml-cross-validation deals forms at random, without a seed/,
  ],
  'packages-8': [/(rules and classifier) .* ([\d.]+–[\d.]+)/],
  'packages-10': [
    ...['SVM, linear', 'SVM, poly', 'KNN, k = 5'].flatMap((name) => [name, scores(`${name}: search`)]),
  ],
  'packages-9': [/Cluster “[^”]*”: \d+ of \d+ station-days/],
};
