/** Joins the modules of src/ and their small dependencies to few files: Node resolves, reads and compiles each file by itself. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * What is started or imported by its file, by program. The threads of a crawl are programs of their own: all that they load is in one file,
 * for they share no code with other threads.
 */
const PROGRAMS = [
  [
    'index.ts',
    'forms/classify-forms.ts',
    'interfaces/cli/main.ts',
    'wings/laboratory/models/forms-training-thread.ts',
    'interfaces/server/reading/reader-thread.ts',
    'knowledge/sparql/sparql-thread.ts',
    'practice-web/serve.ts',
  ],
  ['crawl/analysis/page-analyser-thread.ts'],
  ['drivers/sqlite/checkpoint-thread.ts'],
  ['library/novelty/sentence-thread.ts'],
];
export const ENTRIES = PROGRAMS.flat();
/**
 * What the server or a thread of it alone uses, of rooms that others use, too. The bundler would join it to the server, and
 * every command that enters these rooms would load that.
 */
const SERVED =
  /[\\/]src[\\/](?:app[\\/](?:form-picture|forms-training)|library[\\/](?:archived-answer|record-origin|exports[\\/]facets))\.ts$/;
/** The words for codes, which every harvest prints: the bundler would join them to all that reports are made of. */
const WORDS =
  /[\\/]src[\\/](?:reports[\\/](?:words|reason-text|evidence-text)|crawl[\\/]rendering[\\/]render-recall)\.ts$/;
const GROUPS = [
  { name: 'served', test: SERVED },
  { name: 'words', test: WORDS },
];

/** Dependencies of which a command needs many small files. All others are loaded from their packages. */
const JOINED = [
  '@exodus/bytes',
  'aws4fetch',
  'chardet',
  'commander',
  'csv-parse',
  'csv-stringify',
  'domelementtype',
  'domhandler',
  'domutils',
  'dom-serializer',
  'entities',
  'fflate',
  'html-encoding-sniffer',
  'htmlparser2',
  'kysely',
  'parse5',
  'simple-statistics',
  'is-any-array',
  'ml-array-max',
  'ml-array-min',
  'ml-array-rescale',
  'ml-matrix',
  'natural',
  'tldts',
  'tldts-core',
  'tough-cookie',
  'undici',
  'yaml',
  'zod',
  'write-excel-file',
];

/** Crawlee's loop of requests and its browser pool, and what they load: half a second of CPU from packages. */
const CRAWLEE =
  '@apify/consts @apify/datastructures @apify/log @apify/ps-tree @apify/pseudo_url @apify/timeout @apify/utilities @crawlee/basic @crawlee/browser-pool @crawlee/core @crawlee/memory-storage @crawlee/types @crawlee/utils @sapphire/async-queue @sapphire/shapeshift @sindresorhus/is @vladfrangu/async_event_emitter ansi-colors callsites content-type dot-prop duplexer event-stream fast-deep-equal from fs-extra graceful-fs is-obj json5 jsonfile lodash lodash.isequal lodash.merge map-stream nanoid quick-lru tiny-typed-emitter proxy-chain socks socks-proxy-agent smart-buffer ip-address agent-base debug ms mime-db mime-types minimatch brace-expansion balanced-match concat-map ow p-limit pause-stream proper-lockfile retry robots-parser sax signal-exit split stream-chain stream-combiner stream-json through tslib universalify vali-date whatwg-mimetype yocto-queue'.split(
    ' ',
  );

/** Vega draws the charts of reports; as packages its parts are 25 MB. */
const DRAWING =
  /^(?:vega|d3)(?:-|$)|^(?:topojson-client|internmap|delaunator|robust-predicates|json-stringify-pretty-compact)$/;

/** Of Crawlee: what no crawl of ours calls, and a copy of a module of Node. */
const REPLACED = new Map([
  ['cheerio', 'export {};'],
  ['fingerprint-generator', 'export {};'],
  ['fingerprint-injector', 'export {};'],
  ['node-inspect-extracted', "export { inspect } from 'node:util';"],
]);

/** Loading all of undici takes 100 files: its fetch, its web sockets, its caches and mocks. */
const UNDICI = `
  export const undici = () => {
    Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, require('undici/lib/api/index.js'));
    return {
      Agent: require('undici/lib/dispatcher/agent.js'),
      Pool: require('undici/lib/dispatcher/pool.js'),
      ProxyAgent: require('undici/lib/dispatcher/proxy-agent.js'),
      buildConnector: require('undici/lib/core/connect.js'),
      errors: require('undici/lib/core/errors.js'),
      upgrade(url, { dispatcher, ...options }) {
        const { origin, pathname, search } = new URL(url);
        return dispatcher.upgrade({ ...options, origin, path: pathname + search });
      },
    };
  };`;

/** @param {string} name */
const isJoined = (name) =>
  name === 'playwright' ||
  JOINED.includes(name) ||
  CRAWLEE.includes(name) ||
  REPLACED.has(name) ||
  DRAWING.test(name);

/** @type {import('rolldown').Plugin} */
const replacing = {
  name: 'replacing',
  resolveId: (id) => {
    // What `playwright` adds is its runner of tests.
    if (id === 'playwright') return { id: 'playwright-core', external: true };
    return REPLACED.has(id) ? `\0${id}` : undefined;
  },
  load: (id) => REPLACED.get(id.slice(1)),
  // Crawlee's browser pool names a folder of an extension that no pool of ours loads.
  transform: (code, id) =>
    id.endsWith('playwright-plugin.js')
      ? { code: code.replace('join(__dirname,', "join('',"), map: null }
      : undefined,
};

/** @param {string} file */
const isThread = (file) => /-thread\.js$/.test(file);

/** @param {string} id */
const packageOf = (id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;

/** @param {string} file */
const packageFolder = (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];

/**
 * @param {string} sources
 * @param {string} dist
 * @param {readonly string[]} carried files of packages that are copied whole
 */
export async function bundleModules(sources, dist, carried) {
  const files = [...carried];
  for (const entries of PROGRAMS) files.push(...(await bundleProgram(entries, sources, dist)));
  fs.writeFileSync(path.join(dist, 'LICENSES-OF-DEPENDENCIES.txt'), licencesOf(files));
}

/**
 * @param {readonly string[]} entries
 * @param {string} sources
 * @param {string} dist
 * @returns {Promise<string[]>} the modules in it
 */
async function bundleProgram(entries, sources, dist) {
  const input = Object.fromEntries(
    entries.map((file) => [file.replace(/\.ts$/, ''), path.join(sources, file)]),
  );
  const bundle = await rolldown({
    input,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    tsconfig: false,
    external: (id, from) =>
      from !== undefined && !/^[./\\\0]|^[A-Za-z]:/.test(id) && !isJoined(packageOf(id)),
    plugins: [replacing, await replacingOwn(sources), openedDoors, ownAddress(sources), oneByteText],
  });
  try {
    const { output } = await bundle.write({
      dir: dist,
      format: 'esm',
      sourcemap: true,
      sourcemapExcludeSources: true,
      minify: { compress: false, mangle: false },
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      ...(entries.length > 1 && { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } }),
    });
    const begun = output.flatMap((file) => (file.type === 'chunk' ? file.imports : [])).find(isThread);
    if (begun !== undefined)
      throw new Error(`${begun} would begin in the main thread: another file imports it`);
    return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  } finally {
    await bundle.close();
  }
}

/**
 * Modules of ours that find out at run time what is known when the package is built.
 * @param {string} sources
 * @returns {Promise<import('rolldown').Plugin>}
 */
async function replacingOwn(sources) {
  const packFiles = 'foundation/language/pack-files.ts';
  const { PACKS, wordListFingerprint } = await import(
    pathToFileURL(path.join(sources, 'foundation/language/index.ts')).href
  );
  const replaced = new Map([
    ['foundation/http/undici.ts', UNDICI],
    [
      packFiles,
      `export const packFiles = () => JSON.parse(${JSON.stringify(asciiJson([...PACKS]))});
      export const knownFingerprint = () => '${wordListFingerprint()}';`,
    ],
  ]);
  return {
    name: 'replacing-own',
    load: (id) => replaced.get(path.relative(sources, id).replaceAll('\\', '/')),
  };
}

const NAMED = /const \{([^{}.]+)\} = await import\(\s*'(\.[^']*\/index\.ts)'/g;
const DOOR = '\0door:';

/**
 * A room that is entered when it is needed is loaded as far as it is named there: `const { a } = await import('…/index.ts')` loads what `a`
 * needs, not all that the door shows.
 * @type {import('rolldown').Plugin}
 */
const openedDoors = {
  name: 'opened-doors',
  transform: (code, id) => {
    const opened = code.replace(NAMED, (_, names, door) => {
      const wanted = names.split(',').map((/** @type {string} */ name) => name.replace(/:.*/s, '').trim());
      const module = `${DOOR}${path.resolve(path.dirname(id), door)}?${wanted.filter(Boolean).sort()}`;
      return `const {${names}} = await import(${JSON.stringify(module)}`;
    });
    return opened === code ? undefined : { code: opened, map: null };
  },
  resolveId: (id) => (id.startsWith(DOOR) ? id : undefined),
  load: (id) => {
    if (!id.startsWith(DOOR)) return undefined;
    const [door, names] = id.slice(DOOR.length).split('?');
    return `export { ${names} } from ${JSON.stringify(door)};`;
  },
};

/**
 * Lets a module find its files (models, threads) from whatever file it is joined to: its address is where it would
 * stand if it stood alone.
 * @param {string} sources
 * @returns {import('rolldown').Plugin}
 */
function ownAddress(sources) {
  const PLACE = /"own-address:([^"]+)"/g;
  return {
    name: 'own-address',
    transform(code, id) {
      if (!id.startsWith(sources)) return undefined;
      const own = path.relative(sources, id).replaceAll('\\', '/').replace(/\.ts$/, '.js');
      const placed = code.replaceAll('import.meta.url', JSON.stringify(`own-address:${own}`));
      // None of ours does anything when it is imported: what is not used of it is left out.
      return { code: placed, map: null, moduleSideEffects: false };
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('"own-address:')) return undefined;
      const up = '../'.repeat(fileName.split('/').length - 1) || './';
      return {
        code: code.replace(PLACE, (_, own) => `new URL(${JSON.stringify(up + own)}, import.meta.url).href`),
        map: null,
      };
    },
  };
}

/**
 * V8 keeps a text with a letter beyond Latin-1 at two bytes a letter: these are escaped.
 * @param {string} text
 */
const escaped = (text) =>
  text.replace(/[\u0100-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @param {unknown} value */
const asciiJson = (value) => escaped(JSON.stringify(value));

/** @type {import('rolldown').Plugin} */
const oneByteText = {
  name: 'one-byte-text',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escaped(file.code);
  },
};

/** @param {readonly string[]} files */
function licencesOf(files) {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
      );
      const text = fs.readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      const words = text === undefined ? '' : fs.readFileSync(path.join(folder, text), 'utf8');
      return `${name} ${version} (${license})\n\n${words.trim()}\n`;
    })
    .join('\n----\n\n');
}
