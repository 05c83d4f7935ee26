/** Bundles pages that browsers run; packages carry the results, a checkout makes them when they are first asked for. */
import { fileURLToPath } from 'node:url';

/**
 * @param {URL} entry
 * @param {'browser' | 'node'} platform
 * @returns {Promise<string>} one module
 */
export async function bundlePage(entry, platform = 'browser') {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: fileURLToPath(entry),
    platform,
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

export const bundleReportClient = () =>
  bundlePage(new URL('../interfaces/views/report-client.tsx', import.meta.url));

export const bundleReportServer = () =>
  bundlePage(new URL('../interfaces/views/report-server.tsx', import.meta.url), 'node');
