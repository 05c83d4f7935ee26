/** Bundles the pages of the web UI; packages carry the result, a checkout makes it when it is first asked for. */
import { fileURLToPath } from 'node:url';

/** @returns {Promise<string>} one module */
export async function bundleClient() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: fileURLToPath(new URL('client/main.tsx', import.meta.url)),
    platform: 'browser',
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  });
  try {
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
