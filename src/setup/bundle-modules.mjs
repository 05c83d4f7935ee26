/** Joins the modules of src/ and their small dependencies to few files: Node resolves, reads and compiles each file by itself. */
import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

/** What is started or imported by its file. */
export const ENTRIES = [
  'index.ts',
  'forms/classify-forms.ts',
  'interfaces/cli/main.ts',
  'app/forms-training-thread.ts',
  'crawl/analysis/page-analyser-thread.ts',
  'drivers/sqlite/checkpoint-thread.ts',
  'interfaces/server/reading/reader-thread.ts',
  'knowledge/sparql/sparql-thread.ts',
  'practice-web/serve.ts',
];
/**
 * What the server or a thread of it alone uses, of rooms that others use, too. The bundler would join it to the server, and
 * every command that enters these rooms would load that.
 */
const SERVED =
  /[\\/]src[\\/](?:app[\\/](?:form-picture|forms-training)|library[\\/](?:archived-answer|record-origin|exports[\\/]facets))\.ts$/;
const PACKS = 'foundation/language/packs';

/** Dependencies of which a command needs many small files. All others are loaded from their packages. */
const JOINED = [
  '@exodus/bytes',
  'commander',
  'csv-parse',
  'csv-stringify',
  'domelementtype',
  'domhandler',
  'domutils',
  'dom-serializer',
  'entities',
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
  'tldts',
  'tldts-core',
  'tough-cookie',
  'yaml',
  'zod',
];

/** Crawlee's loop of requests, and what that loads: half a second of CPU from packages. */
const CRAWLEE =
  '@apify/consts @apify/datastructures @apify/log @apify/ps-tree @apify/pseudo_url @apify/timeout @apify/utilities @crawlee/basic @crawlee/core @crawlee/memory-storage @crawlee/types @crawlee/utils @sapphire/async-queue @sapphire/shapeshift @sindresorhus/is @vladfrangu/async_event_emitter ansi-colors callsites content-type dot-prop duplexer event-stream fast-deep-equal from fs-extra graceful-fs is-obj json5 jsonfile lodash lodash.isequal map-stream mime-db mime-types minimatch brace-expansion balanced-match concat-map ow p-limit pause-stream proper-lockfile retry robots-parser sax signal-exit split stream-chain stream-combiner stream-json through tslib universalify vali-date whatwg-mimetype yocto-queue'.split(
    ' ',
  );

/** Of Crawlee: what no crawl of ours calls, and a copy of a module of Node. */
const REPLACED = new Map([
  ['cheerio', 'export {};'],
  ['node-inspect-extracted', "export { inspect } from 'node:util';"],
]);

/** @param {string} name */
const isJoined = (name) => JOINED.includes(name) || CRAWLEE.includes(name) || REPLACED.has(name);

/** @type {import('rolldown').Plugin} */
const replacing = {
  name: 'replacing',
  resolveId: (id) => (REPLACED.has(id) ? `\0${id}` : undefined),
  load: (id) => REPLACED.get(id.slice(1)),
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
 */
export async function bundleModules(sources, dist) {
  const packs = fs
    .readdirSync(path.join(sources, PACKS))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${PACKS}/${file}`);
  const input = Object.fromEntries(
    [...ENTRIES, ...packs].map((file) => [file.replace(/\.ts$/, ''), path.join(sources, file)]),
  );
  const bundle = await rolldown({
    input,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    tsconfig: false,
    external: (id, from) =>
      from !== undefined && !/^[./\\\0]|^[A-Za-z]:/.test(id) && !isJoined(packageOf(id)),
    plugins: [replacing, ownAddress(sources), oneByteText],
  });
  try {
    const { output } = await bundle.write({
      dir: dist,
      format: 'esm',
      sourcemap: true,
      minify: { compress: false, mangle: false },
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'served', test: SERVED }] },
    });
    const begun = output.flatMap((file) => (file.type === 'chunk' ? file.imports : [])).find(isThread);
    if (begun !== undefined)
      throw new Error(`${begun} would begin in the main thread: another file imports it`);
    const files = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    fs.writeFileSync(path.join(dist, 'LICENSES-OF-DEPENDENCIES.txt'), licencesOf(files));
  } finally {
    await bundle.close();
  }
}

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
 * V8 keeps a text with a letter beyond Latin-1 at two bytes a letter: in all but the files of languages these are escaped.
 * @type {import('rolldown').Plugin}
 */
const oneByteText = {
  name: 'one-byte-text',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk' && !file.fileName.startsWith(PACKS))
        file.code = file.code.replace(
          /[\u0100-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
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
