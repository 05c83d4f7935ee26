/** Joins the declarations of the library: what a user of the package sees, and nothing of the rooms behind it. */
import path from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const ENTRIES = ['index', 'forms/classify-forms'];

/**
 * @param {string} declarations folder of what the compiler declared, laid out as src/
 * @param {string} dist
 */
export async function bundleTypes(declarations, dist) {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, path.join(declarations, `${name}.d.ts`)])),
    external: (id) => !/^[./\\\0]|^[A-Za-z]:/.test(id),
    plugins: [declared, dts({ dtsInput: true, tsconfig: false, oxc: true })],
  });
  await bundle.write({ dir: dist, format: 'esm', chunkFileNames: 'types/[name].d.ts' });
  await bundle.close();
}

/** Finds `x.d.ts` where a declaration imports `x.ts`. @type {import('rolldown').Plugin} */
const declared = {
  name: 'declared',
  resolveId: (id, from) =>
    from !== undefined && /^\..*(?<!\.d)\.tsx?$/.test(id)
      ? path.resolve(path.dirname(from), id).replace(/\.tsx?$/, '.d.ts')
      : undefined,
};
